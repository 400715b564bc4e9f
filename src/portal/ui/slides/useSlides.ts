import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type TouchEvent } from 'react';

/** One of several pictures that is shown, and ways to change it. */
export interface Slides {
  index: number;
  go: (index: number) => void;
  previous: () => void;
  next: () => void;
  /** Whether it would change by itself, were it not held. */
  playing: boolean;
  togglePlaying: () => void;
  /** Pictures that were shown or are next, and so need to be fetched. */
  wanted: (index: number) => boolean;
  /** Handlers of the element around the pictures: arrow keys, swipes, and holding still under pointer or focus. */
  handlers: {
    onKeyDown: (event: KeyboardEvent) => void;
    onTouchStart: (event: TouchEvent) => void;
    onTouchEnd: (event: TouchEvent) => void;
    onMouseEnter: () => void;
    onMouseLeave: () => void;
    onFocus: () => void;
    onBlur: () => void;
  };
}

/** Pixels that a finger moves sideways before it counts as a swipe. */
const swipe = 40;

/**
 * Shows several pictures one at a time.
 * @param interval milliseconds between changes; without it only the visitor changes them. Nothing moves by itself for
 *   visitors who prefer reduced motion, under the pointer or focus, or while the page is hidden.
 */
export function useSlides(count: number, interval?: number): Slides {
  const [index, setIndex] = useState(0);
  // Two reasons to hold still: the pointer leaving says nothing about the focus, which may still be inside.
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = pointed || focused;
  const [paused, setPaused] = useState(false);
  const [seen, setSeen] = useState<ReadonlySet<number>>(() => new Set([0]));
  const touch = useRef(0);
  const turn = useCallback((step: number) => setIndex((now) => (count === 0 ? 0 : (now + step + count) % count)), [count]);
  if (!seen.has(index)) setSeen(new Set([...seen, index]));
  useEffect(() => {
    if (interval === undefined || count < 2 || held || paused || prefersReducedMotion()) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) turn(1);
    }, interval);
    return () => clearInterval(timer);
  }, [interval, count, held, paused, turn]);
  return {
    index,
    go: setIndex,
    previous: () => turn(-1),
    next: () => turn(1),
    playing: !paused,
    togglePlaying: () => setPaused(!paused),
    wanted: (number) => seen.has(number) || number === index,
    handlers: {
      onKeyDown: (event) => {
        if (event.key === 'ArrowLeft') turn(-1);
        if (event.key === 'ArrowRight') turn(1);
      },
      onTouchStart: (event) => {
        touch.current = event.touches[0]?.clientX ?? 0;
      },
      onTouchEnd: (event) => {
        const moved = (event.changedTouches[0]?.clientX ?? 0) - touch.current;
        if (Math.abs(moved) > swipe) turn(moved < 0 ? 1 : -1);
      },
      onMouseEnter: () => setPointed(true),
      onMouseLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
}

/** Returns whether the visitor prefers that nothing moves by itself. */
export const prefersReducedMotion = (): boolean =>
  typeof window.matchMedia === 'function' && window.matchMedia('(prefers-reduced-motion: reduce)').matches;
