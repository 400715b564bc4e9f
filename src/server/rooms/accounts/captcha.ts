import { randomBytes } from 'node:crypto';
import { removeExpired } from '../../../database/accounts/oneTimeCodes';
import type { ServiceReply } from '../../api/reply';
import type { ApiRequest } from '../../api/request';
import type { AccountServices } from '../../security/accountServices';
import { makeCaptcha } from '../../security/captcha';
import { limitCaptchas } from '../../security/limits';
import { drawCaptcha } from './drawCaptcha';

/** Returns a new picture (ledger LOGIN-24). */
export async function sendCaptcha(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  await limitCaptchas(accounts, request.portal.tenant, request.caller.address);
  const { id, text, cookies } = await makeCaptcha(request, accounts);
  await accounts.outbox.write({
    time: new Date(accounts.clock()).toISOString(),
    kind: 'captcha',
    to: request.parameters.get('phone') ?? id,
    code: text,
  });
  // Once in a while, by whoever comes: what has expired is of no use to anybody.
  if ((randomBytes(1)[0] ?? 1) === 0) removeExpired(accounts.db, accounts.clock()).catch(accounts.report);
  return { bytes: { type: 'image/png', data: drawCaptcha(text) }, cookies };
}
