import { getOwn } from '../model/json';

/** What a pattern is made of, as @formatjs/icu-messageformat-parser writes it. */
export interface TextNode {
  type?: unknown;
  value?: unknown;
  style?: unknown;
  options?: Readonly<Record<string, { value: readonly TextNode[] }>>;
  offset?: number;
  pluralType?: Intl.PluralRuleType;
}

/** The nodes that are known here by their types; the others write dates, times, numbers in a style of their own, and elements. */
const [literal, argument, number, select, plural, pound] = [0, 1, 2, 5, 6, 7];

/** The types of nodes that are known here; of numbers those without a style. */
export const knownTypes: ReadonlySet<unknown> = new Set([literal, argument, number, select, plural, pound]);

type Values = Readonly<Record<string, unknown>>;

/**
 * Puts the words of a syntax tree together that has literals, plain arguments and numbers, and choices by words and by numbers, as nearly all
 * have. Browsers fetch the library that knows the rest only where there is some, and the first message that needs Intl takes a slow telephone
 * 50 ms.
 * @param count what `#` stands for
 * @returns undefined when the tree has more in it, or an argument is missing
 */
export function formatTree(tree: readonly TextNode[], values: Values, locale: string, count?: number): string | undefined {
  let text = '';
  for (const node of tree) {
    const part = formatNode(node, values, locale, count);
    if (part === undefined) return undefined;
    text += part;
  }
  return text;
}

function formatNode(node: TextNode, values: Values, locale: string, count: number | undefined): string | undefined {
  const { type, style } = node;
  const name = String(node.value);
  if (type === literal) return name;
  if (type === pound) return count === undefined ? '' : getNumbers(locale).format(count);
  if (!Object.hasOwn(values, name)) return undefined;
  const value = values[name];
  if (type === argument) return value || value === 0 ? String(value) : '';
  if (type === number && style == null) return getNumbers(locale).format(Number(value));
  if (type === select) return formatOption(node, String(value), values, locale);
  return type === plural ? formatPlural(node, Number(value), values, locale) : undefined;
}

function formatPlural(node: TextNode, value: number, values: Values, locale: string): string | undefined {
  const { options = {}, offset = 0, pluralType: type = 'cardinal' } = node;
  const count = value - offset;
  const exact = `=${value}`;
  const chosen = getOwn(options, exact) ? exact : getPlurals(locale, type).select(count);
  return formatOption(node, chosen, values, locale, count);
}

function formatOption({ options = {} }: TextNode, chosen: string, values: Values, locale: string, count?: number): string | undefined {
  const option = getOwn(options, chosen) ?? options['other'];
  return option && formatTree(option.value, values, locale, count);
}

const numbers = new Map<string, Intl.NumberFormat>();
function getNumbers(locale: string): Intl.NumberFormat {
  const known = numbers.get(locale) ?? new Intl.NumberFormat(locale);
  numbers.set(locale, known);
  return known;
}

const plurals = new Map<string, Intl.PluralRules>();
function getPlurals(locale: string, type: Intl.PluralRuleType): Intl.PluralRules {
  const known = plurals.get(locale + type) ?? new Intl.PluralRules(locale, { type });
  plurals.set(locale + type, known);
  return known;
}
