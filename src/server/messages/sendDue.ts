import {
  type ClaimedLetter,
  type Channel,
  claimLetters,
  giveUpLetter,
  listDueQueues,
  markSent,
  postponeLetter,
} from '../../database/messages/outbox';
import type { Queryable } from '../../database/connection';
import type { AccountKeys } from '../security/keys';
import { type Courier, type Couriers, LetterRefused, nameFailure } from './couriers';

/** What sending needs. */
export interface SendingKit {
  db: Queryable;
  keys: AccountKeys;
  couriers: Couriers;
  clock: () => number;
  /** How many messages an institution sends in a minute at most, by each channel. */
  perMinuteOf: (tenant: string) => number;
}

/** So many are tried at once for an institution, and nobody else tries them for so long: longer than couriers take to fail. */
const batch = 20;
const leaseMs = 60_000;

/** After the first failure it is tried again so soon, after each other one twice as late; the last try is some 12 hours after the first. */
const firstRestMs = 30_000;
const longestRestMs = 4 * 3_600_000;
const mostAttempts = 12;

/** @internal Hands one message over and says what became of it. */
export type Deliver = (kit: SendingKit, courier: Courier, letter: ClaimedLetter) => Promise<void>;

/**
 * Sends what is due, a batch of each institution and channel. A process that dies on the way leaves its messages to the next, once their
 * lease ends; those that were accepted just before go out again under the same id, by which the receiver knows them.
 * @param deliver tests show with another way that this one is what loses nothing
 * @returns how many were tried
 */
export async function sendDue(kit: SendingKit, deliver: Deliver = handOver): Promise<number> {
  const { db, couriers, clock, perMinuteOf } = kit;
  const channels = (Object.keys(couriers) as Channel[]).filter((channel) => couriers[channel]);
  let tried = 0;
  for (const queue of await listDueQueues(db, channels, clock())) {
    const courier = couriers[queue.channel];
    if (!courier) continue;
    const bounds = { now: clock(), limit: batch, leaseMs, perMinute: perMinuteOf(queue.tenant) };
    const letters = await claimLetters(db, queue, bounds);
    await Promise.all(letters.map((letter) => deliver(kit, courier, letter)));
    tried += letters.length;
  }
  return tried;
}

/** Only what was accepted is marked: whatever happens in between, it is sent again rather than lost. */
async function handOver(kit: SendingKit, courier: Courier, letter: ClaimedLetter): Promise<void> {
  const { db, clock } = kit;
  try {
    await courier(openLetter(kit, letter));
  } catch (error) {
    const failure = nameFailure(error);
    if (error instanceof LetterRefused || letter.attempts >= mostAttempts) return giveUpLetter(db, letter, clock(), failure);
    return postponeLetter(db, letter, new Date(clock() + computeRest(letter.attempts)), failure);
  }
  await markSent(db, letter, clock());
}

/** @internal Returns a message in plain words. */
export function openLetter({ keys }: Pick<SendingKit, 'keys'>, letter: ClaimedLetter): Parameters<Courier>[0] {
  const { tenant, id, addressCipher, titleCipher, wordsCipher } = letter;
  return { id, to: keys.open(tenant, addressCipher), title: keys.open(tenant, titleCipher), text: keys.open(tenant, wordsCipher) };
}

/** Up to a quarter longer by chance, so that what failed together does not come back together. */
const computeRest = (attempts: number): number => Math.min(longestRestMs, firstRestMs * 2 ** (attempts - 1)) * (1 + Math.random() / 4);
