import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { asObject } from '../../model/json';

/** A request of a visitor. */
export interface Visit {
  method?: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
}

/** What came of it; status 0 when no reply came. */
export interface Outcome {
  status: number;
  text: string;
  /** Milliseconds. */
  took: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 4_000 });
const timeoutMs = 30_000;

/** Asks a portal on loopback. Never throws. */
export function ask(port: number, { method = 'GET', path, headers, body }: Visit): Promise<Outcome> {
  const begin = performance.now();
  return new Promise((resolve) => {
    let text = '';
    const settle = (status: number): void => resolve({ status, text, took: performance.now() - begin });
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const type = sent === undefined ? {} : { 'content-type': 'application/json' };
    const call = request(
      { port, host: '127.0.0.1', agent, method, path, timeout: timeoutMs, headers: { ...type, ...headers } },
      (reply) => {
        reply.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        reply
          .on('end', () => settle(reply.statusCode ?? 0))
          .on('error', () => settle(0))
          .on('aborted', () => settle(0));
      },
    );
    call.on('error', () => settle(0)).on('timeout', () => call.destroy());
    call.end(sent);
  });
}

/** Returns in how many seconds to ask again, of who was told a place in a line; undefined of all others. */
export function readAgain({ status, text }: Outcome): number | undefined {
  if (status !== 429) return undefined;
  const { again } = asObject(asObject(JSON.parse(text))['line']);
  return typeof again === 'number' ? again : undefined;
}

/** Asks the same things over and over, so many times a second, until `stop`. */
export function repeat<T>(perSecond: number, visit: () => Promise<T>): { stop(): Promise<T[]> } {
  const under = new Set<Promise<unknown>>();
  const outcomes: T[] = [];
  const timer = setInterval(() => {
    const asking = visit().then((outcome) => outcomes.push(outcome));
    under.add(asking);
    void asking.finally(() => under.delete(asking));
  }, 1_000 / perSecond);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(under);
      return outcomes;
    },
  };
}

/** Starts all of them within a time, evenly, whatever becomes of those before. @returns their outcomes in order */
export async function spread<T, R>(all: readonly T[], milliseconds: number, start: (one: T) => Promise<R>): Promise<R[]> {
  const begin = performance.now();
  const started: Promise<R>[] = [];
  while (started.length < all.length) {
    const due = Math.min(all.length, Math.ceil(((performance.now() - begin) / milliseconds) * all.length));
    for (const one of all.slice(started.length, due)) started.push(start(one));
    await delay(5);
  }
  return Promise.all(started);
}

/** The value that a share of the numbers does not exceed; NaN of none. */
export function findPercentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
