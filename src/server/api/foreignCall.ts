import type { LRUCache } from 'lru-cache';
import type { CompiledEndpoint, CompiledUpstream } from '../../model/compiled';
import { getOwn, isObject, type Json, type JsonObject } from '../../model/json';
import { resolve } from '../../model/pointer';
import { expandTemplate } from '../../runtime/template';
import { isUpstreamSuccess, readUpstreamReply, toCarried, type UpstreamContent } from '../../runtime/upstreamReply';
import { writeUpstreamRow } from '../../runtime/upstreamValue';
import { readCursor, type Cursors } from './cursors';
import { RequestError } from './errors';
import { type Parameters, readWindow, type Window } from './parameters';
import { toReplyRow } from './reply';
import type { ServiceReply } from './room';
import { sanitizeItem } from './sanitize';
import type { UpstreamReply } from './upstream';
import { checkPathValue, checkQueryValue } from './upstreamPath';

/** A call in terms of an institution's own back end. */
export interface ForeignRequest {
  method: string;
  /** Path and query, below its base. */
  path: string;
  body?: string;
}

/** A call that is declared with `upstream`. */
export type ForeignEndpoint = CompiledEndpoint & { upstream: CompiledUpstream };

export const isForeign = (endpoint: CompiledEndpoint): endpoint is ForeignEndpoint => endpoint.upstream !== undefined;

/** What a call carries, and how it is made. */
interface ForeignCall {
  endpoint: ForeignEndpoint;
  parameters: Parameters;
  body: Json | undefined;
  /** The member who asks, where members are the portal's own. */
  viewer?: JsonObject;
  /** Tells the lists of institutions apart. */
  tenant: string;
  send(request: ForeignRequest): Promise<UpstreamReply>;
  cursors: LRUCache<string, Cursors>;
}

/** Pages that are asked for at most on the way to one whose cursor is not known. */
const mostSteps = 20;

/**
 * Makes a call in the terms of an institution's own back end and returns the reply in those of the portal.
 * @throws RequestError with the declared words for a failure whose code is declared, 404 for an item that is not there; an Error, without
 * a word of theirs, for any other failure and for a reply that is not as declared
 */
export async function makeForeignCall(call: ForeignCall): Promise<ServiceReply> {
  const { endpoint, parameters } = call;
  const { upstream, paging } = endpoint;
  if (endpoint.rows === undefined || !paging) return toServiceReply(endpoint, await ask(call, {}));
  const window = readWindow(endpoint, parameters);
  if (upstream.paging === undefined) return toServiceReply(endpoint, cut(await ask(call, {}), window));
  const content = await askForPage(call, window);
  return toServiceReply(endpoint, { ...content, total: content.total ?? guessTotal(content, window) });
}

/** Of a list that comes as a whole the rows of one page. */
const cut = ({ rows = [], ...content }: UpstreamContent, { offset, limit }: Window): UpstreamContent => ({
  ...content,
  rows: rows.slice(offset, offset + limit),
  total: rows.length,
});

/** Where no number of rows is told there is one more than is known, as long as there are more: pagers and growing lists then lead on. */
const guessTotal = ({ rows = [], more = false }: UpstreamContent, { offset }: Window): number => offset + rows.length + (more ? 1 : 0);

async function askForPage(call: ForeignCall, window: Window): Promise<UpstreamContent> {
  const { page, first = 1, offset, size } = call.endpoint.upstream.paging ?? {};
  const sized = size === undefined ? {} : { [size]: window.limit };
  if (page === undefined && offset === undefined) return walkToPage(call, window, sized);
  const place = page === undefined ? { [offset ?? '']: window.offset } : { [page]: window.offset / window.limit + first };
  const content = await ask(call, { ...place, ...sized });
  return { ...content, more: content.more ?? (content.rows ?? []).length >= window.limit };
}

/** Goes from the nearest page whose cursor is known to the one that is asked for. Cursors that are refused are forgotten once. */
async function walkToPage(call: ForeignCall, window: Window, sized: JsonObject): Promise<UpstreamContent> {
  const { cursors, endpoint, parameters, tenant } = call;
  const others = [...parameters].filter(([name]) => name !== endpoint.paging?.page);
  const key = JSON.stringify([tenant, endpoint.name, endpoint.upstream.template, others]);
  const known = cursors.get(key);
  try {
    return await walkFrom(known ?? [undefined], call, window, sized, key);
  } catch (error) {
    if (known === undefined || !(error instanceof Refusal)) throw error;
    cursors.delete(key);
    return walkFrom([undefined], call, window, sized, key);
  }
}

