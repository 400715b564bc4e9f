import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** What a foreign back end was asked: the address, the headers and the parsed body. */
interface Asked {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}

type Answer = (url: URL, asked: Asked, response: ServerResponse) => unknown;

/** A server of an institution's own, in whatever language it speaks. */
export interface ForeignServer {
  base: string;
  asked: Asked[];
  /** Answers by path: what is returned is sent as JSON; undefined when the answer was sent already, or never is. */
  routes: Record<string, Answer>;
  close(): Promise<void>;
}

/** Starts a server at an address of this machine. */
export async function startForeignServer(routes: Record<string, Answer> = {}): Promise<ForeignServer> {
  const asked: Asked[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://foreign.test');
      const text = Buffer.concat(chunks).toString('utf8');
      const call = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
      };
      asked.push(call);
      const answer = foreign.routes[url.pathname];
      const body = answer ? answer(url, call, response) : undefined;
      if (answer === undefined) response.writeHead(404).end('{}');
      else if (body !== undefined)
        response.writeHead(response.statusCode, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  const foreign: ForeignServer = {
    base: `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`,
    asked,
    routes,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return foreign;
}
