import { useEffect, useRef, useState, type ReactElement, type RefObject } from 'react';
import { Icon } from '../../ui/icons';
import { DayButton } from './DayButton';
import type { DaysProps } from './DayChooser';

/** The days of a month in a line that scrolls. */
export function DayStrip({ days, picked, cursor, labels, listId }: DaysProps): ReactElement {
  const strip = useRef<HTMLDivElement>(null);
  const { atStart, atEnd, look, turn } = useScrolling(strip);
  const shown = days.some(({ index }) => index === picked) ? picked : days[0]?.index;
  useEffect(() => {
    const line = strip.current;
    const day = line?.querySelector<HTMLElement>(`[data-day="${shown}"]`);
    if (line && day) line.scrollLeft = day.offsetLeft - line.offsetLeft - (line.clientWidth - day.offsetWidth) / 2;
    look();
  }, [days, shown, look]);
  return (
    <div className="picker-strip">
      <button type="button" className="picker-turn" aria-label={labels.previousDays} disabled={atStart} onClick={() => turn(-1)}>
        <Icon name="back" />
      </button>
      <div
        ref={strip}
        id={listId}
        className="picker-days"
        role="listbox"
        aria-orientation="horizontal"
        aria-label={labels.days}
        onScroll={look}
      >
        {days.map((day) => (
          <DayButton key={day.index} day={day} role="option" picked={day.index === picked} reached={day.index === cursor} labels={labels} />
        ))}
      </div>
      <button type="button" className="picker-turn" aria-label={labels.nextDays} disabled={atEnd} onClick={() => turn(1)}>
        <Icon name="forward" />
      </button>
    </div>
  );
}

function useScrolling(strip: RefObject<HTMLElement>): {
  atStart: boolean;
  atEnd: boolean;
  look: () => void;
  turn: (direction: 1 | -1) => void;
} {
  const [ends, setEnds] = useState({ atStart: true, atEnd: true });
  const [{ look, turn }] = useState(() => ({
    look: (): void => {
      const line = strip.current;
      if (!line) return;
      const [atStart, atEnd] = [line.scrollLeft <= 1, line.scrollLeft + line.clientWidth >= line.scrollWidth - 1];
      setEnds((before) => (before.atStart === atStart && before.atEnd === atEnd ? before : { atStart, atEnd }));
    },
    turn: (direction: 1 | -1): void => {
      if (strip.current) strip.current.scrollLeft += direction * strip.current.clientWidth * 0.8;
    },
  }));
  useEffect(() => {
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  }, [look]);
  return { ...ends, look, turn };
}
