import type { ReactElement, ReactNode } from 'react';
import type { Action } from '../../model/definitions.g';
import type { Json } from '../../model/json';
import type { Scope } from '../../runtime/roots';
import { usePage } from '../data/context';
import { EntryCard, useRenderers } from '../ui/renderers';
import { toCardListClass } from '../ui/cardListClass';
import { readId } from '../cards/useCard';
import '../cards/parts.css';
import './CardList.css';
import '../cards/cardsMedia.css';

/** Cards that are visible when a page opens; the pictures of the others can wait. */
const seenAtOnce = 4;

/** Entries and the card they look like, by its name as `module:card`. */
export interface CardListProps {
  card: string;
  rows: readonly Json[];
  columns: number;
  /** The number of the first entry in the whole list, from 1. */
  first?: number;
  level?: 2 | 3;
  /** Whether the list stands below what is seen at once. */
  below?: boolean;
  /** The state of the list, where it has one. */
  list?: Scope;
  /** Whether they are one line on phones, which is moved sideways. */
  strip?: boolean;
  /** What the entries open instead of what their card says. */
  opens?: Action;
  /** What stands first among the cards, two of them wide; nothing among the lines of a table. */
  lead?: ReactNode;
  /** What a table is a table of, for those who do not see where it stands. */
  caption: string;
}

/** The entries of a list as their card's shape asks for: cards side by side, or the lines of one table. */
export function CardList({
  card,
  rows,
  columns,
  first = 1,
  level = 3,
  below = false,
  caption,
  list,
  strip = false,
  opens,
  lead,
}: CardListProps): ReactElement {
  const definition = usePage().page.cards[card];
  const { EntryTable } = useRenderers();
  const entries = rows.map((row, index) => ({
    key: toRowKey(readId(row), index),
    item: (
      <EntryCard card={card} row={row} index={first + index} lazy={below || index >= seenAtOnce} level={level} list={list} opens={opens} />
    ),
  }));
  if (definition?.shape !== 'table') {
    return (
      <ul className={`${toCardListClass(definition?.shape ?? 'tile', columns)}${strip ? ' card-list-strip' : ''}`}>
        {lead && <li className="card-list-lead">{lead}</li>}
        {entries.map(({ key, item }) => (
          <li key={key}>{item}</li>
        ))}
      </ul>
    );
  }
  return <EntryTable card={definition} caption={caption} entries={entries} />;
}

const toRowKey = (id: unknown, index: number): string => (typeof id === 'string' || typeof id === 'number' ? String(id) : `row-${index}`);
