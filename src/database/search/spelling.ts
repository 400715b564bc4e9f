import { pinyin } from 'pinyin-pro';
import { fold } from './words';

/** Characters of a title that are spelled. */
const mostSpelled = 40;
/** Letters of a spelling, and first letters, that are kept from each place of a title on. */
const longestSpelling = 24;
const longestInitials = 10;

const chinese = /\p{Script=Han}/u;
/** A Chinese character, or a word of other letters and figures, which is spelled as it is. */
const pieces = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}\p{M}])+/gu;

/** What stands before a spelling that begins with its title. No letter, so that nobody can ask for it. */
const beginning = '^';

/** A piece of a title and how it is read: where the words around do not tell, in several ways. */
interface Piece {
  text: string;
  readings: string[];
}

/** Returns how each character and word of a folded text is read, without tones; `v` stands for the letter that keyboards lack. */
function spell(folded: string): Piece[] {
  const texts = folded.match(pieces)?.slice(0, mostSpelled) ?? [];
  const found: Piece[] = [];
  let run: string[] = [];
  const closeRun = (): void => {
    // Together, since it is the words that tell how a character is read.
    const readings = run.length === 0 ? [] : pinyin(run.join(''), { toneType: 'none', type: 'array', v: true });
    run.forEach((text, index) => {
      found.push({ text, readings: [...new Set([readings[index] ?? text, ...listReadings(text)])] });
    });
    run = [];
  };
  for (const text of texts) {
    if (chinese.test(text)) run.push(text);
    else {
      closeRun();
      found.push({ text, readings: [text] });
    }
  }
  closeRun();
  return found;
}

const known = new Map<string, string[]>();

/** Returns how a character can be read. Looked up once: titles are made of few thousand different ones. */
function listReadings(character: string): string[] {
  const found = known.get(character) ?? pinyin(character, { multiple: true, toneType: 'none', type: 'array', v: true });
  known.set(character, found);
  return found;
}

const spellFirst = ({ readings }: Piece): string => readings[0] ?? '';

/**
 * Returns what the title of an item is suggested by: from each of its places on how it is read, in whole and by first letters, and from its
 * beginning also what is written. Of a character that is read in several ways each counts where a spelling begins with it, and after that
 * the one that its words tell.
 */
export function collectSpellings(folded: string): string[] {
  const title = spell(folded);
  const found = new Set<string>([beginning + toKey(folded)]);
  title.forEach(({ readings }, place) => {
    const rest = title.slice(place + 1);
    const [letters, initials] = [rest.map(spellFirst).join(''), rest.map((piece) => spellFirst(piece).charAt(0)).join('')];
    for (const reading of readings) {
      for (const key of [(reading + letters).slice(0, longestSpelling), (reading.charAt(0) + initials).slice(0, longestInitials)]) {
        found.add(key);
        if (place === 0) found.add(beginning + key);
      }
    }
  });
  return [...found].filter((key) => key !== beginning);
}

/** Returns a text as it is compared with what titles begin with: its letters and figures, of a long one the first. */
const toKey = (folded: string): string => (folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join('').slice(0, longestSpelling);

/** How what was typed so far is looked for. */
export interface TypedKeys {
  /** The beginning of titles, written or read. */
  begins: string;
  /** The beginning of how something within a title is read; undefined for what holds no such thing, and for a single letter, which all titles have. */
  within?: string;
}

/** Takes apart what was typed so far; undefined where there is nothing to look for. */
export function parseTyped(typed: string): TypedKeys | undefined {
  const key = toKey(fold(typed).replaceAll('\u00fc', 'v'));
  if (key === '') return undefined;
  return { begins: beginning + key, ...(/^[a-z0-9]{2,}$/.test(key) ? { within: key } : {}) };
}

/** Returns how a question is read that may have been written with other characters; undefined for one of less than two syllables. */
export function spellQuestion(folded: string): string | undefined {
  const read = spell(folded);
  const key = read.map(spellFirst).join('').slice(0, longestSpelling);
  return /^[a-z0-9]{3,}$/.test(key) ? key : undefined;
}

/** Returns the part of a folded title that is read as a key, such as what was meant by a word with wrong characters; undefined where none is. */
export function findReadAs(folded: string, key: string): string | undefined {
  const title = spell(folded);
  for (let start = 0; start < title.length; start += 1) {
    let letters = '';
    let part = '';
    for (const piece of title.slice(start)) {
      letters += spellFirst(piece);
      part += piece.text;
      if (letters === key) return part;
      if (letters.length >= key.length) break;
    }
  }
  return undefined;
}
