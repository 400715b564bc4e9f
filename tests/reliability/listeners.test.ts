import { createServer } from 'node:http';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { addListeners } from '../../src/server/listeners';

const program = join(import.meta.dirname, '../../dist/server/returnListeners.js');
const crowd = 200;
/** How long a round of the event loop takes while all of them come. */
const roundMs = 4;
/** After which nobody is heard any more. */
const patienceMs = 10_000;

/** How long the program of lateListeners.mjs takes, and some more. */
const lateMs = 1_500;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A server with so many listeners, and its port. */
async function serve(count: number): Promise<{ port: number; listeners: Server[] }> {
  const server = createServer((_request, reply) => reply.end('there'));
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 511 }, resolve));
  const listeners = await addListeners(server, program, count);
  closers.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  for (const listener of listeners) closers.push(() => listener.close());
  const { port } = server.address() as AddressInfo;
  return { port, listeners };
}

function spin(milliseconds = roundMs): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

/** How many rounds of a busy event loop pass until everybody has an answer. */
async function countRounds(port: number): Promise<number> {
  const answered = Array.from({ length: crowd }, () => visit(port));
  let waiting = true;
  let rounds = 0;
  const work = (): void => {
    rounds += 1;
    spin();
    if (waiting) setImmediate(work);
  };
  setImmediate(work);
  for (const answer of await Promise.all(answered)) expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*there$/);
  waiting = false;
  return rounds;
}

function visit(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket: Socket = connect(port, '127.0.0.1');
    socket.setEncoding('utf8').end('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    socket.on('data', (chunk: string) => (text += chunk));
    socket.on('end', () => resolve(text)).on('error', reject);
  });
}

describe('visitors who come at once while the event loop is busy', () => {
  it('are heard many a round, and all of them', async () => {
    const { port, listeners } = await serve(16);
    expect(listeners).toHaveLength(15);
    expect(await countRounds(port)).toBeLessThan(crowd / 4);
  });

  it('control: are heard one a round by a single listener', async () => {
    const { port } = await serve(1);
    expect(await countRounds(port)).toBeGreaterThan(crowd / 2);
  });

  it('are heard while the copies are made, all of them', async () => {
    const server = createServer((_request, reply) => reply.end('there'));
    await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1' }, resolve));
    closers.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const answers: Promise<string>[] = [];
    let adding = true;
    // While this process is busy another one that listens would be the first to take who comes, who would wait for ever.
    const come = (): void => {
      answers.push(Promise.race([visit(port), delay(patienceMs, 'not heard', { ref: false })]));
      spin();
      if (adding) setImmediate(come);
    };
    come();
    const listeners = await addListeners(server, program, 16);
    adding = false;
    for (const listener of listeners) closers.push(() => listener.close());
    const heard = await Promise.all(answers);
    expect([listeners.length, heard.length > 5, heard.filter((text) => !text.endsWith('there'))]).toEqual([15, true, []]);
  });

  it('are heard no more once the server is closed, also by copies that were under way', async () => {
    const server = createServer((_request, reply) => reply.end('there'));
    await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1' }, resolve));
    const { port } = server.address() as AddressInfo;
    const adding = addListeners(server, program, 2);
    server.close();
    expect(await adding).toEqual([]);
    // The other process has let go of its copy a moment later.
    await expect.poll(() => visit(port).catch(String)).toContain('ECONNREFUSED');
  });

  it('are heard although copies cannot be had', async () => {
    const server = createServer((_request, reply) => reply.end('there'));
    await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1' }, resolve));
    closers.push(() => server.close());
    expect(await addListeners(server, join(import.meta.dirname, 'nothing.js'), 2)).toEqual([]);
    expect(await visit((server.address() as AddressInfo).port)).toContain('there');
  });

  it('are heard when the copies take longer than they are waited for: those that come late are closed', async () => {
    const server = createServer((_request, reply) => reply.end('there'));
    await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1' }, resolve));
    closers.push(() => server.close());
    const late = join(import.meta.dirname, 'lateListeners.mjs');
    expect(await addListeners(server, late, 16, 500)).toEqual([]);
    // This process is busy while the helper answers: all that it says is read at once.
    spin(lateMs);
    await delay(0);
    const { port } = server.address() as AddressInfo;
    for (const answer of await Promise.all(Array.from({ length: 20 }, () => visit(port)))) expect(answer).toMatch(/there$/);
  });
});
