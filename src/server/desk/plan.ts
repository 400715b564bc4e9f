import type { ItemPlan } from '../../database/desk/pending';
import type { CompiledPortal } from '../../model/compiled';
import type { TextKey } from '../../model/textKeys.g';
import { isPresent, type Json } from '../../model/json';
import { formatPattern } from '../../runtime/text';
import { formatIso, parseTime } from '../../runtime/time';
import { RequestError } from '../api/errors';

const day = 86_400_000;
/** A time that is over for longer, or further ahead, is a mistake. */
const longestPast = day;
const longestAhead = 3660 * day;

/** The fields of the form that hold the times. */
const planFields = { publish: 'deskPublishAt', withdraw: 'deskWithdrawAt' } as const;

/** Times of an item; null: none. */
export type Times = Pick<ItemPlan, 'publish' | 'withdraw'>;

/** What the form says of the times, and which of them have come already. */
export interface AskedTimes extends Times {
  /** A time to publish that is over means now. */
  publishesNow: boolean;
  /** A time to withdraw that is over means now. */
  withdrawsNow: boolean;
}

/** What the fields of the times hold. */
type Given = Readonly<Record<keyof Times, Json | undefined>>;

/**
 * Reads the times of the form.
 * @param action what is to be done with the item: a time to publish counts where it is to be published at a time
 * @param live whether visitors see the item until then
 * @throws RequestError 400 with the words of the field: for a time that is long over or too far ahead, and for an end before the beginning
 */
export function readTimes(portal: CompiledPortal, given: Given, action: string, live: boolean, now: number): AskedTimes {
  const publish = action === 'schedule' ? readTime(portal, given, 'publish', now) : null;
  const withdraw = readTime(portal, given, 'withdraw', now);
  if (action === 'schedule' && publish === null) refuse(portal, 'publish', 'deskPublishAtNeeded');
  const publishesNow = publish !== null && publish <= now;
  const begins = publish ?? now;
  const shows = action === 'publish' || publish !== null;
  if (withdraw !== null && withdraw <= begins && (shows || !live)) refuse(portal, 'withdraw', shows ? 'deskWithdrawEarly' : 'deskTimePast');
  return {
    publish: publish === null || publishesNow ? null : new Date(publish),
    withdraw: withdraw === null || withdraw <= now ? null : new Date(withdraw),
    publishesNow,
    withdrawsNow: withdraw !== null && withdraw <= now,
  };
}

function readTime(portal: CompiledPortal, given: Given, which: keyof Times, now: number): number | null {
  const value = given[which];
  if (!isPresent(value)) return null;
  const time = parseTime(value);
  if (time === undefined || time < now - longestPast) return refuse(portal, which, 'deskTimePast');
  return time > now + longestAhead ? refuse(portal, which, 'deskTimeFar') : time;
}

function refuse({ texts }: CompiledPortal, which: keyof Times, text: TextKey): never {
  const message = texts[text] ?? '';
  throw new RequestError('invalidBody', {}, { message, errors: { [planFields[which]]: message } });
}

/** Returns whether a plan holds these times. */
export const isSamePlan = (plan: Times | undefined, { publish, withdraw }: Times): boolean =>
  (plan?.publish?.getTime() ?? null) === (publish?.getTime() ?? null) &&
  (plan?.withdraw?.getTime() ?? null) === (withdraw?.getTime() ?? null);

/** Writes a moment as staff read it, such as `2026-11-26 08:00`, with seconds where there are any. */
export const writeMoment = (time: Date): string => formatIso(time.getTime()).slice(0, 19).replace('T', ' ').replace(/:00$/, '');

/** Returns what is to become of an item and when, in words; empty when nothing is. */
export function describePlan({ texts, patterns }: CompiledPortal, plan: Times | undefined): string {
  const say = (text: TextKey, time: Date | null | undefined): string[] =>
    time ? [formatPattern(texts[text] ?? '', { time: writeMoment(time) }, patterns)] : [];
  return [...say('deskPlanPublish', plan?.publish), ...say('deskPlanWithdraw', plan?.withdraw)].join(texts['deskStandingSeparator']);
}
