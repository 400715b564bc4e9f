import type { FormEvent, ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { setFilter } from '../../runtime/listState';
import { useShell } from '../data/context';
import { PortalLink } from '../ui/PortalLink';
import { HiddenState } from './HiddenState';
import type { DateRow, List } from './useList';

/** A filter by two dates, with the browser's own pickers. */
export function DateFilter({ list, name, label, from, to }: DateRow & { list: List }): ReactElement {
  const { say } = useShell();
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const chosen = [String(form.get(list.named(`${name}From`)) ?? ''), String(form.get(list.named(`${name}To`)) ?? '')];
    void navigate(list.address(setFilter(list.state, name, chosen.some((value) => value !== '') ? chosen : [])));
  };
  return (
    <form key={`${from}-${to}`} className="filter-row filter-dates" action={list.path} method="get" onSubmit={submit}>
      <span className="filter-label" id={`filter-${list.named(name)}`}>
        {label}
      </span>
      <div className="dates" role="group" aria-labelledby={`filter-${list.named(name)}`}>
        <HiddenState list={list} without={[list.named(`${name}From`), list.named(`${name}To`)]} />
        <input
          className="input"
          type="date"
          name={list.named(`${name}From`)}
          defaultValue={from}
          max={to || undefined}
          aria-label={say('dateFrom')}
        />
        <span className="dates-to" aria-hidden="true">
          –
        </span>
        <input
          className="input"
          type="date"
          name={list.named(`${name}To`)}
          defaultValue={to}
          min={from || undefined}
          aria-label={say('dateTo')}
        />
        <button type="submit" className="button button-plain button-small">
          {say('apply')}
        </button>
        {(from !== '' || to !== '') && (
          <PortalLink href={list.address(setFilter(list.state, name, []))} className="quiet-link">
            {say('clear')}
          </PortalLink>
        )}
      </div>
    </form>
  );
}
