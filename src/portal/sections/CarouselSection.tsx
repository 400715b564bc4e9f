import type { ReactElement } from 'react';
import { resolveTarget } from '../../runtime/action';
import { formatDisplay } from '../../runtime/display';
import { usePage } from '../data/context';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { Carousel } from '../ui/slides/Carousel';
import { readPictures } from '../ui/readPictures';
import { readSlides } from '../ui/slides/pictures';

/** Pictures that change by themselves. */
export function CarouselSection({ section }: SectionProps<SectionOf<'carousel'>>): ReactElement | null {
  const { scope, page, actionContext, showContext } = usePage();
  const pictures = readPictures(section.images, section.image, scope);
  if (pictures.length === 0) return null;
  const slides = readSlides(pictures, section, (extra) => ({
    one: (display) => formatDisplay(display, { ...scope, ...extra }, showContext),
    target: (action) => resolveTarget(action, { ...scope, ...extra }, actionContext),
  }));
  return (
    <div className="wrap">
      <Carousel slides={slides} ratio={section.ratio ?? '16:9'} interval={section.interval} alt={page.heading} />
    </div>
  );
}
