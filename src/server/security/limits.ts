import { countAttempt, countUse, forgetUses } from '../../database/accounts/throttle';
import { type ErrorCode, RequestError } from '../api/errors';
import type { AccountServices } from './accountServices';

const minute = 60_000;
const hour = 60 * minute;

/** Uses in a window, counted in the database so that all servers count together. */
export interface Rule {
  name: string;
  most: number;
  milliseconds: number;
}

// A minute apart for each purpose: who has just registered may sign in at once.
const perPurpose: Rule[] = [{ name: 'sms-minute', most: 1, milliseconds: minute }];
const perPhone: Rule[] = [
  { name: 'sms-hour', most: 5, milliseconds: hour },
  { name: 'sms-day', most: 10, milliseconds: 24 * hour },
];
const perAddress: Rule[] = [{ name: 'sms-address', most: 60, milliseconds: hour }];
const phoneChecks: Rule[] = [{ name: 'phone-exist', most: 20, milliseconds: minute }];
const captchas: Rule[] = [{ name: 'captcha', most: 300, milliseconds: 5 * minute }];
// Two calls for each time.
const challenges: Rule[] = [{ name: 'challenge', most: 120, milliseconds: 5 * minute }];
const wrongPasswords = { most: 5, milliseconds: 15 * minute };

/** @throws RequestError 429 when a phone or an address asked for too many text messages */
export async function limitMessages(
  accounts: AccountServices,
  tenant: string,
  phone: string,
  purpose: string,
  address: string,
): Promise<void> {
  await limitUses(accounts, tenant, perPurpose, `${purpose} ${phone}`);
  await limitUses(accounts, tenant, perAddress, address);
  await limitUses(accounts, tenant, perPhone, phone);
}

/** @throws RequestError 429 when an address asked too often whether phones are registered */
export function limitPhoneChecks(accounts: AccountServices, tenant: string, address: string): Promise<void> {
  return limitUses(accounts, tenant, phoneChecks, address);
}

/** @throws RequestError 429 when an address asked for too many pictures */
export function limitCaptchas(accounts: AccountServices, tenant: string, address: string): Promise<void> {
  return limitUses(accounts, tenant, captchas, address);
}

/** @throws RequestError 429 when an address asked for too many tasks, or sent too many solutions */
export function limitChallenges(accounts: AccountServices, tenant: string, address: string): Promise<void> {
  return limitUses(accounts, tenant, challenges, address);
}

/**
 * Counts an attempt to log in with a password before it is checked, so that attempts at the same time count too. Logging in by
 * a text message is never blocked by it.
 * @throws RequestError 429 when five failed: password login is locked for 15 minutes from the fifth on
 */
export async function countPasswordAttempt(accounts: AccountServices, tenant: string, phone: string): Promise<void> {
  if (
    !(await countAttempt(
      accounts.db,
      { tenant, key: passwordKey(accounts, tenant, phone) },
      wrongPasswords.most,
      wrongPasswords.milliseconds,
      accounts.clock(),
    ))
  )
    throw new RequestError('passwordLocked');
}

/** The right password, or a new one: the attempts before it count no longer. */
export function forgetPasswordAttempts(accounts: AccountServices, tenant: string, phone: string): Promise<void> {
  return forgetUses(accounts.db, { tenant, key: passwordKey(accounts, tenant, phone) });
}

const passwordKey = (accounts: AccountServices, tenant: string, phone: string): string =>
  `password ${accounts.keys.mark('limit', tenant, phone)}`;

/**
 * Counts a use under several rules, the narrowest window first: what it refuses does not count in the wider ones.
 * @param whom a phone, an address or a member; only a keyed hash of it is kept
 * @throws RequestError 429, or what `code` says, when there were too many
 */
export async function limitUses(
  accounts: Pick<AccountServices, 'db' | 'keys' | 'clock'>,
  tenant: string,
  rules: readonly Rule[],
  whom: string,
  code: ErrorCode = 'tooMany',
): Promise<void> {
  for (const { name, most, milliseconds } of rules) {
    const used = await countUse(
      accounts.db,
      { tenant, key: `${name} ${accounts.keys.mark('limit', tenant, whom)}` },
      milliseconds,
      accounts.clock(),
    );
    if (used > most) throw new RequestError(code);
  }
}
