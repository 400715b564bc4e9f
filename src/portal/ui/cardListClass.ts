import type { Card } from '../../model/definitions.g';

/** As many cards as lie side by side at most, of shapes that put a picture, an end or a date beside their words. */
const mostColumns: Partial<Record<Card['shape'], number>> = { row: 2, stub: 2, details: 2, post: 2 };

/**
 * Returns the classes of a list of cards.
 * @param shape what its cards look like
 * @param columns how many its definition asks for side by side; shapes that need more width have fewer
 */
export function toCardListClass(shape: Card['shape'], columns: number): string {
  return `card-list card-list-${shape} card-list-columns-${Math.min(columns, mostColumns[shape] ?? columns)}`;
}
