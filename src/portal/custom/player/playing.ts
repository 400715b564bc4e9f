import { attach, type EngineEvents } from './engine';
import type { Media } from './media';

/** Milliseconds without a moving picture after which a stream counts as broken off, and a film as failed. */
const timeoutMs = { stream: 12_000, film: 45_000 };
/** Milliseconds between looks at whether the picture moves. */
const watchEvery = 1_000;
/** Seconds of play after which a stream counts as steady. */
const steadyAfter = 10;

/** What playing tells of. A failure is told once, and nothing after it. */
export interface PlayingEvents extends Pick<EngineEvents, 'onFailure' | 'onQualities'> {
  onPlaying: () => void;
  /** The browser wants the visitor to press once more. */
  onHeld: () => void;
  onEnded: () => void;
  onSteady: () => void;
}

/**
 * Plays something in a video.
 * @param wanted whether it plays as soon as it can; else it waits at its first picture
 * @returns stops it and takes it out of the video
 */
export function playIn(video: HTMLVideoElement, media: Media, wanted: boolean, events: PlayingEvents): () => void {
  let over = false;
  let detach: (() => void) | undefined;
  const listening = new AbortController();
  const stop = (): void => {
    over = true;
    stopWatching();
    listening.abort();
    detach?.();
    detach = undefined;
  };
  const onFailure: PlayingEvents['onFailure'] = (failure) => {
    if (over) return;
    over = true;
    // Not while it tells of its failure.
    queueMicrotask(stop);
    events.onFailure(failure);
  };
  const onReady = (): void => {
    if (wanted && !over)
      video.play().catch((error: unknown) => {
        if (!over && error instanceof DOMException && error.name === 'NotAllowedError') events.onHeld();
      });
  };
  video.addEventListener('playing', events.onPlaying, listening);
  video.addEventListener('ended', events.onEnded, listening);
  if (!wanted) video.addEventListener('canplay', events.onHeld, listening);
  const stopWatching = watch(video, timeoutMs[media.kind], () => onFailure('interrupted'), events.onSteady);
  detach = attach(video, media, {
    onReady,
    onFailure,
    onQualities: (qualities, choose) => {
      if (!over) events.onQualities(qualities, choose);
    },
  });
  return stop;
}

/** Watches whether the picture of a video moves while it should. */
function watch(video: HTMLVideoElement, limit: number, onStill: () => void, onSteady: () => void): () => void {
  let [time, moved, played] = [video.currentTime, Date.now(), 0];
  const timer = setInterval(() => {
    const now = video.currentTime;
    const resting = video.paused && video.readyState >= 2;
    if (now === time && !resting) {
      if (Date.now() - moved > limit) onStill();
      return;
    }
    played += Math.max(0, Math.min(2, now - time));
    [time, moved] = [now, Date.now()];
    if (played > steadyAfter) {
      played = 0;
      onSteady();
    }
  }, watchEvery);
  return () => clearInterval(timer);
}
