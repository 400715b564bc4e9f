import type { ReactElement } from 'react';
import { useShell } from '../../data/context';
import { Picture } from '../../ui/Picture';
import { Turns } from '../../ui/slides/SlideControls';
import { useSlides } from '../../ui/slides/useSlides';

/** The pictures of a place, one at a time, with their number. */
export function CardPictures({ sources, alt }: { sources: readonly string[]; alt: string }): ReactElement {
  const { say } = useShell();
  const slides = useSlides(sources.length);
  const several = sources.length > 1;
  return (
    <div className="map-card-pictures" role="group" aria-label={say('pictures')} {...slides.handlers}>
      <div className="stage">
        {sources.map((src, index) => (
          <div
            key={`${index}-${src}`}
            className="stage-slide"
            data-on={index === slides.index || undefined}
            aria-hidden={index !== slides.index}
          >
            {slides.wanted(index) && <Picture src={src} alt={several ? `${alt} ${index + 1}` : alt} ratio="16:9" lazy={index > 0} />}
          </div>
        ))}
        {several && <Turns slides={slides} />}
        {several && (
          <p className="gallery-count" aria-live="polite">
            {say('pictureOf', { number: slides.index + 1, count: sources.length })}
          </p>
        )}
      </div>
    </div>
  );
}
