import type { Endpoint, Module, Param } from '../../model/definitions.g';
import { asObject, getOwn, isObject } from '../../model/json';
import type { Controls } from '../../runtime/lists';
import type { Named } from '../language/names';
import * as messages from '../problems/messages';
import type { Phrase } from '../problems/words';
import { joinNames, quote } from '../problems/wording';
import { describeItem, followReference } from '../scopes/shapes';
import { isOfItems } from './params';

/** Warns of choices of filters and of constants of orders and tabs that the parameters they are sent in do not take. */
export function checkSentChoices(path: readonly string[], list: Controls, endpoint: Named<Endpoint>, report: messages.Report): void {
  for (const [name, { param = '', options = {} }] of Object.entries(list.filters ?? {}))
    for (const [option, { value }] of Object.entries(options))
      checkValue([...path, 'filters', name, 'options', option, 'value'], param, value, endpoint, report);
  for (const key of ['sorts', 'tabs'] as const)
    for (const [name, slice] of Object.entries(list[key] ?? {}))
      checkSentConstants([...path, key, name, 'with'], slice.with, endpoint, report);
}

/** Warns of constants among what is sent that the parameters do not take. @param path that of `with` */
export function checkSentConstants(path: readonly string[], sent: unknown, endpoint: Named<Endpoint>, report: messages.Report): void {
  for (const [param, value] of Object.entries(asObject(sent)))
    if (isObject(value) && 'const' in value) checkValue([...path, param, 'const'], param, value['const'], endpoint, report);
}

function checkValue(
  path: readonly string[],
  param: string,
  value: unknown,
  { value: endpoint, definition, name }: Named<Endpoint>,
  report: messages.Report,
): void {
  const meaning = getOwn(endpoint.params, param);
  if (meaning === undefined || meaning.ignored || !isOfItems(endpoint, definition.backend)) return;
  const taken = findTaken(meaning, definition);
  const parts = String(value).split(meaning.match === 'any' ? ',' : /$^/);
  const strange = parts.map((part) => part.trim()).find((part) => part !== '' && taken && !taken.takes(part));
  if (taken && strange !== undefined) report(path, messages.notTaken(strange, param, name, taken.what));
}

/** What a parameter takes, and how that is said; undefined where it may take anything. */
function findTaken(
  { sort, range, phase, codes = [0, 1, 2], field, match = 'equals' }: Param,
  { item }: Module,
): { takes: (value: string) => boolean; what: Phrase } | undefined {
  const among = (values: readonly string[]): { takes: (value: string) => boolean; what: Phrase } => ({
    takes: (value) => values.includes(value),
    what: joinNames(values.map(quote)),
  });
  if (sort !== undefined) return among(['asc', 'desc']);
  if (phase !== undefined) return among(codes.map(String));
  if (range === 'year') return { takes: (value) => /^\d{4}$/.test(value), what: 'a year of four digits' };
  if (range !== undefined) return among(['1', '2', '3']);
  const shape = field === undefined ? undefined : followReference(describeItem(item), field, false).shape;
  if (!shape || shape.open || (match !== 'equals' && match !== 'any')) return undefined;
  if (shape.type === 'boolean') return among(['true', 'false']);
  const isNumber = shape.type === 'integer' || shape.type === 'number';
  return isNumber ? { takes: (value) => Number.isFinite(Number(value)), what: 'a number' } : undefined;
}
