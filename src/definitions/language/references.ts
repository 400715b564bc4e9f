import type { PartName } from '../../model/definitions.g';
import { listReferences, type ExpressionTree } from '../../model/expression';
import type { Json } from '../../model/json';
import { parseExpression } from './expression';
import { remember } from './remember';
import { findAnnotation, walk, type Place } from './walk';

const references: Partial<Record<PartName, (value: object) => readonly string[]>> = {};

/** Calls back with every reference of a part of the language that starts at a root, also those that are keys and those in expressions. */
export function eachReference(part: PartName, value: object, visit: (reference: string) => void): void {
  // A card is shown by many pages.
  const list = (references[part] ??= remember((of: object) => listAll(part, of)));
  list(value).forEach(visit);
}

function listAll(part: PartName, value: object): string[] {
  const found: string[] = [];
  const enter = (place: Place): void => {
    const { part: name, value: reference, owner, field } = place;
    if (name === 'Expression') return void found.push(...listReferences(toTree(reference)));
    // Those that start at a row or an entry do not name it.
    if (typeof reference !== 'string' || findAnnotation(place, 'x-root') !== undefined) return;
    if (owner === 'Times' && field === 'info') found.push(...timeFields.map((time) => `${reference}/${time}`));
    if (name === 'Pointer' || (name === 'Text' && reference.startsWith('/'))) found.push(reference);
  };
  walk(part, value as Json, undefined, { enter, key: enter });
  return found;
}

/** What opening times are made of (ledger PICK-17); a reference to them stands for all of it. */
const timeFields = ['isTimeSection', 'startTime', 'endTime', 'cycle', 'timeSectionData'];

/** An expression as it was written, or compiled; one that cannot be read refers to nothing. */
function toTree(expression: Json): ExpressionTree {
  if (typeof expression !== 'string') return expression as ExpressionTree;
  const parsed = parseExpression(expression);
  return typeof parsed === 'string' ? null : parsed.tree;
}
