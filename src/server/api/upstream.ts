import { lookup as lookupName, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { BackendAccess } from '../config/backendAccess';

/** What another server is asked. */
export interface UpstreamRequest {
  method: string;
  address: URL;
  headers: Readonly<Record<string, string>>;
  body?: string | AsyncIterable<Buffer>;
  /** Milliseconds for everything: finding the address, connecting, sending and reading the reply to its end. */
  timeoutMs: number;
}

/** What it answered. */
export interface UpstreamReply {
  status: number;
  type: string;
  data: Buffer;
}

/** Finds the addresses of a name, as `dns.lookup` does. */
export type Lookup = (
  name: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** How other servers are reached. */
export interface UpstreamOptions {
  access: BackendAccess;
  /** Absent: the system is asked. */
  lookup?: Lookup;
}

/** A back end is at an address that is kept from institutions. @internal */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  constructor(host: string, port: number, address: string) {
    super(`the back end ${host}:${port} is at ${address}, which is not public; ALLOW_PRIVATE_BACKENDS does not name it`);
  }
}

/** Returns why a back end gave no answer, for the operator; nothing of what it said, which may be about persons. */
export function explainFailure(failure: unknown): string {
  if (failure instanceof AggregateError) return failure.errors.map(explainFailure).join('; ');
  if (!(failure instanceof Error)) return String(failure);
  // That the time is over is the cause of what was broken off.
  return failure.cause instanceof Error ? explainFailure(failure.cause) : failure.message;
}

const maxReplyBytes = 8 * 1024 * 1024;

/** Asks institutions' own back ends. Every connection goes to an address that was checked, whatever a name is resolved to later. */
export class Upstream {
  private readonly agents = {
    'http:': new HttpAgent({ keepAlive: true }),
    'https:': new HttpsAgent({ keepAlive: true }),
  };

  constructor(private readonly options: UpstreamOptions) {}

  /**
   * Returns what a back end answers. Redirects are not followed. Reading calls use connections again; one that the other side closed
   * meanwhile is tried once more.
   * @throws AddressRefused; an Error when there is no answer in time, or it is too large, compressed or a redirect
   */
  async ask(asked: UpstreamRequest): Promise<UpstreamReply> {
    const signal = AbortSignal.timeout(asked.timeoutMs);
    const isReading = asked.method === 'GET';
    try {
      return await this.send(asked, signal, isReading);
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
      return this.send(asked, signal, false);
    }
  }

  /** Ends the connections that are kept open. */
  close(): void {
    for (const agent of Object.values(this.agents)) agent.destroy();
  }

  private async send(asked: UpstreamRequest, signal: AbortSignal, isReading: boolean): Promise<UpstreamReply> {
    const { method, address, headers, body } = asked;
    const isSecure = address.protocol === 'https:';
    const options = {
      method,
      headers,
      signal,
      lookup: this.guard(address),
      agent: isReading && this.agents[isSecure ? 'https:' : 'http:'],
    };
    const request = isSecure ? requestHttps(address, options) : requestHttp(address, options);
    const answered = readAnswer(request);
    const sending = typeof body === 'object' ? pipeline(body, request) : void request.end(body);
    try {
      // Who answers before all was sent wants no more of it.
      return await Promise.race([answered, ...(sending ? [sending.then(() => answered)] : [])]);
    } catch (error) {
      throw isReading && request.reusedSocket && isReset(error) ? new StaleConnection('closed meanwhile', { cause: error }) : error;
    } finally {
      answered.catch(() => undefined);
      if (!isReading) request.destroy();
    }
  }

  /**
   * Returns how a connection finds its address: what it is given is what it connects to, so that a name cannot mean another address by
   * then. A name that has one refused address among others is refused.
   * @throws AddressRefused for an address in the place of a name, which is not looked up
   */
  private guard(address: URL): LookupFunction {
    const host = address.hostname.replace(/^\[|\]$/g, '');
    const port = Number(address.port || (address.protocol === 'https:' ? 443 : 80));
    const { access, lookup = lookupName } = this.options;
    if (isIP(host) !== 0 && !access.mayReach(host, host, port)) throw new AddressRefused(host, port, host);
    return (name, options, callback) => {
      lookup(name, { ...options, all: true }, (error, found) => {
        if (error) return callback(error, '');
        const refused = found.find((entry) => !access.mayReach(entry.address, host, port));
        if (refused) return callback(new AddressRefused(host, port, refused.address), '');
        const [first] = found;
        if (!first) return callback(new Error(`${host} has no address`), '');
        return options.all ? callback(null, found) : callback(null, first.address, first.family);
      });
    };
  }
}

class StaleConnection extends Error {}

const isReset = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ECONNRESET';

function readAnswer(request: ClientRequest): Promise<UpstreamReply> {
  return new Promise((resolve, reject) => {
    request.once('error', reject);
    request.once('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('another protocol was not asked for'));
    });
    request.once('response', (response) => {
      readLimited(response).then(resolve, (error: unknown) => {
        response.destroy();
        reject(error);
      });
    });
  });
}

async function readLimited(response: IncomingMessage): Promise<UpstreamReply> {
  const { statusCode: status = 0, headers } = response;
  if (status < 200 || (status >= 300 && status < 400) || status > 599) throw new Error(`the reply has the status ${status}`);
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new Error('the reply is compressed');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxReplyBytes) throw new Error('the reply is too large');
    chunks.push(chunk);
  }
  return { status, type: headers['content-type'] ?? '', data: Buffer.concat(chunks) };
}
