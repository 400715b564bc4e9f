import type { ReactElement } from 'react';
import { useShell } from '../../data/context';
import { PictureStage } from '../../ui/slides/SlideControls';
import { useSlides } from '../../ui/slides/useSlides';

/** The pictures of a place, one at a time, with their number. */
export function CardPictures({ sources, alt }: { sources: readonly string[]; alt: string }): ReactElement {
  const { say } = useShell();
  const slides = useSlides(sources.length);
  return (
    <div className="map-card-pictures" role="group" aria-label={say('pictures')} {...slides.handlers}>
      <PictureStage sources={sources} alt={alt} ratio="16:9" slides={slides} />
    </div>
  );
}
