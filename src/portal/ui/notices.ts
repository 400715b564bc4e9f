import { useSyncExternalStore } from 'react';
import type { Tone } from '../../model/definitions.g';
import type { Reply } from '../../model/payload';

/** Words that pass. */
export interface PassingNotice {
  id: number;
  text: string;
  tone: Tone;
}

/** Milliseconds that words stay unless they say otherwise (ledger CONV-11), and those of an HTTP error (ledger SESSION-18). */
const usualTime = 1500;
const errorTime = 2000;
const none: readonly PassingNotice[] = [];

let shown = none;
let last = 0;
const listeners = new Set<() => void>();

function show(next: readonly PassingNotice[]): void {
  shown = next;
  listeners.forEach((listener) => listener());
}

/**
 * Shows words above the page for a moment; the same words are not shown twice at a time. Called by what happens outside of
 * components too, such as the end of a session.
 * @param duration milliseconds
 */
export function notify(text: string, tone: Tone = 'plain', duration = usualTime): void {
  if (text === '' || shown.some((notice) => notice.text === text)) return;
  const notice = { id: (last += 1), text, tone };
  show([...shown, notice]);
  setTimeout(() => show(shown.filter(({ id }) => id !== notice.id)), duration);
}

/** Takes away all words that are still shown. @internal */
export const dismissNotices = (): void => show(none);

/** Tells why a call failed, unless the visitor was told already. */
export function tellFailure(reply: Reply, tone: Tone = 'danger'): void {
  if (reply.fault !== 'session') notify(reply.message ?? '', tone, reply.fault === 'http' ? errorTime : usualTime);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** The words that are shown now; none while rendered by the server or hydrated. */
export function useNotices(): readonly PassingNotice[] {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => none,
  );
}
