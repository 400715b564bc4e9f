import type { ReactElement } from 'react';
import { usePortal } from '../context';
import type { SectionOf, SectionProps } from '../kinds';
import { useShow } from '../show/useShow';
import { Gallery } from '../slides/Gallery';
import { picturesAt } from '../slides/pictures';

/** Pictures one at a time, with thumbnails and a counter. */
export function GallerySection({ section }: SectionProps<SectionOf<'gallery'>>): ReactElement | null {
  const { scope, page } = usePortal();
  const caption = useShow().one(section.caption);
  const sources = picturesAt(section.images, section.image, scope).map(({ src }) => src);
  if (sources.length === 0) return null;
  return <div className="wrap"><Gallery sources={sources} ratio={section.ratio ?? '4:3'} thumbnails={section.thumbnails} alt={caption?.text ?? page.heading} caption={caption?.text} /></div>;
}
