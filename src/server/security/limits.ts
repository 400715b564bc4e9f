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
const wrongPasswords = { most: 5, milliseconds: 15 * minute };
/** What an address may ask for: whether phones are registered, pictures, tasks and their solutions (two calls for each). */
export const limits = {
  phoneChecks: [{ name: 'phone-exist', most: 10, milliseconds: minute }],
  captchas: [{ name: 'captcha', most: 300, milliseconds: 5 * minute }],
  challenges: [{ name: 'challenge', most: 120, milliseconds: 5 * minute }],
} satisfies Record<string, Rule[]>;

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

/**
 * Counts an attempt to log in with a password before it is checked, so that attempts at the same time count too. Logging in by
 * a text message is never blocked by it.
 * @throws RequestError 429 when five failed: password login is locked for 15 minutes from the fifth on
 */
export async function countPasswordAttempt(accounts: AccountServices, tenant: string, phone: string): Promise<void> {
  const { most, milliseconds } = wrongPasswords;
  const use = { tenant, key: toPasswordKey(accounts, tenant, phone) };
  if (!(await countAttempt(accounts.db, use, most, milliseconds, accounts.clock()))) throw new RequestError('passwordLocked');
}

/** The right password, or a new one: the attempts before it count no longer. */
export function forgetPasswordAttempts(accounts: AccountServices, tenant: string, phone: string): Promise<void> {
  return forgetUses(accounts.db, { tenant, key: toPasswordKey(accounts, tenant, phone) });
}

const toPasswordKey = (accounts: AccountServices, tenant: string, phone: string): string =>
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
    const use = { tenant, key: `${name} ${accounts.keys.mark('limit', tenant, whom)}` };
    if ((await countUse(accounts.db, use, milliseconds, accounts.clock())) > most) throw new RequestError(code);
  }
}
