import { Jieba } from '@node-rs/jieba';
import { dict } from '@node-rs/jieba/dict.js';
import { toStorableText } from '../statements';

/** Characters of a question that are looked at; the rest is cut off. */
const longestQuestion = 100;
/** Words of a question that are looked for. */
const mostAsked = 16;
/** Characters of a word; a longer one, such as a hash, is cut off in texts and questions alike. */
const longestWord = 40;

/** Runs of Chinese characters, which have no gaps between words, and of other letters and figures, which are words. */
const runs = /(\p{Script=Han}+)|(?:(?!\p{Script=Han})[\p{L}\p{N}\p{M}])+/gu;

/** Markup that was copied along with words. */
const tags = /<\/?[a-z][^<>]*>/g;

let loaded: Jieba | undefined;

/** The dictionary takes a tenth of a second and 40 MB, so it waits for the first text. */
const loadSegmenter = (): Jieba => (loaded ??= Jieba.withDict(dict));

/** Loads the dictionary, so that nobody who searches waits for it. */
export function prepareWords(): void {
  loadSegmenter();
}

/** Returns a text as it is compared: one form for letters and figures of all widths, without capitals. */
export function fold(text: string): string {
  return toStorableText(text).normalize('NFKC').toLowerCase();
}

/**
 * Returns the same with the place that each of its units has in the text: that of the character it comes from, and at the end the text's
 * length. Combined from its characters one by one, which differs from `fold` only where several make one.
 */
export function foldWithPlaces(text: string): { folded: string; places: number[] } {
  const places: number[] = [];
  let folded = '';
  let at = 0;
  for (const character of text) {
    const piece = /[\u4e00-\u9fff]/.test(character) ? character : fold(character);
    for (let unit = 0; unit < piece.length; unit += 1) places.push(at);
    folded += piece;
    at += character.length;
  }
  return { folded, places: [...places, text.length] };
}

/**
 * Returns the words of a folded text under which it is found, each once: the words of the dictionary and the shorter ones within them;
 * where the dictionary knows none, as with many names, the pairs of neighbouring characters.
 * @param characters also each character, so that a question of one finds every text that has it
 */
export function collectWords(folded: string, { characters = false } = {}): string[] {
  const found = new Set<string>();
  for (const [run, chinese] of folded.matchAll(runs)) {
    if (chinese === undefined) found.add(run.slice(0, longestWord));
    else {
      const words = loadSegmenter().cutForSearch(chinese, false);
      for (const word of words) found.add(word);
      for (const pair of pairCharacters(words)) found.add(pair);
      if (characters) for (const character of chinese) found.add(character);
    }
  }
  return [...found];
}

/** What a question asks for. */
export interface Question {
  /** What was asked, folded and without white space around it. */
  phrase: string;
  /** The words that a text must have. None: nothing can be found. */
  words: string[];
  /** Its single Chinese characters, and its other words, which may be the beginnings of longer ones. */
  parts: { characters: string[]; beginnings: string[] };
}

/**
 * Takes a question apart by the same rules as texts. Words of grammar, such as particles and pronouns, and single characters between
 * words of the dictionary are no condition unless they are all there is.
 * @param asked what a visitor typed, whatever it is
 */
export function parseQuestion(asked: string): Question {
  const phrase = [...fold(asked).replace(tags, ' ').trim()].slice(0, longestQuestion).join('').trim();
  const [words, characters, beginnings] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const [run, chinese] of phrase.matchAll(runs)) {
    for (const character of chinese ?? '') characters.add(character);
    if (chinese === undefined) beginnings.add(run.slice(0, longestWord));
    for (const word of chinese === undefined ? [run.slice(0, longestWord)] : findAskedWords(chinese)) words.add(word);
  }
  return { phrase, words: [...words].slice(0, mostAsked), parts: { characters: [...characters], beginnings: [...beginnings] } };
}

/** Classes of words in the dictionary: particles, prepositions, conjunctions, modal and onomatopoeic words, pronouns, adverbs. */
const grammar = /^(u|p|c|y|e|o|r|d)/;

function findAskedWords(chinese: string): string[] {
  const tagged = loadSegmenter().tag(chinese, false);
  // Grammar leaves a gap, so that what stands on both sides of it makes no pair.
  const words = tagged.map(({ word, tag }) => (grammar.test(tag) ? '' : word));
  const telling = [...words.filter((word) => word !== '' && !isCharacter(word)), ...pairCharacters(words)];
  return telling.length > 0 ? telling : tagged.map(({ word }) => word);
}

/** The pairs of characters that follow each other and belong to no word. */
function pairCharacters(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    const before = words[index - 1];
    return before !== undefined && isCharacter(before) && isCharacter(word) ? [before + word] : [];
  });
}

const isCharacter = (word: string): boolean => word.length === 1 || (word.length === 2 && (word.codePointAt(0) ?? 0) > 0xffff);
