import { useCallback, useEffect, useRef, useState, type ComponentType, type ReactElement, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { useShell } from '../data/context';
import { Icon } from '../ui/icons';
import { LazyPart } from '../ui/LazyPart';
import { useTextSize } from './textSize';
import { TextSizeSwitch } from './TextSizeSwitch';
import './ReadingBar.css';

type Tool = ComponentType<{ onEnd: () => void }>;

const readAloud = (): Promise<Tool> => import('../custom/reading/ReadAloud').then((loaded) => loaded.ReadAloud);
const readingRule = (): Promise<Tool> => import('../custom/reading/ReadingRule').then((loaded) => loaded.ReadingRule);

/** What helps elders to read: a voice that reads the page, a line that keeps the eye in its row. It is seen with large text alone. */
export function ReadingBar(): ReactElement {
  const { say } = useShell();
  const { large } = useTextSize();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  // Who goes on to another page hears no more of this one.
  const [readAt, setReadAt] = useState<string>();
  const [ruled, setRuled] = useState(false);
  const isReading = large && readAt === here;
  const button = useFocusAfter(isReading);
  const endReading = useCallback(() => setReadAt(undefined), []);
  const endRule = useCallback(() => setRuled(false), []);
  return (
    <section className={`reading-bar${isReading ? ' reading-bar-on' : ''}`} aria-label={say('readingTools')}>
      <div className="wrap reading-bar-row">
        {isReading ? (
          <LazyPart load={readAloud} given={{ onEnd: endReading }} />
        ) : (
          <button ref={button} type="button" className="reading-bar-button" onClick={() => setReadAt(here)}>
            <Icon name="sound" />
            {say('readAloud')}
          </button>
        )}
        <button type="button" className="reading-bar-button reading-bar-more" aria-pressed={ruled} onClick={() => setRuled(!ruled)}>
          {say('readingRule')}
        </button>
        <span className="reading-bar-size reading-bar-more">
          <TextSizeSwitch />
        </span>
      </div>
      {large && ruled && <LazyPart load={readingRule} given={{ onEnd: endRule }} />}
    </section>
  );
}

/** Returns what to put on the button that gets the focus back when what stood in its place has gone, and had it. */
function useFocusAfter(isAway: boolean): RefObject<HTMLButtonElement> {
  const button = useRef<HTMLButtonElement>(null);
  const was = useRef(isAway);
  useEffect(() => {
    if (was.current && !isAway && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    was.current = isAway;
  }, [isAway]);
  return button;
}
