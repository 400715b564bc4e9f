import zh from './zh.json';
import { getOwn } from '../../model/json';

/** The same in both languages. */
export interface Words {
  english: string;
  chinese: string;
}

/** What stands within words: words, or a name, a number or a phrase of the catalogue `zh.json`. */
export type Phrase = string | number | Words;

const [sentences, known]: readonly Readonly<Record<string, string>>[] = [zh.messages, zh.phrases];

/** Phrases with places for names in them, `a field of kind {0}`: those that parsers and checks have made of several. */
const patterns = Object.entries(known ?? {})
  .filter(([english]) => english.includes('{0}'))
  .map(([english, chinese]) => ({
    chinese,
    test: new RegExp(
      `^${english
        .split(/\{\d\}/)
        .map(escape)
        .join('(.+?)')}$`,
    ),
  }));

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

const fill = (pattern: string, parts: readonly string[]): string =>
  pattern.replace(/\{(\d)\}/g, (_place, index: string) => parts[Number(index)] ?? '');

/**
 * Makes words of a template: `Unknown key "${key}".` is looked up in the catalogue as `Unknown key "{0}".`; what is not there stays English.
 * Phrases within are looked up too, names in quotes are not.
 */
export function words(strings: TemplateStringsArray, ...phrases: Phrase[]): Words {
  const parts = phrases.map((phrase, index) => (strings[index]?.endsWith('"') ? toName(phrase) : toWords(phrase)));
  const key = strings.reduce((text, string, index) => `${text}{${index - 1}}${string}`);
  return {
    english: fill(
      key,
      parts.map(({ english }) => english),
    ),
    chinese: fill(
      getOwn(sentences, key) ?? key,
      parts.map(({ chinese }) => chinese),
    ),
  };
}

/** Returns a name, which is the same in both languages. */
export const toName = (phrase: Phrase): Words =>
  typeof phrase === 'object' ? phrase : { english: String(phrase), chinese: String(phrase) };

/** Returns a phrase in both languages; one that the catalogue does not have is the same in both. */
export function toWords(phrase: Phrase): Words {
  return typeof phrase === 'object' ? phrase : { english: String(phrase), chinese: translate(String(phrase)) };
}

function translate(phrase: string): string {
  const whole = getOwn(known, phrase);
  if (whole !== undefined || !phrase.includes(' ')) return whole ?? phrase;
  if (phrase.includes(', or '))
    return phrase
      .split(', or ')
      .map(translate)
      .reduce((one, other) => fill(getOwn(sentences, '{0}, or {1}') ?? '', [one, other]));
  for (const { chinese, test } of patterns) {
    const parts = test.exec(phrase)?.slice(1);
    if (parts) return fill(chinese, parts.map(translate));
  }
  return phrase;
}
