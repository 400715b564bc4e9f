import type { Card, Ratio } from '../../model/definitions.g';
import { asObject, type Json } from '../../model/json';
import type { Target } from '../../runtime/action';
import type { Scope } from '../../runtime/roots';
import type { Shown } from '../../runtime/display';
import { evaluate } from '../../runtime/value';
import { usePage, useShell } from '../data/context';
import type { CardProps } from '../ui/kindProps';
import { findDrawnPicture } from '../ui/drawnPicture';
import { toPictureAddress } from '../ui/Picture';
import { useShow } from '../ui/useShow';

/** A card with everything worked out; shapes only arrange it. */
export interface CardView {
  title: Shown | undefined;
  subtitle: Shown | undefined;
  badge: Shown | undefined;
  tags: Shown | undefined;
  text: Shown | undefined;
  date: Shown | undefined;
  price: Shown | undefined;
  fields: [string, Shown][];
  counters: [string, Shown][];
  actions: [string, Target][];
  /** Marks that a member sets, with the row that they stand in. */
  controls: Card['controls'];
  extra: Scope;
  /** What the whole card opens, in a new window unless its definition says otherwise (ledger CONV-03). */
  opens: Target | undefined;
  /** Whether the card has a place for a picture, and the picture. */
  pictured: boolean;
  image: string | undefined;
  ratio: Ratio;
  /** The picture that is drawn for an item without one, and for one whose picture cannot be had. */
  drawn: string | undefined;
}

/** Works a card out for one row. */
export function useCard({ card, row, index, list, opens = card.opens }: CardProps): CardView {
  const { scope } = usePage();
  const { shell } = useShell();
  const extra = { row, index, list };
  const shows = useShow(extra);
  const image = toPictureAddress(evaluate(card.image, { ...scope, ...extra }));
  const drawn = findDrawnPicture(shell.theme.motif, readId(row));
  return {
    title: shows.one(card.title),
    subtitle: shows.one(card.subtitle),
    badge: shows.one(card.badge),
    tags: shows.one(card.tags),
    text: shows.one(card.text),
    date: shows.one(card.date),
    price: shows.one(card.price),
    fields: shows.all(card.fields),
    counters: shows.all(card.counters),
    actions: shows.targets(card.actions),
    controls: card.controls,
    extra,
    opens: shows.target(opens, 'new'),
    pictured: card.image !== undefined,
    image: image ?? drawn,
    drawn,
    ratio: card.ratio ?? '4:3',
  };
}

/** Returns the id of an entry; undefined when it has none. */
export const readId = (row: Json): Json | undefined => asObject(row)['id'];