async function walkFrom(
  known: Cursors,
  call: ForeignCall,
  { offset, limit }: Window,
  sized: JsonObject,
  key: string,
): Promise<UpstreamContent> {
  const { cursor: name = '', next = '' } = call.endpoint.upstream.paging ?? {};
  const wanted = offset / limit;
  const start = Math.min(wanted, known.length - 1);
  if (wanted - start > mostSteps) throw new RequestError('invalidParameter', { name: call.endpoint.paging?.page ?? '' });
  const found = [...known];
  for (let index = start; ; index += 1) {
    const cursor = found[index];
    const content = await ask(call, { ...sized, ...(cursor === undefined ? {} : { [name]: cursor }) });
    const following = content.more === false ? undefined : readCursor(resolve(next, content.body));
    if (following === undefined) found.length = index + 1;
    else found[index + 1] = following;
    call.cursors.set(key, [...found]);
    const rows = content.rows ?? [];
    if (index === wanted) return { ...content, more: following !== undefined };
    // The list has ended before.
    if (following === undefined) return { ...content, rows: [], total: content.total ?? index * limit + rows.length };
  }
}

/** A failure that is told by the reply itself; perhaps because of the cursor. */
class Refusal extends Error {}

async function ask(call: ForeignCall, paging: JsonObject): Promise<UpstreamContent & { body: Json }> {
  const { endpoint, send } = call;
  const reply = await send(buildForeignRequest(call, paging));
  const body = readBody(reply, endpoint);
  return { ...readUpstreamReply(endpoint, body), body };
}

/** @throws RequestError 400 for a value that no address can carry in its place */
function buildForeignRequest({ endpoint, parameters, body, viewer }: ForeignCall, paging: JsonObject): ForeignRequest {
  const { upstream, paging: ours } = endpoint;
  const carried = { ...toCarried(parameters, body), ...(viewer ? { viewer } : {}) };
  const kept = [...parameters].filter(([name]) => upstream.paging === undefined || (name !== ours?.page && name !== ours?.size));
  const values = { ...Object.fromEntries(kept), ...writeUpstreamRow(upstream.params ?? {}, carried), ...paging };
  const texts = Object.entries(values).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value.join(',') : isObject(value) || value === null ? '' : String(value);
    return text === '' ? [] : [[name, text] as const];
  });
  for (const [name, text] of texts) checkQueryValue(name, text);
  for (const name of upstream.inPath) checkPathValue(name, texts.find(([other]) => other === name)?.[1] ?? '');
  const path = expandTemplate(upstream.template, Object.fromEntries(texts));
  const isReading = upstream.method === 'GET' || upstream.method === 'DELETE';
  const sent = upstream.body ? writeUpstreamRow(upstream.body, carried) : body;
  return { method: upstream.method, path, ...(isReading || sent === undefined ? {} : { body: JSON.stringify(sent) }) };
}

function readBody({ status, data }: UpstreamReply, { upstream }: ForeignEndpoint): Json {
  const body = parseJson(data.toString('utf8'));
  const code = upstream.error === undefined || body === undefined ? undefined : resolve(upstream.error, body);
  if (status < 400 && body !== undefined && isUpstreamSuccess(upstream, body)) return body;
  const told = typeof code === 'string' || typeof code === 'number' ? String(code) : undefined;
  const words = told === undefined ? undefined : getOwn(upstream.errors, told);
  if (words !== undefined) throw new RequestError('refused', {}, { message: words });
  if (status === 404) throw new RequestError('noSuchItem');
  if (status >= 500) throw new Error(`the reply has the status ${status}`);
  if (body === undefined) throw new Error('the reply is not JSON');
  // A code is a few letters and digits; anything else may be about persons.
  throw new Refusal(`the reply is a failure${told !== undefined && /^[A-Za-z0-9_.-]{1,30}$/.test(told) ? ` with the code ${told}` : ''}`);
}

/** Returns undefined for what is not JSON; a reply without any content is an empty object. */
function parseJson(text: string): Json | undefined {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function toServiceReply(endpoint: ForeignEndpoint, { rows, total, item, message }: UpstreamContent): ServiceReply {
  const toRow = (row: Json): Json => (isObject(row) ? toReplyRow(sanitizeItem(row, endpoint.shape), endpoint) : row);
  return {
    ...(rows === undefined ? {} : { rows: rows.map(toRow), total: total ?? rows.length }),
    ...(item === undefined ? {} : { item: toRow(item) }),
    ...(message === undefined ? {} : { message }),
  };
}
