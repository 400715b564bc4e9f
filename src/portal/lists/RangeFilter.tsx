import type { FormEvent, InputHTMLAttributes, ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { setFilter } from '../../runtime/filters';
import { isNumberText, readEnds } from '../../runtime/ranges';
import { useShell } from '../data/context';
import { PortalLink } from '../ui/PortalLink';
import { HiddenState } from './HiddenState';
import type { List, RangeRow } from './useList';
import './FilterRows.css';
import './RangeFilter.css';

/** A filter by two dates, with the browser's own pickers, or by two numbers. */
export function RangeFilter({ list, name, filter, label, unit, from, to }: RangeRow & { list: List }): ReactElement {
  const { say, localize } = useShell();
  const navigate = useNavigate();
  const [fromName, toName, id] = [list.named(`${name}From`), list.named(`${name}To`), `filter-${list.named(name)}`];
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const chosen = readEnds(filter, [String(form.get(fromName) ?? ''), String(form.get(toName) ?? '')]);
    void navigate(list.address(setFilter(list.controls, list.state, name, chosen.some((value) => value !== '') ? chosen : [])));
  };
  const { numbers } = filter;
  const isWrong = (end: string): boolean => numbers !== undefined && end !== '' && !isNumberText(end);
  const wrong = isWrong(from) || isWrong(to);
  const input = (of: string, end: string, words: string, bounds: { min?: string; max?: string }): ReactElement => {
    const kind: InputHTMLAttributes<HTMLInputElement> = numbers
      ? {
          inputMode: 'decimal',
          maxLength: 22,
          placeholder: words,
          autoComplete: 'off',
          ...(isWrong(end) ? { 'aria-invalid': true, 'aria-describedby': `${id}-wrong` } : {}),
        }
      : { type: 'date', ...bounds };
    return <input className="input" name={of} defaultValue={end} aria-label={words} {...kind} />;
  };
  return (
    <form key={`${from}-${to}`} className="filter-rows-row range-filter" action={localize(list.path)} method="get" onSubmit={submit}>
      <span className="filter-rows-label" id={id}>
        {label}
      </span>
      <div className="range-filter-ends" role="group" aria-labelledby={id}>
        <HiddenState list={list} without={[fromName, toName]} />
        {input(fromName, from, say(numbers ? 'numberFrom' : 'dateFrom'), { max: to || undefined })}
        <span className="range-filter-to" aria-hidden="true">
          –
        </span>
        {input(toName, to, say(numbers ? 'numberTo' : 'dateTo'), { min: from || undefined })}
        {unit}
        <button type="submit" className="button button-plain button-small">
          {say('apply')}
        </button>
        {(from !== '' || to !== '') && (
          <PortalLink href={list.address(setFilter(list.controls, list.state, name, []))} className="quiet-link">
            {say('clear')}
          </PortalLink>
        )}
        {wrong && (
          <p className="input-error" id={`${id}-wrong`} role="alert">
            {say('notANumber')}
          </p>
        )}
      </div>
    </form>
  );
}
