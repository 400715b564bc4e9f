import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { PlayerPreview } from '../../../model/definitions.g';
import type { TextKey } from '../../../model/textKeys.g';
import { writeTime } from '../../../runtime/dates';
import { parseTime } from '../../../runtime/time';
import { evaluate } from '../../../runtime/value';
import { askTime } from '../../data/askTime';
import { usePage, usePageState, useShell } from '../../data/context';
import { useHydrated } from '../../data/hydration';
import { useMoment } from '../../data/useMoment';
import { ActionButton } from '../../ui/actions/ActionButton';
import { useShow } from '../../ui/useShow';

const second = 1000;
/** Minutes before the beginning that are read out; the seconds are not. */
const toldMinutes = [1, 5, 10];

/** Until a stream begins: when, how long that is, and what can be done meanwhile. When it is time the page is fetched anew. */
export function Preview({ preview }: { preview: PlayerPreview }): ReactElement | null {
  const { say } = useShell();
  const { page, scope, showContext } = usePage();
  const actions = useShow().targets(preview.actions);
  const begin = parseTime(evaluate(preview.begin, scope));
  const left = useLeft(begin ?? page.now);
  if (begin === undefined || left <= 0) return null;
  const minutes = toldMinutes.find((each) => left <= each * 60 * second);
  return (
    <div className="player-preview">
      <p className="player-preview-begin">{say('liveBegins', { time: writeTime(begin, 'moment', showContext) })}</p>
      <Countdown left={left} />
      <p className="unseen" role="status">
        {minutes !== undefined && say('liveSoon', { minutes })}
      </p>
      {actions.length > 0 && (
        <p className="player-preview-actions">
          {actions.map(([name, target]) => (
            <ActionButton key={name} target={target} />
          ))}
        </p>
      )}
    </div>
  );
}

/**
 * How long it is until a moment, in milliseconds: told anew each second, by the server's clock, which is asked whenever the page is looked at
 * again. When it comes while it is waited for, the page is fetched anew, once.
 */
function useLeft(begin: number): number {
  const { page } = usePage();
  const { retry } = usePageState();
  const [asked, setAsked] = useState<number>();
  const now = asked ?? page.now;
  const isAhead = begin > now;
  const left =
    begin - useMoment(now, (moment) => (begin > moment ? begin - (Math.ceil((begin - moment) / second) - 1) * second : Infinity));
  const awaited = useRef(isAhead ? begin : undefined);
  useEffect(() => {
    if (!isAhead) return undefined;
    const ask = (): void => {
      if (document.visibilityState === 'visible') void askTime().then((time) => time !== undefined && setAsked(time));
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, [isAhead]);
  useEffect(() => {
    if (left > 0 || awaited.current !== begin) return;
    awaited.current = undefined;
    retry();
  }, [left, begin, retry]);
  return left;
}

const units: readonly (readonly [length: number, unit: TextKey])[] = [
  [86_400, 'countDays'],
  [3600, 'countHours'],
  [60, 'countMinutes'],
  [1, 'countSeconds'],
];

/** Days, hours, minutes and seconds; without scripts it would stand still and is not there. */
function Countdown({ left }: { left: number }): ReactElement {
  const { say } = useShell();
  const live = useHydrated();
  const seconds = Math.ceil(left / second);
  const parts = units.map(([length, unit], index) => {
    const within = units[index - 1]?.[0];
    const whole = Math.floor((within === undefined ? seconds : seconds % within) / length);
    return { unit, whole: index === 0 ? String(whole) : String(whole).padStart(2, '0') };
  });
  return (
    <p className="player-preview-left" role="timer" data-still={!live || undefined}>
      <span className="player-preview-label">{say('liveLeft')}</span>{' '}
      {parts
        .filter(({ unit, whole }) => unit !== 'countDays' || whole !== '0')
        .map(({ unit, whole }) => (
          <span key={unit} className="player-preview-unit">
            <b>{whole}</b>
            {say(unit)}
          </span>
        ))}
    </p>
  );
}
