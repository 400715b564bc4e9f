import type { ReactElement } from 'react';
import type { Card, Display } from '../../model/definitions.g';
import { useShell } from '../data/context';
import type { CardProps } from '../ui/kindProps';
import { ActionButton } from '../ui/actions/ActionButton';
import { Picture } from '../ui/Picture';
import { Inline, Words, toClampClass, toToneClass } from '../ui/Words';
import { useShow } from '../ui/useShow';
import { Badge, CardLink } from './parts';
import { useCard, type CardView } from './useCard';
import './TableCard.css';

/** One column of a table: what it shows of each row. */
interface Column {
  name: string;
  display: Display;
  isTitle: boolean;
}

/** A display as an object: one of a reference alone has nothing but its value. */
const spellOut = (display: Display): Exclude<Display, string> => (typeof display === 'string' ? { value: display } : display);

/** The reference to the number of a row. */
const rowNumber = '/index';

/**
 * The columns of a table: the number of the row, the title, the fields, and whatever else its card has to show. Fields and counters may be called what
 * the card's own parts are called.
 */
function buildColumns({ title, fields = {}, tags, text, date, price, counters = {} }: Card): Column[] {
  const toColumns = (kind: string, displays: Readonly<Record<string, Display | undefined>>): Column[] =>
    Object.entries(displays).flatMap(([name, display]) =>
      display === undefined ? [] : [{ name: `${kind}:${name}`, display, isTitle: false }],
    );
  const others = [...toColumns('field', fields), ...toColumns('card', { tags, text, date, price }), ...toColumns('counter', counters)];
  const isNumber = ({ display }: Column): boolean => spellOut(display).value === rowNumber;
  return [...others.filter(isNumber), { name: 'title', display: title, isTitle: true }, ...others.filter((column) => !isNumber(column))];
}

/** The words above each column. */
function useHeads(): (column: Column) => string {
  const { say } = useShell();
  const { words } = useShow();
  return ({ display, isTitle }) => words(spellOut(display).label) || (isTitle ? say('tableTitle') : '');
}

/** Pixels of a letter: the attribute of a column knows no other unit, and styles of its own no page may have. */
const letter = 16;

/** The width of a column as its attribute says it; undefined for one that is as wide as what is in it. */
function readWidth({ display }: Column): string | undefined {
  const { width } = spellOut(display);
  return width?.endsWith('em') ? String(Number.parseInt(width, 10) * letter) : width;
}

/** The class of a column that says where its words stand. */
const toAlignClass = ({ display }: Column): string | undefined => {
  const { align } = spellOut(display);
  return align && `table-card-at-${align}`;
};

/** The widths of a table's columns, where its card says any; narrow screens, on which lines are stacked, have none. */
export function TableWidths({ card }: { card: Card }): ReactElement | null {
  const columns = buildColumns(card);
  if (columns.every((column) => readWidth(column) === undefined)) return null;
  return (
    <colgroup>
      {columns.map((column) => (
        <col key={column.name} width={readWidth(column)} />
      ))}
      {card.actions && <col />}
    </colgroup>
  );
}

/** The head of a table: the labels of its card's displays, and one for actions when it has any. */
export function TableHead({ card }: { card: Card }): ReactElement {
  return (
    <thead role="rowgroup">
      <tr role="row">{useHeadCells(card)}</tr>
    </thead>
  );
}

/** The cells of the head, in the order of the columns. */
export function useHeadCells(card: Card): (ReactElement | undefined)[] {
  const { say } = useShell();
  const head = useHeads();
  return [
    ...buildColumns(card).map((column) => (
      <th key={column.name} role="columnheader" scope="col" className={toAlignClass(column)}>
        {head(column)}
      </th>
    )),
    card.actions && (
      <th key="" role="columnheader" scope="col" className="table-card-end">
        {say('tableActions')}
      </th>
    ),
  ];
}

/**
 * A line of a table, its title the head of the line, its actions at the end. Each cell carries the head of its column, which
 * narrow screens show in front of it; the roles are spelled out because some browsers forget them there.
 */
export function TableCard(props: CardProps): ReactElement {
  return (
    <tr role="row" className="card table-card">
      {useCells(props)}
    </tr>
  );
}

/** The cells of a line, in the order of the columns. */
export function useCells(props: CardProps): (ReactElement | undefined)[] {
  const { card } = props;
  const view = useCard(props);
  const { one } = useShow(view.extra);
  const { say } = useShell();
  const head = useHeads();
  return [
    ...buildColumns(card).map((column) => {
      if (column.isTitle)
        return (
          <th key={column.name} role="rowheader" scope="row" data-label={head(column)} className={toAlignClass(column)}>
            <TitleCell view={view} lazy={props.lazy} />
          </th>
        );
      const shown = one(column.display);
      return (
        <td
          key={column.name}
          role="cell"
          data-label={head(column)}
          className={[toToneClass(shown), toClampClass(shown), toAlignClass(column)].filter(Boolean).join(' ') || undefined}
        >
          {shown && <Words shown={shown} />}
        </td>
      );
    }),
    card.actions && (
      <td key="" role="cell" className="table-card-end" data-label={say('tableActions')}>
        <span className="table-card-actions">
          {view.actions.map(([name, target]) => (
            <ActionButton key={name} target={target} className="button-small" />
          ))}
        </span>
      </td>
    ),
  ];
}

function TitleCell({ view, lazy }: { view: CardView; lazy: boolean }): ReactElement {
  const words = (
    <span className="table-card-title">
      <CardLink view={view} />
      {view.badge && <Badge shown={view.badge} inLine />}
      {view.subtitle && (
        <span className="table-card-subtitle">
          <Inline shown={view.subtitle} />
        </span>
      )}
    </span>
  );
  return view.pictured ? (
    <span className="table-card-pictured">
      <Picture src={view.image} fallback={view.drawn} alt="" ratio={view.ratio} lazy={lazy} />
      {words}
    </span>
  ) : (
    words
  );
}
