import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { renderToString } from 'react-dom/server';
import { buildClient } from './buildClient';
import { PlainForm, type PlainField } from './PlainForm';

/** A page with a form that is written by hand, as a server on loopback. */
export interface PlainServed {
  origin: string;
  /** Bytes of its script as they travel. */
  scriptSize: number;
  close(): void;
}

const style = 'body{font:16px sans-serif;max-width:40rem;margin:auto}p{display:grid;gap:4px}input,select,button{font:inherit;padding:8px}';

/** Builds and serves a page that a server renders and a browser takes over: a form with these fields, written by hand. */
export async function servePlainForm(root: string, fields: readonly PlainField[]): Promise<PlainServed> {
  const script = brotliCompressSync(await buildClient(root, 'formClient.tsx'));
  const page = brotliCompressSync(
    `<!doctype html><html><head><meta name="viewport" content="width=device-width"><title>Form</title><style>${style}</style>` +
      `<script type="module" src="/client.js"></script></head><body><div id="root">${renderToString(<PlainForm fields={fields} />)}</div>` +
      `<script id="fields" type="application/json">${JSON.stringify(fields).replaceAll('<', '\\u003c')}</script></body></html>`,
  );
  const server = createServer((request, response) => {
    const isScript = request.url === '/client.js';
    const type = isScript ? 'text/javascript' : 'text/html';
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'content-encoding': 'br' }).end(isScript ? script : page);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, scriptSize: script.length, close: () => server.close() };
}
