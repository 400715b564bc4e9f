import { Server } from 'node:net';

/**
 * The program that `listeners.ts` runs for a moment: hands back the listener that it is given, which makes a copy of it. Its own is
 * closed in the same turn, before any connection could come to it.
 */
process.on('message', (_text, listener) => {
  if (!(listener instanceof Server)) return;
  process.send?.('copy', listener);
  listener.close();
});
