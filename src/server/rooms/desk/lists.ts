import {
  countDeskItems,
  type DeskItem,
  type DeskQuery,
  findDeskItem,
  type ItemMark,
  listDeskItems,
  walkDeskItems,
} from '../../../database/desk/items';
import { findMember } from '../../../database/accounts/members';
import { type Decision, findDecisions } from '../../../database/desk/decisions';
import { listPending, type Pending, readPending } from '../../../database/desk/pending';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import { asString, getOwn, type Json, type JsonObject } from '../../../model/json';
import { maskName, maskPhone } from '../../../runtime/mask';
import { computeStatus, hasBin, removedState } from '../../../runtime/lifecycle';
import { formatIso } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import { readWindow } from '../../api/parameters';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { maskPersonalFields } from '../../items/personalFields';
import { openText } from '../../security/keys';
import type { AccountServices } from '../../security/accountServices';
import { layDraft } from '../../desk/drafts';
import { listRelated, toFormValues } from '../../desk/formValues';
import { describePlan, writeMoment } from '../../desk/plan';
import { decidingState, sayDeciding } from '../../desk/sayDecision';
import { computeRevision, draftState, findDeskState, nameDeskState, requireModule } from '../../desk/site';
import { isLive } from '../../desk/standing';

const mostKeyword = 100;
/** Parameters that are no fields of items. */
const listParameters: ReadonlySet<string> = new Set(['page', 'size', 'keyword', 'sort', 'state', 'format', 'id']);

/** Lists the items of a module in whatever state, for staff. */
export async function listForDesk(request: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { site, module } = requireModule(request);
  const query = readQuery(request, site, module);
  const describe = async (items: readonly DeskItem[]): Promise<JsonObject[]> => {
    const [scope, ids] = [{ tenant: site.tenant, module: module.name }, items.map(({ id }) => id)];
    const [pending, decided] = await Promise.all([listPending(db, scope, ids), findDecisions(db, scope, ids)]);
    return items.map((item) =>
      describeItem(request.portal, module, item, pending.get(item.id) ?? {}, { reveal: request.reveal, decided: decided.get(item.id) }),
    );
  };
  if (request.walk) {
    const { size, after } = request.walk;
    const mark = after === undefined ? undefined : readMark(after);
    // How many there are is asked once.
    const [part, total] = await Promise.all([
      walkDeskItems(db, { ...query, limit: size }, mark),
      mark ? undefined : countDeskItems(db, query),
    ]);
    const next = part.mark && part.rows.length === size ? JSON.stringify([part.mark.by, part.mark.id]) : null;
    return { rows: await describe(part.rows), ...(total === undefined ? {} : { total }), next };
  }
  const { rows, total } = await listDeskItems(db, { ...query, ...readWindow(request.endpoint, request.parameters) });
  return { rows: await describe(rows), total };
}

function readMark(written: string): ItemMark {
  const [by, id] = JSON.parse(written) as [string | null, string];
  return { by, id };
}

/** Returns which items a call asks for. @throws RequestError 400 for a state, a field or an order that there is not */
function readQuery({ parameters }: ApiRequest, { tenant }: CompiledPortal, module: CompiledModule): Omit<DeskQuery, 'limit' | 'offset'> {
  const keyword = parameters.get('keyword')?.trim().slice(0, mostKeyword);
  const state = parameters.get('state');
  const equals: Record<string, string> = {};
  for (const [name, value] of parameters) {
    if (listParameters.has(name) || value === '') continue;
    if (getOwn(module.definition.item?.properties, name) === undefined) throw new RequestError('unknownParameter', { name });
    equals[name] = value;
  }
  return {
    tenant,
    module: module.name,
    ...(keyword === undefined || keyword === '' ? {} : { keyword, ...findWords(module) }),
    ...(state === undefined || state === '' ? {} : readStates(module, state.split(','))),
    ...(hasBin(module) && state?.split(',').includes(removedState) !== true ? { hidden: removedState } : {}),
    equals,
    sort: readSort(module, parameters.get('sort') ?? '-updated'),
  };
}

/** What visitors wrote is found by its words too: its title may be that of what it is about. */
function findWords({ definition: { contribution } }: CompiledModule): Pick<DeskQuery, 'words'> {
  return contribution?.text === undefined ? {} : { words: [contribution.text.slice(1)] };
}

/** What has no stored state is in the first one of its status. Two names are of no states: unpublished changes, and times to come. */
function readStates({ lifecycle }: CompiledModule, names: readonly string[]): Pick<DeskQuery, 'states' | 'pending'> {
  const all = Object.keys(lifecycle.states);
  const statuses = ([0, 1, 2] as const).filter((status) =>
    names.includes(all.find((name) => computeStatus(lifecycle, name) === status) ?? ''),
  );
  const asks = (name: string): boolean => names.includes(name) && !all.includes(name);
  return { states: { names, statuses }, pending: { changed: asks('changed'), scheduled: asks('scheduled') } };
}

