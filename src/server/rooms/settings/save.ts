import type { CompiledPortal } from '../../../model/compiled';
import { addSettingsVersion, findSettingsVersion, lockSettings, type SettingsVersion } from '../../../database/desk/settingsVersions';
import type { Queryable } from '../../../database/connection';
import { inTransaction } from '../../../database/transaction';
import type { Definitions } from '../../../definitions/load';
import { faintColourCode } from '../../../definitions/problems/messages';
import { findGroup, listGroups } from '../../../definitions/settings/groups';
import { asString, type JsonObject } from '../../../model/json';
import type { Problem } from '../../../model/problem';
import { formatPattern } from '../../../runtime/text';
import type { DefinitionFolder } from '../../config/definitionFolder';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { note } from '../../desk/note';
import type { AccountServices } from '../../security/accountServices';
import { createMay } from '../../security/rights';
import { parseValues } from './form';
import { type Plan, planChange } from './plan';
import { findErrors, parseObject, readStand, requireManager, type SettingsStand } from './stand';

/** A change of a file that is sound. */
interface Change {
  tenant: string;
  file: string;
  title: string;
  /** What the file was when whoever changes it read it. */
  hash: string;
  text: string | null;
  /** What was told before of the institution's files; absent where a file is put back to what it was. */
  known?: ReadonlySet<string>;
}

/** Tells what would come of a change, and what is wrong with it. Nothing is written. @throws what {@link save} throws */
export async function checkChange(request: ApiRequest, _context: AccountServices, folder: DefinitionFolder): Promise<ServiceReply> {
  const { stand, change, plan } = await prepare(request, folder);
  const warnings = listWarnings(request, stand, change, await tryChange(request, folder, change));
  return { item: { patch: JSON.stringify(plan.patch, undefined, 2), warnings } };
}

/**
 * Writes settings into the file of the institution, and keeps what it was before. Nothing that has errors is written, nor anything over what
 * somebody else has written meanwhile.
 * @throws RequestError 400 with the errors by the places of the settings, 401 or 403 for who may not, 404 for a group that there is none of,
 * 409 for a file that was changed meanwhile or cannot be written, for a change that changes nothing, and for one that shuts its own maker out
 */
export async function save(request: ApiRequest, context: AccountServices, folder: DefinitionFolder): Promise<ServiceReply> {
  const { stand, change, plan } = await prepare(request, folder);
  const { version, tried } = await write(request, context, folder, change, plan);
  const { hash } = await folder.read(change.tenant, change.file);
  return {
    item: { version, hash, warnings: listWarnings(request, stand, change, tried) },
    message: request.portal.texts['settingsSaved'],
  };
}

async function prepare(request: ApiRequest, folder: DefinitionFolder): Promise<{ stand: SettingsStand; change: Change; plan: Plan }> {
  const { body } = request;
  const stand = await readStand(request, folder, { group: asString(body['group']), file: asString(body['file']) });
  const values = parseValues(asString(body['values']));
  if (!values) throw new RequestError('invalidBody');
  if (stand.hash !== asString(body['hash'])) throw new RequestError('settingsChanged');
  // What is no JSON can only be put right by hand: nothing can be written into it.
  if (stand.own === undefined || (stand.stand.current === undefined && stand.group.kind === undefined))
    throw new RequestError('settingsWrong');
  const plan = planChange(stand, values);
  return {
    stand,
    plan,
    change: {
      tenant: stand.site.tenant,
      file: stand.file,
      title: stand.group.title,
      hash: stand.hash,
      text: plan.text,
      known: listKnown(stand),
    },
  };
}

/** Returns what a change would leave to look at that was not there before. */
function listWarnings({ portal }: ApiRequest, stand: SettingsStand, change: Change, tried: Definitions): string[] {
  const known = listKnown(stand);
  return tried.problems
    .filter((problem) => problem.file.startsWith(`tenants/${change.tenant}/`) && !known.has(toKey(problem)))
    .map((problem) => tell(portal, change, problem));
}

const listKnown = ({ definitions }: SettingsStand): ReadonlySet<string> => new Set(definitions.problems.map(toKey));

/** A main colour that cannot be read is no error, as a portal shows another one then, but who chooses it is told to choose again. */
const isRefused = ({ code, path, file }: Problem, { tenant, known }: Change, key: string): boolean =>
  code === faintColourCode && path === '/theme/color' && file.startsWith(`tenants/${tenant}/`) && known?.has(key) === false;

const toKey = ({ file, code, message }: Problem): string => `${file} ${code} ${message}`;

/** @throws RequestError 400 for a change that leaves errors, 409 for one that shuts its maker out */
async function tryChange(
  request: Pick<ApiRequest, 'portal' | 'endpoint' | 'viewer'>,
  folder: DefinitionFolder,
  change: Change,
): Promise<Definitions> {
  const { tenant, file, text } = change;
  const tried = await folder.try(tenant, file, text);
  const isSound = tried.isSound(tenant);
  const errors = [...findErrors(tenant, tried), ...tried.problems.filter((problem) => isRefused(problem, change, toKey(problem)))];
  if (errors.length > 0 || !isSound) throw new RequestError('settingsWrong', {}, { errors: collectErrors(request.portal, change, errors) });
  const { staff } = requireManager(request);
  const settings = tried.settings(tenant);
  if (!settings || !createMay(settings, staff.staff.role)(request.endpoint.module, 'manage')) throw new RequestError('settingsLockOut');
  return tried;
}

