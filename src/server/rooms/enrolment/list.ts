import { countAhead } from '../../../database/enrolments/enrolments';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import type { Json, JsonObject } from '../../../model/json';
import { resolve } from '../../../model/pointer';
import { getStateValue, judgeMoves, listStatesOf } from '../../../runtime/lifecycle';
import { maskPhone } from '../../../runtime/mask';
import { formatIso } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import { readWindow } from '../../api/parameters';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { requireViewer } from '../../api/viewer';
import { addDerivedFields } from '../../items/derivedFields';
import { maskFurther } from '../../members/further';
import type { AccountServices } from '../../security/accountServices';
import { computeState, type Enrolment, isCancellable, readEnrolments } from './state';
import { findSession } from './times';

/**
 * Returns a member's own enrolments, of everything or of one item, the newest first (ledger PC-04, PC-05, PC-11). Whose they are is said by the token; another id in the
 * address has been refused. What has expired is known only by the times of the items, so states are chosen from here and not in the
 * database.
 */
export async function listEnrolments(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, endpoint, parameters, viewer, now } = request;
  const module = portal.modules[endpoint.module];
  if (!module) throw new RequestError('noSuchCall');
  const wanted = parameters.get('status')?.split(',');
  const activity = parameters.get('activityId');
  const own = await readEnrolments(accounts.db, portal, requireViewer(viewer).id);
  const all = activity === undefined ? own : own.filter((row) => row.activity === activity);
  const chosen = wanted ? all.filter((row) => listStatesOf(module, wanted).includes(computeState(row, now))) : all;
  const { limit, offset } = readWindow(endpoint, parameters);
  const page = chosen.slice(offset, offset + limit);
  const ahead = await countAhead(
    accounts.db,
    portal.tenant,
    page.filter((row) => computeState(row, now) === 'waiting').map(({ id }) => id),
  );
  const rows = await addDerivedFields(
    page.map((row) => toEnrolmentRow(row, accounts, { portal, module, now }, ahead.get(row.id))),
    { db: accounts.db, portal, module, now },
  );
  return { rows, total: chosen.length };
}

function toEnrolmentRow(
  row: Enrolment,
  { keys }: AccountServices,
  { portal, module, now }: { portal: CompiledPortal; module: CompiledModule; now: number },
  ahead: number | undefined,
): JsonObject {
  const { tenant, session, signCipher, timetable } = row;
  const state = computeState(row, now);
  const { name: sessionName = '', startTime, endTime } = findSession(timetable, session) ?? {};
  return {
    ...maskFurther({ keys }, tenant, row),
    id: row.id,
    status: { code: getStateValue(module, state) },
    sessionName,
    ...(startTime === undefined ? {} : { startTime }),
    ...(endTime === undefined ? {} : { endTime }),
    insertTime: formatIso(row.created.getTime()),
    activityInfo: describeActivity(row, portal),
    name: keys.open(tenant, row.nameCipher),
    phone: maskPhone(keys.open(tenant, row.phoneCipher)),
    ...(state === 'unused' && signCipher !== null ? { signCode: keys.open(tenant, signCipher) } : {}),
    ...(ahead === undefined ? {} : { ahead }),
    ...(row.drawRank === null ? {} : { drawRank: row.drawRank }),
    may: judgeMoves(module, state),
    cancellable: isCancellable(portal, row, now),
  };
}

/** Returns what is shown of the item (ledger PC-05); one that was removed is named as what it is. */
function describeActivity({ module, doc, activity }: Enrolment, { modules, texts }: CompiledPortal): JsonObject {
  if (doc === null) return { id: activity, name: texts['noSuchItem'] ?? '' };
  const { roles, enrolment } = modules[module]?.definition ?? {};
  const shown = {
    columnId: roles?.column,
    name: roles?.title,
    image: roles?.image,
    beginTime: enrolment?.begin,
    endTime: enrolment?.end,
    address: enrolment?.place,
  };
  const found = Object.entries(shown).map(([name, pointer]) => [name, pointer && resolve(pointer, doc)] as const);
  return { id: activity, ...Object.fromEntries(found.filter((entry): entry is [string, Json] => entry[1] !== undefined)) };
}
