import type { ReactElement } from 'react';
import { findCalendar } from '../../runtime/calendar';
import { SectionList, useRenderers } from '../ui/renderers';
import type { PageOf, PageProps } from '../ui/kindProps';
import { Columns } from '../layout/Columns';
import { FormJumps } from '../lists/FormJumps';
import { ListBody } from '../lists/ListBody';
import { ListControls } from '../lists/ListControls';
import { Feeds } from '../lists/Feeds';
import { useList } from '../lists/useList';

// One file: what shows a list on its own page shows it on others too.
export { StatefulList } from '../sections/StatefulList';

/** A list: ways to narrow it, its entries, its pager; a column beside it. What stands above it begins with the column where there is one. */
export function ListPage({ page }: PageProps<PageOf<'list'>>): ReactElement {
  const list = useList(page);
  const { ListCalendar } = useRenderers();
  const above = page.above && <SectionList sections={page.above} prefix="above" />;
  const featured = page.featured && list.state.page === 1 && !list.narrowed && <SectionList sections={page.featured} prefix="featured" />;
  return (
    <>
      {above && !page.aside && <div className="columns-above">{above}</div>}
      <Columns page={page} id="list">
        {page.aside && above}
        <ListControls
          list={list}
          actions={list.shows.targets(page.actions)}
          jumps={page.aside && <FormJumps sections={page.aside} prefix="aside" />}
        />
        {list.ok && list.total === 0 && featured}
        {findCalendar(page, list.state) && list.ok ? (
          <ListCalendar page={page} />
        ) : (
          <ListBody list={list} empty={page.empty} end={page.end} level={2} lead={featured} />
        )}
        <Feeds list={list} />
      </Columns>
      {page.nothing && list.ok && list.total === 0 && !list.withheld && (
        <div className="section-bands">
          <SectionList sections={page.nothing} prefix="nothing" />
        </div>
      )}
    </>
  );
}
