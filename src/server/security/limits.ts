import { countAttempt, countUse, forgetUses } from '../../database/accounts/throttle';
import { type ErrorCode, RequestError } from '../api/errors';
import type { Caller, LimitedCall } from '../api/room';
import type { AccountServices } from './accountServices';
import { findKnownBrowser } from './knownBrowsers';

const minute = 60_000;
const hour = 60 * minute;

/** Uses in a window, counted in the database so that all servers count together. */
export interface Rule {
  name: string;
  most: number;
  milliseconds: number;
}

/** In the place of an institution: uses count over all of them. The phone is the same one, and so is what a text message costs. */
const platform = '';

// A minute apart for each purpose: who has just registered may sign in at once.
const perPurpose: Rule[] = [{ name: 'sms-minute', most: 1, milliseconds: minute }];
const perCaller: Rule[] = [
  { name: 'sms-hour', most: 5, milliseconds: hour },
  { name: 'sms-caller-day', most: 6, milliseconds: 24 * hour },
];
const perAddress: Rule[] = [{ name: 'sms-address', most: 60, milliseconds: hour }];
const perPhone: Rule[] = [{ name: 'sms-day', most: 10, milliseconds: 24 * hour }];
const foreignTries: Rule[] = [{ name: 'code-address', most: 5, milliseconds: 10 * minute }];
const foreignTriesPerPhone: Rule[] = [{ name: 'code-phone', most: 20, milliseconds: 24 * hour }];
const wrongPasswords = { most: 5, milliseconds: 15 * minute };
const wrongPasswordsPerPhone = { most: 30, milliseconds: hour };
const phoneChecks: Rule[] = [{ name: 'phone-exist', most: 10, milliseconds: minute }];
/** What an address may ask for: pictures, tasks and their solutions (two calls for each). */
const captchas: Rule[] = [{ name: 'captcha', most: 300, milliseconds: 5 * minute }];
const challenges: Rule[] = [{ name: 'challenge', most: 120, milliseconds: 5 * minute }];

/** Who asks for what a phone is limited in. */
export interface Asker {
  tenant: string;
  phone: string;
  caller: Pick<Caller, 'address' | 'cookies'>;
}

/**
 * Limits text messages by phone and caller: what one caller asks for does not use up another's. All of them together get ten a day to
 * a phone, whichever institutions they ask; a browser that has logged in with the phone before is not counted among them.
 * @throws RequestError 429 when there were too many
 */
export async function limitMessages(accounts: AccountServices, asker: Asker, purpose: string): Promise<void> {
  const { tenant, phone, caller } = asker;
  const [known, whom] = [isKnown(accounts, asker), `${phone} ${nameCaller(accounts, asker)}`];
  await limitUses(accounts, tenant, perPurpose, `${purpose} ${whom}`);
  await limitUses(accounts, platform, perCaller, whom);
  if (known) return;
  await limitUses(accounts, platform, perAddress, caller.address);
  await limitUses(accounts, platform, perPhone, phone);
  await limitUses(accounts, platform, [{ name: 'sms-all', most: accounts.messagesPerHour, milliseconds: hour }], 'all');
}

/**
 * Limits what an address asks of an institution's own back end that sends messages: as many as here, but counted for that institution
 * alone, whose messages they are.
 * @throws RequestError 429 when there were too many
 */
export async function limitForeignMessages(accounts: AccountServices, tenant: string, address: string): Promise<void> {
  await limitUses(accounts, tenant, perAddress, address);
}

/** @throws RequestError 429 when an address asked for too many pictures */
export async function limitCaptchas({ portal, caller }: LimitedCall, accounts: AccountServices): Promise<void> {
  await limitUses(accounts, portal.tenant, captchas, caller.address);
}

/** @throws RequestError 429 when an address asked for too many tasks, or solved too many */
export async function limitChallenges({ portal, caller }: LimitedCall, accounts: AccountServices): Promise<void> {
  await limitUses(accounts, portal.tenant, challenges, caller.address);
}

/** @throws RequestError 400, as for a wrong code, when codes were tried too often by callers that had not asked for them */
export async function limitForeignTries(accounts: AccountServices, whose: string, address: string): Promise<void> {
  await limitUses(accounts, platform, foreignTries, `${whose} ${address}`, 'codeWrong');
  await limitUses(accounts, platform, foreignTriesPerPhone, whose, 'codeWrong');
}

/** @throws RequestError 429 when an address asked too often whether phones are registered, at whichever institutions */
export async function limitPhoneChecks(accounts: AccountServices, address: string): Promise<void> {
  await limitUses(accounts, platform, phoneChecks, address);
}

/**
 * Counts an attempt to log in with a password before it is checked, so that attempts at the same time count too. Logging in by
 * a text message is never blocked by it, nor is a caller by the attempts of another; but strangers have thirty an hour in all.
 * @throws RequestError 429 when five failed: password login is locked for 15 minutes from the fifth on
 */
export async function countPasswordAttempt(accounts: AccountServices, asker: Asker): Promise<void> {
  const { tenant } = asker;
  const [own, all] = toPasswordKeys(accounts, asker);
  const isFree = async (key: string, { most, milliseconds }: typeof wrongPasswords): Promise<boolean> =>
    countAttempt(accounts.db, { tenant, key }, most, milliseconds, accounts.clock());
  if (!(await isFree(own, wrongPasswords))) throw new RequestError('passwordLocked');
  if (!isKnown(accounts, asker) && !(await isFree(all, wrongPasswordsPerPhone))) throw new RequestError('passwordLocked');
}

/** The right password, or a new one: the attempts before it count no longer. */
export async function forgetPasswordAttempts(accounts: AccountServices, asker: Asker): Promise<void> {
  for (const key of toPasswordKeys(accounts, asker)) await forgetUses(accounts.db, { tenant: asker.tenant, key });
}

/** Returns the keys of a caller's attempts, and of those of all strangers. */
const toPasswordKeys = (accounts: AccountServices, asker: Asker): [string, string] => {
  const { tenant, phone } = asker;
  return [
    `password ${accounts.keys.mark('limit', tenant, phone, nameCaller(accounts, asker))}`,
    `passwords ${accounts.keys.mark('limit', tenant, phone)}`,
  ];
};

const isKnown = (accounts: AccountServices, { tenant, caller, phone }: Asker): boolean =>
  findKnownBrowser(accounts, tenant, caller, phone) !== undefined;
const nameCaller = (accounts: AccountServices, { tenant, caller, phone }: Asker): string =>
  findKnownBrowser(accounts, tenant, caller, phone) ?? caller.address;

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
