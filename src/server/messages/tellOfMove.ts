import type { Queryable } from '../../database/connection';
import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import type { Text } from '../../model/definitions.g';
import { getOwn, type JsonObject } from '../../model/json';
import type { BookingMove, EnrolmentMove, OrderMove } from '../../model/services';
import { resolveTarget } from '../../runtime/action';
import { findKeeper, nameState } from '../../runtime/lifecycle';
import { createSiteRoots, type Scope } from '../../runtime/roots';
import { type Arguments, formatText } from '../../runtime/text';
import type { AccountKeys } from '../security/keys';
import { nameDeed, type News, tell } from './tell';

/** Something of a member's that was moved. */
interface Moved {
  member: string;
  /** What makes it this one and no other of its kind: it is told once. */
  key: string;
  /** It as it is now, and what was given with the move: what words and links refer to. */
  item: JsonObject;
  given?: JsonObject;
}

/** The moves of what services keep, by the service that lists what a member has. */
interface KeptMoves {
  'enrolment.list': EnrolmentMove;
  'booking.list': BookingMove;
  'points.orders': OrderMove;
}

/**
 * Tells a member of a move as its definition says it, within the transaction `tx` of the move; see {@link tell}. The kind of news is the
 * name of the module and that of the move, as in `mailbox.answer`.
 * @param now milliseconds since 1970
 * @returns false when its definition tells nothing, or it was told before
 */
export async function tellOfMove(
  tx: Queryable,
  keys: { keys: AccountKeys },
  portal: CompiledPortal,
  { module, name, ...moved }: Moved & { module: CompiledModule; name: string },
  now: number,
): Promise<boolean> {
  const news = composeNews(portal, module, name, moved, now);
  return news !== undefined && tell(tx, keys, portal, news, now);
}

/** Tells a member of a move of what a service keeps, as the module says it that lists it by that service; see {@link tellOfMove}. */
export async function tellOfKept<Service extends keyof KeptMoves>(
  tx: Queryable,
  keys: { keys: AccountKeys },
  portal: CompiledPortal,
  { service, name, ...moved }: Moved & { service: Service; name: KeptMoves[Service] },
  now: number,
): Promise<boolean> {
  const module = findKeeper(portal, service);
  return module !== undefined && tellOfMove(tx, keys, portal, { ...moved, module, name }, now);
}

/** Returns what news of a move is known by, see {@link nameDeed}; undefined when members are told nothing of it. */
export function nameNewsOfKept<Service extends keyof KeptMoves>(
  portal: CompiledPortal,
  service: Service,
  name: KeptMoves[Service],
  key: string,
): string | undefined {
  const module = findKeeper(portal, service);
  return getOwn(module?.lifecycle.moves, name)?.message ? nameDeed({ kind: nameKind(module?.name ?? '', name), key }) : undefined;
}

/** Returns the kind of news that a move is, as settings name it. */
const nameKind = (module: string, move: string): string => `${module}.${move}`;

function composeNews(
  portal: CompiledPortal,
  module: CompiledModule,
  name: string,
  { member, key, item, given = {} }: Moved,
  now: number,
): News | undefined {
  const move = getOwn(module.lifecycle.moves, name);
  if (!move?.message || member === '') return undefined;
  const { title, text, sms, opens } = move.message;
  const scope: Scope = { ...createSiteRoots({ ...portal.settings, texts: portal.texts }, now, {}), form: given, item };
  const state = nameState(portal, module, move.to);
  const say = (words: typeof text): string => formatText(words, scope, portal.patterns, { ...emptyArguments(words), state });
  const page = resolveTarget(opens ?? {}, scope, { patterns: portal.patterns, login: '', here: '', signedIn: true });
  return {
    member,
    kind: nameKind(module.name, name),
    key,
    title: say(title),
    text: say(text),
    ...(sms === undefined ? {} : { sms: say(sms) }),
    ...(page?.href === undefined ? {} : { link: page.href }),
  };
}

/** What an item does not have, and staff leave out, is empty in words: nothing that was decided fails because of it. */
const emptyArguments = (words: Text | undefined): Arguments =>
  Object.fromEntries(Object.keys((typeof words === 'object' && words.with) || {}).map((name) => [name, '']));
