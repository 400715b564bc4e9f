import { useRef, useState } from 'react';
import type { LinePlace, Reply } from '../../../model/payload';
import type { Alive } from './useAlive';

/** A line that a form may have to wait in before it is taken. */
export interface WaitingLine {
  /** The place in it, while it waits. */
  place: LinePlace | undefined;
  /** Sends the form again and again until it is its turn; the place is kept by the server. @returns the last reply, or that of who left */
  wait: (send: () => Promise<Reply>) => Promise<Reply>;
  /** Waits no longer. */
  leave: () => void;
}

/** Who waits does not lose the place because nobody answered once: it is asked so often again, each after so many seconds. */
const [mostMisses, missSeconds] = [20, 3];

/** Waits in a line for a form that was sent. @param leftWords what who left is told */
export function useLine(alive: Alive, leftWords: string): WaitingLine {
  const [place, setPlace] = useState<LinePlace>();
  const stop = useRef<() => void>();
  const rest = (seconds: number): Promise<boolean> =>
    new Promise((resolve) => {
      stop.current = () => resolve(false);
      alive.later(() => resolve(true), seconds * 1000);
    });

  const wait = async (send: () => Promise<Reply>): Promise<Reply> => {
    let last: LinePlace | undefined;
    for (let misses = 0; ;) {
      const reply = await send();
      misses = reply.line ? 0 : misses + 1;
      last = reply.line ?? (last && isMissed(reply) && misses <= mostMisses ? { ...last, again: missSeconds } : undefined);
      setPlace(last);
      if (!last || !alive.current) return reply;
      if (await rest(last.again)) continue;
      setPlace(undefined);
      return { ok: false, rows: [], total: 0, message: leftWords };
    }
  };
  return { place, wait, leave: () => stop.current?.() };
}

/** Nobody answered, or the server was too busy to. */
const isMissed = ({ ok, fault, status = 0 }: Reply): boolean => !ok && (fault === 'network' || (fault === 'http' && status >= 500));
