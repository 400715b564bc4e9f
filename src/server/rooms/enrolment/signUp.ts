import { lockMember } from '../../../database/accounts/members';
import type { Queryable } from '../../../database/connection';
import { getItemTogether } from '../../../database/content/items';
import { countEnrolled, findQueue } from '../../../database/enrolments/enrolments';
import type { CompiledPortal } from '../../../model/compiled';
import { asObject, asString, type Json, type JsonObject } from '../../../model/json';
import { maskPhone } from '../../../runtime/mask';
import { findKeeper, getStateValue, nameState } from '../../../runtime/lifecycle';
import { RequestError } from '../../api/errors';
import { withIdempotencyKey } from '../../api/idempotency';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { requireViewer } from '../../api/viewer';
import { readTitle } from '../../items/record';
import { awaitTurn, freeTurn, type Turn } from '../../members/line';
import { findKnownContacts } from '../../members/contacts';
import { requireConsents, requireIdNumberConsent } from '../../members/consents';
import { readFurther, readFurtherStated } from '../../members/further';
import type { RefuseUnusedTickets } from '../../members/unusedTickets';
import { tellOfKept } from '../../messages/tellOfMove';
import type { AccountServices } from '../../security/accountServices';
import { consumeCaptcha } from '../../security/captcha';
import { type Activity, findActivity } from './activity';
import { takesPart } from './draw';
import { enrol, enterDraw, type Enrolling, judgeRoom, queueUp } from './enrol';
import { promoteWaiting } from './promote';
import { checkNumber, checkOpen, checkPeople, chooseSession } from './rules';
import { type Enrolment, readEnrolments } from './state';
import { findSession } from './times';

/** What becomes of the people of an order: they get places, queue for them, or take part in the draw. */
type Outcome = 'enrolled' | 'waiting' | 'drawing';

const outcomes = {
  enrolled: { record: enrol, move: 'enrol', state: 'unused', message: 'enrolled' },
  waiting: { record: queueUp, move: 'queue', state: 'waiting', message: 'queued' },
  drawing: { record: enterDraw, move: 'enter', state: 'drawing', message: 'inDraw' },
} as const;

/**
 * Enrols contacts of the member, or queues them (ledger ENR-30 to ENR-36). The captcha is used up right or wrong, before anything else
 * is looked at; whoever waits is given what came free before anybody new is.
 */
export async function signUp(
  request: ApiRequest,
  accounts: AccountServices,
  wanted: Exclude<Outcome, 'drawing'>,
  refuseUnused: RefuseUnusedTickets,
): Promise<ServiceReply> {
  const { portal, body, viewer, now } = request;
  const member = requireViewer(viewer).id;
  const order = readOrder(body);
  // What is not there is said later, once the captcha is used up.
  const found = { activity: await findActivity(accounts.db, portal, order.activity, now, getItemTogether).catch(passOverRefusal) };
  const turn = found.activity ? await awaitTurnFor(request, accounts, found.activity, wanted, order) : freeTurn;
  const { item } = await turn.serve(() =>
    withIdempotencyKey(request, accounts.db, {
      prepare: async (tx) => {
        if (turn.isProved) await turn.use(tx);
        else await consumeCaptcha(request, { ...accounts, db: tx }, order.captcha);
        found.activity ??= await findActivity(tx, portal, order.activity, now);
        // Before the places: an account that is being removed gives its own back under the same lock.
        if (!(await lockMember(tx, portal.tenant, member))) throw new RequestError('sessionExpired');
        if (
          found.activity.waiting &&
          (await findQueue(tx, { tenant: portal.tenant, module: found.activity.module.name, activity: found.activity.id })).length > 0
        )
          await promoteWaiting(tx, accounts, portal, found.activity, now);
      },
      work: async (tx) => {
        const activity = found.activity ?? (await findActivity(tx, portal, order.activity, now));
        const enrolling = await checkOrder(tx, request, accounts, activity, order);
        await refuseUnused(tx, portal, { member, now });
        const isDrawn = await takesPart(tx, accounts, activity, now);
        if (isDrawn && wanted === 'waiting') throw new RequestError('placesLeft');
        const outcome = isDrawn ? 'drawing' : wanted;
        const ids = await outcomes[outcome].record(tx, accounts, enrolling);
        await tellOfKept(tx, accounts, portal, describeNews(outcome, enrolling, ids), now);
        await turn.finish(tx);
        return { item: { ids, outcome } };
      },
    }),
  );
  const ids = readIds(item);
  const stored = new Map((await readEnrolments(accounts.db, portal, member, ids)).map((row) => [row.id, row]));
  return composeReply(
    portal,
    accounts,
    asObject(item)['outcome'] === 'drawing' ? 'drawing' : wanted,
    ids.flatMap((id) => stored.get(id) ?? []),
  );
}

function passOverRefusal(error: unknown): undefined {
  if (!(error instanceof RequestError)) throw error;
}

