import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import { Icon } from '../../ui/icons';
import { collectSentences, type Sentence } from './passages';
import { Speaker, type Progress } from './speaker';
import './reading.css';

/** The rates of reading, each with its words. */
const rates = [
  ['readNormal', 1],
  ['readFast', 1.3],
  ['readSlow', 0.75],
] as const;

/** Reads the page aloud from its beginning and shows where it is; what steers it stands in the place of the button that began it. */
export function ReadAloud({ onEnd }: { onEnd: () => void }): ReactElement {
  const { say } = useShell();
  const { progress, speaker } = useSpeaker(onEnd);
  const [rate, setRate] = useState(0);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  const isReading = progress === 'reading' || progress === 'starting';
  const turn = (): void => {
    const next = (rate + 1) % rates.length;
    setRate(next);
    speaker()?.setRate(rates[next]?.[1] ?? 1, progress === 'reading');
  };
  const steer = (): void => (isReading ? speaker()?.pause() : speaker()?.resume());
  const voiceless = progress === 'voiceless';
  return (
    <>
      {voiceless && (
        <p className="reading-told" role="alert">
          {say('noVoice')}
        </p>
      )}
      {!voiceless && (
        <button ref={first} type="button" className="reading-bar-button" onClick={steer}>
          <Icon name={isReading ? 'sound' : 'play'} />
          {say(isReading ? 'readPause' : 'readOn')}
        </button>
      )}
      {!voiceless && (
        <button type="button" className="reading-bar-button" onClick={turn}>
          {say(rates[rate]?.[0] ?? 'readNormal')}
        </button>
      )}
      <button type="button" className="reading-bar-button" onClick={onEnd}>
        <Icon name="close" />
        {say(voiceless ? 'close' : 'readStop')}
      </button>
    </>
  );
}

function useSpeaker(onEnd: () => void): { progress: Progress; speaker: () => Speaker | undefined } {
  const held = useRef<Speaker>();
  const [{ progress, sentence }, setState] = useState<{ progress: Progress; sentence?: Sentence }>({ progress: 'starting' });
  useEffect(() => {
    const main = document.getElementById('main');
    const speaker = new Speaker(main ? collectSentences(main) : [], (next, at) => setState({ progress: next, sentence: at }));
    held.current = speaker;
    void speaker.start();
    const leave = (): void => speaker.stop();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  useEffect(() => {
    if (progress === 'done') onEnd();
  }, [progress, onEnd]);
  const element = sentence?.element;
  useEffect(() => {
    element?.setAttribute('data-reading', '');
    element?.scrollIntoView({ block: 'nearest' });
    return () => element?.removeAttribute('data-reading');
  }, [element]);
  return { progress, speaker: () => held.current };
}
