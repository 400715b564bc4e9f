import fastify from 'fastify';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { requestTimeout } from '../../../src/server/plugins/requestTimeout';

/** Sends the beginning of a request and waits for what comes of it. */
async function begin(head: string, { everyMs, timeoutMs = 50 }: { everyMs?: number; timeoutMs?: number } = {}): Promise<string> {
  const app = fastify();
  await app.register(requestTimeout, { timeoutMs, leastBytes: 20 });
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
  app.post('/', async (request) => {
    await new Promise((done) => {
      setTimeout(done, 4 * timeoutMs);
    });
    return { destroyed: request.raw.destroyed };
  });
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  try {
    return await new Promise((done) => {
      let text = '';
      let drops: NodeJS.Timeout | undefined;
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${head}`);
        if (everyMs !== undefined) drops = setInterval(() => socket.write('x'.repeat(100)), everyMs);
      });
      socket
        .on('data', (bytes) => {
          text += String(bytes);
        })
        .on('error', () => undefined)
        .on('close', () => {
          clearInterval(drops);
          done(text);
        });
    });
  } finally {
    await app.close();
  }
}

it.each([
  ['with a length', 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":'],
  ['in chunks', 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n'],
])('a body %s that does not arrive ends the connection', async (_what, head) => {
  expect(await begin(head)).toBe('');
});

it('what has arrived is answered, however long that takes', async () =>
  expect(await begin('Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}')).toMatch(/^HTTP\/1.1 200/));

const files = 'Content-Type: multipart/form-data; boundary=x\r\n';

it.each([
  ['with a length', `${files}Content-Length: 100\r\n\r\n--x`],
  ['in chunks', `${files}Transfer-Encoding: chunked\r\n\r\n5\r\n--x\r\n\r\n`],
])('files %s that stand still end the connection', async (_what, head) => expect(await begin(head)).toBe(''));

// A machine that others use too may stand still for a tenth of a second.
it('files that move may take longer', async () =>
  expect(await begin(`${files}Content-Length: 1000000\r\n\r\n--x`, { everyMs: 10, timeoutMs: 300 })).toContain('{"destroyed":false}'));

it('files that have arrived are answered, however long that takes', async () =>
  expect(await begin(`${files}Content-Length: 3\r\n\r\n--x`)).toContain('{"destroyed":false}'));
