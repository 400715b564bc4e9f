import type { FastifyInstance } from 'fastify';

/** A request as it reaches a cache. */
export interface Asked {
  url: string;
  host?: string;
  headers?: Readonly<Record<string, string>>;
}
/** What it was answered with, and whether by the cache alone. */
export interface Given {
  status: number;
  text: string;
  headers: Readonly<Record<string, unknown>>;
  from: 'cache' | 'server';
}

interface Stored {
  given: Given;
  /** The headers that it depends on, as they were asked. */
  varied: Readonly<Record<string, string | undefined>>;
  at: number;
  seconds: number;
  keys: ReadonlySet<string>;
}

/**
 * A shared cache in front of a server, as strict as RFC 9111 lets it be and as eager: it keeps what it may, for as long as it may, and answers
 * whoever asks for the same address, with or without a token, unless Vary says otherwise.
 */
export class SharedCache {
  private readonly stored = new Map<string, Stored[]>();

  /** @param clock milliseconds */
  constructor(
    private readonly app: FastifyInstance,
    private readonly clock: () => number,
  ) {}

  async get({ url, host = 'localhost', headers = {} }: Asked): Promise<Given> {
    const address = `${host} ${url}`;
    const fresh = this.stored
      .get(address)
      ?.find(
        ({ varied, at, seconds }) =>
          this.clock() - at < seconds * 1_000 && Object.entries(varied).every(([name, value]) => headers[name] === value),
      );
    if (fresh) return { ...fresh.given, from: 'cache' };
    const reply = await this.app.inject({ url, headers: { host, ...headers } });
    const given: Given = { status: reply.statusCode, text: reply.body, headers: reply.headers, from: 'server' };
    const seconds = findLifetime(given);
    if (seconds > 0) {
      const names = String(reply.headers['vary'] ?? '')
        .split(',')
        .map((name) => name.trim().toLowerCase())
        .filter((name) => name !== '');
      const entry = {
        given,
        varied: Object.fromEntries(names.map((name) => [name, headers[name]])),
        at: this.clock(),
        seconds,
        keys: new Set(String(reply.headers['surrogate-key'] ?? '').split(' ')),
      };
      this.stored.set(address, [entry, ...(this.stored.get(address) ?? [])]);
    }
    return given;
  }

  /** Throws away what has one of the keys. */
  purge(keys: readonly string[]): void {
    for (const [address, entries] of this.stored)
      this.stored.set(
        address,
        entries.filter((entry) => !keys.some((key) => entry.keys.has(key))),
      );
  }
}

/** Seconds for which a shared cache may answer with a reply (RFC 9111, 3 and 4.2.1): 0 when it must not keep it. */
function findLifetime({ status, headers }: Given): number {
  const directives = new Map(
    String(headers['cache-control'] ?? '')
      .split(',')
      .map((each) => each.trim().split('='))
      .map(([name = '', value = '']) => [name.toLowerCase(), value] as const),
  );
  if (status !== 200 || ['private', 'no-store', 'no-cache'].some((name) => directives.has(name))) return 0;
  return Number(directives.get('s-maxage') ?? directives.get('max-age') ?? 0);
}
