import type { ReactElement, ReactNode } from 'react';
import type { Card } from '../../../model/definitions.g';
import { asObject, type Json } from '../../../model/json';
import { TableWidths, useHeadCells } from '../../cards/TableCard';
import { readId } from '../../cards/useCard';
import { usePage, useShell } from '../../data/context';
import type { CardListProps } from '../../lists/CardList';
import { BulkBar } from './BulkBar';
import { ColumnChoice } from './ColumnChoice';
import { DeskTableRow } from './DeskTableRow';
import { type ChosenRows, useChosenRows } from './useChosenRows';
import { useColumns } from './useColumns';
import '../../cards/TableCard.css';
import './DeskTable.css';

type DeskTableProps = CardListProps & { table: Card };

/** A table of the desk: its columns are chosen by who looks, its lines can be ticked, and what its card has for several of them is done with those. */
export function DeskTable({ table, rows, first = 1, caption, list }: DeskTableProps): ReactElement {
  const { path, desk } = usePage().page;
  const columns = useColumns(path, table);
  const { more: _more, bulk: all, ...usual } = table;
  const bulk = desk && desk.bulk.length > 0 ? all : undefined;
  const card: Card = { ...usual, fields: columns.fields };
  const chosen = useChosenRows(rows);
  const { say } = useShell();
  return (
    <div className="desk-table">
      <div className="desk-table-tools">
        {bulk && <AllLines chosen={chosen} className="desk-table-all" words={say('deskChooseAll')} />}
        {bulk && <BulkBar bulk={bulk} chosen={chosen} titleOf={(row) => readTitle(row)} list={list} />}
        <ColumnChoice columns={columns} />
      </div>
      <table className="table-card-table" role="table">
        <caption className="unseen">{caption}</caption>
        {!bulk && <TableWidths card={card} />}
        <Head card={card} all={bulk && chosen} />
        <tbody role="rowgroup">
          {rows.map((row, index) => (
            <DeskTableRow
              key={toKey(row, index)}
              card={card}
              row={row}
              index={first + index}
              list={list}
              tick={bulk && { title: readTitle(row), ticked: chosen.has(row), onTick: () => chosen.toggle(row) }}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const toKey = (row: Json, index: number): string => String(readId(row) ?? `row-${index}`);

/** What a line is called where it is spoken of: services of the desk name what they tell of. */
function readTitle(row: Json): string {
  const { deskTitle, title, id } = asObject(row);
  return [deskTitle, title, id].find((name): name is string => typeof name === 'string' && name !== '') ?? '';
}

/** Ticks and clears all lines of the page; where the screen is too narrow for the head of the table it stands above it. */
const AllLines = ({ chosen, words, className }: { chosen: ChosenRows; words: ReactNode; className?: string }): ReactElement => (
  <label className={className}>
    <input type="checkbox" checked={chosen.every} onChange={chosen.toggleAll} />
    {words}
  </label>
);

/** The head of the table; `all` ticks and clears all lines of the page. */
function Head({ card, all }: { card: Card; all: ChosenRows | undefined }): ReactElement {
  const { say } = useShell();
  return (
    <thead role="rowgroup">
      <tr role="row">
        {all && (
          <th role="columnheader" scope="col" className="desk-table-tick">
            <AllLines chosen={all} words={<span className="unseen">{say('deskChooseAll')}</span>} />
          </th>
        )}
        {useHeadCells(card)}
      </tr>
    </thead>
  );
}
