import { LRUCache } from 'lru-cache';
import type { CompiledPortal } from '../../model/compiled';
import type { Reply } from '../../model/payload';
import type { Call } from '../../runtime/pageData';
import { findOwnBackend } from '../api/ownBackend';

/** What an address may make up are columns and dictionaries that are not there: those that are number some dozens. */
const mostKept = 200;
const replies = new WeakMap<CompiledPortal, LRUCache<string, Reply>>();

/**
 * Returns a way to make calls that keeps replies which follow from the definitions of an institution alone, such as its menu and its types, as
 * long as these are in use: each page asks for several of them.
 * @param settled the services that answer so
 */
export function keepSettledReplies(portal: CompiledPortal, settled: ReadonlySet<string>, call: Call): Call {
  const kept = replies.get(portal) ?? new LRUCache<string, Reply>({ max: mostKept });
  replies.set(portal, kept);
  return (endpoint, values, options) => {
    const { service, backend } = portal.endpoints[endpoint.name] ?? {};
    const isSettled = service !== undefined && settled.has(service) && findOwnBackend(portal, { backend }) === undefined;
    if (portal.desk || !isSettled || options) return call(endpoint, values, options);
    const key = `${endpoint.name} ${JSON.stringify(values)}`;
    const known = kept.get(key);
    if (known) return Promise.resolve(copyReply(known));
    return call(endpoint, values).then((reply) => {
      if (reply.ok) kept.set(key, copyReply(reply));
      return reply;
    });
  };
}

/** Whoever makes pages writes beside the fields of rows what belongs to them, and into none of the fields. */
const copyReply = ({ rows, item, ...reply }: Reply): Reply => ({
  ...reply,
  rows: rows.map((row) => ({ ...row })),
  ...(item ? { item: { ...item } } : {}),
});
