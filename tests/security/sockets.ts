import { connect } from 'node:net';

/** A reply as it came over a connection. */
export interface RawReply {
  status: number;
  head: string;
  body: string;
}

/**
 * Sends a request as it is written here, which programs that write requests would mend or refuse, and returns the reply.
 * @param target what stands between the method and the version
 * @param headers besides those that end the connection
 */
export function sendRaw(port: number, target: string, headers: Readonly<Record<string, string>>, method = 'GET'): Promise<RawReply> {
  const lines = Object.entries({ connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(Buffer.from([`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n'), 'latin1')),
    );
    socket.setTimeout(10_000, () => socket.destroy(new Error(`no reply to ${target}`)));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('latin1');
      const [head = ''] = text.split('\r\n\r\n', 1);
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body: text.slice(head.length + 4) });
    });
  });
}
