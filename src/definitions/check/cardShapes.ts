import type { Card } from '../../model/definitions.g';
import type { Locate } from '../language/document';
import * as messages from '../problems/messages';

/** What cards of each shape have no place for; `src/portal/cards` draws them. */
const unseen: Record<Card['shape'], readonly (keyof Card)[]> = {
  tile: ['pictures'],
  row: ['pictures'],
  line: ['image', 'ratio', 'tags', 'text', 'pictures', 'actions', 'controls'],
  overlay: ['pictures'],
  stub: ['pictures', 'controls'],
  table: ['pictures', 'controls'],
  details: ['image', 'ratio', 'pictures', 'opens'],
  post: ['ratio', 'subtitle'],
};

/**
 * Warns of parts that a card of its shape does not show. Where another file chose the shape, what is left over from before is nobody's slip.
 * @param path where the card stands
 */
export function checkCardShape(path: readonly string[], card: Card, locate: Locate, report: messages.Report): void {
  const shapes = Object.entries(unseen);
  for (const key of unseen[card.shape])
    if (card[key] !== undefined && locate([...path, key], 'key').file === locate([...path, 'shape'], 'key').file)
      report(
        [...path, key],
        messages.unseenPart(
          key,
          card.shape,
          shapes.flatMap(([shape, keys]) => (keys.includes(key) ? [] : [shape])),
        ),
        'key',
      );
}
