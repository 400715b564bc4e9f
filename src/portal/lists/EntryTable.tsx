import { Fragment, type ReactElement } from 'react';
import { TableHead, TableWidths } from '../cards/TableCard';
import type { EntryTableProps } from '../ui/kindProps';

/** The entries of a list as the lines of one table. */
export function EntryTable({ card, caption, entries }: EntryTableProps): ReactElement {
  return (
    <table className="table-card-table" role="table">
      <caption className="unseen">{caption}</caption>
      <TableWidths card={card} />
      <TableHead card={card} />
      <tbody role="rowgroup">
        {entries.map(({ key, item }) => (
          <Fragment key={key}>{item}</Fragment>
        ))}
      </tbody>
    </table>
  );
}
