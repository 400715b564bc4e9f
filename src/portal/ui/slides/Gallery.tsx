import { useEffect, useRef, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import type { Ratio } from '../../../model/definitions.g';
import { useShell } from '../../data/context';
import { Wording } from '../OriginalMark';
import { Picture } from '../Picture';
import { Icon } from '../icons';
import { StackedPictures } from './Carousel';
import { PictureStage, type StageZoom } from './SlideControls';
import { useSlides, type Slides } from './useSlides';
import './Gallery.css';

/** Thumbnails that are visible at a time when a definition says nothing (ledger CONV-12). */
const usualThumbnails = 3;

/** What a gallery shows: pictures, and the words below each. */
export interface GalleryProps {
  sources: readonly string[];
  ratio: Ratio;
  thumbnails?: number;
  alt: string;
  captions?: readonly (string | undefined)[];
  /** How a picture opens over the whole window; absent: it does not. */
  zoom?: StageZoom & { shown: number | undefined };
  /** What can be done with the picture in front. */
  tools?: (index: number) => ReactNode;
}

/** One large picture, its number among all, and a strip of thumbnails. */
export function Gallery({ sources, ratio, thumbnails = usualThumbnails, alt, captions = [], zoom, tools }: GalleryProps): ReactElement {
  const { say } = useShell();
  const slides = useSlides(sources.length);
  const several = sources.length > 1;
  const caption = captions[slides.index];
  const { go } = slides;
  const shown = zoom?.shown;
  // Whoever turns to another picture while it is large finds that one here afterwards.
  useEffect(() => {
    if (shown !== undefined) go(shown);
  }, [shown, go]);
  return (
    <figure className="gallery" aria-label={alt || say('pictures')} {...slides.handlers}>
      <PictureStage sources={sources} alt={alt} ratio={ratio} slides={slides} zoom={zoom} />
      <div className="gallery-foot">
        {caption !== undefined && caption !== '' && (
          <figcaption className="gallery-caption">
            <Wording text={caption} />
          </figcaption>
        )}
        {tools?.(slides.index)}
      </div>
      {several && <Thumbnails sources={sources} visible={thumbnails} slides={slides} />}
      {several && (
        <noscript>
          <StackedPictures slides={sources.slice(1).map((src, index) => ({ src, caption: captions[index + 1] }))} alt={alt} ratio={ratio} />
        </noscript>
      )}
    </figure>
  );
}

/** Returns the first thumbnail of the window in which a picture's own one is visible. @internal */
export function findWindowStart(index: number, visible: number, count: number): number {
  return Math.max(0, Math.min(Math.floor(index / visible) * visible, count - visible));
}

function Thumbnails({ sources, visible, slides }: { sources: readonly string[]; visible: number; slides: Slides }): ReactElement {
  const { say } = useShell();
  const strip = useRef<HTMLUListElement>(null);
  const start = findWindowStart(slides.index, visible, sources.length);
  useEffect(() => {
    const list = strip.current;
    const first = list?.children[start];
    if (list && first) list.scrollLeft += first.getBoundingClientRect().left - list.getBoundingClientRect().left;
  }, [start]);
  const open = (event: MouseEvent, index: number): void => {
    event.preventDefault();
    slides.go(index);
  };
  return (
    <div className={`gallery-thumbnails gallery-thumbnails-${visible}`}>
      <button
        type="button"
        className="gallery-step"
        aria-label={say('previousThumbnails')}
        disabled={start === 0}
        onClick={() => slides.go(Math.max(0, start - visible))}
      >
        <Icon name="back" />
      </button>
      <ul ref={strip} className="gallery-strip">
        {sources.map((src, index) => (
          <li key={`${index}-${src}`}>
            <a
              href={src}
              className="gallery-thumbnail"
              aria-label={say('pictureNumber', { number: index + 1 })}
              aria-current={index === slides.index || undefined}
              data-in={(index >= start && index < start + visible) || undefined}
              onClick={(event) => open(event, index)}
            >
              <Picture src={src} alt="" ratio="4:3" sizes="160px" />
            </a>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="gallery-step"
        aria-label={say('nextThumbnails')}
        disabled={start + visible >= sources.length}
        onClick={() => slides.go(Math.min(sources.length - 1, start + visible))}
      >
        <Icon name="forward" />
      </button>
    </div>
  );
}
