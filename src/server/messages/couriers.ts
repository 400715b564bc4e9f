import type { Channel } from '../../database/messages/outbox';

/** A message as it goes out. */
export interface Letter {
  /** The same one whenever it is tried again: who receives it twice knows it by this. */
  id: string;
  /** A phone or an e-mail address. */
  to: string;
  title: string;
  text: string;
}

/** Hands a message over. Resolves when it was accepted. @throws LetterRefused when it never will be, anything else when it may be later */
export type Courier = (letter: Letter) => Promise<void>;

/** What sends messages, by channel; a channel without one is off. */
export type Couriers = Readonly<Partial<Record<Channel, Courier>>>;

/** The message will not be taken however often it is tried. `reason` has nothing personal in it. */
export class LetterRefused extends Error {
  override readonly name = 'LetterRefused';
  constructor(readonly reason: string) {
    super(`A message was refused: ${reason}`);
  }
}

/**
 * Returns what is kept of a failure: its code or its kind alone, for what others say may name a phone or an address.
 */
export function nameFailure(error: unknown): string {
  if (error instanceof LetterRefused) return error.reason;
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return /^[A-Za-z_]{2,40}$/.test(code) ? code : error.name;
}
