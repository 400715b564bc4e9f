import { randomInt } from 'node:crypto';
import { type CodeKey, putCode, takeCode } from '../../database/accounts/oneTimeCodes';
import { RequestError } from '../api/errors';
import type { AccountKit } from './accountServices';

/** What a code of a text message is good for (ledger LOGIN-23, REG-14, PWD-12). */
export type Purpose = 'registration' | 'reset' | 'login' | 'removal';

const lifetime = 10 * 60_000;
const tries = 5;

/** Makes a code of six digits for a phone and a purpose; an earlier one counts no longer. */
export async function newCode(kit: AccountKit, tenant: string, purpose: Purpose, phone: string): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const key = keyOf(kit, tenant, purpose, phone);
  await putCode(kit.db, key, hashOf(kit, key, code), kit.clock() + lifetime);
  return code;
}

/**
 * Uses a code up.
 * @throws RequestError 400 when it is wrong, expired, used, tried too often, or another phone's, purpose's or institution's
 */
export async function useCode(kit: AccountKit, tenant: string, purpose: Purpose, phone: string, code: string): Promise<void> {
  const key = keyOf(kit, tenant, purpose, phone);
  if (!(await takeCode(kit.db, key, hashOf(kit, key, code), tries, kit.clock()))) throw new RequestError(400, 'codeWrong');
}

const keyOf = (kit: AccountKit, tenant: string, purpose: Purpose, phone: string): CodeKey => ({
  tenant,
  purpose,
  phoneHash: kit.keys.phoneHash(tenant, phone),
});
const hashOf = (kit: AccountKit, { tenant, purpose, phoneHash }: CodeKey, code: string): string =>
  kit.keys.mark('code', tenant, purpose, phoneHash, code);
