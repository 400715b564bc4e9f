import type { PartName } from '../../model/definitions.g';
import { listReferences, type ExpressionTree } from '../../model/expression';
import type { Json } from '../../model/json';
import { parseExpression } from './expression';
import { findAnnotation, walk, type Place } from './walk';

/** Calls back with every reference of a part of the language that starts at a root, also those that are keys and those in expressions. */
export function eachReference(part: PartName, value: object, visit: (reference: string) => void): void {
  const enter = (place: Place): void => {
    const { part: name, value: reference, owner, field } = place;
    if (name === 'Expression') return listReferences(toTree(reference)).forEach(visit);
    // Those that start at a row or an entry do not name it.
    if (typeof reference !== 'string' || findAnnotation(place, 'x-root') !== undefined) return;
    if (owner === 'Times' && field === 'info') timeFields.forEach((time) => visit(`${reference}/${time}`));
    if (name === 'Pointer' || (name === 'Text' && reference.startsWith('/'))) visit(reference);
  };
  walk(part, value as Json, undefined, { enter, key: enter });
}

/** What opening times are made of (ledger PICK-17); a reference to them stands for all of it. */
const timeFields = ['isTimeSection', 'startTime', 'endTime', 'cycle', 'timeSectionData'];

/** An expression as it was written, or compiled; one that cannot be read refers to nothing. */
function toTree(expression: Json): ExpressionTree {
  if (typeof expression !== 'string') return expression as ExpressionTree;
  const parsed = parseExpression(expression);
  return typeof parsed === 'string' ? null : parsed.tree;
}
