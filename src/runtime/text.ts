import { IntlMessageFormat } from 'intl-messageformat';
import type { Text } from '../model/definitions.g';
import type { Json } from '../model/payload';
import { resolve, type Scope } from './scope';
import { evaluate, evaluateAll } from './value';

/** Parsed ICU patterns by pattern: the syntax trees that the server sends along, so that browsers need no parser. */
export type Patterns = Readonly<Record<string, unknown>>;

type Arguments = Record<string, string | number | boolean>;
const formats = new Map<string, IntlMessageFormat>();

/**
 * Formats an ICU MessageFormat pattern. A pattern without arguments is returned as it is.
 * @param patterns the parsed patterns; one that is missing there is shown unformatted
 */
export function formatPattern(pattern: string, values: Arguments, patterns: Patterns, locale = 'zh-CN'): string {
  if (!pattern.includes('{')) return pattern;
  let format = formats.get(pattern);
  if (!format) {
    const tree = patterns[pattern];
    if (!Array.isArray(tree)) return pattern;
    format = new IntlMessageFormat(tree, locale);
    if (formats.size < 2000) formats.set(pattern, format);
  }
  return String(format.format(values));
}

/**
 * The words of a text of a definition: an ICU pattern, a reference (a string that starts with a slash), or an object.
 * @returns the words; empty when there are none
 */
export function words(text: Text | undefined, scope: Scope, patterns: Patterns): string {
  if (text === undefined) return '';
  if (typeof text === 'string') return text.startsWith('/') ? asWords(resolve(text, scope), patterns) : formatPattern(text, {}, patterns);
  if (text.text !== undefined) return formatPattern(text.text, evaluateAll(text.with, scope), patterns);
  return asWords(evaluate(text.value, scope), patterns) || (text.else ?? '');
}

function asWords(value: Json | undefined, patterns: Patterns): string {
  if (typeof value === 'string') return patterns[value] ? formatPattern(value, {}, patterns) : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
