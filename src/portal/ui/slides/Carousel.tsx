import type { ReactElement } from 'react';
import type { Ratio } from '../../../model/definitions.g';
import type { Target } from '../../../runtime/action';
import { useShell } from '../../data/context';
import { TargetLink } from '../actions/TargetLink';
import { Picture, stageSizes } from '../Picture';
import { Dots, Turns } from './SlideControls';
import { useSlides } from './useSlides';

/** Milliseconds between changes when a definition names none (ledger CONV-13). */
const usualInterval = 4000;

/** One picture of a carousel, the words on it and what it opens. */
export interface Slide {
  src: string;
  caption?: string;
  opens?: Target;
}

/** Pictures that change by themselves; without scripts the first is shown and the others follow it. */
export function Carousel({
  slides: entries,
  ratio,
  interval = usualInterval,
  alt,
}: {
  slides: readonly Slide[];
  ratio: Ratio;
  interval?: number;
  alt: string;
}): ReactElement {
  const { say } = useShell();
  const slides = useSlides(entries.length, interval);
  const several = entries.length > 1;
  return (
    <div role="group" aria-roledescription={say('carousel')} aria-label={alt || say('pictures')} {...slides.handlers}>
      <div className="slides-stage">
        {entries.map((entry, index) => (
          <div
            key={`${index}-${entry.src}`}
            className="slides-slide"
            data-on={index === slides.index || undefined}
            aria-hidden={index !== slides.index}
          >
            {slides.wanted(index) && (
              <Linked slide={entry} still={index !== slides.index}>
                <Picture
                  src={entry.src}
                  alt={entry.caption === undefined ? `${alt} ${index + 1}` : ''}
                  ratio={ratio}
                  lazy={index > 0}
                  sizes={stageSizes}
                />
              </Linked>
            )}
          </div>
        ))}
        {several && <Turns slides={slides} />}
      </div>
      {several && <Dots slides={slides} count={entries.length} moving />}
      {several && (
        <noscript>
          <StackedPictures slides={entries.slice(1)} alt={alt} ratio={ratio} />
        </noscript>
      )}
    </div>
  );
}

/** A picture with its words, as the link to what it opens; one that is not shown is no link. */
function Linked({ slide: { opens, caption }, still, children }: { slide: Slide; still: boolean; children: ReactElement }): ReactElement {
  const content = (
    <>
      {children}
      {caption !== undefined && <span className="slides-caption">{caption}</span>}
    </>
  );
  if (opens?.href === undefined || still) return content;
  return (
    <TargetLink target={opens} label={opens.label || undefined}>
      {content}
    </TargetLink>
  );
}

/** Pictures one below the other, for browsers without scripts. */
export function StackedPictures({ slides, alt, ratio }: { slides: readonly Slide[]; alt: string; ratio: Ratio }): ReactElement {
  return (
    <div className="slides-stacked">
      {slides.map((slide, index) => (
        <div key={`${index}-${slide.src}`} className="slides-stacked-slide">
          <Linked slide={slide} still={false}>
            <Picture src={slide.src} alt={slide.caption === undefined ? `${alt} ${index + 2}` : ''} ratio={ratio} sizes={stageSizes} />
          </Linked>
        </div>
      ))}
    </div>
  );
}
