import { LRUCache } from 'lru-cache';
import { countMiss } from '../../../database/desk/figures';
import { isAnyFound } from '../../../database/search/search';
import { findReadAlike, suggestItems, type Suggestion } from '../../../database/search/suggest';
import { countTerm, listHotTerms, removeTerms } from '../../../database/search/terms';
import { fold, parseQuestion } from '../../../database/search/words';
import type { CompiledPortal } from '../../../model/compiled';
import { isObject, type JsonObject } from '../../../model/json';
import { formatDate } from '../../../runtime/time';
import type { ApiRequest, LimitedCall, ServiceReply } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';
import { readTitle } from '../../items/record';
import { limitUses, type Rule } from '../../security/limits';
import { translateItem } from '../../items/translations';
import { buildResultLink } from './link';

const minute = 60_000;
const day = 24 * 60 * minute;

/** What an address may ask while its visitors type; many may share one. */
const perTyping: Rule[] = [{ name: 'suggest', most: 1200, milliseconds: 5 * minute }];
/** Words of an address that count towards those that many search for. */
const perCounting: Rule[] = [{ name: 'search-term', most: 60, milliseconds: 60 * minute }];

const mostSuggested = 8;
const mostHot = 8;
const mostNear = 5;
/** Days whose words are counted, and visitors that a word needs. */
const hotDays = 7;
const leastVisitors = 3;

/** Words of several characters that are no long number, address or mail: nothing that could tell who somebody is. */
const countable = /^(?!.*\d{5})[\p{L}\p{N}\p{M}\p{Zs}·—-]{2,20}$/u;

/** What was answered a moment ago, of all institutions: what one visitor has typed others type too. */
const answered = new WeakMap<object, LRUCache<string, Promise<JsonObject[]>>>();

/** Returns what was made for a key less than `age` milliseconds ago, or makes it. */
function recall(db: object, key: string, age: number, make: () => Promise<JsonObject[]>): Promise<JsonObject[]> {
  const kept = answered.get(db) ?? new LRUCache<string, Promise<JsonObject[]>>({ max: 2000 });
  answered.set(db, kept);
  const known = kept.get(key);
  if (known) return known;
  const made = make();
  kept.set(key, made, { ttl: age });
  made.catch(() => kept.delete(key));
  return made;
}

/** Forgets what was answered, of all institutions: what can be found has changed. */
export const forgetAnswers = ({ db }: AccountServices): void => answered.get(db)?.clear();

const toKey = ({ tenant, version }: CompiledPortal, ...parts: string[]): string => JSON.stringify([tenant, version, ...parts]);

/** @throws RequestError 429 when an address asked for too many words */
export async function limitTyping({ portal, caller }: LimitedCall, accounts: AccountServices): Promise<void> {
  if (caller.address !== '') await limitUses(accounts, portal.tenant, perTyping, caller.address);
}

/** Answers the titles of items that begin with or hold what was typed so far, or are read like it. */
export async function suggest(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  await limitTyping(request, accounts);
  const { portal, parameters } = request;
  const typed = fold(parameters.get('title') ?? '')
    .trim()
    .slice(0, 100);
  const { db } = accounts;
  const rows = await recall(db, toKey(portal, 'suggest', portal.locale, typed), minute / 2, async () => {
    const found = await suggestItems(db, { tenant: portal.tenant, modules: Object.keys(portal.searched), typed, limit: mostSuggested });
    return found.flatMap((item) => toSuggestion(portal, item));
  });
  return { rows, total: rows.length };
}

function toSuggestion(portal: CompiledPortal, { module: name, id, column, title: stored, translations }: Suggestion): JsonObject[] {
  const [module, kind] = [portal.modules[name], portal.searched[name]];
  if (!module || !kind) return [];
  const title = (isObject(translations) && readTitle(module, translateItem({ translations }, portal.locale))) || stored;
  return [{ id: `${name}-${id}`, title, label: kind.label, link: buildResultLink(portal, module, { id, column, title }) }];
}

/** Answers the words that the institution recommends, then those that several visitors searched for in the last days. */
export async function listHot({ portal, now }: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const rows = await recall(db, toKey(portal, 'hot', formatDate(now)), minute, async () => {
    const scope = { tenant: portal.tenant, day: formatDate(now) };
    const counted = await listHotTerms(db, { ...scope, days: hotDays, least: leastVisitors, limit: mostHot });
    return [...new Set([...(portal.settings.shell.hotWords ?? []), ...counted])].slice(0, mostHot).map(toRow);
  });
  return { rows, total: rows.length };
}

/** Answers words near a question that nothing has: those that sound like it, then those of its own words that something has. */
export async function listNear(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  await limitTyping(request, accounts);
  const { portal, parameters } = request;
  const asked = fold(parameters.get('title') ?? '')
    .trim()
    .slice(0, 100);
  const rows = await recall(accounts.db, toKey(portal, 'near', asked), minute / 2, async () =>
    (await findNear(accounts, portal, asked)).map(toRow),
  );
  return { rows, total: rows.length };
}

async function findNear({ db }: AccountServices, portal: CompiledPortal, asked: string): Promise<string[]> {
  const scope = { tenant: portal.tenant, modules: Object.keys(portal.searched) };
  if (asked === '' || (await isAnyFound(db, { ...scope, asked }))) return [];
  const { words, phrase } = parseQuestion(asked);
  const own = words.filter((word) => word.length > 1 && word !== phrase).slice(0, mostNear);
  const [alike, ...has] = await Promise.all([
    findReadAlike(db, { ...scope, asked, limit: mostNear }),
    ...own.map((word) => isAnyFound(db, { ...scope, asked: word })),
  ]);
  return [...new Set([...alike, ...own.filter((_word, index) => has[index])])].slice(0, mostNear);
}

/**
 * Counts what a visitor searched for, where it tells nothing about anybody; what nothing was found for is counted apart, by day alone. Who it was is kept as a mark that is
 * another one for each word and day, and for some days alone.
 */
export async function countSearch({ portal, body, caller, now }: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const term = fold(String(body['title'] ?? ''))
    .trim()
    .replace(/\s+/g, ' ');
  if (!countable.test(term)) return {};
  await limitUses(accounts, portal.tenant, perCounting, caller.address);
  const { tenant } = portal;
  const date = formatDate(now);
  if (!(await isAnyFound(accounts.db, { tenant, modules: Object.keys(portal.searched), asked: term }))) {
    await countMiss(accounts.db, { tenant, day: date, term });
    return {};
  }
  await countTerm(accounts.db, { tenant, day: date, term, visitor: accounts.keys.mark('search', tenant, date, term, caller.address) });
  return {};
}

/** Forgets what was searched for before the days that count. */
export const sweepTerms = async ({ db, clock }: AccountServices): Promise<void> => removeTerms(db, formatDate(clock() - hotDays * day));

const toRow = (title: string): JsonObject => ({ id: title, title });
