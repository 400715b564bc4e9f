import type { ReactElement } from 'react';
import type { TextKey } from '../../model/textKeys.g';
import { writeTime } from '../../runtime/dates';
import type { OpeningPhase, OpeningState } from '../../runtime/opening';
import { usePage, useShell } from '../data/context';
import { writeHours, writeNextOpening } from './todayWording';

/** How an institution stands, in words and in a colour. */
const phases: Readonly<Record<OpeningPhase, { words: TextKey; tone: 'positive' | 'secondary' | 'muted' }>> = {
  open: { words: 'openingOpen', tone: 'positive' },
  before: { words: 'openingBefore', tone: 'secondary' },
  pause: { words: 'openingPause', tone: 'secondary' },
  noEntry: { words: 'openingNoEntry', tone: 'muted' },
  over: { words: 'openingOver', tone: 'muted' },
  closed: { words: 'openingClosed', tone: 'muted' },
};

/**
 * Whether an institution is open: the day, the hours of it, and when it opens next while it is closed.
 * @param now milliseconds since 1970
 */
export function OpeningWords({ state, now }: { state: OpeningState; now: number }): ReactElement {
  const { say } = useShell();
  const { showContext } = usePage();
  const dating = { ...showContext, now };
  const { phase, today, until, next } = state;
  const { words, tone } = phases[phase];
  const hours = writeHours(say, today.hours);
  // Of what began yesterday only its end is of today.
  const headline = hours === '' ? (until === undefined ? '' : say('openingUntil', { time: until })) : say('openingToday', { hours });
  return (
    <div className="today-section-opening">
      <p className="today-section-day">
        <span>{writeTime(now, 'day', dating)}</span>
        {today.title !== undefined && <span>{today.title}</span>}
        {hours !== '' && <span className={`badge badge-line tone-${tone}`}>{say(words)}</span>}
      </p>
      <p className="today-section-hours">{headline === '' ? say(words) : headline}</p>
      {next && phase !== 'before' && (
        <p className="today-section-next">{say('openingNext', { time: writeNextOpening(say, next, dating) })}</p>
      )}
    </div>
  );
}
