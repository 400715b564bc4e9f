import { listVersions } from '../../../database/desk/versions';
import { lockItem } from '../../../database/content/itemMoves';
import { readPending } from '../../../database/desk/pending';
import { inTransaction } from '../../../database/transaction';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import { asString, type JsonObject } from '../../../model/json';
import { formatIso } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';
import { requireRight } from '../../security/rights';
import { listDifferences, markPieces, sayPieces } from '../../desk/differences';
import { note } from '../../desk/note';
import { computeRevision, findDeskState, nameDeskState, requireModule } from '../../desk/site';
import { isLive, putChanges, putStanding } from '../../desk/standing';

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
      versionChanges: before ? describeChanges(portal, module, before.doc as JsonObject, version.doc as JsonObject) : '',
      versionCurrent: index === 0,
      versionFirst: before === undefined,
    };
  });
  return { rows, total: rows.length };
}

/** Lists the fields that a version differs in from the one before, with both texts side by side. @throws RequestError 404 for no such version */
export async function listChanges(request: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { portal, parameters } = request;
  const { site, module } = requireModule(request);
  const found = await listVersions(db, { tenant: site.tenant, module: module.name, id: parameters.get('id') ?? '' });
  const index = found.findIndex(({ number }) => String(number) === parameters.get('number'));
  const version = found[index];
  if (!version) throw new RequestError('noSuchItem');
  const before = found[index + 1];
  const rows = before ? listDifferences(module, before.doc as JsonObject, version.doc as JsonObject) : [];
  return {
    rows: rows.map(({ field, title, markup, ...texts }): JsonObject => ({
      id: field,
      changeField: title,
      changeBefore: markup ? '' : markPieces(texts.before),
      changeAfter: markup ? (portal.texts['deskOnlyMarkup'] ?? '') : markPieces(texts.after),
    })),
    total: rows.length,
  };
}

/** Says of each field that differs what it was and what it is. */
const describeChanges = ({ texts }: CompiledPortal, module: CompiledModule, before: JsonObject, after: JsonObject): string =>
  listDifferences(module, before, after)
    .map(({ title, markup, ...row }) => {
      const change = `${sayPieces(row.before) || '-'} \u2192 ${sayPieces(row.after) || '-'}`;
      return `${title}: ${markup ? (texts['deskOnlyMarkup'] ?? '') : change}`;
    })
    .join('\n');

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
