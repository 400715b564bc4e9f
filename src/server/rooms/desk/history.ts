import { listVersions } from '../../../database/desk/versions';
import { lockItem } from '../../../database/content/itemMoves';
import { readPending } from '../../../database/desk/pending';
import { inTransaction } from '../../../database/transaction';
import type { CompiledModule } from '../../../model/compiled';
import { asString, isPresent, type JsonObject } from '../../../model/json';
import { stripTags } from '../../../runtime/display';
import { formatIso } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { isPersonal } from '../../items/personalFields';
import type { AccountServices } from '../../security/accountServices';
import { requireRight } from '../../security/rights';
import { note } from '../../desk/note';
import { computeRevision, findDeskState, nameDeskState, requireModule } from '../../desk/site';
import { isLive, putChanges, putStanding } from '../../desk/standing';

const longest = 300;

/** Lists the versions of an item, the newest first, each with what it changed of the one before. */
export async function listHistory(request: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { portal, parameters } = request;
  const { site, module } = requireModule(request);
  const found = await listVersions(db, { tenant: site.tenant, module: module.name, id: parameters.get('id') ?? '' });
  const rows = found.map((version, index): JsonObject => {
    const before = found[index + 1];
    return {
      id: String(version.number),
      versionNumber: version.number,
      versionAt: formatIso(version.at.getTime()),
      versionName: version.name === '' ? (portal.texts['deskBefore'] ?? '') : version.name,
      versionState: nameDeskState(portal, module, version.state),
      versionChanges: before ? describeChanges(module, before.doc as JsonObject, version.doc as JsonObject) : '',
      versionCurrent: index === 0,
    };
  });
  return { rows, total: rows.length };
}

/** Says of each field that differs what it was and what it is. */
function describeChanges(module: CompiledModule, before: JsonObject, after: JsonObject): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]) && !isPersonal(`/${name}`, module));
  return changed
    .map((name) => `${module.definition.item?.properties[name]?.title ?? name}: ${say(before[name])} \u2192 ${say(after[name])}`)
    .join('\n');
}

function say(value: unknown): string {
  if (!isPresent(value)) return '-';
  const text = typeof value === 'string' ? stripTags(value) : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}\u2026` : text;
}

/**
 * Puts an item back to an earlier version, as a new one. It stays in the state that it is in: of what visitors see the version is a draft
 * until it is published.
 * @throws RequestError 404 for a version that is not there, 409 when the item was changed since it was read, or is to be published at a time
 * and the role may not publish
 */
export async function restore(request: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { portal, body, viewer, now } = request;
  const { site, module } = requireModule(request);
  const staff = requireRight(viewer, module.name, 'edit');
  if (module.definition.admin?.edit === false) throw new RequestError('refused');
  const key = { tenant: site.tenant, module: module.name, id: asString(body['id']) };
  const isBeside = await inTransaction(db, async (tx) => {
    const stored = await lockItem(tx, key);
    const version = (await listVersions(tx, key)).find(({ number }) => String(number) === asString(body['number']));
    if (!stored || !version) throw new RequestError('noSuchItem');
    const pending = await readPending(tx, key);
    const revision = asString(body['revision']);
    if (revision !== '' && revision !== computeRevision(stored, pending)) throw new RequestError('changedMeanwhile');
    if (pending.plan?.publish && !staff.staff.may(module.name, 'publish')) throw new RequestError('deskPlanned');
    const by = { at: new Date(now), staff: staff.id, name: staff.name };
    const doc = version.doc as JsonObject;
    const beside = isLive(stored);
    const { record } = beside
      ? await putChanges(tx, { key, module, doc, stored, by })
      : await putStanding(tx, { key, module, doc, state: findDeskState(module, stored), by });
    await note(tx, request, {
      action: 'item.restore',
      module: module.name,
      item: key.id,
      title: record.title,
      detail: { version: version.number },
    });
    return beside;
  });
  return { message: portal.texts[isBeside ? 'deskRestoredBeside' : 'deskRestored'] };
}
