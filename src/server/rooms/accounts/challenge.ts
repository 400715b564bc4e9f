import { type Challenge, createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { putCaptcha, takeCaptchas } from '../../../database/accounts/oneTimeCodes';
import { isObject, type JsonObject } from '../../../model/json';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';
import { consumeCaptcha, makeCaptcha } from '../../security/captcha';
import { limitChallenges } from '../../security/limits';

const lifetime = 5 * 60_000;
const algorithm = 'PBKDF2/SHA-256';
/** What stands in the place of an answer of a task that may be solved instead of a picture; a task is used up as a picture is. */
const waiting = 'challenge';

/**
 * Sets a task: for who cannot read the picture, or for a code of a phone and a status, when they are named. It is good for one solution
 * within five minutes, at this institution.
 */
export async function sendChallenge(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  await limitChallenges(request, accounts);
  const { parameters } = request;
  const { tenant } = request.portal;
  const until = accounts.clock() + lifetime;
  const { rounds, fewest, most } = accounts.costs.challenge;
  const [counter, expiresAt] = [randomInt(most, fewest), Math.ceil(until / 1000)];
  const challenge = await createChallenge({ algorithm, cost: rounds, counter, expiresAt, deriveKey, ...deriveSecrets(accounts, tenant) });
  const [status, phone] = [parameters.get('status'), parameters.get('phone')];
  const purpose = status === undefined || phone === undefined ? waiting : toPurpose(accounts, tenant, status, phone);
  await putCaptcha(accounts.db, tenant, hashTask(accounts, tenant, challenge), purpose, until);
  return { item: JSON.parse(JSON.stringify(challenge)) as JsonObject };
}

/**
 * Takes the solution of a task and answers the characters of a new picture that only this visitor has: they go into the same
 * field and are used up in the same way.
 * @throws RequestError 400 when it is no solution, or of another institution, expired or used
 */
export async function solveChallenge(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  await limitChallenges(request, accounts);
  const { tenant } = request.portal;
  await consumeSolution(accounts, tenant, request.body['payload'], waiting);
  const { text, cookies } = await makeCaptcha(request, accounts);
  return { item: { code: text }, cookies };
}

/**
 * Asks for a proof that a text message is worth its price to the caller: the solution of a task that was set for this phone and status
 * (parameter `proof`), or the characters of a picture (`verCode`).
 * @throws RequestError 400 when there is neither, or it is not good
 */
export async function requireProof(request: ApiRequest, accounts: AccountServices, status: string, phone: string): Promise<void> {
  const { portal, parameters } = request;
  const [proof, characters] = [parameters.get('proof'), parameters.get('verCode')];
  if (characters !== undefined) return consumeCaptcha(request, accounts, characters);
  if (proof === undefined) throw new RequestError('proofMissing');
  await consumeSolution(accounts, portal.tenant, proof, toPurpose(accounts, portal.tenant, status, phone));
}

/** Uses a task up that was set for a purpose. @throws RequestError 400 when this is no solution of one */
async function consumeSolution(accounts: AccountServices, tenant: string, text: unknown, purpose: string): Promise<void> {
  const payload = parsePayload(text);
  const solved = payload && verifySolution({ ...payload, deriveKey, ...deriveSecrets(accounts, tenant) });
  if (!payload || !(await solved?.catch(() => undefined))?.verified) throw new RequestError('challengeFailed');
  const task = hashTask(accounts, tenant, payload.challenge);
  const taken = await takeCaptchas(accounts.db, tenant, [task], accounts.clock());
  if (taken.get(task) !== purpose) throw new RequestError('challengeFailed');
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
const toPurpose = (accounts: AccountServices, tenant: string, status: string, phone: string): string =>
  accounts.keys.mark('challenge purpose', tenant, status, phone);
const hashTask = (accounts: AccountServices, tenant: string, { signature = '' }: Challenge): string =>
  accounts.keys.mark('challenge task', tenant, signature);
