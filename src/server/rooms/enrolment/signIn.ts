import { countUse, takeBackUse } from '../../../database/accounts/throttle';
import { checkIn, findEnrolmentByCode } from '../../../database/enrolments/enrolments';
import { asString } from '../../../model/json';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';
import { findActivity } from './activity';
import { hashSignCode } from './enrol';
import { computeSpan, findSession, isOver } from './times';

// Many visitors check in through the address of one hall, so only wrong codes count.
const wrongCodes = { most: 30, milliseconds: 10 * 60_000 };

/**
 * Checks in the enrolment of a code, on whatever device, until the activity or its session is over (ledger SIGN-02 to SIGN-07). Each
 * attempt counts before the code is looked at and is taken back when it was right, so that attempts at the same time count too.
 * @throws RequestError 400 without a code or with one of nobody, 409 for one that was used, 429 after too many wrong ones
 */
export async function signIn(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { portal, body, caller, now } = request;
  const code = asString(body['signCode']).trim();
  if (code === '') throw new RequestError('signCodeEmpty');
  const limit = { tenant: portal.tenant, key: `sign-in ${accounts.keys.mark('limit', portal.tenant, caller.address)}` };
  if ((await countUse(accounts.db, limit, wrongCodes.milliseconds, now)) > wrongCodes.most) throw new RequestError('tooMany');
  const activity = await findActivity(accounts.db, portal, asString(body['activityId']), now);
  const scope = { tenant: portal.tenant, module: activity.module.name, activity: activity.id };
  const key = { ...scope, signHash: hashSignCode(accounts, scope, code) };
  const enrolment = await findEnrolmentByCode(accounts.db, key);
  if (!enrolment) throw new RequestError('signCodeUnknown');
  await takeBackUse(accounts.db, limit);
  if (enrolment.signedIn) throw new RequestError('signedAlready');
  if (isOver(computeSpan(activity, findSession(activity, enrolment.session)), now)) throw new RequestError('activityOver');
  if (!(await checkIn(accounts.db, key, new Date(now)))) throw new RequestError('signedAlready');
  return { message: portal.texts['signedIn'] };
}
