import type { ReactElement } from 'react';
import { usePortal } from '../context';
import { SectionList } from '../dispatch';
import type { PageOf, PageProps } from '../kinds';
import { DateFilter } from './DateFilter';
import { FilterRows } from './FilterRows';
import { ListBody } from './ListBody';
import { ListSearch } from './ListSearch';
import { SortLinks } from './SortLinks';
import { useList } from './useList';

/** A list: ways to narrow it, its entries, its pager; a column beside it. */
export function ListPage({ page }: PageProps<PageOf<'list'>>): ReactElement {
  const { say, busy } = usePortal();
  const list = useList(page);
  const narrowed = list.rows.length + list.dates.length > 0;
  return (
    <>
      {page.above && <div className="list-above"><SectionList sections={page.above} prefix="above" /></div>}
      <div className={`wrap ${page.aside ? 'with-aside' : ''}`}>
        <div className="main-column" id="list">
          {narrowed && (
            <section className="filters" aria-label={say('filters')}>
              <FilterRows list={list} />
              {list.dates.map((filter) => <DateFilter key={filter.name} list={list} {...filter} />)}
            </section>
          )}
          {(page.tabs || page.sorts || page.search || list.total > 0) && (
            <div className="list-bar">
              {page.tabs && <SortLinks list={list} kind="tab" sorts={page.tabs} />}
              {page.sorts && <SortLinks list={list} kind="sort" sorts={page.sorts} />}
              <p className="list-count" role="status">{busy ? say('loading') : list.ok && say('totalItems', { total: list.total })}</p>
              {page.search && <ListSearch list={list} search={page.search} />}
            </div>
          )}
          <ListBody list={list} page={page} />
        </div>
        {page.aside && <aside className="aside"><SectionList sections={page.aside} prefix="aside" /></aside>}
      </div>
    </>
  );
}
