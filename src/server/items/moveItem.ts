import { randomInt } from 'node:crypto';
import type { Queryable } from '../../database/connection';
import { addMove, lockItem, type LockItem } from '../../database/content/itemMoves';
import type { StoredItem } from '../../database/content/items';
import { putItems } from '../../database/content/writeItems';
import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import type { Move } from '../../model/definitions.g';
import { asText, getOwn, isPresent, type JsonObject } from '../../model/json';
import { assign, remove, resolve } from '../../model/pointer';
import { propertyAt } from '../../runtime/coerce';
import { holds } from '../../runtime/condition';
import { createSiteRoots, type Scope } from '../../runtime/roots';
import { formatText } from '../../runtime/text';
import { formatIso } from '../../runtime/time';
import { RequestError } from '../api/errors';
import { creditDeed, type Deed, takeBackDeed } from '../members/deeds';
import { tellOfMove } from '../messages/tellOfMove';
import type { AccountKeys } from '../security/keys';
import { findState, isSeenByMember, listOpenMoves } from '../../runtime/lifecycle';
import type { Keeping } from './personalFields';
import { readTitle, toRecord } from './record';

/** A move that somebody asks for. */
export interface MoveRequest {
  portal: CompiledPortal;
  module: CompiledModule;
  id: string;
  by: Exclude<Move['by'], 'portal'>;
  /** The member who asks; absent of staff. */
  member?: string;
  /** Which of the moves that are open: the one of this name, or the first that leads to a state. */
  which: { name: string } | { to: string };
  /** What is given with it, checked. */
  given: JsonObject;
  /** Milliseconds since 1970. */
  now: number;
  /** What messages to its member are sealed with. */
  keys: AccountKeys;
  /** How ID numbers are kept that `fill` brings. */
  keeping?: Keeping;
  /** Fills the item in anew before anything else changes in it. */
  fill?: (item: JsonObject) => JsonObject;
}

/**
 * Makes a move with an item, within a transaction: of two that are asked for at the same moment the second finds the state that the first has
 * led to.
 * @param lock reads the item and keeps others from it until the transaction ends
 * @returns the item as it is now
 * @throws RequestError 404 for an item that is not there or not the member's, 409 when the move does not lead out of its state
 */
export async function moveItem(tx: Queryable, request: MoveRequest, lock: LockItem = lockItem): Promise<JsonObject> {
  const { portal, module, id, by, given, now } = request;
  const { tenant } = portal;
  const { stored, before, state, name, move } = await judgeMove(tx, request, lock);
  const after = changeItem(request, move, request.fill ? request.fill(before) : before);
  const record = toRecord(tenant, module, { ...after, id }, move.to, request.keeping);
  await putItems(tx, [record]);
  const made = { at: new Date(now), role: by, move: name, origin: state, target: move.to, given };
  const number = await addMove(tx, { tenant, module: module.name, id }, made);
  await settleDeed(tx, request, after, [stored.status, record.status]);
  // An item makes a move as often as it comes back: each is told of once.
  const told = { module, name, member: asText(after['memberId']), key: `${id} ${number}`, item: after, given };
  await tellOfMove(tx, request, portal, told, now);
  return after;
}

/** An item that a move leads out of the state of. */
interface JudgedMove {
  stored: StoredItem;
  before: JsonObject;
  state: string;
  name: string;
  move: Move;
}

/**
 * Locks an item and says which move is made with it, without making it.
 * @throws RequestError as {@link moveItem}
 */
export async function judgeMove(tx: Queryable, request: MoveRequest, lock: LockItem = lockItem): Promise<JudgedMove> {
  const { portal, module, id, by, member } = request;
  const stored = await lock(tx, { tenant: portal.tenant, module: module.name, id });
  if (!stored) throw new RequestError('noSuchItem');
  const [before, state] = [stored.doc as JsonObject, findState(module, stored)];
  if (by === 'member' && (before['memberId'] !== member || !isSeenByMember(module, state))) throw new RequestError('noSuchItem');
  const { name, move } = chooseMove(request, state);
  const scope = buildScope(request, before);
  if (!holds(move.when, scope)) throw refuse(request, move, scope);
  return { stored, before, state, name, move };
}

/** @throws RequestError 409, in the words of the state that the item is in by now */
function chooseMove({ portal, module, by, which }: MoveRequest, state: string): { name: string; move: Move } {
  const found = Object.entries(listOpenMoves(module, state, by)).find(([name, { to }]) =>
    'name' in which ? name === which.name : to === which.to,
  );
  if (found) return { name: found[0], move: found[1] };
  const { states, moves } = module.lifecycle;
  const meant =
    'name' in which ? getOwn(moves, which.name) : Object.values(moves).find(({ to, by: whose }) => to === which.to && whose === by);
  const say = (text: Move['label'] | undefined): string => formatText(text, { texts: portal.texts }, portal.patterns);
  throw new RequestError('moveLate', { state: say(getOwn(states, state)?.label), move: say(meant?.label ?? '/texts/moveAny') });
}

function refuse({ portal }: MoveRequest, { label, refused }: Move, scope: Scope): RequestError {
  const say = (text: Move['label']): string => formatText(text, scope, portal.patterns);
  return new RequestError('moveRefused', { move: say(label) }, refused === undefined ? {} : { message: say(refused) });
}

/** The roots of what a move says and sets. */
const buildScope = ({ portal: { settings, texts }, now, given }: MoveRequest, item: JsonObject): Scope => ({
  ...createSiteRoots({ ...settings, texts }, now, {}),
  form: given,
  item,
});

function changeItem(request: MoveRequest, move: Move, before: JsonObject): JsonObject {
  const after = structuredClone(before);
  const scope = buildScope(request, before);
  for (const [pointer, value] of Object.entries(move.set ?? {})) {
    const isText = value === '/now' && propertyAt(pointer, request.module.definition.item)?.type === 'string';
    const found = typeof value === 'string' ? (isText ? formatIso(request.now) : resolve(value, scope)) : value.const;
    if (isPresent(found)) assign(pointer, after, found);
    else remove(pointer, after);
  }
  for (const [pointer, value] of Object.entries(move.add ?? {})) {
    const [was, more] = [resolve(pointer, after), resolve(value, scope)];
    if (typeof more === 'number') assign(pointer, after, (typeof was === 'number' ? was : 0) + more);
  }
  if (move.number !== undefined && !isPresent(resolve(move.number, after))) assign(move.number, after, makeNumber(request.now));
  return after;
}

/** Characters that are not taken for each other when they are read out or typed in. */
const characters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const length = 12;

/** Returns a number that tells the year and cannot be guessed: some 59 bits are random. */
function makeNumber(now: number): string {
  const random = Array.from({ length }, () => characters.charAt(randomInt(characters.length))).join('');
  return `${formatIso(now).slice(0, 4)}${random}`;
}

/** What a member handed in earns points when everyone gets to see it, and no more when nobody does. */
async function settleDeed(
  tx: Queryable,
  { portal, module, id, now }: MoveRequest,
  item: JsonObject,
  [before, after]: readonly [number, number | undefined],
): Promise<void> {
  const member = item['memberId'];
  if (typeof member !== 'string' || (before === 1) === (after === 1)) return;
  const deed: Deed = { name: 'approved', module: module.name, member, key: `${module.name} ${id}`, about: readTitle(module, item) };
  if (after === 1) await creditDeed(tx, portal, deed, now);
  else await takeBackDeed(tx, portal, deed, now);
}
