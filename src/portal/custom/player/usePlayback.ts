import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { backOff } from './backOff';
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

interface Choice {
  qualities: readonly Quality[];
  quality: number;
  choose: (id: number) => void;
}
const noChoice: Choice = { qualities: [], quality: -1, choose: () => undefined };

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
        if (kind === 'film') {
          latest.current.onFail();
          return;
        }
        setChoice(noChoice);
        setPhase(failure === 'unplayable' ? 'unplayable' : 'waiting');
        // Whoever paused a stream does not want to be startled when it is back.
        wanted.current = !(element.paused && element.readyState >= 2);
        if (failure !== 'unplayable') timer = setTimeout(retry, backOff(inVain.current));
        inVain.current += 1;
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [video, kind, address, playlist, round, retry, latest]);
  useRetryOnReturn(phase === 'waiting', retry);
  const chooseQuality = (quality: number): void => {
    setChoice((now) => ({ ...now, quality }));
    choice.choose(quality);
  };
  return { phase, qualities: choice.qualities, quality: choice.quality, chooseQuality, retry };
}

/** A connection that is back, and a visitor who is, need not wait. */
function useRetryOnReturn(waiting: boolean, retry: () => void): void {
  useEffect(() => {
    if (!waiting) return undefined;
    const seek = (): void => {
      if (document.visibilityState === 'visible') retry();
    };
    window.addEventListener('online', seek);
    document.addEventListener('visibilitychange', seek);
    return () => {
      window.removeEventListener('online', seek);
      document.removeEventListener('visibilitychange', seek);
    };
  }, [waiting, retry]);
}
