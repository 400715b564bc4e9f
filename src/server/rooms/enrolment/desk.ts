import { listEnrolledItems } from '../../../database/enrolments/deskLists';
import { findEnrolmentsFor, type StoredEnrolment } from '../../../database/enrolments/enrolments';
import { countTakenBySession } from '../../../database/enrolments/places';
import type { CompiledPortal } from '../../../model/compiled';
import { getOwn, type JsonObject } from '../../../model/json';
import type { EnrolmentState } from '../../../model/services';
import type { TextKey } from '../../../model/textKeys.g';
import { findKeeper, listOrigins, nameState } from '../../../runtime/lifecycle';
import { maskName, maskPhone } from '../../../runtime/mask';
import { formatIso } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import { readWindow } from '../../api/parameters';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { requireModule, requireSite } from '../../desk/site';
import { readTitle } from '../../items/record';
import { describeFurther } from '../../members/describeFurther';
import type { AccountServices } from '../../security/accountServices';
import { openText } from '../../security/keys';
import { findActivity, isEnrollable } from './activity';
import { collectFields, computeState } from './state';
import { computeSpan, findSession, isOver, readTimetable } from './times';

const day = 86_400_000;
/** Activities that somebody enrolled for within so many days are looked through, and stay listed for a week after their end. */
const lookedThrough = 400 * day;
const staysListed = 7 * day;

/** Lists the activities that are still to come, or were over lately, with how many are enrolled, wait and have come. */
export async function listActivities({ portal, now }: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { tenant, modules } = requireSite(portal);
  const found = await listEnrolledItems(db, tenant, new Date(now - lookedThrough));
  const rows = found
    .map((item) => ({ ...item, span: computeSpan(readTimetable(modules[item.module], item.doc)) }))
    .filter(({ span }) => !isOver(span, now - staysListed))
    .sort(
      (one, other) => Number(isOver(one.span, now)) - Number(isOver(other.span, now)) || (one.span.begin ?? 0) - (other.span.begin ?? 0),
    )
    .map(({ activity, title, enrolled, waiting, signedIn, span }): JsonObject => ({
      id: activity,
      title,
      ...describeSpan(span),
      enrolled,
      waiting,
      signedIn,
      over: isOver(span, now),
    }));
  return { rows, total: rows.length };
}

const describeSpan = ({ begin, end }: ReturnType<typeof computeSpan>): JsonObject => ({
  ...(begin === undefined ? {} : { begin: formatIso(begin) }),
  ...(end === undefined ? {} : { end: formatIso(end) }),
});

/**
 * Returns an activity with how many have a place, have come, have not, wait, and how many places are left.
 * @throws RequestError 404 where there is no such activity
 */
export async function describeActivity({ portal, parameters, now }: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const site = requireSite(portal);
  const activity = await findActivity(db, site, parameters.get('activityId') ?? '', now);
  const attendees = await readAttendees(db, site, activity.id, now);
  const within = (group: Group): Attendee[] => attendees.filter((attendee) => groups[group](attendee));
  const count = (group: Group): number => within(group).length;
  const members = (group: Group): number => new Set(within(group).map(({ row }) => row.member)).size;
  const taken = (await countTakenBySession(db, site.tenant, activity.module.name, activity.id)).get('') ?? 0;
  const span = computeSpan(activity);
  return {
    item: {
      id: activity.id,
      title: readTitle(activity.module, activity.doc),
      ...describeSpan(span),
      over: isOver(span, now),
      places: activity.places,
      left: Math.max(0, activity.capacity - taken),
      enrolled: count('enrolled'),
      used: count('used'),
      unused: count('unused'),
      waiting: count('waiting'),
      drawing: count('drawing'),
      noShow: count('noShow'),
      members: {
        enrolled: members('enrolled'),
        used: members('used'),
        unused: members('unused'),
        waiting: members('waiting'),
        noShow: members('noShow'),
      },
    },
  };
}

/** Tells how many still expect to come to an item of the module, or wait for a place: whom it concerns when visitors no longer see it. */
export async function countExpected(request: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { site, module } = requireModule(request);
  const attendees = await readAttendees(db, site, request.parameters.get('id') ?? '', request.now);
  const expected = attendees.filter(
    (each) => each.row.module === module.name && (['unused', 'waiting', 'drawing'] as const).some((group) => groups[group](each)),
  );
  return { item: { deskExpected: expected.length } };
}

/** An enrolment with what it is now. */
export interface Attendee {
  row: StoredEnrolment;
  state: EnrolmentState;
}

