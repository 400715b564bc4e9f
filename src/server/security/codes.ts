import { randomInt } from 'node:crypto';
import { type CodeKey, putCode, takeCode } from '../../database/accounts/oneTimeCodes';
import { RequestError } from '../api/errors';
import type { AccountServices } from './accountServices';

/** What a code of a text message is good for (ledger LOGIN-23, REG-14, PWD-12). */
export type Purpose = 'registration' | 'reset' | 'login' | 'removal';

const lifetime = 10 * 60_000;
const tries = 5;

/** Makes a code of six digits for a phone and a purpose; an earlier one counts no longer. */
export async function issueCode(accounts: AccountServices, tenant: string, purpose: Purpose, phone: string): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const key = toCodeKey(accounts, tenant, purpose, phone);
  await putCode(accounts.db, key, hashCode(accounts, key, code), accounts.clock() + lifetime);
  return code;
}

/**
 * Uses a code up.
 * @throws RequestError 400 when it is wrong, expired, used, tried too often, or another phone's, purpose's or institution's
 */
export async function redeemCode(accounts: AccountServices, tenant: string, purpose: Purpose, phone: string, code: string): Promise<void> {
  const key = toCodeKey(accounts, tenant, purpose, phone);
  if (!(await takeCode(accounts.db, key, hashCode(accounts, key, code), tries, accounts.clock()))) throw new RequestError('codeWrong');
}

const toCodeKey = (accounts: AccountServices, tenant: string, purpose: Purpose, phone: string): CodeKey => ({
  tenant,
  purpose,
  phoneHash: hashAskedPhone(accounts, tenant, phone),
});
const hashCode = (accounts: AccountServices, { tenant, purpose, phoneHash }: CodeKey, code: string): string =>
  accounts.keys.mark('code', tenant, purpose, phoneHash, code);

/** Returns the hash that codes of a phone are kept under. They last minutes, and the same ones count while keys are changed. */
export const hashAskedPhone = ({ keys }: Pick<AccountServices, 'keys'>, tenant: string, phone: string): string =>
  keys.mark('code phone', tenant, phone);
