import type { ReactElement } from 'react';
import { formatDisplay } from '../../runtime/display';
import { usePage } from '../data/context';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { Gallery } from '../ui/slides/Gallery';
import { readPictures } from '../ui/slides/pictures';

/** Pictures one at a time, with thumbnails and a counter. */
export function GallerySection({ section }: SectionProps<SectionOf<'gallery'>>): ReactElement | null {
  const { scope, page, showContext } = usePage();
  const pictures = readPictures(section.images, section.image, scope);
  if (pictures.length === 0) return null;
  const captions = pictures.map(({ entry }) => formatDisplay(section.caption, { ...scope, entry }, showContext)?.text);
  return (
    <div className="wrap">
      <Gallery
        sources={pictures.map(({ src }) => src)}
        ratio={section.ratio ?? '4:3'}
        thumbnails={section.thumbnails}
        alt={page.heading}
        captions={captions}
      />
    </div>
  );
}