/** Whom staff look at together. Who has a place and did not come is told from who waited for one in vain. */
export const groups = {
  enrolled: ({ row }: Attendee): boolean => row.status === 'enrolled',
  unused: ({ state }: Attendee): boolean => state === 'unused',
  used: ({ state }: Attendee): boolean => state === 'used',
  waiting: ({ state }: Attendee): boolean => state === 'waiting',
  drawing: ({ state }: Attendee): boolean => state === 'drawing',
  noShow: ({ row, state }: Attendee): boolean => state === 'expired' && row.status === 'enrolled',
  cancelled: ({ row }: Attendee): boolean => row.status === 'cancelled',
} as const;
export type Group = keyof typeof groups;

const standings = [
  ['noShow', 'deskNoShow'],
  ['used', 'deskCame'],
  ['unused', 'deskExpected'],
] as const satisfies readonly (readonly [Group, TextKey])[];

/** Returns everybody who is or was enrolled for an activity, who came first first. */
export async function readAttendees(
  db: AccountServices['db'],
  { tenant, modules }: CompiledPortal,
  activity: string,
  now: number,
): Promise<Attendee[]> {
  const rows = await findEnrolmentsFor(db, tenant, activity, collectFields(modules));
  return rows.map((row) => ({ row, state: computeState({ ...row, timetable: readTimetable(modules[row.module], row.doc) }, now) }));
}

/**
 * Lists who is or was enrolled for an activity, in the order in which they came or another one; names and phones are masked,
 * unless they are to be shown. What is looked
 * for is a part of a name, a whole phone or its last four digits, which the list shows, or a whole code.
 * @throws RequestError 404 where there is no such activity, seen by visitors or not
 */
export async function listAttendees(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, endpoint, parameters, now, reveal } = request;
  const { db, keys } = accounts;
  const site = requireSite(portal);
  const { tenant } = site;
  const keeper = findKeeper(site, 'enrolment.list');
  const group = getOwn(groups, parameters.get('state') ?? '');
  const keyword = (parameters.get('keyword') ?? '').trim();
  const callable = listOrigins(site, 'enrolment.list', 'callOff');
  const open = (sealed: string | null): string => openText(keys, tenant, sealed ?? '');
  const show = (mask: (text: string) => string, sealed: string): string => (reveal === true ? open(sealed) : mask(open(sealed)));
  // Staff read who came and who did not, where members read what became of their ticket.
  const describeStanding = (attendee: Attendee): string => {
    const [, text] = standings.find(([name]) => groups[name](attendee)) ?? [];
    return text === undefined ? nameState(site, keeper, attendee.state) : (portal.texts[text] ?? '');
  };
  const isFound = ({ row }: Attendee): boolean => {
    const phone = open(row.phoneCipher);
    return (
      keyword === '' ||
      open(row.nameCipher).includes(keyword) ||
      phone === keyword ||
      phone.slice(-4) === keyword ||
      open(row.signCipher) === keyword
    );
  };
  const activity = parameters.get('activityId') ?? '';
  const all = await readAttendees(db, site, activity, now);
  if (all.length === 0 && !(await isEnrollable(db, site, activity))) throw new RequestError('deskNoSuchActivity');
  const found = all.filter((attendee) => (group?.(attendee) ?? true) && isFound(attendee));
  const { limit, offset } = readWindow(endpoint, parameters);
  const part = sortAttendees(found, parameters.get('sort') ?? '').slice(offset, offset + limit);
  const rows = part.map(({ row, state }): JsonObject => ({
    id: row.id,
    name: show(maskName, row.nameCipher),
    phone: show(maskPhone, row.phoneCipher),
    session: findSession(readTimetable(site.modules[row.module], row.doc), row.session)?.name ?? '',
    state,
    stateLabel: describeStanding({ row, state }),
    created: formatIso(row.created.getTime()),
    callable: callable.includes(state),
    ...(row.signedIn ? { signedIn: formatIso(row.signedIn.getTime()) } : {}),
    further: describeFurther({ keys }, site, row).join('\n'),
  }));
  return { rows, total: found.length };
}

/** Who came last first, or by sessions; else as they enrolled. */
function sortAttendees(attendees: readonly Attendee[], sort: string): Attendee[] {
  if (sort === 'signedIn')
    return attendees.toSorted((one, other) => (other.row.signedIn?.getTime() ?? 0) - (one.row.signedIn?.getTime() ?? 0));
  return sort === 'session' ? attendees.toSorted((one, other) => one.row.session.localeCompare(other.row.session)) : [...attendees];
}
