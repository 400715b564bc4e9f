import type { ReactElement } from 'react';
import { formatRange } from '../../../runtime/venueTime';
import { Icon } from '../../ui/icons';
import type { Span } from './layOutWeek';

/** What stands in a cell of a span: when, what, and how it stands, by a picture and in words. */
export function SpanWords({ span: { from, to, title, state, part } }: { span: Span }): ReactElement {
  return (
    <span className={`week-calendar-span${part === 'faded' ? ' week-calendar-faded' : ''}`}>
      <span className="week-calendar-time">{formatRange({ from, to })}</span>
      {title && title.text !== '' && <b className="week-calendar-name">{title.text}</b>}
      {state && (
        <span className="week-calendar-state">
          {state.icon && <Icon name={state.icon} className="icon icon-small" />}
          {state.text}
        </span>
      )}
    </span>
  );
}

/** The class for the colour of what takes a cell. */
export const toneOf = (spans: readonly Span[]): string => {
  const tone = spans.find(({ state }) => state?.tone)?.state?.tone;
  return tone === undefined ? '' : ` week-calendar-tone-${tone}`;
};
