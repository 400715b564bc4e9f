import type { FormField } from '../../model/definitions.g';
import type { JsonObject } from '../../model/json';
import { UsageError } from '../terminal/command';

/**
 * Returns what is given with a move, by name.
 * @param give `name=value` each
 * @throws UsageError for one without a name
 */
export function readGiven(give: readonly string[], reason: string | undefined): Record<string, string> {
  const pairs = give.map((pair): [string, string] => {
    const at = pair.indexOf('=');
    if (at < 1) throw new UsageError(`--give takes name=value, not ${pair}`);
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
  return Object.fromEntries(reason === undefined ? pairs : [...pairs, ['reason', reason]]);
}

const numbers: readonly FormField['field'][] = ['number', 'integer', 'slider', 'rating'];

/** Returns typed values as the fields hold them: numbers for numbers, true for a tick. */
export const toFieldValues = (given: Readonly<Record<string, string>>, fields: Readonly<Record<string, FormField>>): JsonObject =>
  Object.fromEntries(
    Object.entries(given).map(([name, text]): [string, string | number | boolean] => {
      const kind = fields[name]?.field;
      if (kind === 'checkbox' || kind === 'agreement') return [name, text === 'true'];
      const isNumber = kind !== undefined && numbers.includes(kind) && /^-?\d+(\.\d+)?$/.test(text);
      return [name, isNumber ? Number(text) : text];
    }),
  );
