import { useEffect, useRef, useState, type FormEvent, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Search } from '../../model/definitions.g';
import { setFilter } from '../../runtime/filters';
import { useShell } from '../data/context';
import { rememberWord } from '../data/recentWords';
import { useHydrated } from '../data/hydration';
import { Icon } from '../ui/icons';
import { SearchBox } from '../ui/search/SearchBox';
import { HiddenState } from './HiddenState';
import { RadioRow } from './RadioRow';
import type { List } from './useList';
import './ListSearch.css';

/** The text search of a list; with several fields a selector says which. Filters of radio buttons stand in its form. A plain form without scripts. */
export function ListSearch({ list, search }: { list: List; search: Search }): ReactElement {
  const { say, localize, shell } = useShell();
  const { words } = list.shows;
  // The site's own search says what the whole site has.
  const ofSite = list.path === shell.shell.search;
  const navigate = useNavigate();
  const [missing, setMissing] = useState(false);
  const scripted = useHydrated();
  const fields = Object.entries(search.fields);
  const selector = fields.length > 1;
  const [name, fieldName, missingId] = [list.keyword, list.named('field'), `${list.named('search')}-missing`];
  const label = words(search.placeholder) || say('searchHere');
  const box = useRef<HTMLInputElement>(null);
  const shown = useRef(list.state.keyword);
  // Set rather than made anew, so that who typed stays in the box; not at first, for what was typed before the scripts were there is newer.
  useEffect(() => {
    if (shown.current === list.state.keyword) return;
    shown.current = list.state.keyword;
    if (box.current && box.current.value.trim() !== list.state.keyword) box.current.value = list.state.keyword;
  }, [list.state.keyword]);
  const go = (element: HTMLFormElement): void => {
    const form = new FormData(element);
    const keyword = String(form.get(name) ?? '').trim();
    const field = String(form.get(fieldName) ?? '');
    if (selector && field === '') {
      setMissing(true);
      return;
    }
    setMissing(false);
    if (ofSite) rememberWord(keyword);
    const chosen = list.radios.reduce(
      (state, radio) =>
        setFilter(
          list.controls,
          state,
          radio.name,
          [String(form.get(list.named(radio.name)) ?? '')].filter((value) => value !== ''),
        ),
      list.state,
    );
    void navigate(list.address({ ...chosen, keyword, field: field || undefined, page: 1 }));
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    go(event.currentTarget);
  };
  return (
    <form
      className={`list-search ${list.leads ? 'list-search-wide' : ''}`.trim()}
      role="search"
      aria-label={label}
      action={localize(list.path)}
      method="get"
      onSubmit={submit}
      noValidate={scripted}
    >
      <HiddenState list={list} without={[name, fieldName, ...list.radios.map((radio) => list.named(radio.name))]} />
      <div className="list-search-box">
        {selector && (
          <select
            key={list.state.field ?? ''}
            className="input"
            name={fieldName}
            aria-label={say('searchField')}
            defaultValue={list.state.field ?? (search.choose === undefined ? fields[0]?.[0] : '')}
            required
            aria-invalid={missing || undefined}
            aria-describedby={missing ? missingId : undefined}
            onChange={() => setMissing(false)}
          >
            {search.choose !== undefined && <option value="">{words(search.choose)}</option>}
            {fields.map(([key, field]) => (
              <option key={key} value={key}>
                {words(field.label)}
              </option>
            ))}
          </select>
        )}
        {ofSite ? (
          <SearchBox box={box} className="input" name={name} label={label} value={list.state.keyword} />
        ) : (
          <input
            ref={box}
            className="input"
            type="search"
            name={name}
            maxLength={100}
            defaultValue={list.state.keyword}
            placeholder={label}
            aria-label={label}
          />
        )}
        <button type="submit" className="list-search-go" aria-label={say('search')}>
          <Icon name="search" />
          {list.leads && <span aria-hidden="true">{say('search')}</span>}
        </button>
      </div>
      {missing && (
        <p className="input-error" id={missingId} role="alert">
          {words(search.missing) || say('missingChoice')}
        </p>
      )}
      {list.radios.map((row) => (
        <RadioRow key={row.key} row={row} name={list.named(row.name)} onChoose={go} />
      ))}
    </form>
  );
}
