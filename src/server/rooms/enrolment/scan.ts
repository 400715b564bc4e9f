import { pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { findEnrolmentsFor } from '../../../database/enrolments/enrolments';
import type { CompiledPortal } from '../../../model/compiled';
import { asString, type JsonObject } from '../../../model/json';
import type { TextKey } from '../../../model/textKeys.g';
import { maskName } from '../../../runtime/mask';
import { formatPattern } from '../../../runtime/text';
import { formatDate, formatIso, parseTime, toClockParts } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import { withIdempotencyKey } from '../../api/idempotency';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { requireViewer } from '../../api/viewer';
import { requireSite } from '../../desk/site';
import type { AccountServices } from '../../security/accountServices';
import { openText } from '../../security/keys';
import { findActivity } from './activity';
import { type Arrival, judgeArrival, receive } from './arrival';
import { collectFields } from './state';
import { findSession, readTimetable } from './times';

const derive = promisify(pbkdf2);
const hour = 3_600_000;
/** What was noted without a connection counts for so long. */
const longestDelay = 12 * hour;
/** Clocks of phones differ. */
const ahead = 5 * 60_000;
/** A list without a connection is no list of codes: each guess costs so many rounds. */
const rounds = 2_000;
const hashBytes = 16;

/**
 * Checks in by a code that was read or typed in, and answers what a scanner shows (ScannerSection of the language): `outcome` says whether it
 * was done, was done before, or cannot be. With `at` and `by` it was noted without a connection, by whom: each counts once, however often it
 * is sent under the same Idempotency-Key.
 * @throws RequestError 400 for a moment that cannot be, 403 for what somebody else has noted, 404 where there is no such activity
 */
export async function scanAtDesk(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, body, now } = request;
  const site = requireSite(portal);
  const [code, id] = [asString(body['code']).trim(), asString(body['id'])];
  const moment = readMoment(request);
  const activity = await findActivity(accounts.db, site, asString(body['activityId']), now);
  return withIdempotencyKey(request, accounts.db, {
    work: async (tx) => {
      const arriving = { activity, meant: id === '' ? { code } : { id }, at: moment ?? now, offline: moment !== undefined, anyDay: false };
      const arrival = await receive(tx, request, accounts, arriving);
      const item = describeArrival(portal, site, accounts, arrival, now);
      return { item, message: asString(item['title']) };
    },
  });
}

/** Returns when it was that a scan was noted without a connection; undefined where it comes at once. */
function readMoment({ body, viewer, now }: ApiRequest): number | undefined {
  const written = asString(body['at']);
  if (written === '') return undefined;
  const at = parseTime(written);
  if (at === undefined || at > now + ahead || at < now - longestDelay) throw new RequestError('scanTooOld');
  if (asString(body['by']) !== requireViewer(viewer).id) throw new RequestError('scanOfOthers');
  return Math.min(at, now);
}

/**
 * Returns what a scanner needs to go on without a connection: of each code a hash, and what would be said of it; no code, no phone, no whole
 * name.
 * @throws RequestError 404 where there is no such activity
 */
export async function listForScanning(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, parameters, viewer, now } = request;
  const { db, keys } = accounts;
  const site = requireSite(portal);
  const activity = await findActivity(db, site, parameters.get('activityId') ?? '', now);
  const rows = await findEnrolmentsFor(db, site.tenant, activity.id, collectFields(site.modules));
  const salt = randomBytes(hashBytes);
  const entries = await Promise.all(
    rows.flatMap((row) => {
      const { signCipher } = row;
      if (signCipher === null) return [];
      return derive(keys.open(site.tenant, signCipher), salt, rounds, hashBytes, 'sha256').then((hash): JsonObject => ({
        hash: hash.toString('base64'),
        ...describeArrival(portal, site, accounts, judgeArrival(site, row, now, false), now),
      }));
    }),
  );
  return { item: { owner: requireViewer(viewer).id, taken: formatIso(now), salt: salt.toString('base64'), rounds, entries } };
}

const outcomes: Readonly<Record<Arrival['kind'], { outcome: 'done' | 'before' | 'refused'; title: TextKey; detail?: TextKey }>> = {
  done: { outcome: 'done', title: 'deskScanDone' },
  before: { outcome: 'before', title: 'deskScanBefore', detail: 'deskScanBeforeAt' },
  waiting: { outcome: 'refused', title: 'deskScanWaiting', detail: 'deskScanWaitingText' },
  cancelled: { outcome: 'refused', title: 'deskScanCancelled' },
  over: { outcome: 'refused', title: 'deskScanOver' },
  early: { outcome: 'refused', title: 'deskScanEarly', detail: 'deskScanEarlyText' },
  elsewhere: { outcome: 'refused', title: 'deskScanElsewhere', detail: 'deskScanElsewhereText' },
  unknown: { outcome: 'refused', title: 'deskScanUnknown', detail: 'deskScanUnknownText' },
};

/** Returns what is shown of an arrival: names are masked, and a moment of today is a time of day. */
function describeArrival(
  portal: CompiledPortal,
  site: CompiledPortal,
  { keys }: AccountServices,
  arrival: Arrival,
  now: number,
): JsonObject {
  const { outcome, title, detail } = outcomes[arrival.kind];
  const say = (name: TextKey, values: Record<string, string> = {}): string =>
    formatPattern(portal.texts[name] ?? '', values, portal.patterns);
  const values = {
    title: 'title' in arrival ? arrival.title : '',
    time: writeMoment('at' in arrival ? arrival.at : 'begin' in arrival ? arrival.begin : undefined, now),
  };
  const shown = { outcome, title: say(title), ...(detail === undefined ? {} : { detail: say(detail, values) }) };
  if (!('enrolment' in arrival)) return shown;
  const { enrolment } = arrival;
  const session = findSession(readTimetable(site.modules[enrolment.module], enrolment.doc), enrolment.session);
  return {
    ...shown,
    id: enrolment.id,
    name: maskName(openText(keys, site.tenant, enrolment.nameCipher)),
    ...(session ? { group: session.name } : {}),
    ...('at' in arrival ? { at: formatIso(arrival.at) } : {}),
  };
}

function writeMoment(time: number | undefined, now: number): string {
  if (time === undefined) return '';
  const { hour: hours, minute } = toClockParts(time);
  const clock = `${String(hours).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  return formatDate(time) === formatDate(now) ? clock : `${formatDate(time)} ${clock}`;
}
