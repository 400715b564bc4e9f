import type { ReactElement } from 'react';
import type { JsonObject } from '../../model/json';
import { chooseDays, findCalendar } from '../../runtime/calendar';
import { buildMonth, placeEntries, type CalendarMonth } from '../../runtime/month';
import { CardLink } from '../cards/parts';
import { useCard } from '../cards/useCard';
import { usePage, usePageState, useShell } from '../data/context';
import { EmptyState } from '../ui/EmptyState';
import { Icon } from '../ui/icons';
import type { PageOf, PageProps } from '../ui/kindProps';
import { PortalLink } from '../ui/PortalLink';
import { MonthTable } from './MonthTable';
import { useList, type List } from './useList';
import './ListCalendar.css';

/** A list by the days of a month; a day leads to what the list has of it. */
export function ListCalendar({ page }: PageProps<PageOf<'list'>>): ReactElement | null {
  const list = useList(page);
  const { now, endpoints } = usePage().page;
  const { busy } = usePageState();
  const layout = findCalendar(page, list.state);
  if (!layout) return null;
  const month = buildMonth(list.state.month, now);
  const { days, lasting } = placeEntries(list.entries, layout.calendar, month);
  return (
    <div className={busy ? 'list-calendar list-calendar-dimmed' : 'list-calendar'} aria-busy={busy}>
      <MonthHead list={list} month={month} />
      {lasting.length > 0 && <Lasting rows={lasting} card={layout.card} />}
      <MonthTable
        month={month}
        days={days}
        card={layout.card}
        toDay={(date) => list.address(chooseDays(page, list.state, layout.calendar, endpoints[page.source], [date, date]))}
        toMonth={(name) => list.address({ ...list.state, page: 1, month: name })}
      />
      <Rest list={list} />
    </div>
  );
}

/** The month, and the ways to those before and after it and back to today. */
function MonthHead({ list, month: { year, month, previous, next, isCurrent } }: { list: List; month: CalendarMonth }): ReactElement {
  const { say } = useShell();
  const to = (name: string | undefined): string => list.address({ ...list.state, page: 1, month: name });
  return (
    <div className="list-calendar-head">
      <h2 className="list-calendar-title" id="calendar-title" aria-live="polite">
        {say('calendarMonth', { year, month })}
      </h2>
      {previous !== undefined && (
        <PortalLink href={to(previous)} className="list-calendar-step" label={say('calendarPrevious')}>
          <Icon name="back" />
        </PortalLink>
      )}
      {next !== undefined && (
        <PortalLink href={to(next)} className="list-calendar-step" label={say('calendarNext')}>
          <Icon name="forward" />
        </PortalLink>
      )}
      {!isCurrent && (
        <PortalLink href={to(undefined)} className="button button-plain button-small">
          {say('calendarBack')}
        </PortalLink>
      )}
    </div>
  );
}

/** What goes on for so long that it would stand on every day. */
function Lasting({ rows, card }: { rows: readonly JsonObject[]; card: string }): ReactElement {
  const { say } = useShell();
  return (
    <details className="list-calendar-lasting">
      <summary className="list-calendar-lasting-title">
        {say('calendarLasting')} {say('calendarItems', { count: rows.length })}
      </summary>
      <ul className="list-calendar-lasting-entries">
        {rows.map((row) => (
          <li key={String(row['id'])}>
            <EntryLink row={row} card={card} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function EntryLink({ row, card: name }: { row: JsonObject; card: string }): ReactElement | null {
  const card = usePage().page.cards[name];
  return card ? <CardOfEntry row={row} card={card} /> : null;
}

function CardOfEntry(props: Pick<Parameters<typeof useCard>[0], 'row' | 'card'>): ReactElement {
  return <CardLink view={useCard({ ...props, index: 1, lazy: true, level: 3 })} />;
}

/** What is to be said of a month that has nothing, or more than a calendar places. */
function Rest({ list }: { list: List }): ReactElement | null {
  const { say } = useShell();
  if (list.entries.length === 0) return <EmptyState words={say('calendarEmpty')} />;
  if (list.total <= list.entries.length) return null;
  return (
    <p className="quiet" role="status">
      {say('calendarCut', { total: list.total, shown: list.entries.length })}
    </p>
  );
}
