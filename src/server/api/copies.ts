import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '../../database/connection';
import { runWithDeadline } from '../../database/deadline';
import { findReplyCopy, keepReplyCopy, trimReplyCopies } from '../../database/replyCopies';
import type { CompiledEndpoint } from '../../model/compiled';
import { isObject, type JsonObject } from '../../model/json';

/** A reply as it was when the back end last gave one. */
interface Copy {
  body: JsonObject;
  /** Milliseconds since 1970. */
  made: number;
}

/** The last good replies of institutions' own back ends, which stand in for new ones while these are away. */
export interface Copies {
  /** Keeps a reply, behind the one that is waited for. */
  keep(call: CopiedCall, body: JsonObject): void;
  /** Returns the last good reply of a call. Until `pauseMs` later the call is answered by it at once. */
  find(call: CopiedCall): Promise<Copy | undefined>;
  /** Returns the copy that answers while nobody asks the back end, which has just failed. */
  findPaused(call: CopiedCall): Copy | undefined;
}

/** A call by everything that its reply depends on. */
export interface CopiedCall {
  tenant: string;
  endpoint: CompiledEndpoint;
  url: string;
}

export interface CopiesOptions {
  db: Queryable;
  clock: () => number;
  report: (error: unknown) => void;
  /** Bytes at most of one reply, and of all of an institution. */
  largest?: number;
  mostBytes?: number;
}

const pauseMs = 5_000;
/** So long a copy is good enough not to be written anew. */
const renewMs = 60_000;
const keptMs = 30 * 24 * 3_600_000;
const mostWaiting = 50;

/** Returns whether a copy of a call's replies can stand in for a new one: what anybody may read, and what does not hold places or codes. */
export const isCopied = ({ method, viewer, own, binary, rows, item, service }: CompiledEndpoint): boolean =>
  method === 'GET' &&
  viewer !== true &&
  own === undefined &&
  binary !== true &&
  (rows !== undefined || item !== undefined) &&
  (service === undefined || service.startsWith('site.'));

/** Keeps copies in the database, so that they outlive a restart and are shared by all servers. */
export function createCopies({ db, clock, report, largest = 256 * 1024, mostBytes = 16 * 1024 * 1024 }: CopiesOptions): Copies {
  const written = new LRUCache<string, number>({ max: 10_000 });
  const trimmed = new LRUCache<string, number>({ max: 1_000 });
  const paused = new LRUCache<string, Copy & { until: number }>({ max: 500 });
  let waiting = 0;
  let underWay = Promise.resolve();

  const write = async (tenant: string, key: string, body: string, made: number): Promise<void> => {
    await keepReplyCopy(db, tenant, key, { body, made });
    if (made - (trimmed.get(tenant) ?? Number.NEGATIVE_INFINITY) < renewMs) return;
    trimmed.set(tenant, made);
    await trimReplyCopies(db, tenant, mostBytes, made - keptMs);
  };

  return {
    keep(call, reply) {
      const [{ tenant }, key, made] = [call, toKey(call), clock()];
      paused.delete(key);
      if (made - (written.get(key) ?? Number.NEGATIVE_INFINITY) < renewMs || waiting >= mostWaiting) return;
      const body = JSON.stringify(reply);
      if (Buffer.byteLength(body) > largest) return;
      written.set(key, made);
      waiting += 1;
      underWay = underWay
        // The time of the request is no limit to what is done behind it.
        .then(() => runWithDeadline(10_000, () => write(tenant, key, body, made)))
        .catch((error: unknown) => {
          written.delete(key);
          report(error);
        })
        .finally(() => {
          waiting -= 1;
        });
    },
    async find(call) {
      const key = toKey(call);
      await underWay;
      const found = await findReplyCopy(db, call.tenant, key);
      const body: unknown = found && JSON.parse(found.body);
      if (!found || !isObject(body)) return undefined;
      paused.set(key, { body, made: found.made, until: clock() + pauseMs });
      return { body, made: found.made };
    },
    findPaused(call) {
      const found = paused.get(toKey(call));
      return found && clock() < found.until ? found : undefined;
    },
  };
}

/** What the call means is a part of it: a copy from before its declaration was changed is none of the call as it is now. */
function toKey({ tenant, endpoint, url }: CopiedCall): string {
  const { name, ok, rows, total, item, message, upstream, backend } = endpoint;
  const told = JSON.stringify([tenant, name, url, ok, rows, total, item, message, upstream, backend]);
  return createHash('sha256').update(told).digest('base64url');
}
