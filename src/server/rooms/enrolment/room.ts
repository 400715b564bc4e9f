import { countTakenBySession } from '../../../database/enrolments/places';
import { RequestError } from '../../api/errors';
import { withIdempotencyKey } from '../../api/idempotency';
import type { ServiceReply } from '../../api/reply';
import type { ApiRequest } from '../../api/request';
import type { Room } from '../../api/room';
import { requireViewer } from '../../api/viewer';
import { calendarType } from '../../calendar/ics';
import type { RefuseUnusedTickets } from '../../members/unusedTickets';
import type { AccountServices } from '../../security/accountServices';
import { findActivity } from './activity';
import { writeCalendar } from './calendar';
import { cancelOwnEnrolment } from './cancel';
import { listEnrolments } from './list';
import { enrolmentData } from './personalData';
import { signIn } from './signIn';
import { signUp } from './signUp';
import { readEnrolments } from './state';

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
  },
  personalData: [enrolmentData],
});

/** Returns the sessions of an activity with the places left in each (ledger ENR-26). */
async function listSessions({ portal, parameters, now }: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const activity = await findActivity(db, portal, parameters.get('id') ?? '', now);
  const taken = await countTakenBySession(db, portal.tenant, activity.module.name, activity.id);
  const left = Math.max(0, activity.capacity - (taken.get('') ?? 0));
  return {
    rows: activity.sessions.map(({ id, name, limit, startTime = '', endTime = '' }) => ({
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
