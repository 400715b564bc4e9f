import { forgetAttendees } from '../../../database/enrolments/enrolments';
import { countTakenBySession } from '../../../database/enrolments/places';
import type { CompiledPortal } from '../../../model/compiled';
import { resolve } from '../../../model/pointer';
import { findKeeper, getStateValue } from '../../../runtime/lifecycle';
import { formatIso } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import { withIdempotencyKey } from '../../api/idempotency';
import type { ApiRequest, PersonalData, Room, ServiceReply } from '../../api/room';
import { requireViewer } from '../../api/viewer';
import { calendarType, buildCalendar } from '../../calendar/ics';
import { readTitle } from '../../items/record';
import { translateItem } from '../../items/translations';
import { openFurther } from '../../members/further';
import type { RefuseUnusedTickets } from '../../members/unusedTickets';
import type { AccountServices } from '../../security/accountServices';
import { openText } from '../../security/keys';
import { findActivity } from './activity';
import { cancelOwnEnrolment, releasePlace } from './cancel';
import { countExpected, describeActivity, listActivities, listAttendees } from './desk';
import { callOffAtDesk, checkInAtDesk, promoteAtDesk, undoAtDesk } from './deskMoves';
import { describeDraw, drawDue } from './draw';
import { judgeRoom } from './enrol';
import { listEnrolments } from './list';
import { remindOfActivities } from './remind';
import { findDueIdNumbers } from './retention';
import { listForScanning, scanAtDesk } from './scan';
import { signIn } from './signIn';
import { signUp } from './signUp';
import { computeState, type Enrolment, readEnrolments } from './state';
import { tellAttendees } from './tellAttendees';
import { computeEnrolmentSpan, findSession, readTimetable } from './times';

/**
 * Enrolment for activities, by service name (ledger ENR-30 to ENR-36, SIGN-03, PC-11, PC-12). signUp and apply do the same, as the bodies
 * say who comes.
 */
export const createEnrolmentRoom = (refuseUnused: RefuseUnusedTickets): Room<AccountServices> => ({
  services: {
    'enrolment.sessions': listSessions,
    'enrolment.signUp': (request, accounts) => signUp(request, accounts, 'enrolled', refuseUnused),
    'enrolment.apply': (request, accounts) => signUp(request, accounts, 'enrolled', refuseUnused),
    'enrolment.wait': (request, accounts) => signUp(request, accounts, 'waiting', refuseUnused),
    'enrolment.draw': describeDraw,
    'enrolment.signIn': signIn,
    'enrolment.list': listEnrolments,
    'enrolment.cancel': (request, accounts) =>
      withIdempotencyKey(request, accounts.db, {
        work: async (tx) => {
          const { portal, parameters, viewer, now } = request;
          await cancelOwnEnrolment(tx, accounts, portal, requireViewer(viewer).id, parameters.get('id') ?? '', now);
          return { message: portal.texts['unsubscribed'] };
        },
      }),
    'enrolment.calendar': sendCalendar,
    'enrolment.deskActivities': listActivities,
    'enrolment.deskActivity': describeActivity,
    'enrolment.deskExpected': countExpected,
    'enrolment.deskList': listAttendees,
    'enrolment.deskCheckIn': checkInAtDesk,
    'enrolment.deskUndo': undoAtDesk,
    'enrolment.deskPromote': promoteAtDesk,
    'enrolment.deskCallOff': callOffAtDesk,
    'enrolment.deskScan': scanAtDesk,
    'enrolment.deskRoll': listForScanning,
    'enrolment.deskTell': tellAttendees,
  },
  personalData: [enrolmentData],
  lines: {
    enrolled: async ({ db, clock }, portal, { item, part }) => judgeRoom(db, await findActivity(db, portal, item, clock()), part),
    waiting: async () => undefined,
  },
  findDueIdNumbers,
  doDue: drawDue,
  remind: remindOfActivities,
});

