import { listEnrolledItems } from '../../../database/enrolments/deskLists';
import { findEnrolmentsFor, type StoredEnrolment } from '../../../database/enrolments/enrolments';
import type { CompiledPortal } from '../../../model/compiled';
import { asString, type JsonObject } from '../../../model/json';
import type { EnrolmentState } from '../../../model/services';
import { findKeeper, nameState } from '../../../runtime/lifecycle';
import { maskName, maskPhone } from '../../../runtime/mask';
import { formatPattern } from '../../../runtime/text';
import { formatIso } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { note } from '../../desk/note';
import { requireSite } from '../../desk/site';
import { describeFurther } from '../../members/describeFurther';
import type { AccountServices } from '../../security/accountServices';
import { openText } from '../../security/keys';
import { signIn, undoSignIn } from './signIn';
import { collectFields, computeState } from './state';
import { computeSpan, findSession, isOver, readTimetable } from './times';

const day = 86_400_000;
/** Activities that somebody enrolled for within so many days are looked through, and stay listed for a day after their end. */
const lookedThrough = 400 * day;

/** Lists the activities that are still to come, or were over yesterday, with how many are enrolled, wait and have come. */
export async function listActivities({ portal, now }: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { tenant, modules } = requireSite(portal);
  const found = await listEnrolledItems(db, tenant, new Date(now - lookedThrough));
  const rows = found
    .map((item) => ({ ...item, span: computeSpan(readTimetable(modules[item.module], item.doc)) }))
    .filter(({ span }) => !isOver(span, now - day))
    .sort((one, other) => (one.span.begin ?? 0) - (other.span.begin ?? 0))
    .map(({ activity, title, enrolled, waiting, signedIn, span }): JsonObject => ({
      id: activity,
      title,
      ...(span.begin === undefined ? {} : { begin: formatIso(span.begin) }),
      enrolled,
      waiting,
      signedIn,
    }));
  return { rows, total: rows.length };
}

/** Lists who is enrolled for an activity and who waits, in the order in which they came; names and phones are masked, unless they are to be shown. */
export async function listAttendees({ portal, parameters, now, reveal }: ApiRequest, { db, keys }: AccountServices): Promise<ServiceReply> {
  const site = requireSite(portal);
  const asked = parameters.get('state') ?? '';
  const found = await findEnrolmentsFor(db, site.tenant, parameters.get('activityId') ?? '', collectFields(site.modules));
  const keeper = findKeeper(site, 'enrolment.list');
  const show = (mask: (text: string) => string, sealed: string): string => {
    const text = openText(keys, site.tenant, sealed);
    return reveal === true ? text : mask(text);
  };
  const rows = found
    .map((row) => ({ row, state: findStateOf(site, row, now) }))
    .filter(({ state }) => asked === '' || asked.split(',').includes(state))
    .map(({ row, state }): JsonObject => ({
      id: row.id,
      name: show(maskName, row.nameCipher),
      phone: show(maskPhone, row.phoneCipher),
      session: findSession(readTimetable(site.modules[row.module], row.doc), row.session)?.name ?? '',
      state,
      stateLabel: nameState(site, keeper, state),
      created: formatIso(row.created.getTime()),
      ...(row.signedIn ? { signedIn: formatIso(row.signedIn.getTime()) } : {}),
      further: describeFurther({ keys }, site, row).join('\n'),
    }));
  return { rows, total: rows.length };
}

const findStateOf = ({ modules }: CompiledPortal, row: StoredEnrolment, now: number): EnrolmentState =>
  computeState({ ...row, timetable: readTimetable(modules[row.module], row.doc) }, now);

/** Checks somebody in by the code that is shown, or by the line of the list. @throws RequestError as {@link signIn} */
export async function checkInAtDesk(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, body } = request;
  const site = requireSite(portal);
  const activityId = asString(body['activityId']);
  const rows = await findEnrolmentsFor(accounts.db, site.tenant, activityId, collectFields(site.modules));
  const own = rows.find(({ id }) => id === asString(body['id']));
  const typed = asString(body['signCode']).trim();
  const signCode = own?.signCipher ? accounts.keys.open(site.tenant, own.signCipher) : typed;
  await signIn({ ...request, portal: site, body: { activityId, signCode } }, accounts);
  const met = rows.find(({ signCipher }) => signCipher !== null && accounts.keys.open(site.tenant, signCipher) === signCode);
  await note(accounts.db, request, { action: 'enrolment.checkIn', item: activityId });
  const name = maskName(openText(accounts.keys, site.tenant, met?.nameCipher ?? ''));
  return { message: formatPattern(portal.texts['deskCheckedIn'] ?? '', { name }, portal.patterns) };
}

/** Takes a check-in back. @throws RequestError 409 where there is none */
export async function undoAtDesk(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, body, now } = request;
  const site = requireSite(portal);
  const activityId = asString(body['activityId']);
  const rows = await findEnrolmentsFor(accounts.db, site.tenant, activityId, collectFields(site.modules));
  const own = rows.find(({ id }) => id === asString(body['id']));
  const code = own?.signCipher ? accounts.keys.open(site.tenant, own.signCipher) : '';
  if (code === '' || !(await undoSignIn(accounts, site, activityId, code, now))) throw new RequestError('deskNotSignedIn');
  await note(accounts.db, request, { action: 'enrolment.undo', item: activityId });
  return { message: portal.texts['deskUndone'] };
}
