import { listAudit } from '../../../database/desk/audit';
import type { TextKey } from '../../../model/textKeys.g';
import { getOwn, type JsonObject } from '../../../model/json';
import { formatIso, parseTime } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import { readWindow } from '../../api/parameters';
import type { ApiRequest, ServiceReply } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';

const day = 86_400_000;

/** Words of what is done, by the beginning of its name. */
const actions: Readonly<Record<string, TextKey>> = {
  'item.add': 'auditItemAdd',
  'item.change': 'auditItemChange',
  'item.restore': 'auditItemRestore',
  'item.schedule': 'auditItemSchedule',
  'item.unschedule': 'auditItemUnschedule',
  'item.due': 'auditItemDue',
  'item.withdraw': 'auditItemWithdraw',
  'item.discard': 'auditItemDiscard',
  'item.remove': 'auditItemRemove',
  'item.putBack': 'auditItemPutBack',
  'item.erase': 'auditItemErase',
  'item.reveal': 'auditItemReveal',
  'item.export': 'auditItemExport',
  'item.bringIn': 'auditItemImport',
  move: 'auditMove',
  'decision.undo': 'auditDecisionUndo',
  'decision.lapse': 'auditDecisionLapse',
  'staff.login': 'auditStaffLogin',
  'staff.setUp': 'auditStaffSetUp',
  'staff.changePassword': 'auditStaffPassword',
  staff: 'auditStaff',
  settings: 'auditSettings',
  'media.add': 'auditMediaAdd',
  'media.describe': 'auditMediaDescribe',
  'media.replace': 'auditMediaReplace',
  'media.remove': 'auditMediaRemove',
  'booking.move': 'auditBookingMove',
  'booking.book': 'auditBookingBook',
  'booking.block': 'auditBookingBlock',
  'booking.unblock': 'auditBookingUnblock',
  booking: 'auditBooking',
  enrolment: 'auditEnrolment',
  order: 'auditOrder',
};

/** What is done, by what it is about: actions, or the beginnings of their names. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  content: Object.keys(actions).filter((name) => name.startsWith('item.') && name !== 'item.reveal' && name !== 'item.export'),
  decision: ['move', 'decision'],
  taken: ['item.reveal', 'item.export'],
  visits: ['booking', 'enrolment', 'order'],
  media: ['media'],
  settings: ['settings'],
  staff: ['staff'],
};

const mostKeyword = 100;

/** Lists what was done at the desk, the newest first. @throws RequestError 400 for a kind that there is not */
export async function listRecord({ portal, endpoint, parameters }: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const text = (name: string): string | undefined => {
    const value = parameters.get(name);
    return value === '' ? undefined : value;
  };
  const [kind, keyword] = [text('kind'), text('keyword')?.trim().slice(0, mostKeyword)];
  const chosen = kind === undefined ? undefined : getOwn(kinds, kind);
  if (kind !== undefined && !chosen) throw new RequestError('invalidParameter', { name: 'kind' });
  const [from, to] = [parseTime(text('from')), parseTime(text('to'))];
  const { rows, total } = await listAudit(db, {
    tenant: portal.tenant,
    ...(text('staff') === undefined ? {} : { staff: text('staff') }),
    ...(text('module') === undefined ? {} : { module: text('module') }),
    ...(chosen === undefined ? {} : { actions: chosen }),
    ...(keyword === undefined || keyword === '' ? {} : { keyword }),
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(to === undefined ? {} : { to: new Date(to + day) }),
    ...readWindow(endpoint, parameters),
  });
  return {
    total,
    rows: rows.map(({ number, at, name, address, action, module, item, title, detail }): JsonObject => ({
      id: number,
      at: formatIso(at.getTime()),
      name: name === '' ? (portal.texts['auditOperator'] ?? '') : name,
      address,
      action: portal.texts[getOwn(actions, action) ?? getOwn(actions, action.split('.')[0] ?? '') ?? 'auditOther'] ?? action,
      module: getOwn(portal.desk?.site.modules, module)?.definition.title ?? '',
      item,
      title,
      reason: typeof detail['reason'] === 'string' ? detail['reason'] : '',
    })),
  };
}
