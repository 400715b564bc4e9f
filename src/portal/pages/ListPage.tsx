import type { ReactElement } from 'react';
import { findCalendar } from '../../runtime/calendar';
import { SectionList, useRenderers } from '../ui/renderers';
import type { PageOf, PageProps } from '../ui/kindProps';
import { Columns } from '../layout/Columns';
import { ListBody } from '../lists/ListBody';
import { ListControls } from '../lists/ListControls';
import { Feeds } from '../lists/Feeds';
import { useList } from '../lists/useList';

/** A list: ways to narrow it, its entries, its pager; a column beside it. */
export function ListPage({ page }: PageProps<PageOf<'list'>>): ReactElement {
  const list = useList(page);
  const { ListCalendar } = useRenderers();
  return (
    <>
      {page.above && (
        <div className="columns-above">
          <SectionList sections={page.above} prefix="above" />
        </div>
      )}
      <Columns page={page} id="list">
        <ListControls list={list} actions={list.shows.targets(page.actions)} />
        {findCalendar(page, list.state) && list.ok ? (
          <ListCalendar page={page} />
        ) : (
          <ListBody list={list} empty={page.empty} end={page.end} level={2} />
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
