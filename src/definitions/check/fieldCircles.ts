import type { Condition, FormField, Test } from '../../model/definitions.g';
import type { Fields } from '../../runtime/formSchema';
import { parsePointer } from '../../model/pointer';
import * as messages from '../problems/messages';

/** Warns of fields that are there only while others of them are filled in, in a circle: nobody can fill in the first. @param path that of the fields */
export function checkFieldCircles(path: readonly string[], fields: Fields, report: messages.Report): void {
  const needs = new Map(Object.entries(fields).map(([name, field]) => [name, listNeeded(field).filter((other) => other in fields)]));
  const find = (name: string, trail: readonly string[]): readonly string[] | undefined => {
    if (trail.includes(name)) return trail.slice(trail.indexOf(name));
    return (needs.get(name) ?? []).map((other) => find(other, [...trail, name])).find((circle) => circle !== undefined);
  };
  const told = new Set<string>();
  for (const name of needs.keys()) {
    const circle = find(name, []);
    if (circle === undefined || !circle.includes(name) || circle.some((one) => told.has(one))) continue;
    circle.forEach((one) => told.add(one));
    report([...path, name], messages.neverSeen(circle), 'key');
  }
}

/** Returns the fields without which one has no place, or nothing to choose. One that starts with something is there without anybody's doing. */
function listNeeded({ when, options, default: start }: FormField): string[] {
  if (start !== undefined) return [];
  const [first = [], ...others] = Object.values(options ?? {}).map((option) => listPresent(option.when));
  return [...listPresent(when), ...first.filter((name) => others.every((names) => names.includes(name)))];
}

/** Returns the fields of the form that a condition wants something in. */
const listPresent = (condition: Condition | undefined): string[] =>
  Object.entries(condition ?? {}).flatMap(([reference, test]) => {
    const [root, name, ...within] = parsePointer(reference);
    return root === 'form' && name !== undefined && within.length === 0 && wantsSomething(test as Test) ? [name] : [];
  });

const wantsSomething = (test: Test): boolean =>
  typeof test === 'object' && test !== null
    ? test.present === true || test.enum !== undefined || test.contains !== undefined || typeof test.const === 'string'
    : typeof test === 'string' || typeof test === 'number' || test === true;
