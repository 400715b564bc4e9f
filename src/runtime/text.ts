import type { Text } from '../model/definitions.g';
import type { Json } from '../model/json';
import { originalLocale } from '../model/locale';
import { resolve } from '../model/pointer';
import type { Scope } from './roots';
import { formatTree } from './textTree';
import { evaluate, evaluateAll } from './value';
import { IntlMessageFormat } from './wholeFormat';

/** Parsed ICU patterns by pattern: the syntax trees that the server sends along, so that browsers need no parser. */
export type Patterns = Readonly<Record<string, unknown>>;

/** Arguments of a pattern by name. */
export type Arguments = Record<string, string | number | boolean>;
/** The name, which no pattern has, under which patterns of another language than the original one tell theirs. */
export const localeName = 'locale';

/** Returns the language of patterns, which is that of the page. */
export const getLocale = ({ [localeName]: locale }: Patterns): string => (typeof locale === 'string' ? locale : originalLocale);

const formats = new Map<string, IntlMessageFormat>();

/**
 * Formats an ICU MessageFormat pattern. A pattern without arguments is returned as it is.
 * @param patterns the parsed patterns; one that is missing there is shown unformatted
 */
export function formatPattern(pattern: string, values: Arguments, patterns: Patterns, locale = getLocale(patterns)): string {
  if (!pattern.includes('{')) return pattern;
  const tree = patterns[pattern];
  const simple = Array.isArray(tree) ? formatTree(tree, values, locale) : undefined;
  if (simple !== undefined) return simple;
  const key = `${locale} ${pattern}`;
  let format = formats.get(key);
  if (!format) {
    if (!Array.isArray(tree)) return pattern;
    format = new IntlMessageFormat(tree, locale);
    if (formats.size < 2000) formats.set(key, format);
  }
  return String(format.format(values));
}

/**
 * Returns the words of a text of a definition: an ICU pattern, a reference (a string that starts with a slash), or an object.
 * @param given arguments that its place gives, such as the size of a file that was refused
 * @returns the words; empty when there are none
 */
export function formatText(text: Text | undefined, scope: Scope, patterns: Patterns, given: Arguments = {}): string {
  if (text === undefined) return '';
  if (typeof text === 'string')
    return text.startsWith('/') ? toWords(resolve(text, scope), given, patterns) : formatPattern(text, given, patterns);
  // What a text names may have no value: that is an empty word, and no fault.
  const empty = Object.fromEntries(Object.keys(text.with ?? {}).map((name) => [name, '']));
  const values = { ...empty, ...given, ...evaluateAll(text.with, scope) };
  return text.text !== undefined
    ? formatPattern(text.text, values, patterns)
    : toWords(evaluate(text.value, scope), values, patterns) || (text.else ?? '');
}

function toWords(value: Json | undefined, values: Arguments, patterns: Patterns): string {
  if (typeof value === 'string') return patterns[value] ? formatPattern(value, values, patterns) : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/**
 * Returns the title of a page in a browser's tab: its own before the institution's.
 * @param own the page's own title; empty for the institution's alone
 */
export const formatDocumentTitle = (own: string, site: string): string => (own === '' || own === site ? site : `${own} - ${site}`);
