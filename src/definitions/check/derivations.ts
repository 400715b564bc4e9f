import type { Module } from '../../model/definitions.g';
import * as messages from '../problems/messages';
import { describeItem, followReference } from '../scopes/shapes';

/** Warns of places that are to be counted down from what is no number: `readCapacity` of the server then knows of none. */
export function checkDerivations({ derive = {}, item }: Module, report: messages.Report): void {
  for (const [place, { function: name, of }] of Object.entries(derive)) {
    if (name !== 'remaining') continue;
    const { shape } = followReference(describeItem(item), of, false);
    if (shape && !shape.open && shape.type !== 'integer' && shape.type !== 'number')
      report(['derive', place, 'of'], messages.notCounted(of, shape.type));
  }
}
