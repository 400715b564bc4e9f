import {
  countDeskItems,
  type DeskItem,
  type DeskQuery,
  findDeskItem,
  type ItemMark,
  listDeskItems,
  walkDeskItems,
} from '../../../database/desk/items';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import { getOwn, type Json, type JsonObject } from '../../../model/json';
import { computeStatus } from '../../../runtime/lifecycle';
import { formatIso } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import { readWindow } from '../../api/parameters';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { maskPersonalFields } from '../../items/personalFields';
import type { AccountServices } from '../../security/accountServices';
import { listRelated, toFormValues } from '../../desk/formValues';
import { computeRevision, findDeskState, nameDeskState, requireModule } from '../../desk/site';

const mostKeyword = 100;
/** Parameters that are no fields of items. */
const own: ReadonlySet<string> = new Set(['page', 'size', 'keyword', 'sort', 'state', 'format', 'id']);

/** Lists the items of a module in whatever state, for staff. */
export async function listForDesk(request: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { site, module } = requireModule(request);
  const query = readQuery(request, site, module);
  const describe = (item: DeskItem): JsonObject => describeItem(request.portal, module, item, request.reveal);
  if (request.walk) {
    const { size, after } = request.walk;
    const mark = after === undefined ? undefined : readMark(after);
    // How many there are is asked once.
    const [part, total] = await Promise.all([
      walkDeskItems(db, { ...query, limit: size }, mark),
      mark ? undefined : countDeskItems(db, query),
    ]);
    const next = part.mark && part.rows.length === size ? JSON.stringify([part.mark.by, part.mark.id]) : null;
    return { rows: part.rows.map(describe), ...(total === undefined ? {} : { total }), next };
  }
  const { rows, total } = await listDeskItems(db, { ...query, ...readWindow(request.endpoint, request.parameters) });
  return { rows: rows.map(describe), total };
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
    if (own.has(name) || value === '') continue;
    if (getOwn(module.definition.item?.properties, name) === undefined) throw new RequestError('unknownParameter', { name });
    equals[name] = value;
  }
  return {
    tenant,
    module: module.name,
    ...(keyword === undefined || keyword === '' ? {} : { keyword }),
    ...(state === undefined || state === '' ? {} : { states: readStates(module, state.split(',')) }),
    equals,
    sort: readSort(module, parameters.get('sort') ?? '-updated'),
  };
}

/** What has no stored state is in the first one of its status. */
function readStates({ lifecycle }: CompiledModule, names: readonly string[]): DeskQuery['states'] {
  const all = Object.keys(lifecycle.states);
  const statuses = ([0, 1, 2] as const).filter((status) =>
    names.includes(all.find((name) => computeStatus(lifecycle, name) === status) ?? ''),
  );
  return { names, statuses };
}

function readSort({ definition }: CompiledModule, written: string): DeskQuery['sort'] {
  const [descending, name] = written.startsWith('-') ? [true, written.slice(1)] : [false, written];
  if (name === 'updated' || name === 'title') return { by: name, descending };
  if (name === 'time') return { by: 'pub', descending };
  const type = getOwn(definition.item?.properties, name)?.type;
  if (type === undefined || type === 'array' || type === 'object') throw new RequestError('invalidParameter', { name: 'sort' });
  return { by: { field: name, numeric: type === 'integer' || type === 'number' }, descending };
}

/**
 * Returns an item as the desk shows it: what tells who somebody is masked.
 * @param reveal phones are shown whole; ID numbers are kept apart from items, which have their masks
 */
export function describeItem(portal: CompiledPortal, module: CompiledModule, item: DeskItem, reveal = false): JsonObject {
  const state = findDeskState(module, item);
  const shown: CompiledModule = reveal ? { ...module, personal: { idNumbers: module.personal?.idNumbers ?? [], phones: [] } } : module;
  const doc = maskPersonalFields(item.doc as JsonObject, shown);
  return {
    ...doc,
    id: item.id,
    deskTitle: item.title === '' ? item.id : item.title,
    deskState: state,
    deskStateLabel: nameDeskState(portal, module, state),
    deskUpdated: formatIso(item.updated.getTime()),
    deskRevision: computeRevision(item),
  };
}

/** Finds one item of a module in whatever state, with what its form starts with. @throws RequestError 404 when there is none */
export async function findForDesk(request: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { portal, endpoint, parameters } = request;
  const { site, module } = requireModule(request);
  const item = await findDeskItem(db, site.tenant, module.name, parameters.get('id') ?? '');
  if (!item) throw new RequestError('noSuchItem');
  const fields = portal.modules[endpoint.module]?.definition.forms?.['edit']?.fields ?? {};
  const doc = item.doc as JsonObject;
  const titles = new Map<string, string>();
  for (const { module: of, id } of listRelated(fields, doc)) {
    const related = await findDeskItem(db, site.tenant, of, id);
    titles.set(`${of} ${id}`, related?.title || id);
  }
  const deskForm: Json = toFormValues(fields, doc, (of, id) => titles.get(`${of} ${id}`) ?? id);
  return { item: { ...describeItem(portal, module, item), deskForm } };
}
