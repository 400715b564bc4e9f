import { asObjects, asString, isObject, type JsonObject } from '../../../model/json';
import { keep, readKept } from '../../data/windowStorage';

/** Milliseconds that a roll is held after it was fetched: ten minutes without a connection, and the time between two fetches. */
export const heldFor = 12 * 60_000;

/** What a scanner goes on with without a connection: hashes of codes, and what would be said of them. */
export interface Roll {
  owner: string;
  salt: string;
  rounds: number;
  entries: JsonObject[];
  /** When it is thrown away. */
  until: number;
}

/** Reads a reply. @returns undefined where it is none */
export function readRoll(value: unknown, until: number): Roll | undefined {
  if (!isObject(value)) return undefined;
  const { owner, salt, rounds, entries } = value;
  return { owner: asString(owner), salt: asString(salt), rounds: Number(rounds) || 1, entries: asObjects(entries), until };
}

/** Holds a roll in this window alone. */
export const keepRoll = (name: string, roll: Roll): void => keep(name, JSON.stringify(roll));

/** Returns the roll that is held; one that has been held for too long keeps nothing but who works here, and is taken away. */
export function recallRoll(name: string): Roll | undefined {
  const kept: unknown = JSON.parse(readKept(name) ?? 'null');
  const roll = isObject(kept) ? readRoll(kept, Number(kept['until'])) : undefined;
  if (!roll || roll.until > Date.now()) return roll;
  const over = { ...roll, salt: '', entries: [] };
  keepRoll(name, over);
  return over;
}

/** Returns the entry of a code; undefined where there is none, or where the browser cannot tell. */
export async function findOnRoll({ salt, rounds, entries }: Roll, code: string): Promise<JsonObject | undefined> {
  if (entries.length === 0 || !('subtle' in crypto)) return undefined;
  const secret = await crypto.subtle.importKey('raw', new TextEncoder().encode(code), 'PBKDF2', false, ['deriveBits']);
  const bytes = Uint8Array.from(atob(salt), (character) => character.charCodeAt(0));
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: bytes, iterations: rounds }, secret, 128);
  const hash = btoa(String.fromCharCode(...new Uint8Array(bits)));
  return entries.find((entry) => entry['hash'] === hash);
}
