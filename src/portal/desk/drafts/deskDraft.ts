import { asObject, asString, isObject } from '../../../model/json';
import type { Form } from '../../../model/definitions.g';
import { pickPersistable } from '../../../runtime/form';
import * as usual from '../../../portal/forms/control/draft';
import type { Values } from '../../forms/control/useValues';
import { isOpenTab, nameTab } from './tab';

/** Whose forms of which item are open: drafts of others are not shown, and what was written on an older state of it is not put over a newer one. */
export interface DraftScope {
  account: string;
  /** The item; empty while it is a new one. */
  id: string;
  revision: string;
}

/** What is kept of a form that was not saved. */
export interface KeptDraft {
  /** The state of the item that it was written on. */
  revision: string;
  /** Milliseconds since 1970. */
  at: number;
  values: Values;
}

const prefix = 'desk draft ';
/** Drafts older than that are of no use to anybody. */
const longest = 14 * 86_400_000;
let scope: DraftScope = { account: '', id: '', revision: '' };
/** Under which name each form that is open keeps its draft: it is forgotten under that name wherever its sending led. */
const keys = new Map<string, string>();

/** Says whose forms of which item are open; before these read their drafts. */
export const openDrafts = (opened: DraftScope): void => void (scope = opened);

/** New items have no id to be told apart by: those of each tab are its own. */
const buildKey = (place: string): string =>
  prefix + JSON.stringify([scope.account, place, scope.id, ...(scope.id === '' ? [nameTab()] : [])]);

const keyOf = (place: string): string => keys.get(place) ?? buildKey(place);

/** What was typed goes away with the page, as everywhere. */
export const { forgetTyped, keepStep, readStep } = usual;

/** Returns what was typed into a form of the item before and was not saved: of forms that keep it, also after the browser was closed. */
export function readDraft(place: string, form: Form): Values {
  if (form.keep !== true) return usual.readDraft(place, form);
  takeOver((other) => other === place);
  const key = buildKey(place);
  keys.set(place, key);
  const found = read(key);
  if (!found) return {};
  if (Date.now() - found.at > longest) write(key, undefined);
  return found.revision === scope.revision ? found.values : {};
}

/** Keeps what was typed, as far as it may be kept. */
export function writeDraft(place: string, form: Form, values: Values): void {
  if (form.keep !== true) return usual.writeDraft(place, form, values);
  const entries = Object.entries(pickPersistable(form.fields, values)).filter(([name]) => form.fields[name]?.field !== 'hidden');
  const draft: KeptDraft = { revision: scope.revision, at: Date.now(), values: Object.fromEntries(entries) };
  write(keyOf(place), entries.length > 0 ? draft : undefined);
}

/** Forgets a draft. */
export function clearDraft(place: string): void {
  usual.clearDraft(place);
  write(keyOf(place), undefined);
}

/** Returns the draft of a form on a page, of the item that is open, by its name; undefined where there is none. */
export function findDraft(path: string): { key: string; draft: KeptDraft } | undefined {
  const isOfPage = (place: string): boolean => place.split(/[? ]/, 1)[0] === path;
  takeOver(isOfPage);
  for (const key of listKeys()) {
    const [, place = ''] = parse(key);
    const draft = isOfPage(place) && key === buildKey(place) ? read(key) : undefined;
    if (draft) return { key, draft };
  }
  return undefined;
}

/** A new item that was begun in a tab that is gone goes on in the one that next opens its form: the latest, where this one has none. */
function takeOver(isAsked: (place: string) => boolean): void {
  if (scope.id !== '') return;
  const left = listKeys().flatMap((key) => {
    const [account, place = '', id, tab = ''] = parse(key);
    if (account !== scope.account || id !== '' || !isAsked(place) || key === buildKey(place) || isOpenTab(tab)) return [];
    const draft = read(key);
    return draft ? [{ key, own: buildKey(place), draft }] : [];
  });
  for (const { key, own, draft } of left.sort((one, other) => other.draft.at - one.draft.at)) {
    if (read(own)) continue;
    write(own, draft);
    write(key, undefined);
  }
}

/** Throws a draft away, or lets it count for the state of the item that there is now. */
export const settleDraft = (key: string, draft: KeptDraft | undefined): void => write(key, draft && { ...draft, revision: scope.revision });

/** Forgets all drafts of whoever logs out. */
export function forgetDrafts(account: string): void {
  for (const key of listKeys()) if (parse(key)[0] === account) write(key, undefined);
}

const parse = (key: string): readonly string[] => JSON.parse(key.slice(prefix.length)) as string[];

function listKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

function read(key: string): KeptDraft | undefined {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (!isObject(found)) return undefined;
    return { revision: asString(found['revision']), at: Number(found['at']), values: asObject(found['values']) };
  } catch {
    return undefined;
  }
}

/** A browser that keeps nothing is no reason to fail. */
function write(key: string, draft: KeptDraft | undefined): void {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify(draft));
    else localStorage.removeItem(key);
  } catch {
    /* It then ends with the page. */
  }
}