const awaitTurnFor = (request: ApiRequest, accounts: AccountServices, activity: Activity, outcome: Outcome, order: Order): Promise<Turn> =>
  awaitTurn(request, accounts.db, accounts, {
    module: activity.module,
    item: activity.id,
    line: outcome,
    part: order.session,
    judge: async () => (outcome === 'waiting' ? undefined : judgeRoom(accounts.db, activity, order.session)),
    captcha: order.captcha,
  });

/** Everything that can be said before places are taken. */
async function checkOrder(
  tx: Queryable,
  request: ApiRequest,
  accounts: AccountServices,
  activity: Activity,
  order: Order,
): Promise<Enrolling> {
  const { portal, viewer, now } = request;
  const member = requireViewer(viewer).id;
  checkOpen(activity, now);
  const session = chooseSession(activity, order.session, now);
  const people = await findKnownContacts(tx, accounts, portal.tenant, member, order.contacts);
  checkPeople(
    activity,
    people.map(({ person }) => person),
    now,
  );
  checkNumber(activity, people.length);
  if (activity.most !== undefined)
    checkNumber(
      activity,
      people.length + (await countEnrolled(tx, { tenant: portal.tenant, module: activity.module.name, activity: activity.id }, member)),
    );
  await requireIdNumberConsent(tx, request);
  const further = readFurther(request);
  const { births } = readFurtherStated(further);
  if (births.length > 0) await requireConsents(tx, request, { idNumbers: [], births });
  return { activity, session, member, people, now, further };
}

/**
 * Returns the reply (ledger ENR-19, ENR-32): who comes, when, what becomes of it, and the codes that check in, in the order of the names. It
 * is read anew, also of a submission that is repeated, so that what is kept with the key of one names nobody.
 */
function composeReply(portal: CompiledPortal, { keys }: AccountServices, outcome: Outcome, rows: readonly Enrolment[]): ServiceReply {
  const { tenant, texts } = portal;
  const { state, message } = outcomes[outcome];
  const keeper = findKeeper(portal, 'enrolment.list');
  const join = (parts: readonly string[]): string => parts.join(texts['listSeparator'] ?? ',');
  const codes = rows.flatMap(({ signCipher }) => (signCipher === null ? [] : [keys.open(tenant, signCipher)]));
  const [first] = rows;
  const { name: sessionName, startTime, endTime } = (first && findSession(first.timetable, first.session)) ?? {};
  return {
    item: {
      name: join(rows.map(({ nameCipher }) => keys.open(tenant, nameCipher))),
      phone: join(rows.map(({ phoneCipher }) => maskPhone(keys.open(tenant, phoneCipher)))),
      status: { code: getStateValue(keeper, state), description: nameState(portal, keeper, state, true) },
      count: rows.length,
      ...(first ? { id: first.id } : {}),
      ...(codes.length > 0 ? { signCode: join(codes) } : {}),
      ...(sessionName === undefined ? {} : { sessionName }),
      ...(startTime === undefined ? {} : { startTime }),
      ...(endTime === undefined ? {} : { endTime }),
    },
    message: texts[message],
  };
}

/** Who enrols several people at once hears of it once; their names stay sealed. */
const describeNews = (outcome: Outcome, { activity, people, member }: Enrolling, ids: readonly string[]) => ({
  service: 'enrolment.list' as const,
  name: outcomes[outcome].move,
  member,
  key: ids.join(' '),
  item: { activityInfo: { id: activity.id, name: readTitle(activity.module, activity.doc) }, count: people.length },
});

function readIds(item: ServiceReply['item']): string[] {
  const { ids } = asObject(item);
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
}

/** What a visitor asks for: contacts to enrol for an activity, or for a session of it. */
interface Order {
  activity: string;
  /** '' when none was chosen. */ session: string;
  contacts: string[];
  captcha: string;
}

/**
 * Reads an enrolment (ledger ENR-30, ENR-31): contactsId is a list of ids, contacts has `id:idcard:name:phone` for each. Of the latter
 * only the ids count: the rest is what the server itself answered, masked.
 * @throws RequestError 400 without a contact or a code (ledger ENR-07, ENR-08)
 */
function readOrder(body: JsonObject): Order {
  const contacts = [
    ...new Set([...splitEntries(body['contactsId']), ...splitEntries(body['contacts'])].map((entry) => entry.split(':')[0]?.trim() ?? '')),
  ].filter((id) => id !== '');
  const captcha = asString(body['verCode']).trim();
  if (contacts.length === 0) throw new RequestError('contactsMissing');
  if (captcha === '') throw new RequestError('captchaEmpty');
  return { activity: asString(body['activityId']), session: asString(body['sessionId']), contacts, captcha };
}

/** Returns a list, or one written as text with commas. */
function splitEntries(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map(asString) : asString(value).split(',');
}
