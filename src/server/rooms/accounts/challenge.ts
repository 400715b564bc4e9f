import { type Challenge, createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { putCaptcha, takeCaptcha } from '../../../database/accounts/oneTimeCodes';
import { isObject, type JsonObject } from '../../../model/json';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';
import { makeCaptcha } from '../../security/captcha';
import { limits, limitUses } from '../../security/limits';

const lifetime = 5 * 60_000;
const algorithm = 'PBKDF2/SHA-256';
/** What stands in the place of an answer of a task that waits; a task is used up as a picture is. */
const waiting = 'challenge';

/** Sets a task for who cannot read the picture; it is good for one solution within five minutes, at this institution. */
export async function sendChallenge({ portal: { tenant }, caller }: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  await limitUses(accounts, tenant, limits.challenges, caller.address);
  const until = accounts.clock() + lifetime;
  const { rounds, fewest, most } = accounts.costs.challenge;
  const [counter, expiresAt] = [randomInt(most, fewest), Math.ceil(until / 1000)];
  const challenge = await createChallenge({ algorithm, cost: rounds, counter, expiresAt, deriveKey, ...deriveSecrets(accounts, tenant) });
  await putCaptcha(accounts.db, tenant, hashTask(accounts, tenant, challenge), waiting, until);
  return { item: JSON.parse(JSON.stringify(challenge)) as JsonObject };
}

/**
 * Takes the solution of a task and answers the characters of a new picture that only this visitor has: they go into the same
 * field and are used up in the same way.
 * @throws RequestError 400 when it is no solution, or of another institution, expired or used
 */
export async function solveChallenge(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { tenant } = request.portal;
  await limitUses(accounts, tenant, limits.challenges, request.caller.address);
  const payload = parsePayload(request.body['payload']);
  const solved = payload && verifySolution({ ...payload, deriveKey, ...deriveSecrets(accounts, tenant) });
  if (!payload || !(await solved?.catch(() => undefined))?.verified) throw new RequestError('challengeFailed');
  const task = hashTask(accounts, tenant, payload.challenge);
  if ((await takeCaptcha(accounts.db, tenant, task, accounts.clock())) !== waiting) throw new RequestError('challengeFailed');
  const { text, cookies } = await makeCaptcha(request, accounts);
  return { item: { code: text }, cookies };
}

/** Returns a payload as ALTCHA writes it: JSON in base64. What it holds is believed only once its signature was checked. */
function parsePayload(value: unknown): Payload | undefined {
  try {
    const payload: unknown = typeof value === 'string' ? JSON.parse(Buffer.from(value, 'base64').toString('utf8')) : undefined;
    return isPayload(payload) ? payload : undefined;
  } catch {
    return undefined;
  }
}

function isPayload(value: unknown): value is Payload {
  return (
    isObject(value) &&
    isObject(value['solution']) &&
    isObject(value['challenge']) &&
    isObject(value['challenge']['parameters']) &&
    typeof value['challenge']['signature'] === 'string'
  );
}

const deriveSecrets = (accounts: AccountServices, tenant: string): { hmacSignatureSecret: string; hmacKeySignatureSecret: string } => ({
  hmacSignatureSecret: accounts.keys.mark('challenge', tenant),
  hmacKeySignatureSecret: accounts.keys.mark('challenge solution', tenant),
});
const hashTask = (accounts: AccountServices, tenant: string, { signature = '' }: Challenge): string =>
  accounts.keys.mark('challenge task', tenant, signature);
