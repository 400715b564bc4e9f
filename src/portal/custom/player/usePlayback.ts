import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { Quality } from './engine';
import type { Media } from './media';
import { playIn } from './playing';
import { useLatest } from '../../data/useLatest';

/** How it stands: on its way for the first time, playing (or paused), a stream that is waited for, or one that cannot be played. */
export type Phase = 'starting' | 'playing' | 'waiting' | 'unplayable';

/** What a player does with its video. */
export interface Playback {
  phase: Phase;
  /** Renditions to choose from. */
  qualities: readonly Quality[];
  /** The chosen one; -1 leaves it to the connection. */
  quality: number;
  chooseQuality: (id: number) => void;
  /** Seeks a stream again at once. */
  retry: () => void;
}

interface Choice extends Pick<Playback, 'qualities' | 'quality'> {
  choose: (id: number) => void;
}
const noChoice: Choice = { qualities: [], quality: -1, choose: () => undefined };

/** Milliseconds before a stream is sought again: the first time, and at most. */
const [firstWait, longestWait] = [2_000, 30_000];

/**
 * Returns how long to wait before a stream that broke off is sought again: twice as long each time, and not all viewers at once. @internal
 * @param attempt how often it was sought in vain, from 0
 * @param chance from 0 to 1
 * @returns milliseconds
 */
export function computeBackOff(attempt: number, chance: number = Math.random()): number {
  const usual = Math.min(longestWait, firstWait * 2 ** Math.min(attempt, 10));
  return Math.round(usual * (0.8 + 0.4 * chance));
}

/**
 * Plays something in a video from the moment that both are there. A stream that fails or stands still is sought again, later each time,
 * and plays on when it is back (ledger LIVE-05); a film that fails has failed (COURSE-08).
 * @param outcome what happens at its end, and when a film fails
 */
export function usePlayback(
  video: RefObject<HTMLVideoElement>,
  { kind, address, playlist }: Media,
  outcome: { onEnd: () => void; onFail: () => void },
): Playback {
  const [phase, setPhase] = useState<Phase>('starting');
  const [choice, setChoice] = useState(noChoice);
  const [round, setRound] = useState(0);
  const latest = useLatest(outcome);
  const inVain = useRef(0);
  const wanted = useRef(true);
  const retry = useCallback(() => setRound((count) => count + 1), []);
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = playIn(element, { kind, address, playlist }, wanted.current, {
      onPlaying: () => setPhase('playing'),
      onHeld: () => setPhase('playing'),
      onEnded: () => latest.current.onEnd(),
      onSteady: () => {
        inVain.current = 0;
      },
      onQualities: (qualities, choose) => setChoice((now) => ({ ...now, qualities, choose })),
      onFailure: (failure) => {
        if (kind === 'film') return latest.current.onFail();
        setChoice(noChoice);
        setPhase(failure === 'unplayable' ? 'unplayable' : 'waiting');
        // Whoever paused a stream does not want to be startled when it is back.
        wanted.current = !(element.paused && element.readyState >= 2);
        if (failure !== 'unplayable') timer = setTimeout(retry, computeBackOff(inVain.current));
        inVain.current += 1;
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [video, kind, address, playlist, round, retry, latest]);
  useRetryOnReturn(phase === 'waiting', retry);
  const chooseQuality = (id: number): void => {
    setChoice((now) => ({ ...now, quality: id }));
    choice.choose(id);
  };
  const { qualities, quality } = choice;
  return { phase, qualities, quality, chooseQuality, retry };
}

/** A connection that is back, and a visitor who is, need not wait. */
function useRetryOnReturn(waiting: boolean, retry: () => void): void {
  useEffect(() => {
    if (!waiting) return undefined;
    const seek = (): void => {
      if (document.visibilityState === 'visible') retry();
    };
    const stop = new AbortController();
    window.addEventListener('online', seek, stop);
    document.addEventListener('visibilitychange', seek, stop);
    return () => stop.abort();
  }, [waiting, retry]);
}
