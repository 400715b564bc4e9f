import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { CompiledPortal } from '../../src/model/compiled';
import type { Backend } from '../../src/model/definitions.g';
import type { ApiCall, BackEnd } from '../../src/server/api/backEnd';
import { createProxy } from '../../src/server/api/proxy';
import { type Lookup, Upstream } from '../../src/server/api/upstream';
import { parseBackendAccess } from '../../src/server/config/backendAccess';
import { loadKnownDefinitions, projectRoot } from '../server/projectDefinitions';

/** Where the institution's back end is; what is at 127.0.0.1, at the same port, no institution is to reach. */
export const honest = process.platform === 'darwin' ? '::1' : '127.0.0.2';
export const access = parseBackendAccess(honest);
export const list = '/api/information/web/page?page=1';
export const article = { list: { status: 200, data: { total: 1, rows: [{ id: 'own-1', title: '来自机构后台' }] } } };

/** Answers with JSON. */
export const json =
  (body: unknown, headers: Record<string, string | string[]> = {}, status = 200): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

/** An institution's back end, a server that it must not reach, and how the portal comes to either. */
class OwnBackend {
  readonly inside = { server: createServer(), asked: 0 };
  readonly honest = { server: createServer(), asked: [] as IncomingMessage[] };
  port = 0;
  /** What the honest one does; before each test it answers with the article. */
  answer: RequestListener = json(article);
  /** What a name is resolved to, one after the other; the last again and again. */
  resolved: string[][] = [[honest]];
  lookups = 0;
  private museum: CompiledPortal | undefined;
  private readonly opened: Upstream[] = [];

  readonly lookup: Lookup = (_name, _options, callback) => {
    const found = this.resolved[Math.min(this.lookups, this.resolved.length - 1)] ?? [];
    this.lookups += 1;
    callback(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };

  async start(): Promise<void> {
    this.inside.server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
      this.inside.asked += 1;
      response.end('{"list":{"status":200,"data":{"total":0,"rows":[]}}}');
    });
    this.honest.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.honest.asked.push(request);
      this.answer(request, response);
    });
    this.port = await listen(this.inside.server, 0, '127.0.0.1');
    await listen(this.honest.server, this.port, honest);
    this.museum = (await loadKnownDefinitions(projectRoot)).portal('museum');
  }

  stop(): void {
    for (const { server } of [this.inside, this.honest]) server.close().closeAllConnections();
  }

  /** All is as it was at first. */
  reset(): void {
    [this.answer, this.resolved, this.lookups, this.inside.asked, this.honest.asked] = [json(article), [[honest]], 0, 0, []];
  }

  closeConnections(): void {
    for (const upstream of this.opened.splice(0)) upstream.close();
  }

  /** Opens connections, which are closed after the test. */
  open(settings: { access?: typeof access } = {}): Upstream {
    const upstream = new Upstream({ access, lookup: this.lookup, ...settings });
    this.opened.push(upstream);
    return upstream;
  }

  /** The museum, under another name and with a back end of its own. */
  ownedBy(tenant: string, changes: Partial<Backend> = {}): CompiledPortal {
    if (!this.museum) throw new Error('the museum has no portal');
    const { settings } = this.museum;
    return { ...this.museum, tenant, settings: { ...settings, backend: { base: `http://backend.test:${this.port}`, ...changes } } };
  }

  /**
   * @param report is told why it gave no answer
   * @param settings those of {@link open}
   */
  proxy(report?: (tenant: string, failure: unknown) => void, settings: { access?: typeof access } = {}): BackEnd {
    return createProxy({
      upstream: this.open(settings),
      limitOf: () => undefined,
      context: undefined,
      report: report && (({ tenant }, failure) => report(tenant, failure)),
    });
  }

  ask(call: Partial<ApiCall> = {}, changes: Partial<Backend> = {}): ReturnType<BackEnd['answer']> {
    return this.proxy().answer(this.ownedBy('museum', changes), { method: 'GET', url: list, ...call });
  }
}

const listen = (server: Server, at: number, host: string): Promise<number> =>
  new Promise((done, fail) => {
    server.once('error', fail).listen(at, host, () => {
      const address = server.address();
      done(address !== null && typeof address === 'object' ? address.port : 0);
    });
  });

/** Starts a back end for the tests of a file, as it was at first before each of them, and stops it after them. */
export function openBackend(): OwnBackend {
  const backend = new OwnBackend();
  beforeAll(() => backend.start());
  beforeEach(() => backend.reset());
  afterEach(() => backend.closeConnections());
  afterAll(() => backend.stop());
  return backend;
}
