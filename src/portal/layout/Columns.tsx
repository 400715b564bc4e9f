import type { ReactElement, ReactNode } from 'react';
import type { Page } from '../../model/definitions.g';
import { usePage } from '../data/context';
import { SectionList } from '../ui/renderers';
import './Columns.css';
import './ColumnsStart.css';

/** Returns whether the heading of a page stands above its main column, because the page does without a banner; details have their own. */
export const hasOwnTitle = ({ banner, kind, aside }: Page): boolean =>
  banner === false && kind !== 'detail' && (kind !== 'composed' || aside !== undefined);

/** The main column of a page and, where the definition has sections for it, one beside it: at the end, or at the start, where it comes first on narrow screens too. */
export function Columns({
  page,
  id,
  className = '',
  children,
}: {
  page: Page;
  id?: string;
  className?: string;
  children: ReactNode;
}): ReactElement {
  const {
    page: { heading },
  } = usePage();
  const start = page.asideAt === 'start';
  const aside = page.aside && (
    <aside className="columns-aside">
      <SectionList sections={page.aside} prefix="aside" />
    </aside>
  );
  const look = ['wrap', className, aside && 'columns-two', aside && start && 'columns-start'].filter(Boolean).join(' ');
  return (
    <div className={look}>
      {start && aside}
      <div className="columns-main" id={id}>
        {hasOwnTitle(page) && <h1 className="page-title columns-title">{heading}</h1>}
        {children}
      </div>
      {!start && aside}
    </div>
  );
}
