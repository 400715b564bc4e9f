import type { ReactElement } from 'react';
import type { ListPage } from '../../model/definitions.g';
import { usePortal } from '../context';
import { CardFor } from '../dispatch';
import { Go } from '../shell/Go';
import { NoData } from '../show/NoData';
import { Skeleton } from '../show/Skeleton';
import { Pager } from './Pager';
import type { List } from './useList';

/** The entries of a list with what stands in their place: dimmed or as skeletons while loading, nothing found, or failed. */
export function ListBody({ list, page }: { list: List; page: ListPage }): ReactElement {
  const { busy, say, retry, page: { cards } } = usePortal();
  if (!list.ok && !busy) return <Failed message={list.message ?? say('errorBusy')} retry={retry} />;
  if (busy && list.entries.length === 0) return <Skeleton columns={list.columns} shape={cards[list.card]?.shape ?? 'tile'} />;
  if (list.entries.length === 0) return (
    <NoData words={list.shows.words(page.empty)}>
      {list.narrowed && <p><Go href={list.address({ page: 1, filters: {}, keyword: '', tab: list.state.tab, sort: list.state.sort })} className="button button-plain button-small">{say('clearFilters')}</Go></p>}
    </NoData>
  );
  return (
    <div className={busy ? 'list-body list-dimmed' : 'list-body'} aria-busy={busy}>
      <ul className={`cards cards-${cards[list.card]?.shape ?? 'tile'} columns-${list.columns}`}>
        {list.entries.map((row, index) => <li key={keyOf(row['id'], index)}><CardFor card={list.card} row={row} index={index} level={2} /></li>)}
      </ul>
      {page.paging === 'more'
        ? list.state.page < list.pages && <p className="more-line"><Go href={list.address({ ...list.state, page: list.state.page + 1 })} className="button button-plain">{say(busy ? 'loading' : 'loadMore')}</Go></p>
        : <Pager page={list.state.page} pages={list.pages} address={(number) => list.address({ ...list.state, page: number })} />}
    </div>
  );
}

const keyOf = (id: unknown, index: number): string => (typeof id === 'string' || typeof id === 'number' ? String(id) : `row-${index}`);

function Failed({ message, retry }: { message: string; retry: () => void }): ReactElement {
  const { say } = usePortal();
  return (
    <div className="blank" role="alert">
      <p className="blank-title">{message}</p>
      <button type="button" className="button button-plain button-small" onClick={retry}>{say('retry')}</button>
    </div>
  );
}
