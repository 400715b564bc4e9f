import type { MouseEvent, ReactElement } from 'react';
import type { Ratio } from '../../../model/definitions.g';
import { useShell } from '../../data/context';
import { Icon, Outline, getOutline } from '../icons';
import { Picture, stageSizes } from '../Picture';
import type { Slides } from './useSlides';
import './slides.css';

/** The outline of two bars, on a 24 by 24 grid. */
const pause = 'M8 5v14M16 5v14';

/** Previous and next, as round buttons at the sides of a picture. */
export function Turns({ slides }: { slides: Slides }): ReactElement {
  const { say } = useShell();
  return (
    <>
      <button type="button" className="slides-turn slides-turn-back" aria-label={say('previousPicture')} onClick={slides.previous}>
        <Icon name="back" />
      </button>
      <button type="button" className="slides-turn slides-turn-forward" aria-label={say('nextPicture')} onClick={slides.next}>
        <Icon name="forward" />
      </button>
    </>
  );
}

/** A dot for each picture and, when they change by themselves, a button that stops them. */
export function Dots({ slides, count, moving }: { slides: Slides; count: number; moving: boolean }): ReactElement {
  const { say } = useShell();
  return (
    <div className="slides-dots">
      {Array.from({ length: count }, (_, index) => (
        <button
          key={index}
          type="button"
          className="slides-dot"
          aria-label={say('pictureNumber', { number: index + 1 })}
          aria-current={index === slides.index || undefined}
          onClick={() => slides.go(index)}
        >
          <span />
        </button>
      ))}
      {moving && (
        <button type="button" className="slides-pause" aria-label={say(slides.playing ? 'pause' : 'play')} onClick={slides.togglePlaying}>
          <Outline path={slides.playing ? pause : getOutline('play')} />
        </button>
      )}
    </div>
  );
}

/** How pictures of a stage open over the whole window: what opens without scripts, and what is told with them. */
export interface StageZoom {
  addresses: readonly string[];
  onOpen: (index: number) => void;
}

/** What a stage shows: pictures, of which `slides` tells the one in front. */
export interface PictureStageProps {
  sources: readonly string[];
  /** What the pictures show; each of several has its number behind that. */
  alt: string;
  ratio: Ratio;
  slides: Slides;
  zoom?: StageZoom;
}

/** Pictures in one place, one of them visible, with the ways to the others and its number among them. */
export function PictureStage({ sources, alt, ratio, slides, zoom }: PictureStageProps): ReactElement {
  const { say } = useShell();
  const several = sources.length > 1;
  return (
    <div className="slides-stage">
      {sources.map((src, index) => (
        <div
          key={`${index}-${src}`}
          className="slides-slide"
          data-on={index === slides.index || undefined}
          aria-hidden={index !== slides.index}
        >
          {slides.wanted(index) && (
            <Picture src={src} alt={several ? `${alt} ${index + 1}` : alt} ratio={ratio} lazy={index > 0} sizes={stageSizes} />
          )}
        </div>
      ))}
      {zoom && <ZoomLink zoom={zoom} alt={alt} index={slides.index} />}
      {several && <Turns slides={slides} />}
      {several && (
        <p className="slides-count" aria-live="polite">
          {say('pictureOf', { number: slides.index + 1, count: sources.length })}
        </p>
      )}
    </div>
  );
}

/** The picture in front as a link to itself, which opens it over the whole window where there are scripts. */
function ZoomLink({ zoom: { addresses, onOpen }, alt, index }: { zoom: StageZoom; alt: string; index: number }): ReactElement {
  const { say } = useShell();
  const open = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(index);
  };
  return (
    <a className="slides-zoom" href={addresses[index]} aria-haspopup="dialog" aria-label={say('zoomTitle', { title: alt })} onClick={open}>
      <span className="slides-zoom-words">
        <Icon name="expand" />
        {say('zoomOpen')}
      </span>
    </a>
  );
}
