import type { FormEvent, ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { setFilter } from '../../runtime/filters';
import { useShell } from '../data/context';
import { PortalLink } from '../ui/PortalLink';
import { HiddenState } from './HiddenState';
import type { DateRow, List } from './useList';
import './FilterRows.css';
import './DateFilter.css';

/** A filter by two dates, with the browser's own pickers. */
export function DateFilter({ list, name, label, from, to }: DateRow & { list: List }): ReactElement {
  const { say } = useShell();
  const navigate = useNavigate();
  const [fromName, toName, labelId] = [list.named(`${name}From`), list.named(`${name}To`), `filter-${list.named(name)}`];
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const chosen = [fromName, toName].map((each) => String(form.get(each) ?? ''));
    void navigate(list.address(setFilter(list.controls, list.state, name, chosen.some((value) => value !== '') ? chosen : [])));
  };
  return (
    <form key={`${from}-${to}`} className="filter-rows-row date-filter" action={list.path} method="get" onSubmit={submit}>
      <span className="filter-rows-label" id={labelId}>
        {label}
      </span>
      <div className="date-filter-dates" role="group" aria-labelledby={labelId}>
        <HiddenState list={list} without={[fromName, toName]} />
        <input className="input" type="date" name={fromName} defaultValue={from} max={to || undefined} aria-label={say('dateFrom')} />
        <span className="date-filter-to" aria-hidden="true">
          –
        </span>
        <input className="input" type="date" name={toName} defaultValue={to} min={from || undefined} aria-label={say('dateTo')} />
        <button type="submit" className="button button-plain button-small">
          {say('apply')}
        </button>
        {(from !== '' || to !== '') && (
          <PortalLink href={list.address(setFilter(list.controls, list.state, name, []))} className="quiet-link">
            {say('clear')}
          </PortalLink>
        )}
      </div>
    </form>
  );
}
