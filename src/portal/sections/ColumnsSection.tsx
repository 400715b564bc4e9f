import type { ReactElement } from 'react';
import type { MenuEntry } from '../../model/payload';
import { nameColumnLoad } from '../../runtime/columns';
import { usePage, useShell } from '../data/context';
import { MenuLink } from '../layout/MenuLink';
import { findDrawnPicture } from '../ui/drawnPicture';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { Picture } from '../ui/Picture';
import { useShow } from '../ui/useShow';
import './ColumnsSection.css';

/** The columns of the menu as pictures with a name; one whose list has nothing yet says so. */
export function ColumnsSection({ section, labelId }: SectionProps<SectionOf<'columns'>>): ReactElement | null {
  const { shell } = useShell();
  const { page } = usePage();
  const { words } = useShow();
  const columns = shell.menu.flatMap(findColumns).filter(({ href, hidden }) => href !== '' && href !== page.path && !hidden);
  if (columns.length === 0) return null;
  const isEmpty = ({ id }: MenuEntry): boolean => {
    const reply = page.data.loads[nameColumnLoad(id)];
    return reply?.ok === true && reply.rows.length === 0;
  };
  return (
    <ul className="wrap columns-section" aria-labelledby={labelId}>
      {columns.map((column) => (
        <li key={column.id} className="columns-section-tile">
          <Picture src={column.image ?? findDrawnPicture(shell.theme.motif, column.id)} alt="" ratio="16:9" />
          <MenuLink entry={column} className="columns-section-link" current={false} />
          {isEmpty(column) && <span className="columns-section-hint">{words(section.empty)}</span>}
        </li>
      ))}
    </ul>
  );
}

/** A column; of a heading, which opens nothing, those below it. */
const findColumns = (entry: MenuEntry): MenuEntry[] => (entry.href === '' ? entry.children.flatMap(findColumns) : [entry]);
