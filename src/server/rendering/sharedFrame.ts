import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CompiledPortal } from '../../model/compiled';
import { getOwn, type Json } from '../../model/json';
import type { CarriedPayload, CarriedShell, MenuEntry, PagePayload, Payload, SharedFrame, ShellPayload } from '../../model/payload';
import type { Texts } from '../../model/textKeys.g';
import { findOwnBackend } from '../api/ownBackend';
import { findServiceEndpoint } from './endpoints';
import { buildFrame } from './shell';

/** What documents leave out, as it is served: its text, and what names it. */
export interface ServedPart {
  hash: string;
  json: string;
}

/** Characters of parts that are at hand after what they were made of has changed, of all institutions together: pages of before ask for them. */
const mostCharacters = 8_000_000;
const served = new LRUCache<string, ServedPart>({ maxSize: mostCharacters, sizeCalculation: ({ json }) => json.length });

/** Returns a part of an institution as it is served. */
export function servePart(tenant: string, part: object): ServedPart {
  const json = JSON.stringify(part);
  const made = { hash: createHash('sha256').update(json).digest('base64url').slice(0, 22), json };
  served.set(`${tenant} ${made.hash}`, made);
  return made;
}

/** Returns the part of an institution that a document names; undefined where another server made it, or long ago. */
export const findServedPart = (tenant: string, hash: string): ServedPart | undefined => served.get(`${tenant} ${hash}`);

/** The shared frame of an institution in one language. */
export interface ServedFrame extends ServedPart {
  shell: SharedFrame['shell'];
}

type Patterns = Readonly<Record<string, Json>>;

const picked = new WeakMap<Texts, Patterns>();

/** Where shared frames lie. */
export const sharedFramePath = '/portal/frames/:hash.json';

/** Returns the syntax trees of the patterns in the texts that all pages of an institution share. */
export function pickTextPatterns({ texts, patterns }: Pick<CompiledPortal, 'texts' | 'patterns'>): Patterns {
  const known = picked.get(texts);
  if (known) return known;
  const trees = Object.values(texts).flatMap((text): [string, Json][] => {
    const tree = text.includes('{') ? getOwn(patterns, text) : undefined;
    return tree === undefined ? [] : [[text, tree as Json]];
  });
  const made = Object.fromEntries(trees);
  picked.set(texts, made);
  return made;
}

/** By what the settings alone say of the frame: the last that was served with a menu, undefined where that is another back end's. */
const frames = new WeakMap<object, { menu: readonly MenuEntry[] | undefined; served: ServedFrame }>();

/**
 * Returns what all documents of an institution share in a language: whatever follows from its settings alone. A menu of its own back end may
 * be another one at any time, so that each document carries it.
 */
export function serveFrame(portal: CompiledPortal, menu: MenuEntry[]): ServedFrame {
  const frame = buildFrame(portal);
  const shared = hasOwnMenu(portal) ? undefined : menu;
  const last = frames.get(frame);
  if (last && last.menu === shared) return last.served;
  const { prefix: _prefix, platform: _platform, ...rest } = frame;
  const shell: SharedFrame['shell'] = { ...rest, ...(shared ? { menu: shared } : {}) };
  const part: SharedFrame = { shell, patterns: pickTextPatterns(portal) };
  const made = { ...servePart(portal.tenant, part), shell };
  frames.set(frame, { menu: shared, served: made });
  return made;
}

/** Returns whether the menu of an institution is its own back end's. */
export function hasOwnMenu(portal: CompiledPortal): boolean {
  const endpoint = portal.endpoints[findServiceEndpoint(portal, 'site.menu')?.name ?? ''];
  return endpoint !== undefined && findOwnBackend(portal, endpoint) !== undefined;
}

const own = new WeakMap<PagePayload['patterns'], PagePayload['patterns']>();

/** Returns the patterns of a page without those that browsers have with the shared frame. */
export function omitSharedPatterns(patterns: PagePayload['patterns'], shared: Patterns): PagePayload['patterns'] {
  let left = own.get(patterns);
  if (!left) {
    left = Object.fromEntries(Object.entries(patterns).filter(([pattern]) => !Object.hasOwn(shared, pattern)));
    own.set(patterns, left);
  }
  return left;
}

/**
 * Returns a payload as its document carries it: with the address of the shared frame in its place, and of its declaration.
 * @param declared the address; absent: the page carries its declaration itself
 */
export function carryPayload(portal: CompiledPortal, { shell, page }: Payload, declared?: string): CarriedPayload {
  const { definition, cards, forms, validators, codelists, endpoints, patterns, ...shown } = page;
  const left = omitSharedPatterns(patterns, pickTextPatterns(portal));
  const declaration = { definition, cards, forms, validators, codelists, endpoints, patterns: left };
  return {
    shell: carryShell(portal, shell),
    page: { ...shown, ...(declared === undefined ? declaration : { declared }) },
  };
}

const carried = new WeakMap<ShellPayload, CarriedShell>();

/** Returns what of a shell is other than in the shared frame, such as the addresses of sister institutions, with the address of that. */
function carryShell(portal: CompiledPortal, shell: ShellPayload): CarriedShell {
  const known = carried.get(shell);
  if (known) return known;
  const { shell: settings, prefix, platform, ...rest } = shell;
  const frame = serveFrame(portal, shell.menu);
  const made: CarriedShell = {
    ...omitSame(rest, frame.shell),
    shell: omitSame(settings, frame.shell.shell),
    prefix,
    platform,
    frame: prefix + sharedFramePath.replace(':hash', frame.hash),
  };
  carried.set(shell, made);
  return made;
}

/** Returns the entries of an object that another one does not share. */
function omitSame<T extends object>(object: T, other: object): Partial<T> {
  const shared = new Map<string, unknown>(Object.entries(other));
  return Object.fromEntries(Object.entries(object).filter(([name, value]) => shared.get(name) !== value)) as Partial<T>;
}
