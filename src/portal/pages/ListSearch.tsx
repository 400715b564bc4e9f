import { useState, type FormEvent, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Search } from '../../model/definitions.g';
import { usePortal } from '../context';
import { useHydrated } from '../session';
import { Icon } from '../shell/icons';
import { HiddenState } from './HiddenState';
import type { List } from './useList';

/** The text search of a list; with several fields a selector says which. A plain form without scripts. */
export function ListSearch({ list, search }: { list: List; search: Search }): ReactElement {
  const { say } = usePortal();
  const { words } = list.shows;
  const navigate = useNavigate();
  const [missing, setMissing] = useState(false);
  const scripted = useHydrated();
  const fields = Object.entries(search.fields);
  const selector = fields.length > 1;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const keyword = String(form.get('keyword') ?? '').trim();
    const field = String(form.get('field') ?? '');
    if (selector && field === '' && keyword !== '') { setMissing(true); return; }
    setMissing(false);
    navigate(list.address({ ...list.state, keyword, field: field || undefined, page: 1 }));
  };
  return (
    <form key={`${list.state.field ?? ''} ${list.state.keyword}`} className="list-search" role="search" action={list.path} method="get" onSubmit={submit} noValidate={scripted}>
      <HiddenState list={list} without={['keyword', 'field']} />
      <div className="search-box">
        {selector && (
          <select className="input" name="field" aria-label={say('searchField')} defaultValue={list.state.field ?? (search.choose === undefined ? fields[0]?.[0] : '')} required aria-invalid={missing || undefined} aria-describedby={missing ? 'search-missing' : undefined} onChange={() => setMissing(false)}>
            {search.choose !== undefined && <option value="">{words(search.choose)}</option>}
            {fields.map(([name, field]) => <option key={name} value={name}>{words(field.label)}</option>)}
          </select>
        )}
        <input className="input" type="search" name="keyword" maxLength={100} defaultValue={list.state.keyword} placeholder={words(search.placeholder) || say('searchHere')} aria-label={words(search.placeholder) || say('searchHere')} />
        <button type="submit" className="search-go" aria-label={say('search')}><Icon name="search" /></button>
      </div>
      {missing && <p className="field-error" id="search-missing" role="alert">{words(search.missing) || say('missingChoice')}</p>}
    </form>
  );
}
