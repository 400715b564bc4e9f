import type { ReactElement } from 'react';
import { useShell } from '../../data/context';
import { Icon } from '../icons';
import type { Slides } from './useSlides';
import './slides.css';

/** Previous and next, as round buttons at the sides of a picture. */
export function Turns({ slides }: { slides: Slides }): ReactElement {
  const { say } = useShell();
  return (
    <>
      <button type="button" className="turn turn-back" aria-label={say('previousPicture')} onClick={slides.previous}>
        <Icon name="back" />
      </button>
      <button type="button" className="turn turn-forward" aria-label={say('nextPicture')} onClick={slides.next}>
        <Icon name="forward" />
      </button>
    </>
  );
}

/** A dot for each picture and, when they change by themselves, a button that stops them. */
export function Dots({ slides, count, moving }: { slides: Slides; count: number; moving: boolean }): ReactElement {
  const { say } = useShell();
  return (
    <div className="dots">
      {Array.from({ length: count }, (_, index) => (
        <button
          key={index}
          type="button"
          className="dot"
          aria-label={say('pictureNumber', { number: index + 1 })}
          aria-current={index === slides.index || undefined}
          onClick={() => slides.go(index)}
        >
          <span />
        </button>
      ))}
      {moving && (
        <button type="button" className="dots-pause" aria-label={say(slides.playing ? 'pause' : 'play')} onClick={slides.togglePlaying}>
          <Icon name={slides.playing ? 'pause' : 'play'} />
        </button>
      )}
    </div>
  );
}
