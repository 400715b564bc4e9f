import type { PartName } from '../../model/definitions.g';
import type { Problem } from '../../model/problem';
import { findRemoval, type Locate, type Misspelt } from '../language/document';
import { formatPointer } from '../../model/pointer';
import { isObject, type Json, getOwn } from '../../model/json';
import * as messages from '../problems/messages';
import type { Root } from '../language/metaSchemas';
import { type KnownResults, walk } from '../language/walk';
import { describePart } from './describe';

/** `together`: keys that do not exclude each other. */
interface Rule {
  keys: string[];
  required: boolean;
  together?: string[];
}

/** Keys of which a part takes exactly one, or at most one; the meta-schemas say so in words. */
const rules: Readonly<Partial<Record<PartName, Rule>>> = {
  Action: { keys: ['to', 'url', 'notice', 'toast', 'picture', 'call', 'form', 'cases'], required: true },
  Endpoint: { keys: ['get', 'post', 'put', 'delete'], required: true },
  Filter: { keys: ['options', 'dictionary', 'types', 'areas', 'years', 'dates', 'numbers'], required: true },
  Codelist: { keys: ['options', 'dictionary', 'types', 'tree', 'states', 'kinds'], required: true, together: ['dictionary', 'types'] },
  Lookup: { keys: ['slot', 'routeId'], required: true },
  MenuNode: { keys: ['module', 'href', 'backRouteId'], required: false },
  Upstream: { keys: ['get', 'post', 'put', 'delete'], required: false },
  UpstreamPaging: { keys: ['page', 'offset', 'cursor'], required: true },
  UpstreamValue: { keys: ['const', 'time', 'scale', 'values', 'fields'], required: false },
  TextObject: { keys: ['text', 'value'], required: true },
};

const rankFile = (file: string): number => (file.startsWith('tenants/') ? 2 : file.startsWith('schemas/presets/') ? 1 : 0);

/** What a derivation needs besides, by its function. */
const neededByFunction = [
  ['phase', 'until'],
  ['label', 'codelist'],
] as const;

const known: KnownResults = new WeakMap();

/**
 * Finds parts that have more than one of the keys that exclude each other, as a patch easily makes them, or none of them.
 * The Problem says which to set to null and which file each came from.
 * @param misspelt says when a part was added by a patch that perhaps meant another name
 * @param below what patches were laid on to make it
 */
export function checkAlternatives(
  root: Root,
  value: Json,
  locate: Locate,
  misspelt: Misspelt = () => undefined,
  below: Json = null,
): Problem[] {
  const { problems, report } = messages.collectProblems(locate);
  const reportMissing = (path: readonly string[], keys: readonly string[], fault: messages.Fault): void => {
    const removed = keys.map((key) => findRemoval(locate, [...path, key])).find((place) => place !== undefined);
    if (removed) problems.push(messages.createProblem(removed, formatPointer(path), fault));
    else report(path, fault);
  };
  walk(root, value, undefined, {
    known: { results: known, below, countFaults: () => problems.length },
    enter: ({ value: part, path, part: name, schema }) => {
      if (!isObject(part) || name === undefined) return undefined;
      const has = (key: string): boolean => getOwn(part, key) !== undefined;
      const check = ({ keys, required, together = [] }: Rule): void => {
        const given = keys.filter(has);
        if (given.length > 1 && !given.every((key) => together.includes(key))) {
          // What an institution wrote is what it wants to keep.
          const places = given
            .map((key) => ({ key, place: locate([...path, key], 'key') }))
            .sort((a, b) => rankFile(a.place.file) - rankFile(b.place.file));
          report([...path, places.at(-1)?.key ?? ''], messages.tooManyAlternatives(describePart(name), places, keys), 'key');
        }
        // An action that cannot be used leads nowhere.
        if (name === 'Filter' && given.length === 0 && has('codelist'))
          report([...path, 'codelist'], messages.codelistWithoutChoices(keys), 'key');
        else if (given.length === 0 && required && getOwn(part, 'disabled') !== true)
          reportMissing(path, keys, messages.missingAlternative(describePart(name), keys, misspelt(path)));
      };
      const rule = rules[name];
      if (rule !== undefined) check(rule);
      if (
        schema.properties?.['before'] !== undefined &&
        typeof getOwn(part, 'before') === 'string' &&
        typeof getOwn(part, 'after') === 'string'
      )
        check({ keys: ['before', 'after'], required: false });
      if (name === 'Filter' && rule?.keys.some(has) && !has('dates') && !has('numbers') && !has('param'))
        report(path, messages.missingKey(['param'], describePart('Filter')));
      for (const [of, key] of neededByFunction)
        if (name === 'Derivation' && getOwn(part, 'function') === of && !has(key))
          report(path, messages.missingKey([key], `A derivation with the function "${of}"`));
      if (name === 'Lookup' && has('slot') && !has('take')) report(path, messages.missingKey(['take'], describePart('Lookup')));
      return undefined;
    },
  });
  return problems;
}
