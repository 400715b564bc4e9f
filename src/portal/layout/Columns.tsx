import type { ReactElement, ReactNode } from 'react';
import type { Page, Section } from '../../model/definitions.g';
import { holds } from '../../runtime/condition';
import { usePage } from '../data/context';
import { hasNothing } from '../ui/hasNothing';
import { SectionList } from '../ui/renderers';
import { useShow } from '../ui/useShow';
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
  const { scope, page: payload } = usePage();
  const shows = useShow();
  const start = page.asideAt === 'start';
  const isShown = (section: Section): boolean => holds(section.when, scope) && !hasNothing(section, shows, scope, payload);
  // Without anything to show, the column would be a gap.
  const aside = Object.values(page.aside ?? {}).some(isShown) && (
    <aside className="columns-aside">
      <SectionList sections={page.aside} prefix="aside" />
    </aside>
  );
  const look = ['wrap', className, aside && 'columns-two', aside && start && 'columns-start'].filter(Boolean).join(' ');
  return (
    <div className={look}>
      {start && aside}
      <div className="columns-main" id={id}>
        {hasOwnTitle(page) && <h1 className="page-title columns-title">{payload.heading}</h1>}
        {children}
      </div>
      {!start && aside}
    </div>
  );
}
