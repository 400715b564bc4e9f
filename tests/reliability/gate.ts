import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that a test can freeze or close: what goes through it then waits, or is cut off. */
export interface Gate {
  /** The address of the server, through the gate. */
  url: string;
  /** Nothing comes through any more, and nobody is told: so a stopped machine looks, or a cable that was pulled. */
  freeze(): void;
  /** Connections are cut off and new ones refused: so a server looks that was killed. */
  close(): Promise<void>;
  /** All goes through again. */
  open(): Promise<void>;
}

/** Opens a gate to the server at an address such as `postgres://user@127.0.0.1:5432/name`. */
export async function openGate(target: string): Promise<Gate> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<[Socket, Socket]>();
  let frozen = false;
  const server = createServer((inside) => {
    const outside = connect(Number(port), hostname);
    const pair: [Socket, Socket] = [inside, outside];
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    inside.pipe(outside);
    outside.pipe(inside);
    if (frozen) pause(pair);
  });
  const listen = async (at: number): Promise<void> => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const address = server.address();
  const own = address !== null && typeof address === 'object' ? address.port : 0;
  const url = new URL(target);
  [url.hostname, url.port] = ['127.0.0.1', String(own)];
  return {
    url: url.href,
    freeze() {
      frozen = true;
      for (const pair of pairs) pause(pair);
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const [inside] of pairs) inside.destroy();
      await closed;
    },
    async open() {
      frozen = false;
      for (const [inside, outside] of pairs) {
        inside.pipe(outside);
        outside.pipe(inside);
      }
      if (!server.listening) await listen(own);
    },
  };
}

function pause([inside, outside]: [Socket, Socket]): void {
  inside.unpipe(outside).pause();
  outside.unpipe(inside).pause();
}