/** Returns what is wrong by the places of the settings; what is wrong elsewhere stands under the empty one. */
function collectErrors(portal: ApiRequest['portal'], change: Change, errors: readonly Problem[]): Record<string, string> {
  const told = new Map<string, string[]>();
  for (const problem of errors) {
    const place = problem.file === `tenants/${change.tenant}/${change.file}` ? problem.path : '';
    told.set(place, [...(told.get(place) ?? []), tell(portal, change, problem)]);
  }
  return Object.fromEntries([...told].map(([place, words]) => [place, words.join('\n')]));
}

const tell = ({ texts, patterns }: ApiRequest['portal'], { tenant, file }: Change, problem: Problem): string =>
  problem.file === `tenants/${tenant}/${file}`
    ? problem.chinese
    : formatPattern(
        texts['settingsElsewhere'] ?? '',
        { file: problem.file.replace(/^tenants\/[^/]+\//, ''), line: problem.line, message: problem.chinese },
        patterns,
      );

/**
 * Writes a file in the same transaction as the record of it: neither is there without the other. What the change leads to is found out while
 * nobody else writes: of two changes that are sound alone, the second may not be.
 */
async function write(
  request: ApiRequest,
  { db }: AccountServices,
  folder: DefinitionFolder,
  change: Change,
  plan?: Plan,
): Promise<{ version: string; tried: Definitions }> {
  const { tenant, file, title, hash, text } = change;
  const { staff } = requireManager(request);
  let replaced: { text: string | null } | undefined;
  try {
    const keep = async (tx: Queryable): Promise<{ version: string; tried: Definitions }> => {
      await lockSettings(tx, tenant);
      const before = await folder.read(tenant, file);
      if (before.hash !== hash) throw new RequestError('settingsChanged');
      const tried = await tryChange(request, folder, change);
      const by = { at: new Date(request.now), staff: staff.id, name: staff.name };
      const version = await addSettingsVersion(tx, tenant, { ...by, file, before: before.text, after: text });
      const action = plan ? 'settings.change' : 'settings.restore';
      await note(tx, request, { action, module: '', item: version, title: `${title} ${file}`, detail: { file, version } });
      if (!(await folder.write(tenant, file, text, { tx, at: by.at, author: staff.name, message: `${title} ${file}` })))
        throw new RequestError('settingsReadOnly', {}, plan && { errors: { patch: JSON.stringify(plan.patch, undefined, 2) } });
      replaced = before;
      return { version, tried };
    };
    return await inTransaction(db, keep);
  } catch (error) {
    // The record could not be kept after all.
    if (replaced) await folder.takeBack(tenant, file, replaced.text);
    throw error;
  } finally {
    await folder.settle();
  }
}

/**
 * Puts a file back to what it was before a change; what was changed since goes with it, and stays among the versions.
 * @throws RequestError 404 for a change that there is none of, and what {@link save} throws
 */
export async function restore(request: ApiRequest, context: AccountServices, folder: DefinitionFolder): Promise<ServiceReply> {
  const { body, portal } = request;
  const { site } = requireManager(request);
  const version = await findSettingsVersion(context.db, site.tenant, asString(body['id']));
  if (!version) throw new RequestError('noSuchItem');
  await folder.load();
  const { text, hash } = await folder.read(site.tenant, version.file);
  if (hash !== asString(body['hash'])) throw new RequestError('settingsChanged');
  if (text === version.before) throw new RequestError('settingsSame');
  const change = { tenant: site.tenant, file: version.file, title: nameVersion(request.portal, version), hash, text: version.before };
  await write(request, context, folder, change);
  return { message: portal.texts['settingsRestored'] };
}

/** Returns what a change was of: the group that alone has its file, or that whose parts differ. */
export function nameVersion(
  { texts }: Pick<CompiledPortal, 'texts'>,
  { file, before, after }: Pick<SettingsVersion, 'file' | 'before' | 'after'>,
): string {
  const [one, other] = [parseObject(before) ?? {}, parseObject(after) ?? {}];
  const differs = (part: string): boolean => JSON.stringify(pick(one, part)) !== JSON.stringify(pick(other, part));
  const groups = listGroups().filter(([, group]) => group.file === file && group.parts.some(differs));
  return groups.length > 0 ? groups.map(([, { title }]) => title).join(texts['listSeparator']) : (findGroup('files')?.title ?? file);
}

const pick = (value: JsonObject, part: string): unknown =>
  part
    .split('/')
    .slice(1)
    .reduce<unknown>((within, token) => (typeof within === 'object' && within !== null ? (within as JsonObject)[token] : undefined), value);
