import type { ReactElement } from 'react';
import { SectionList } from '../ui/renderers';
import type { PageOf, PageProps } from '../ui/kindProps';
import { Columns } from '../layout/Columns';

/** Sections one below the other, each across the whole width; or beside a column. */
export function ComposedPage({ page }: PageProps<PageOf<'composed'>>): ReactElement {
  const sections = <SectionList sections={page.sections} />;
  return page.aside ? <Columns page={page}>{sections}</Columns> : <div className="section-bands">{sections}</div>;
}
