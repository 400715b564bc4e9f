import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { text } from 'node:stream/consumers';

/** Something that arrived. */
export interface Arrival {
  id: string;
  to: string;
  text: string;
  headers?: IncomingHttpHeaders;
}

/** A server that takes messages. */
export interface Receiver {
  url: string;
  arrivals: Arrival[];
  close(): Promise<void>;
}

async function listen(server: Server, scheme: string, arrivals: Arrival[]): Promise<Receiver> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function') server.closeAllConnections();
    await closed;
  };
  return { url: `${scheme}://127.0.0.1:${port}`, arrivals, close };
}

/** Takes text messages by HTTP. @param onArrival is told of each before it is answered; returns the status, 200 unless it says otherwise */
export async function receiveTexts(onArrival: (arrival: Arrival) => number | void = () => undefined): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const server = createHttpServer((request, response) => {
    void text(request).then((body) => {
      const said = JSON.parse(body) as { phone: string; text: string };
      const arrival = { id: String(request.headers['idempotency-key']), to: said.phone, text: said.text, headers: request.headers };
      const status = onArrival(arrival) ?? 200;
      if (status === 200) arrivals.push(arrival);
      response.writeHead(status).end();
    });
  });
  return listen(server, 'http', arrivals);
}

/** Takes mail by SMTP (RFC 5321), as much of it as one sender needs. @param onArrival as above, with 250 for what is taken */
export async function receiveMail(onArrival: (arrival: Arrival) => number | void = () => undefined): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let [pending, mail, to, inData] = ['', '', '', false];
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    const finish = (): void => {
      const arrival = { id: /^Message-ID: <([^@>]+)/im.exec(mail)?.[1] ?? '', to, text: mail };
      const status = onArrival(arrival) ?? 250;
      if (status === 250) arrivals.push(arrival);
      say(`${status} so be it`);
      [mail, inData] = ['', false];
    };
    const hear = (line: string): void => {
      if (inData) {
        if (line === '.') finish();
        else mail += `${line}\n`;
        return;
      }
      to = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1] ?? to;
      inData = /^DATA/i.test(line);
      say(inData ? '354 go on' : /^QUIT/i.test(line) ? '221 bye' : '250 fine');
    };
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const lines = (pending + String(data)).split('\r\n');
      pending = lines.pop() ?? '';
      lines.forEach(hear);
    });
    say('220 here');
  });
  const receiver = await listen(server, 'smtp', arrivals);
  return {
    ...receiver,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await receiver.close();
    },
  };
}
