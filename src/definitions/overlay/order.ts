import type { Problem } from '../../model/problem';
import type { Locate } from '../language/document';
import { isObject, type Json, type JsonObject, getOwn } from '../../model/json';
import * as messages from '../problems/messages';
import type { Root } from '../language/metaSchemas';
import { type KnownResults, walk } from '../language/walk';

const known: KnownResults = new WeakMap();

/**
 * Puts the named things of a valid definition in the order that their `before` and `after` ask for and takes these keys away
 * (overlay rule 2). Several that follow the same sibling keep their order of writing.
 * @param below what patches were laid on to make it
 * @returns the ordered definition and the Problems: a sibling that is not there, two that wait for each other
 */
export function order(root: Root, value: Json, locate: Locate, below: Json = null): { value: Json; problems: Problem[] } {
  const { problems, report } = messages.collectProblems(locate);
  const ordered = walk(root, value, undefined, {
    known: { results: known, below, countFaults: () => problems.length },
    leave: ({ path, schema }, _scope, current) =>
      isObject(current) && typeof schema.additionalProperties === 'object' && Object.values(current).some(isMoved)
        ? removeOrdering(placeEntries(current, path, report))
        : current,
  });
  return { value: ordered, problems };
}

/** What each entry that is moved stands before or after. */
type Anchors = Map<string, { name: string; key: 'before' | 'after' }>;

/** Whether an entry of a map asks to be moved. Maps of plain values, such as `with`, may hold those names as data. */
const isMoved = (entry: Json | undefined): entry is JsonObject =>
  isObject(entry) && (typeof getOwn(entry, 'before') === 'string' || typeof getOwn(entry, 'after') === 'string');

function placeEntries(map: JsonObject, path: readonly string[], report: messages.Report): JsonObject {
  const names = Object.keys(map);
  const anchors: Anchors = new Map();
  for (const [name, entry] of Object.entries(map)) {
    if (!isMoved(entry)) continue;
    const key = typeof getOwn(entry, 'before') === 'string' ? 'before' : 'after';
    const anchor = String(getOwn(entry, key));
    const others = names.filter((other) => other !== name);
    if (getOwn(map, anchor) === undefined) report([...path, name, key], messages.unknownSibling(key, anchor, others));
    else anchors.set(name, { name: anchor, key });
  }
  const result = names.filter((name) => !anchors.has(name));
  let waiting = names.filter((name) => anchors.has(name));
  for (let progress = true; progress && waiting.length > 0;) {
    const left = waiting.filter((name) => !insert(result, name, anchors));
    progress = left.length < waiting.length;
    waiting = left;
  }
  if (waiting.length > 0) report([...path, waiting[0] ?? ''], messages.orderCycle(waiting));
  return Object.fromEntries([...result, ...waiting].map((name) => [name, map[name] as Json]));
}

function insert(result: string[], name: string, anchors: Anchors): boolean {
  const anchor = anchors.get(name);
  let index = anchor === undefined ? -1 : result.indexOf(anchor.name);
  if (anchor === undefined || index < 0) return false;
  if (anchor.key === 'after') {
    index += 1;
    // Those that already follow the same sibling were written earlier and stay in front.
    const follows = (name = ''): boolean => anchors.get(name)?.key === 'after' && anchors.get(name)?.name === anchor.name;
    while (follows(result[index])) index += 1;
  }
  result.splice(index, 0, name);
  return true;
}

function removeOrdering(map: JsonObject): JsonObject {
  const entries = Object.entries(map).map(([name, entry]): [string, Json] => {
    if (!isMoved(entry)) return [name, entry];
    const { before: _before, after: _after, ...rest } = entry;
    return [name, rest];
  });
  return Object.fromEntries(entries);
}