function readSort({ definition }: CompiledModule, written: string): DeskQuery['sort'] {
  const [descending, name] = written.startsWith('-') ? [true, written.slice(1)] : [false, written];
  if (name === 'updated' || name === 'title') return { by: name, descending };
  if (name === 'time') return { by: 'pub', descending };
  const type = getOwn(definition.item?.properties, name)?.type;
  if (type === undefined || type === 'array' || type === 'object') throw new RequestError('invalidParameter', { name: 'sort' });
  return { by: { field: name, numeric: type === 'integer' || type === 'number' }, descending };
}

/** How an item is shown: with whole phones or without, and what was decided on it and does not take effect yet. */
interface Showing {
  reveal?: boolean | undefined;
  decided?: Decision | undefined;
}

/**
 * Returns an item as the desk shows it, with what is to become of it: what tells who somebody is masked.
 * @param showing phones are shown whole where it says so; ID numbers are kept apart from items, which have their masks
 */
export function describeItem(
  portal: CompiledPortal,
  module: CompiledModule,
  item: DeskItem,
  pending: Pending,
  { reveal = false, decided }: Showing = {},
): JsonObject {
  const state = findDeskState(module, item);
  const shown: CompiledModule = reveal ? { ...module, personal: { idNumbers: module.personal?.idNumbers ?? [], phones: [] } } : module;
  const doc = maskPersonalFields(item.doc as JsonObject, shown);
  const { draft, plan } = pending;
  const label = decided ? sayDeciding(portal, module, decided) : nameDeskState(portal, module, state);
  const words = describePlan(portal, plan);
  const changed = draft ? [portal.texts['deskChanged'] ?? ''] : [];
  return {
    ...doc,
    id: item.id,
    deskTitle: item.title === '' ? item.id : item.title,
    deskState: decided ? decidingState : state,
    deskStateLabel: label,
    deskStanding: [label, ...changed, ...(words === '' ? [] : [words])].join(portal.texts['deskStandingSeparator']),
    ...(words === '' ? {} : { deskPlan: words }),
    ...(isLive(item) ? { deskLive: 'yes' } : state === draftState ? {} : { deskKept: 'yes' }),
    ...(!hasBin(module) || isLive(item) ? {} : state === removedState ? { deskRemoved: 'yes' } : { deskRemovable: 'yes' }),
    ...(draft ? { deskChanged: 'yes', deskChangedBy: draft.name, deskChangedAt: writeMoment(draft.at) } : {}),
    deskUpdated: formatIso(item.updated.getTime()),
    deskRevision: computeRevision(item, pending),
  };
}

/** Finds one item of a module in whatever state, with what its form starts with. @throws RequestError 404 when there is none */
export async function findForDesk(request: ApiRequest, { db, keys }: AccountServices): Promise<ServiceReply> {
  const { portal, endpoint, parameters } = request;
  const { site, module } = requireModule(request);
  const id = parameters.get('id') ?? '';
  const item = await findDeskItem(db, site.tenant, module.name, id);
  if (!item) throw new RequestError('noSuchItem');
  const pending = await readPending(db, { tenant: site.tenant, module: module.name, id });
  const doc = layDraft(item, pending.draft);
  const fields = portal.modules[endpoint.module]?.definition.forms?.['edit']?.fields ?? {};
  const titles = new Map<string, string>();
  for (const { module: of, id } of listRelated(fields, doc)) {
    const related = await findDeskItem(db, site.tenant, of, id);
    titles.set(`${of} ${id}`, related?.title || id);
  }
  const deskForm: Json = toFormValues(fields, doc, (of, id) => titles.get(`${of} ${id}`) ?? id);
  const at = (time: Date | null | undefined): string => (time ? formatIso(time.getTime()).slice(0, 16) : '');
  const decided = (await findDecisions(db, { tenant: site.tenant, module: module.name }, [item.id])).get(item.id);
  return {
    item: {
      ...describeItem(portal, module, { ...item, doc }, pending, { decided }),
      ...(await describeApplicant(request, site.tenant, module, doc, { db, keys })),
      deskForm,
      deskPublishAt: at(pending.plan?.publish),
      deskWithdrawAt: at(pending.plan?.withdraw),
      // Of what visitors see, not of the draft.
      deskRevision: computeRevision(item, pending),
    },
  };
}

/** Who handed an item in, by the account, masked; and whether the caller may see it whole. */
async function describeApplicant(
  { viewer }: ApiRequest,
  tenant: string,
  module: CompiledModule,
  doc: Readonly<Record<string, unknown>>,
  { db, keys }: Pick<AccountServices, 'db' | 'keys'>,
): Promise<JsonObject> {
  const member = await findMember(db, tenant, asString(doc['memberId']));
  const open = (sealed: string): string => openText(keys, tenant, sealed);
  const deskReveals = member !== undefined && viewer?.staff?.may(module.name, 'reveal') === true;
  return member
    ? { deskWho: maskName(open(member.nameCipher)), deskPhone: maskPhone(open(member.phoneCipher)), deskReveals }
    : { deskReveals };
}
