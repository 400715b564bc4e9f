import type { PlayerSection } from '../../../model/definitions.g';
import { holds } from '../../../runtime/condition';
import { isPresent, type Json } from '../../../model/json';
import type { Scope } from '../../../runtime/roots';
import { sanitizeAddress } from '../../../runtime/display';
import { evaluate } from '../../../runtime/value';

/** What is played: a stream goes on now, a film has a beginning and an end. A playlist is one in the sense of HLS (RFC 8216). */
export interface Media {
  kind: 'stream' | 'film';
  address: string;
  playlist: boolean;
}

/** Why nothing is played, by the name of the words that say so. */
export type Lack = 'waiting' | 'missing' | 'failed';

/** What there is to play, or why there is nothing. */
export type Offer = Media | { kind: 'nothing'; lack: Lack };

/**
 * Returns what a section plays: its stream unless that is over, else its playback (ledger LIVE-04). A stream without an address has not
 * begun.
 */
export function chooseOffer({ stream, ended, playback }: Pick<PlayerSection, 'stream' | 'ended' | 'playback'>, scope: Scope): Offer {
  const over = ended !== undefined && holds(ended, scope);
  const live = over ? undefined : evaluate(stream, scope);
  if (isPresent(live)) return mediaAt(live, 'stream');
  const recorded = evaluate(playback, scope);
  if (isPresent(recorded)) return mediaAt(recorded, 'film');
  return { kind: 'nothing', lack: stream !== undefined && !over ? 'waiting' : 'missing' };
}

/** Returns the film at an address, as of a chapter. */
export const offerFilm = (address: Json | undefined): Offer =>
  isPresent(address) ? mediaAt(address, 'film') : { kind: 'nothing', lack: 'failed' };

function mediaAt(value: Json | undefined, kind: Media['kind']): Offer {
  const address = typeof value === 'string' ? playable(value.trim()) : undefined;
  return address === undefined
    ? { kind: 'nothing', lack: 'failed' }
    : { kind, address, playlist: kind === 'stream' || isPlaylist(address) };
}

/** Addresses of other protocols, such as rtmp, are nothing that browsers play. */
const playable = (address: string): string | undefined => (/^(https?:|\/)/i.test(address) ? sanitizeAddress(address) : undefined);

/** Returns the address of captions. Browsers take none of other sites; those of this site begin with a slash. */
export function readCaptions(value: Json | undefined): string | undefined {
  const address = typeof value === 'string' ? sanitizeAddress(value) : undefined;
  return address?.startsWith('/') ? address : undefined;
}

const isPlaylist = (address: string): boolean => /\.m3u8$/i.test(address.split(/[?#]/)[0] ?? '');

/** Returns a time within a film as players write it: 1:05, 1:02:03; 0:00 for what is not known. */
export function formatPlayTime(seconds: number): string {
  const whole = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number): string => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
