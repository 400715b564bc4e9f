import type { Endpoint, Module, Param } from '../../model/definitions.g';
import { getOwn } from '../../model/json';
import { parseVariables } from '../language/calls';
import * as messages from '../problems/messages';
import { findNearest } from '../problems/wording';
import { describeItem, followReference } from '../scopes/shapes';
import { isPaging } from '../scopes/slots';

/** What a parameter can do to the items that a call finds. */
const meanings = ['field', 'sort', 'near', 'phase', 'ignored'] as const;

/**
 * Returns whether nothing comes of a parameter: the built-in back end answers the call with items, and the call does not say what the parameter
 * means to these, nor that it means nothing.
 * @param backend the back end of the call's module
 */
export function isMeaningless(endpoint: Endpoint, param: string, { backend }: Pick<Module, 'backend'>): boolean {
  const meaning = getOwn(endpoint.params, param);
  if (!isOfItems(endpoint, backend) || isPaging(endpoint, param) || meanings.some((key) => meaning?.[key] !== undefined)) return false;
  // What is said under a misspelt name is told there.
  const { variables } = parseVariables(endpoint.get ?? '');
  const misspelt = Object.keys(endpoint.params ?? {}).filter((name) => !variables.includes(name));
  return findNearest(param, misspelt) === undefined;
}

/** Whether the built-in back end answers a call, and no service of it, as far as the module alone says. */
export function isOfItems({ service, upstream, backend }: Endpoint, ofModule: string | undefined): boolean {
  return service === undefined && upstream === undefined && (backend ?? ofModule ?? 'builtIn') === 'builtIn';
}

/** Checks that ranges and periods are asked for of what is kept as a number: numbers, dates and the role time. */
export function checkRanges(path: readonly string[], endpoint: Endpoint, definition: Module, report: messages.Report): void {
  if (!isOfItems(endpoint, definition.backend)) return;
  const item = describeItem(definition.item);
  for (const [name, param] of Object.entries(endpoint.params ?? {}))
    for (const [key, field] of listBounds(param)) {
      const { shape } = followReference(item, field, false);
      if (field === definition.roles?.time || !shape || shape.open) continue;
      const isDate = 'format' in shape && (shape.format === 'date' || shape.format === 'date-time');
      if (!isDate && shape.type !== 'integer' && shape.type !== 'number')
        report([...path, 'params', name, key], messages.noRange(field, shape.type));
    }
}

/** Returns the fields that a parameter compares as numbers, and the keys that name them. */
function listBounds({ field, match, range, phase, until }: Param): [key: string, field: string][] {
  const isRange = range !== undefined || match === 'from' || match === 'to';
  const found = { field: isRange ? field : undefined, phase, until };
  return Object.entries(found).flatMap(([key, of]): [string, string][] => (of === undefined ? [] : [[key, of]]));
}
