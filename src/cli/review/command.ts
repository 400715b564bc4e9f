import type { Database } from '../../database/connection';
import { findItemsById, type FoundItem, listItemsOfModule, listWaitingItems } from '../../database/content/review';
import { inTransaction } from '../../database/transaction';
import type { Definitions } from '../../definitions/load';
import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import { getOwn, type JsonObject } from '../../model/json';
import { stripTags } from '../../runtime/display';
import { findState, listOpenMoves } from '../../runtime/lifecycle';
import { checkTakes } from '../../server/api/body';
import { formatError, RequestError } from '../../server/api/errors';
import { moveItem } from '../../server/items/moveItem';
import { loadKeyRing } from '../../server/security/keyRing';
import { type AccountKeys, deriveAccountKeys } from '../../server/security/keys';
import { UsageError, toOneLine, parseWord, runCommand } from '../terminal/command';
import { refuseInstitution } from '../terminal/institution';
import { withDatabase } from '../terminal/withDatabase';
import { readGiven, toFieldValues } from './given';

const usage = `Usage: npm run review -- list [--tenant T] [--module M [--state S]]
       npm run review -- move [--tenant T] <id> <move> [--reason "..."] [--give name=value ...]
       npm run review -- approve|reject|withdraw [--tenant T] <id> ... [--reason "..."] [--give name=value ...]
Lists what visitors wrote and awaits staff, with its state and the moves that can be made with it; of a module all that members
handed in, or what is in one state. Makes a move: one that the module's definition declares, or those called approve, reject and withdraw.
\`all\` instead of ids: everything that awaits staff.`;

const actions = ['list', 'move', 'approve', 'reject', 'withdraw'] as const;
const options = {
  tenant: { type: 'string' },
  module: { type: 'string' },
  state: { type: 'string' },
  reason: { type: 'string' },
  give: { type: 'string', multiple: true },
} as const;

/** What is known of an item besides what is stored. */
interface Known {
  portal: CompiledPortal;
  module: CompiledModule;
  state: string;
}

/** What moves are made with. */
interface Desk {
  database: Database;
  definitions: Definitions;
  keys: AccountKeys;
}

/** What staff ask for. */
interface Asked {
  name: string;
  given: Readonly<Record<string, string>>;
}

/**
 * Runs `npm run review`.
 * @param root the project's folder
 * @param load loads the definitions below that folder
 * @returns the exit code; see `usage`
 */
export const runReview = (root: string, load: (root: string) => Promise<Definitions>): Promise<number> =>
  runCommand(usage, options, async ([word, ...words], { tenant, module, state, reason, give = [] }) => {
    const action = parseWord(actions, word);
    const isList = action === 'list';
    const [ids, name] = action === 'move' ? [words.slice(0, 1), words[1]] : [words, action];
    const isUnfit = isList ? words.length > 0 || reason !== undefined || give.length > 0 : ids.length === 0 || module !== undefined;
    if (isUnfit || name === undefined || (action === 'move' && words.length !== 2) || (state !== undefined && module === undefined))
      throw new UsageError();
    const given = readGiven(give, reason);
    const definitions = await load(root);
    if (tenant !== undefined && !definitions.tenants.includes(tenant)) return refuseInstitution(tenant, definitions);
    return withDatabase(root, async (database, environment) => {
      if (isList) return list(database, definitions, { tenant, module, state });
      const keys = deriveAccountKeys(await loadKeyRing(database, environment));
      return moveEach({ database, definitions, keys }, tenant, ids, { name, given });
    });
  });

/** Returns what the definitions know of an item; undefined when they know nothing of its kind. */
function know(definitions: Definitions, item: FoundItem): Known | undefined {
  const portal = definitions.portal(item.tenant);
  const module = getOwn(portal?.modules, item.module);
  return portal && module && { portal, module, state: findState(module, item) };
}

async function list(
  database: Database,
  definitions: Definitions,
  { tenant, module, state }: { tenant?: string; module?: string; state?: string },
): Promise<number> {
  const found = await (module === undefined ? listWaitingItems(database, tenant) : listItemsOfModule(database, { tenant, module }));
  const wanted = found.filter((item) => state === undefined || know(definitions, item)?.state === state);
  for (const item of wanted) console.log(describe(item, know(definitions, item)).join('\t'));
  console.log(module === undefined ? `${wanted.length} await review` : `${wanted.length} items`);
  return 0;
}

function describe({ id, tenant, module, pub, title, doc }: FoundItem, known: Known | undefined): string[] {
  const moves = known ? Object.keys(listOpenMoves(known.module, known.state, 'staff')) : [];
  const state = `${known?.state ?? ''}: ${moves.join(', ')}`;
  return [id, tenant, module, pub.toISOString(), state, toOneLine(title), toOneLine(stripTags(String(doc['content'] ?? '')))];
}

async function moveEach(
  { database, definitions, keys }: Desk,
  tenant: string | undefined,
  named: readonly string[],
  asked: Asked,
): Promise<number> {
  const ids = named.includes('all') ? (await listWaitingItems(database, tenant)).map(({ id }) => id) : named;
  const items = await findItemsById(database, tenant, ids);
  let failed = ids.some((id) => !items.some((item) => item.id === id));
  for (const id of ids) if (!items.some((item) => item.id === id)) console.log(`${id}\tno such item`);
  for (const item of items) {
    const outcome = await moveOne({ database, keys }, know(definitions, item), item, asked);
    failed ||= !outcome.done;
    console.log(`${item.id}\t${outcome.words}`);
  }
  return failed ? 1 : 0;
}

async function moveOne(
  { database, keys }: Omit<Desk, 'definitions'>,
  known: Known | undefined,
  { id }: FoundItem,
  { name, given }: Asked,
): Promise<{ done: boolean; words: string }> {
  if (!known) return { done: false, words: 'its module has no definition' };
  const { portal, module, state } = known;
  const move = getOwn(module.lifecycle.moves, name);
  const open = Object.keys(listOpenMoves(module, state, 'staff'));
  if (!move) return { done: false, words: `${module.name} has no move "${toOneLine(name)}"; from ${state}: ${open.join(', ') || 'none'}` };
  const takes = Object.keys(move.takes ?? {});
  const strange = Object.keys(given).find((each) => !takes.includes(each));
  if (strange !== undefined)
    return { done: false, words: `${name} takes no "${toOneLine(strange)}"; it takes ${takes.join(', ') || 'nothing'}` };
  const now = Date.now();
  try {
    const taken: JsonObject = checkTakes(portal, move, toFieldValues(given, move.takes ?? {}), now);
    const request = { portal, module, id, by: 'staff' as const, which: { name }, given: taken, now, keys };
    await inTransaction(database, (tx) => moveItem(tx, request));
    return { done: true, words: move.to };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { done: false, words: Object.values(error.detail.errors ?? {}).join(' ') || formatError(portal, error) };
  }
}
