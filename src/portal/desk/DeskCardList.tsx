import type { ReactElement } from 'react';
import { CardList as UsualCardList, type CardListProps } from '../../portal/lists/CardList';
import { usePage } from '../data/context';
import { DeskTable } from './lists/DeskTable';

/** The entries of a list at the desk: tables whose columns are chosen and whose lines can be ticked; all else as visitors see it. It stands in the place of the usual one. */
export function CardList(props: CardListProps): ReactElement {
  const card = usePage().page.cards[props.card];
  if (card?.shape !== 'table' || (!card.more && !card.bulk)) return <UsualCardList {...props} />;
  return <DeskTable {...props} table={card} />;
}
