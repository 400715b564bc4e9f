import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'node:net';

/**
 * Node takes one new connection of a listener each time its event loop goes round. In a rush a round takes milliseconds, so that most
 * visitors would stand before the door, unheard, for seconds. So many listeners take as many a round: enough that who looks at a page is
 * heard, and goes first, before those are answered who came for places.
 */
const listenerCount = 64;
const usualPatienceMs = 5_000;

/**
 * Has a server that listens take more connections at once. The same socket is listened to several times; the system hands out copies of
 * it only from one process to another, so a short-lived one hands them back.
 * @param program what runs `returnListeners.ts`
 * @param count listeners in all
 * @param patienceMs milliseconds after which no more of them are waited for
 * @returns the other listeners, whose end is to be waited for; fewer when the system hands out no copies, none when the server was closed
 * meanwhile
 */
export async function addListeners(
  server: HttpServer,
  program: string,
  count = listenerCount,
  patienceMs = usualPatienceMs,
): Promise<Server[]> {
  const listeners: Server[] = [];
  const inject = (socket: Socket): void => {
    socket.setNoDelay(true);
    server.emit('connection', socket);
  };
  const helper = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const over = new AbortController();
  for (const event of ['error', 'exit']) helper.on(event, () => over.abort());
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(patienceMs)]);
  try {
    // A copy that comes before it is ready would be listened to there, and whoever came to it would never be heard.
    await once(helper, 'message', { signal });
    while (server.listening && listeners.length < count - 1) {
      helper.send('copy', server);
      const [, listener] = (await once(helper, 'message', { signal })) as [string, unknown];
      if (!(listener instanceof Server)) break;
      listeners.push(listener.on('connection', inject));
    }
  } catch {
    // Fewer listeners serve as well, only not a rush. A copy that is still on its way is listened to by nobody.
    helper.on('message', (_text, late) => {
      if (late instanceof Server) late.close();
    });
  }
  // Not by disconnecting: Node ends the whole process when it is given a copy after that (internal/child_process, `assert` in `_send`).
  helper.kill('SIGKILL');
  // Who closed the server meanwhile knew of none of them.
  if (!server.listening) for (const listener of listeners.splice(0)) listener.close();
  return listeners;
}
