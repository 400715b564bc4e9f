import { Server } from 'node:net';

/**
 * The program that `listeners.ts` runs for a moment: says that it is ready, and hands back each listener that it is given, which makes a
 * copy of it. Its own is closed in the same turn, before any connection could come to it.
 */
process.on('message', (_text, listener) => {
  if (!(listener instanceof Server)) return;
  process.send?.('copy', listener);
  listener.close();
});
process.send?.('ready');
