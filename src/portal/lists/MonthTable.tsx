import type { ReactElement } from 'react';
import type { JsonObject } from '../../model/json';
import type { CalendarDay, CalendarMonth } from '../../runtime/month';
import { writeTime, writeWeekday } from '../../runtime/dates';
import { findOpeningDay } from '../../runtime/opening';
import { formatDate, toClockParts } from '../../runtime/time';
import { usePage, useShell } from '../data/context';
import { PortalLink } from '../ui/PortalLink';
import { useShow } from '../ui/useShow';
import { useGridKeys } from './useGridKeys';
import './MonthTable.css';

/** Weekdays as a week has them in China, 0 is Sunday. */
const weekdays = [1, 2, 3, 4, 5, 6, 0];
/** Titles that a day has room for; more are counted. */
const mostTitles = 2;

interface MonthTableProps {
  month: CalendarMonth;
  days: ReadonlyMap<string, readonly JsonObject[]>;
  /** The card that has the titles of the entries. */
  card: string;
  toDay: (date: string) => string;
  toMonth: (name: string) => string;
}

/** The days of a month in weeks, Monday first; each that has something leads to it. */
export function MonthTable({ month, days, card, toDay, toMonth }: MonthTableProps): ReactElement {
  const { say } = useShell();
  const { now } = usePage().page;
  const today = formatDate(now);
  const grid = useGridKeys(month, { start: days.has(today) ? today : month.first, toMonth });
  return (
    <table className="month-table" aria-labelledby="calendar-title" {...grid.table}>
      <thead>
        <tr>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col">
              {writeWeekday(say, weekday)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {month.weeks.map((week, row) => (
          <tr key={row}>
            {week.map((day, column) => (
              <Day
                key={column}
                day={day}
                rows={days.get(day.date) ?? []}
                card={card}
                isToday={day.date === today}
                isPast={day.date < today}
                href={toDay(day.date)}
                tabIndex={grid.tabIndex(day.date)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  day: CalendarDay;
  rows: readonly JsonObject[];
  card: string;
  isToday: boolean;
  isPast: boolean;
  href: string;
  tabIndex: number | undefined;
}

function Day({ day: { date, time, inMonth }, rows, card, isToday, isPast, href, tabIndex }: DayProps): ReactElement {
  const { say } = useShell();
  const {
    page: { opening },
    showContext,
  } = usePage();
  const { day } = toClockParts(time);
  if (!inMonth)
    return (
      <td className="month-table-other" aria-hidden="true">
        {day}
      </td>
    );
  const closed = opening !== undefined && findOpeningDay(opening, date).hours.length === 0;
  const notes = [isToday ? say('calendarToday') : '', closed ? say('calendarClosed') : '', rows.length === 0 ? say('calendarNothing') : ''];
  const content = (
    <>
      <span className="unseen">{[writeTime(time, 'day', showContext), ...notes].filter(Boolean).join(' ')}</span>
      <span className="month-table-date" aria-hidden="true">
        {day}
      </span>
      {closed && (
        <span className="month-table-rest" aria-hidden="true">
          {say('calendarRest')}
        </span>
      )}
      {rows.length > 0 && <Entries rows={rows} card={card} />}
    </>
  );
  const look = `month-table-day ${isToday ? 'month-table-day-today' : ''} ${isPast ? 'month-table-day-past' : ''}`
    .replace(/ +/g, ' ')
    .trim();
  return (
    <td className={look} aria-current={isToday ? 'date' : undefined} data-day={date}>
      {rows.length > 0 ? (
        <PortalLink href={href} className="month-table-cell" tabIndex={tabIndex}>
          {content}
        </PortalLink>
      ) : (
        <span className="month-table-cell" tabIndex={tabIndex}>
          {content}
        </span>
      )}
    </td>
  );
}

/** The number of entries, and the titles of the first of them where there is room. */
function Entries({ rows, card: name }: { rows: readonly JsonObject[]; card: string }): ReactElement {
  const { say } = useShell();
  const { cards } = usePage().page;
  return (
    <>
      <span className="month-table-count">{say('calendarItems', { count: rows.length })}</span>
      {rows.slice(0, mostTitles).map((row) => (
        <Title key={String(row['id'])} row={row} title={cards[name]?.title} />
      ))}
      {rows.length > mostTitles && (
        <span className="month-table-more" aria-hidden="true">
          {say('calendarMore', { count: rows.length - mostTitles })}
        </span>
      )}
    </>
  );
}

function Title({ row, title }: { row: JsonObject; title: Parameters<ReturnType<typeof useShow>['one']>[0] }): ReactElement {
  const shown = useShow({ row }).one(title);
  return <span className="month-table-title">{shown?.full ?? shown?.text}</span>;
}