/** Returns the sessions of an activity with the places left in each (ledger ENR-26). */
async function listSessions({ portal, parameters, now }: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const activity = await findActivity(db, portal, parameters.get('id') ?? '', now);
  const taken = await countTakenBySession(db, portal.tenant, activity.module.name, activity.id);
  const left = Math.max(0, activity.capacity - (taken.get('') ?? 0));
  const { sessions } = readTimetable(activity.module, translateItem(activity.doc, portal.locale));
  return {
    rows: sessions.map(({ id, name, limit, startTime = '', endTime = '' }) => ({
      id,
      sessionName: name,
      countSurplus: limit === null ? left : Math.max(0, Math.min(left, limit - (taken.get(id) ?? 0))),
      countLimit: limit ?? activity.places,
      startTime,
      endTime,
    })),
  };
}

/** @throws RequestError 404 when the member has no such enrolment, 409 when it is not known when it is */
async function sendCalendar({ portal, parameters, viewer, now }: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const [enrolment] = await readEnrolments(db, portal, requireViewer(viewer).id, [parameters.get('id') ?? '']);
  if (!enrolment) throw new RequestError('noSuchEnrolment');
  const file = writeCalendar(enrolment, portal, now);
  if (file === undefined) throw new RequestError('calendarNoTime');
  return { bytes: { type: calendarType, data: Buffer.from(file) } };
}

/**
 * A member's enrolments. With the account, those of what is still ahead are taken back, so that their places go to others; of the rest
 * remains that somebody came or did not.
 */
const enrolmentData: PersonalData<AccountServices> = {
  name: 'enrolments',
  async read(accounts, tenant, member, portal) {
    return (await readEnrolments(accounts.db, portal, member)).map((row) => ({
      ...openFurther(accounts, tenant, row),
      activity: (row.doc && readTitle(portal.modules[row.module], row.doc)) || row.activity,
      session: row.session,
      name: accounts.keys.open(tenant, row.nameCipher),
      idNo: openText(accounts.keys, tenant, row.idCipher),
      cellphone: accounts.keys.open(tenant, row.phoneCipher),
      status: getStateValue(findKeeper(portal, 'enrolment.list'), computeState(row, accounts.clock())),
      insertTime: formatIso(row.created.getTime()),
    }));
  },
  async forget(tx, tenant, member, portal, accounts) {
    const now = accounts.clock();
    const ahead = (await readEnrolments(tx, portal, member)).filter((row) =>
      ['unused', 'waiting', 'drawing'].includes(computeState(row, now)),
    );
    // In one order everywhere, so that two accounts that are removed at once do not wait for each other; of an activity those who wait
    // first, or they would move up into the places that the others give back.
    const key = ({ module, activity, status, id }: (typeof ahead)[number]): string =>
      JSON.stringify([module, activity, status === 'waiting' ? 0 : 1, id]);
    for (const row of ahead.sort((a, b) => (key(a) < key(b) ? -1 : 1))) await releasePlace(tx, accounts, portal, row, now);
    await forgetAttendees(tx, tenant, member);
  },
};

const statuses = { enrolled: 'CONFIRMED', waiting: 'TENTATIVE', drawing: 'TENTATIVE', cancelled: 'CANCELLED' } as const;

/**
 * Returns an enrolment as a calendar file. Its id stays the same, so that the file that is downloaded after it was taken back replaces the
 * first.
 * @param now milliseconds since 1970
 * @returns undefined when it is not known when it begins
 */
function writeCalendar(
  enrolment: Enrolment,
  { tenant, settings, modules }: Pick<CompiledPortal, 'tenant' | 'settings' | 'modules'>,
  now: number,
): string | undefined {
  const { id, module, doc, session, status, timetable } = enrolment;
  const { begin, end } = computeEnrolmentSpan(enrolment);
  if (doc === null || begin === undefined) return undefined;
  const sessionName = findSession(timetable, session)?.name;
  const title = [readTitle(modules[module], doc), sessionName].filter((part) => typeof part === 'string' && part !== '').join(' ');
  const pointer = modules[module]?.definition.enrolment?.place;
  const place = pointer === undefined ? undefined : resolve(pointer, doc);
  return buildCalendar({
    uid: `${id}@${settings.hosts[0] ?? tenant}`,
    start: begin,
    ...(end !== undefined && end > begin ? { end } : {}),
    title,
    ...(typeof place === 'string' ? { place } : {}),
    stamp: now,
    status: statuses[status],
  });
}
