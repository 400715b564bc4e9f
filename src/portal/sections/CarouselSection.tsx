import type { ReactElement } from 'react';
import { target } from '../../runtime/action';
import { show } from '../../runtime/show';
import { usePortal } from '../data/context';
import type { SectionOf, SectionProps } from '../app/kinds';
import { Carousel } from '../ui/slides/Carousel';
import { picturesAt, slidesAt } from '../ui/slides/pictures';

/** Pictures that change by themselves. */
export function CarouselSection({ section }: SectionProps<SectionOf<'carousel'>>): ReactElement | null {
  const { scope, page, acting, showing } = usePortal();
  const pictures = picturesAt(section.images, section.image, scope);
  if (pictures.length === 0) return null;
  const slides = slidesAt(pictures, section, (extra) => ({
    one: (display) => show(display, { ...scope, ...extra }, showing),
    target: (action) => target(action, { ...scope, ...extra }, acting),
  }));
  return (
    <div className="wrap">
      <Carousel slides={slides} ratio={section.ratio ?? '16:9'} interval={section.interval} alt={page.heading} />
    </div>
  );
}
