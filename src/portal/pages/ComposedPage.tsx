import type { ReactElement } from 'react';
import { SectionList } from '../dispatch';
import type { PageOf, PageProps } from '../kinds';

/** Sections one below the other, each across the whole width. */
export function ComposedPage({ page }: PageProps<PageOf<'composed'>>): ReactElement {
  if (!page.aside) return <div className="bands"><SectionList sections={page.sections} /></div>;
  return (
    <div className="wrap with-aside">
      <div className="main-column"><SectionList sections={page.sections} /></div>
      <aside className="aside"><SectionList sections={page.aside} prefix="aside" /></aside>
    </div>
  );
}
