import { createHash } from 'node:crypto';
import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import { getOwn } from '../../model/json';
import type { StoredItem } from '../../database/content/items';
import type { Pending } from '../../database/desk/pending';
import { computeStatus, findState, nameState, removedState } from '../../runtime/lifecycle';
import { RequestError } from '../api/errors';
import type { ApiRequest } from '../api/room';

/** States of items that the desk knows besides those of their modules: nobody else sees what is in them. */
export const draftState = 'draft';
export const withdrawnState = 'withdrawn';
const ownStates: Readonly<Record<string, 'deskDrafts' | 'deskWithdrawn' | 'deskRemoved'>> = {
  [draftState]: 'deskDrafts',
  [withdrawnState]: 'deskWithdrawn',
  [removedState]: 'deskRemoved',
};

/** @throws RequestError 404 outside of a desk */
export function requireSite({ desk }: CompiledPortal): CompiledPortal {
  if (!desk) throw new RequestError('noSuchCall');
  return desk.site;
}

/** Returns the public portal of a desk, and the public module whose items a call is about. @throws RequestError 404 when there is none */
export function requireModule({ portal, endpoint }: Pick<ApiRequest, 'portal' | 'endpoint'>): {
  site: CompiledPortal;
  module: CompiledModule;
} {
  const site = requireSite(portal);
  const module = getOwn(site.modules, endpoint.module);
  if (!module) throw new RequestError('noSuchCall');
  return { site, module };
}

/** Returns the name of an item's state, among those of its module and those of the desk. */
export function findDeskState(module: CompiledModule, stored: Pick<StoredItem, 'status' | 'state'>): string {
  const { state } = stored;
  return state !== null && getOwn(ownStates, state) !== undefined && getOwn(module.lifecycle.states, state) === undefined
    ? state
    : findState(module, stored);
}

/** Returns what a state is called. */
export function nameDeskState({ texts, patterns }: CompiledPortal, module: CompiledModule, state: string): string {
  const own = getOwn(module.lifecycle.states, state) === undefined ? getOwn(ownStates, state) : undefined;
  return own === undefined ? nameState({ texts, patterns }, module, state) : (texts[own] ?? state);
}

/** Returns the state in which everybody sees an item; undefined of a module that has none. */
export const findPublished = ({ lifecycle }: CompiledModule): string | undefined =>
  Object.keys(lifecycle.states).find((state) => computeStatus(lifecycle, state) === 1);

/**
 * Returns what changes with an item, its state, its draft and its times: who writes it tells which one was read, so that nothing is
 * overwritten unseen.
 */
export function computeRevision({ doc, state, status }: Pick<StoredItem, 'doc' | 'state' | 'status'>, { draft, plan }: Pending): string {
  const pending = [...(draft ? [draft.doc] : []), ...(plan ? [[plan.publish, plan.withdraw]] : [])];
  return createHash('sha256')
    .update(write([doc, state, status, ...pending]))
    .digest('base64url')
    .slice(0, 16);
}

/** Returns whether two values hold the same, whatever the order of their keys. */
export const isSame = (one: unknown, other: unknown): boolean => write(one) === write(other);

const write = (value: unknown): string => JSON.stringify(sortKeys(value)) ?? '';

/** The database gives the keys of a document in an order of its own; here it does not matter which. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([key, part]) => [key, sortKeys(part)]);
}
