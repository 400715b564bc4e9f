import { countUse, takeBackUse } from '../../../database/accounts/throttle';
import { checkIn, type CheckedIn, findEnrolmentByCode, undoCheckIn } from '../../../database/enrolments/signCodes';
import { inTransaction } from '../../../database/transaction';
import type { CompiledPortal } from '../../../model/compiled';
import { asString } from '../../../model/json';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { readTitle } from '../../items/record';
import { creditDeed, type Deed, takeBackDeed } from '../../members/deeds';
import type { AccountServices } from '../../security/accountServices';
import { hashSignCode } from '../../security/storedHashes';
import { type Activity, findActivity } from './activity';
import { computeSpan, findSession, isOver } from './times';

const milliseconds = 10 * 60_000;
// Many visitors check in through the address of one hall, so only wrong codes count.
const mostPerCaller = 30;
/** Wrong codes for one activity, whoever tries them: many callers together find no code by trying. */
const mostPerActivity = 300;

/**
 * Checks in the enrolment of a code, on whatever device, until the activity or its session is over (ledger SIGN-02 to SIGN-07). Each
 * attempt counts before the code is looked at and is taken back when it was right, so that attempts at the same time count too.
 * @throws RequestError 400 without a code or with one of nobody, 409 for one that was used, 429 after too many wrong ones
 */
export async function signIn(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, body, caller, now } = request;
  const { tenant } = portal;
  const code = asString(body['signCode']).trim();
  if (code === '') throw new RequestError('signCodeEmpty');
  const takeBackOwn = await countAttempt(accounts, tenant, ['sign-in', caller.address], mostPerCaller, now);
  const activity = await findActivity(accounts.db, portal, asString(body['activityId']), now);
  const scope = { tenant, module: activity.module.name, activity: activity.id };
  const takeBackShared = await countAttempt(accounts, tenant, ['sign-in-activity', scope.module, scope.activity], mostPerActivity, now);
  const key = { ...scope, signHashes: hashSignCode(accounts.keys, scope, code) };
  const enrolment = await findEnrolmentByCode(accounts.db, key);
  if (!enrolment) throw new RequestError('signCodeUnknown');
  await takeBackOwn();
  await takeBackShared();
  if (enrolment.signedIn) throw new RequestError('signedAlready');
  if (isOver(computeSpan(activity, findSession(activity, enrolment.session)), now)) throw new RequestError('activityOver');
  await inTransaction(accounts.db, async (tx) => {
    const checkedIn = await checkIn(tx, key, new Date(now));
    if (!checkedIn) throw new RequestError('signedAlready');
    await creditDeed(tx, portal, nameAttendance(activity, checkedIn), now);
  });
  return { message: portal.texts['signedIn'] };
}

/** What somebody earns who came, or whose contact did. */
export const nameAttendance = ({ module, doc }: Pick<Activity, 'module' | 'doc'>, { id, member }: CheckedIn): Deed => ({
  name: 'attended',
  module: module.name,
  member,
  key: id,
  about: readTitle(module, doc),
});

/**
 * Takes the check-in of a code back, with what it earned.
 * @returns false when no enrolment has the code or it is not checked in
 */
export async function undoSignIn(
  { db, keys }: Pick<AccountServices, 'db' | 'keys'>,
  portal: CompiledPortal,
  activityId: string,
  code: string,
  now: number,
): Promise<boolean> {
  const activity = await findActivity(db, portal, activityId, now);
  const scope = { tenant: portal.tenant, module: activity.module.name, activity: activity.id };
  return inTransaction(db, async (tx) => {
    const undone = await undoCheckIn(tx, { ...scope, signHashes: hashSignCode(keys, scope, code) });
    if (undone) await takeBackDeed(tx, portal, nameAttendance(activity, undone), now);
    return undone !== undefined;
  });
}

/** Counts an attempt under a name and whose it is. @returns what takes it back @throws RequestError 429 after too many */
async function countAttempt(
  { db, keys }: AccountServices,
  tenant: string,
  [name, ...whose]: readonly [string, ...string[]],
  most: number,
  now: number,
): Promise<() => Promise<void>> {
  const use = { tenant, key: `${name} ${keys.mark('limit', tenant, ...whose)}` };
  if ((await countUse(db, use, milliseconds, now)) > most) throw new RequestError('tooMany');
  return () => takeBackUse(db, use);
}
