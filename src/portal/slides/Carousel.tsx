import type { ReactElement } from 'react';
import type { Ratio } from '../../model/definitions.g';
import type { Target } from '../../runtime/action';
import { usePortal } from '../context';
import { Picture } from '../show/Picture';
import { Go } from '../shell/Go';
import { Dots, Turns } from './SlideControls';
import { useSlides } from './useSlides';

/** Milliseconds between changes when a definition names none (ledger CONV-13). */
const usualInterval = 4000;

/** One picture of a carousel and what it opens. */
export interface Slide { src: string; opens?: Target }

/** Pictures that change by themselves; without scripts the first is shown and the others follow it. */
export function Carousel({ slides: entries, ratio, interval = usualInterval, alt }: { slides: readonly Slide[]; ratio: Ratio; interval?: number; alt: string }): ReactElement {
  const { say } = usePortal();
  const slides = useSlides(entries.length, interval);
  const several = entries.length > 1;
  return (
    <div className="carousel" role="group" aria-roledescription={say('carousel')} aria-label={alt || say('pictures')} {...slides.handlers}>
      <div className="stage">
        {entries.map((entry, index) => (
          <div key={`${index}-${entry.src}`} className="stage-slide" data-on={index === slides.index || undefined} aria-hidden={index !== slides.index}>
            {slides.wanted(index) && <Linked target={entry.opens} still={index !== slides.index}><Picture src={entry.src} alt={`${alt} ${index + 1}`} ratio={ratio} lazy={index > 0} /></Linked>}
          </div>
        ))}
        {several && <Turns slides={slides} />}
      </div>
      {several && <Dots slides={slides} count={entries.length} moving />}
      {several && <noscript><StackedPictures sources={entries.slice(1).map((entry) => entry.src)} alt={alt} ratio={ratio} /></noscript>}
    </div>
  );
}

function Linked({ target, still, children }: { target: Target | undefined; still: boolean; children: ReactElement }): ReactElement {
  if (target?.href === undefined || still) return children;
  return <Go href={target.href} newWindow={target.newWindow} label={target.label || undefined}>{children}</Go>;
}

/** Pictures one below the other, for browsers without scripts. */
export function StackedPictures({ sources, alt, ratio }: { sources: readonly string[]; alt: string; ratio: Ratio }): ReactElement {
  return <div className="stacked">{sources.map((src, index) => <Picture key={`${index}-${src}`} src={src} alt={`${alt} ${index + 2}`} ratio={ratio} />)}</div>;
}
