import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A way to a server that a test can slow down, freeze or close: what goes through it then waits, or is cut off. */
export interface Gate {
  /** The address of the server, through the gate. */
  url: string;
  /** Nothing comes through any more, and nobody is told: so a stopped machine looks, or a cable that was pulled. */
  freeze(): void;
  /** Every packet takes so many milliseconds, either way. */
  delay(milliseconds: number): void;
  /** What is sent goes through up to the first that has this word in it; nothing comes back on that connection any more. */
  loseReplyTo(word: string): void;
  /** Connections are cut off and new ones refused: so a server looks that was killed. */
  close(): Promise<void>;
  /** All goes through again. */
  open(): Promise<void>;
}

/** A connection through the gate, and what passes on the way to the server and back. */
interface Pair {
  inside: Socket;
  outside: Socket;
  there: Transform;
  back: Transform;
}

/** Opens a gate to the server at an address such as `postgres://user@127.0.0.1:5432/name`. */
export async function openGate(target: string): Promise<Gate> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<Pair>();
  let frozen = false;
  let packetMs = 0;
  let lastWord: string | undefined;
  const slow = (onPacket: (packet: Buffer) => void = () => undefined): Transform =>
    new Transform({
      transform(packet: Buffer, _encoding, done) {
        onPacket(packet);
        if (packetMs === 0) done(null, packet);
        else setTimeout(done, packetMs, null, packet);
      },
    });
  const server = createServer((inside) => {
    const outside = connect(Number(port), hostname);
    const back = slow();
    const there = slow((packet) => {
      if (lastWord !== undefined && packet.includes(lastWord)) outside.unpipe(back).pause();
    });
    const pair = { inside, outside, there, back };
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      inside.destroy();
      outside.destroy();
    };
    for (const socket of [inside, outside]) socket.on('error', end).on('close', end);
    there.pipe(outside);
    back.pipe(inside);
    join(pair);
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
    delay(milliseconds) {
      packetMs = milliseconds;
    },
    loseReplyTo(word) {
      lastWord = word;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const { inside } of pairs) inside.destroy();
      await closed;
    },
    async open() {
      frozen = false;
      packetMs = 0;
      lastWord = undefined;
      for (const pair of pairs) {
        pause(pair);
        join(pair);
      }
      if (!server.listening) await listen(own);
    },
  };
}

function join({ inside, outside, there, back }: Pair): void {
  inside.pipe(there);
  outside.pipe(back);
}

function pause({ inside, outside, there, back }: Pair): void {
  inside.unpipe(there).pause();
  outside.unpipe(back).pause();
}
