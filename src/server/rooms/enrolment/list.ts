import { aheadOf, enrolmentsOf, type StoredEnrolment } from '../../../database/enrolments/enrolments';
import type { Json, JsonObject } from '../../../model/json';
import { resolve } from '../../../model/pointer';
import { maskPhone } from '../../../runtime/mask';
import { formatIso } from '../../../runtime/time';
import type { AccountServices } from '../../security/accountServices';
import { requireViewer } from '../../api/viewer';
import type { ApiRequest } from '../../api/request';
import type { ServiceReply } from '../../api/reply';
import { addDerivedFields } from '../../items/derivedFields';
import { readWindow } from '../../api/parameters';
import { RequestError } from '../../api/errors';
import { sessionsOf } from './activity';
import { isCancellable, stateOf, states } from './state';

/** The fields of the item that its enrolments show (ledger PC-05). */
const shown = ['id', 'columnId', 'name', 'image', 'beginTime', 'endTime', 'address'];

/**
 * A member's own enrolments, the newest first (ledger PC-04, PC-05, PC-11). Whose they are is said by the token; another id in the address
 * has been refused. What has expired is known only by the times of the items, so states are chosen from here and not in the database.
 */
export async function listEnrolments(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, endpoint, parameters, viewer, now } = request;
  const module = portal.modules[endpoint.module];
  if (!module) throw new RequestError('noSuchCall');
  const wanted = parameters.get('status')?.split(',');
  const all = await enrolmentsOf(accounts.db, portal.tenant, requireViewer(viewer).id);
  const chosen = wanted ? all.filter((row) => wanted.includes(String(stateOf(row, now)))) : all;
  const { limit, offset } = readWindow(endpoint, parameters);
  const page = chosen.slice(offset, offset + limit);
  const ahead = await aheadOf(
    accounts.db,
    portal.tenant,
    page.filter((row) => stateOf(row, now) === states.waiting).map(({ id }) => id),
  );
  const rows = await addDerivedFields(
    page.map((row) => outward(row, accounts, portal.texts, ahead.get(row.id), now)),
    { db: accounts.db, portal, module, now },
  );
  return { rows, total: chosen.length };
}

function outward(
  row: StoredEnrolment,
  { keys }: AccountServices,
  texts: Readonly<Record<string, string>>,
  ahead: number | undefined,
  now: number,
): JsonObject {
  const { tenant, doc, session, signCipher } = row;
  const code = stateOf(row, now);
  const { name: sessionName = '', startTime, endTime } = sessionsOf(doc ?? {}).find(({ id }) => id === session) ?? {};
  return {
    id: row.id,
    status: { code },
    sessionName,
    ...(startTime === undefined ? {} : { startTime }),
    ...(endTime === undefined ? {} : { endTime }),
    insertTime: formatIso(row.created.getTime()),
    activityInfo: activityInfo(row, texts),
    name: keys.open(tenant, row.nameCipher),
    phone: maskPhone(keys.open(tenant, row.phoneCipher)),
    ...(code === states.unused && signCipher !== null ? { signCode: keys.open(tenant, signCipher) } : {}),
    ...(ahead === undefined ? {} : { ahead }),
    cancellable: isCancellable(row, now),
  };
}

/** An item that was removed is named as what it is. */
function activityInfo({ doc, activity }: StoredEnrolment, texts: Readonly<Record<string, string>>): JsonObject {
  if (doc === null) return { id: activity, name: texts['noSuchItem'] ?? '' };
  return Object.fromEntries(
    shown.map((field) => [field, resolve(`/${field}`, doc)]).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );
}
