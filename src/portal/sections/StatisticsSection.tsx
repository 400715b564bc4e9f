import { useEffect, useRef, useState, type ReactElement, type RefObject } from 'react';
import type { Shown } from '../../runtime/display';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { useShow } from '../ui/useShow';
import { prefersReducedMotion } from '../ui/slides/useSlides';
import { countUp } from './countUp';
import './StatisticsSection.css';

/** Milliseconds that figures take to count up. */
const duration = 1200;

/** Two crests of a wave, 1440 wide; a copy follows each, so that it can drift by one width. */
const crests = [
  { name: 'far', path: 'M0 52C180 20 340 20 540 48S900 84 1080 60s240-40 360-8V120H0z' },
  { name: 'near', path: 'M0 72C200 100 380 100 560 76s340-52 540-28 240 48 340 24V120H0z' },
];

/**
 * Figures over a quiet wave (ledger VOL-15). The server writes them as they are; in the browser they count up once, and the wave drifts for a
 * moment whenever it comes into view. Nothing moves for visitors who prefer that.
 */
export function StatisticsSection({ section }: SectionProps<SectionOf<'statistics'>>): ReactElement {
  const figures = useShow().all(section.fields);
  const place = useRef<HTMLDivElement>(null);
  const { seen, part } = useArising(place);
  return (
    <div ref={place} className="statistics-section" data-seen={seen || undefined}>
      <dl className="wrap statistics-section-figures">
        {figures.map(([name, shown]) => (
          <Figure key={name} shown={shown} part={part} />
        ))}
      </dl>
      <svg className="statistics-section-wave" viewBox="0 0 1440 120" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {crests.map(({ name, path }) => (
          <g key={name} className={`statistics-section-crest statistics-section-crest-${name}`}>
            <path d={path} />
            <path d={path} transform="translate(1440)" />
          </g>
        ))}
      </svg>
    </div>
  );
}

function Figure({ shown, part }: { shown: Shown; part: number }): ReactElement {
  return (
    <div className="statistics-section-figure">
      <dt>{shown.label}</dt>
      <dd>{countUp(shown.text, part)}</dd>
    </div>
  );
}

/** Whether an element is in view, and how much of the way up its figures have come, 0 to 1. */
function useArising(place: RefObject<HTMLElement>): { seen: boolean; part: number } {
  const [seen, setSeen] = useState(false);
  const [part, setPart] = useState(1);
  useEffect(() => {
    const element = place.current;
    if (!element || prefersReducedMotion() || typeof IntersectionObserver !== 'function') return undefined;
    let frame: number | undefined;
    const rise =
      (start: number) =>
      (now: number): void => {
        const time = Math.min(1, (now - start) / duration);
        setPart(1 - (1 - time) ** 3);
        if (time < 1) frame = requestAnimationFrame(rise(start));
      };
    const observer = new IntersectionObserver(
      (entries) => {
        const inView = entries.at(-1)?.isIntersecting === true;
        setSeen(inView);
        if (inView && frame === undefined) frame = requestAnimationFrame((now) => rise(now)(now));
      },
      { threshold: 0.3 },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [place]);
  return { seen, part };
}
