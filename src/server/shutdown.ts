import type { EventEmitter } from 'node:events';
import type { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long requests under way are waited for, and all that is to be closed together, in milliseconds. */
const requestGraceMs = 4_000;
const limitMs = 9_000;
const sweepMs = 50;
/** Shells pass one signal on twice. */
const sameSignalMs = 1_000;

/** The end of the program, which may come at any moment of its life, also while it is still starting. */
export interface Shutdown {
  /**
   * Has something closed when the program ends; what was added last is closed first. What is still being opened is waited for.
   * @param takesMs milliseconds that it takes besides, which are waited for
   */
  beforeEnd(close: () => Promise<void>, takesMs?: number): void;
  /** Ends the program with code 1 and says why, once what it opened is closed. */
  fail(error: unknown): void;
}

/** What a program is ended with, of `process` unless told otherwise. */
export interface Ending {
  /** Who tells of signals. */
  signals: EventEmitter;
  exit(code: number): void;
  tell(line: string): void;
  /** Milliseconds after which the program ends although something is not closed. */
  limitMs?: number;
}

const endProcess: Ending = {
  signals: process,
  exit: (code) => process.exit(code),
  tell: (line) => void process.stderr.write(`${line}\n`),
};

/**
 * Ends the program on SIGINT and SIGTERM: all that was opened is closed, within nine seconds, for whoever stops programs kills
 * those that take ten; longer where what is closed takes longer by the operator's will. A second signal ends it at once.
 */
export function stopOnSignals(ending: Ending = endProcess): Shutdown {
  const closers: (() => Promise<void>)[] = [];
  let [begun, besidesMs] = [0, 0];
  const end = (code: number): void => {
    begun = Date.now();
    const late = setTimeout(
      () => {
        ending.tell('The program is ended although not everything could be closed in time.');
        ending.exit(1);
      },
      besidesMs + (ending.limitMs ?? limitMs),
    );
    closeAll(closers.reverse())
      .then(
        () => ending.exit(code),
        (error: unknown) => {
          ending.tell(readMessage(error));
          ending.exit(1);
        },
      )
      .finally(() => clearTimeout(late));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    ending.signals.on(signal, () => {
      if (begun === 0) end(0);
      else if (Date.now() - begun > sameSignalMs) ending.exit(1);
    });
  return {
    beforeEnd(close, takesMs = 0) {
      closers.push(close);
      besidesMs += takesMs;
    },
    fail(error) {
      // What fails because it was closed under the hands of whoever used it is no news.
      if (begun > 0) return;
      ending.tell(readMessage(error));
      end(1);
    },
  };
}

/** Closes all of them one after the other, also when one fails. Throws what the first one threw. */
async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const close of closers) await close().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/**
 * Takes no more requests and answers those under way. Browsers and proxies keep connections open for as long as they are let:
 * one is closed as soon as nothing is asked on it, and all of them after `graceMs`.
 * @param listeners the others that take its connections (see `addListeners`)
 */
export async function closeServer(app: FastifyInstance, listeners: readonly Server[] = [], graceMs = requestGraceMs): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs);
  const force = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await Promise.all([app.close(), ...listeners.map(closeListener)]);
  } finally {
    clearInterval(sweep);
    clearTimeout(force);
  }
}

const closeListener = (listener: Server): Promise<void> =>
  new Promise((resolve) => {
    listener.close(() => resolve());
  });
function readMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // An attempt at several addresses fails with an empty message.
  const reason = error.message || ('code' in error ? String(error.code) : error.name);
  return error.cause === undefined ? reason : `${reason}: ${readMessage(error.cause)}`;
}
