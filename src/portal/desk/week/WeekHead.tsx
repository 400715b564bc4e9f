import { useId, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePage, useShell } from '../../data/context';
import { Icon } from '../../ui/icons';
import { PortalLink } from '../../ui/PortalLink';
import { shiftDay, type Week, writeDayOf } from './useWeek';

/** Which days are shown of which place, and the ways to others. */
export function WeekHead({ week, placeLabel, narrow }: { week: Week; placeLabel: string; narrow: boolean }): ReactElement {
  const { say } = useShell();
  const context = usePage();
  const { day, days, isOfDay, today, address } = week;
  const [first = day, last = day] = [days[0], days.at(-1)];
  const step = isOfDay ? 1 : 7;
  return (
    <div className="week-calendar-head">
      <h2 className="week-calendar-title" id="week-calendar-title" aria-live="polite">
        {isOfDay ? writeDayOf(day, context) : say('weekRange', { from: writeDayOf(first, context), to: writeDayOf(last, context) })}
      </h2>
      <p className="week-calendar-steps">
        <PortalLink
          href={address({ day: shiftDay(day, -step) })}
          className="week-calendar-step"
          label={say(isOfDay ? 'weekDayBefore' : 'weekPrevious')}
        >
          <Icon name="back" />
        </PortalLink>
        <PortalLink href={address({ day: undefined })} className="button button-plain button-small" current={day === today}>
          {say('weekToday')}
        </PortalLink>
        <PortalLink
          href={address({ day: shiftDay(day, step) })}
          className="week-calendar-step"
          label={say(isOfDay ? 'weekDayAfter' : 'weekNext')}
        >
          <Icon name="forward" />
        </PortalLink>
      </p>
      {week.places.length > 1 && <PlaceChoice week={week} label={placeLabel} />}
      {narrow && !isOfDay && <DayLinks week={week} />}
    </div>
  );
}

/** One place for a week, or all of them for a day. */
function PlaceChoice({ week: { isOfDay, place, places, day, address }, label }: { week: Week; label: string }): ReactElement {
  const { say } = useShell();
  const navigate = useNavigate();
  const id = useId();
  const choose = (value: string): void =>
    void navigate(value === '' ? address({ id: undefined, view: 'day', day }) : address({ id: value, view: undefined, day }));
  return (
    <p className="week-calendar-places">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="control" value={isOfDay ? '' : place?.id} onChange={({ target }) => choose(target.value)}>
        {places.map(({ id: value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
        <option value="">{say('weekOneDay', { places: label })}</option>
      </select>
    </p>
  );
}

/** The days of the week, of which phones show one. */
function DayLinks({ week: { columns, day, today, address } }: { week: Week }): ReactElement {
  const { say } = useShell();
  const context = usePage();
  return (
    <ul className="week-calendar-days">
      {columns.map((column) => (
        <li key={column.key}>
          <PortalLink
            href={address({ day: column.day })}
            className="week-calendar-day"
            current={column.day === day}
            label={[writeDayOf(column.day, context), column.day === today ? say('weekToday') : ''].filter(Boolean).join(' ')}
          >
            <span aria-hidden="true">{column.heading}</span>
            <b aria-hidden="true">{Number(column.day.slice(-2))}</b>
          </PortalLink>
        </li>
      ))}
    </ul>
  );
}
