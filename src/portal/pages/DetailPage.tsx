import type { ReactElement } from 'react';
import { SectionList } from '../dispatch';
import type { PageOf, PageProps } from '../kinds';

/** One item: a main column and, where the definition has one, a column beside it. */
export function DetailPage({ page }: PageProps<PageOf<'detail'>>): ReactElement {
  return (
    <div className={`wrap ${page.aside ? 'with-aside' : ''}`}>
      <div className="main-column" id="article"><SectionList sections={page.sections} /><SectionList sections={page.below} prefix="below" /></div>
      {page.aside && <aside className="aside"><SectionList sections={page.aside} prefix="aside" /></aside>}
    </div>
  );
}
