import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';

/** A reply as it was sent, to be sent again. */
export interface ReadyReply {
  status: number;
  headers: OutgoingHttpHeaders;
  bytes: Buffer | undefined;
  /** Told each time that it is sent, with the headers of who asked. */
  onSent(asking: IncomingHttpHeaders): void;
}

/**
 * For how many milliseconds a reply is sent again before it is asked anew whether it holds: as long as changed definitions are not looked for
 * either.
 */
const readyFor = 300;
const mostReplies = 1_000;

/** The headers of a request that a page depends on. */
const named = ['host', 'accept-encoding', 'cookie', 'if-none-match', 'x-forwarded-host', 'x-forwarded-proto'] as const;

/**
 * Pages that were sent a moment ago, with their headers, by all that they depend on: in a crowd most ask for the same few in the same way,
 * and need not go through routes and hooks for them. Only what any visitor may get, and more than one has asked for, is kept.
 */
export class ReadyReplies {
  private readonly replies = new LRUCache<string, ReadyReply & { until: number }>({ max: mostReplies });
  /** What a request is known by: before hooks take headers off it that nobody believes. */
  private readonly keys = new WeakMap<IncomingMessage, string>();

  /**
   * @param isProxy whether headers are believed of who has connected from an address
   * @param stopwatch milliseconds that only grow
   */
  constructor(
    private readonly isProxy: (address: string) => boolean,
    private readonly stopwatch: () => number,
  ) {}

  /** Answers a request with what was sent to another one like it. @returns whether it did */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { headers } = request;
    // Bodies would have to be read.
    if (request.method !== 'GET' || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
    const key = this.describe(request);
    const ready = this.replies.get(key);
    if (!ready || this.stopwatch() >= ready.until) {
      this.keys.set(request, key);
      return false;
    }
    response.writeHead(ready.status, ready.headers);
    response.end(ready.bytes);
    ready.onSent(headers);
    return true;
  }

  /**
   * Keeps the reply to a request for the next ones like it.
   * @param holdsUntil when the page no longer shows what holds, by the stopwatch
   */
  keep(request: IncomingMessage, reply: ReadyReply, holdsUntil: number): void {
    const key = this.keys.get(request);
    if (key !== undefined) this.replies.set(key, { ...reply, until: Math.min(holdsUntil, this.stopwatch() + readyFor) });
  }

  /** Forgets all of them. */
  clear(): void {
    this.replies.clear();
  }

  private describe({ url = '', headers, socket }: IncomingMessage): string {
    return `${url}\n${this.isProxy(socket.remoteAddress ?? '')}\n${named.map((name) => String(headers[name])).join('\n')}`;
  }
}
