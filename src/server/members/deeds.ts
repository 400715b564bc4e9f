import type { Queryable } from '../../database/connection';
import { addPoints, countEarned, type PointHolder, sumDeed, takePoints } from '../../database/points/entries';
import { settlePoints } from '../../database/points/expiry';
import type { CompiledPortal } from '../../model/compiled';
import type { PointRule } from '../../model/definitions.g';
import { formatDate, getEndOfDay, parseTime } from '../../runtime/time';

/** Whose rules count. */
export type PointInstitution = Pick<CompiledPortal, 'tenant' | 'settings'>;

/** Something a member did that may earn points. */
export interface Deed {
  name: PointRule['deed'];
  /** Where it was done: rules may count one module alone. */
  module?: string;
  /** Of a deed that staff grants: the rule by its name. */
  rule?: string;
  member: string;
  /** What makes it this deed and no other of its name: the day of a login, the id of a comment. */
  key: string;
  /** What it was about, as members read it among their entries. */
  about?: string;
}

/** Returns the institution's rules by name, in the order in which they are listed. */
export const listPointRules = ({ settings }: Pick<PointInstitution, 'settings'>): [string, PointRule][] =>
  Object.entries(settings.points?.rules ?? {});

/** The deed of a day: the first login on it. */
export const nameLogin = (member: string, now: number): Deed => ({ name: 'login', member, key: formatDate(now) });

/**
 * Credits a deed by every rule of the institution that counts it, within the transaction `tx` of what was done: once, within what a day
 * allows, with an entry that says what for. A deed that was taken back earns again, and never more in all than its rule says.
 * @param now milliseconds since 1970
 * @returns how many points it earned
 */
export async function creditDeed(tx: Queryable, institution: PointInstitution, deed: Deed, now: number): Promise<number> {
  const rules = listPointRules(institution).filter(([name, rule]) => counts(name, rule, deed));
  const holder = { tenant: institution.tenant, member: deed.member };
  if (rules.length === 0 || deed.member === '' || (await settlePoints(tx, holder, new Date(now))) === undefined) return 0;
  const done = new Map((await sumDeed(tx, holder, nameDeed(deed))).map((sum) => [sum.rule, sum]));
  let earned = 0;
  for (const [name, rule] of rules) {
    const { amount = 0, turns = 0 } = done.get(name) ?? {};
    if (turns % 2 === 1 || (await isUsedUp(tx, holder, name, rule, now))) continue;
    const points = Math.max(0, rule.points - amount);
    await addPoints(tx, holder, points, {
      kind: 'earned',
      rule: name,
      title: rule.label,
      about: deed.about ?? '',
      deed: nameDeed(deed),
      turn: turns,
      created: new Date(now),
      expires: computeExpiry(institution, now),
    });
    earned += points;
  }
  return earned;
}

/**
 * Takes back what a deed earned, within the transaction `tx`, whatever the rules say by now: an entry of its own for each. Of points that
 * were spent since no more is taken than there are.
 */
export async function takeBackDeed(tx: Queryable, { tenant }: Pick<PointInstitution, 'tenant'>, deed: Deed, now: number): Promise<void> {
  const holder = { tenant, member: deed.member };
  let left = await settlePoints(tx, holder, new Date(now));
  if (left === undefined) return;
  for (const { rule, title, about, amount, turns } of await sumDeed(tx, holder, nameDeed(deed))) {
    if (turns % 2 === 0) continue;
    const taken = Math.min(left, Math.max(0, amount));
    const cause = { kind: 'reversed', rule, title, about, deed: nameDeed(deed), turn: turns, created: new Date(now) } as const;
    await takePoints(tx, holder, taken, { ...cause, first: nameDeed(deed) });
    left -= taken;
  }
}

/** Returns until when points that come in now can be spent: the end of a day, so many months from now; null: for ever. */
export function computeExpiry({ settings }: Pick<PointInstitution, 'settings'>, now: number): Date | null {
  const months = settings.points?.expireMonths;
  if (months === undefined) return null;
  const [year = 0, month = 1, date = 1] = formatDate(now).split('-').map(Number);
  // The last day of a month that has no such day.
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0));
  const day = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate()))).toISOString().slice(0, 10);
  return new Date(getEndOfDay(day, parseTime(day) ?? now));
}

const nameDeed = ({ name, key }: Deed): string => `${name} ${key}`;

const counts = (name: string, rule: PointRule, deed: Deed): boolean =>
  rule.deed === deed.name && (rule.module === undefined || rule.module === deed.module) && (deed.name !== 'granted' || name === deed.rule);

/** Days are those of Asia/Shanghai. */
async function isUsedUp(tx: Queryable, holder: PointHolder, name: string, { daily }: PointRule, now: number): Promise<boolean> {
  if (daily === undefined) return false;
  return (await countEarned(tx, holder, name, new Date(parseTime(formatDate(now)) ?? now))) >= daily;
}
