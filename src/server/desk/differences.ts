import { diffArrays } from 'diff';
import type { CompiledModule } from '../../model/compiled';
import type { Property } from '../../model/definitions.g';
import { isPresent, type JsonObject } from '../../model/json';
import { stripTags } from '../../runtime/display';
import { parseTime } from '../../runtime/time';
import { isPersonal } from '../items/personalFields';
import { writeMoment } from './plan';

/** A part of a text, and whether the other one has something else in its place. */
interface Piece {
  text: string;
  differs: boolean;
}

/** A field that two versions of an item differ in: what it is called, and the texts of both in pieces. */
export interface Difference {
  field: string;
  title: string;
  before: Piece[];
  after: Piece[];
  /** Whether the words are the same, and markup, links or pictures alone differ. */
  markup: boolean;
}

/** Words of Chinese have no spaces between them. */
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
/** Two texts that have more letters together, take longer to compare, in milliseconds, or differ in more words differ in all that is between their common ends. */
const mostLetters = 40_000;
const limits = { timeout: 300, maxEditLength: 800 };

/** Returns the fields that two versions of an item differ in; what tells who somebody is stays where it is. */
export function listDifferences(module: CompiledModule, before: JsonObject, after: JsonObject): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]) && !isPersonal(`/${name}`, module))
    .map((name) => {
      const property = module.definition.item?.properties[name];
      const [one, other] = [write(before[name], property), write(after[name], property)];
      return { field: name, title: property?.title ?? name, ...compare(one, other), markup: one === other };
    });
}

function write(value: unknown, property: Property | undefined): string {
  if (!isPresent(value)) return '';
  const time = property?.format === 'date-time' ? parseTime(value) : undefined;
  if (time !== undefined) return writeMoment(new Date(time));
  // What looks like a tag is one in rich text alone.
  if (typeof value === 'string') return property?.contentMediaType === 'text/html' ? stripTags(value) : value;
  const words = Array.isArray(value) && value.every((entry) => typeof entry === 'string');
  return words ? value.join('\u3001') : JSON.stringify(value);
}

function compare(before: string, after: string): Pick<Difference, 'before' | 'after'> {
  if (before.length + after.length > mostLetters) return compareEnds(before, after);
  const changes = before === after ? [] : diffArrays(splitWords(before), splitWords(after), limits);
  if (!changes) return compareEnds(before, after);
  if (changes.length === 0) return { before: [{ text: before, differs: false }], after: [{ text: after, differs: false }] };
  return {
    before: changes.flatMap(({ value, added, removed }) => (added ? [] : [{ text: value.join(''), differs: removed }])),
    after: changes.flatMap(({ value, added, removed }) => (removed ? [] : [{ text: value.join(''), differs: added }])),
  };
}

const splitWords = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** What two texts begin and end with alike, and all between. */
function compareEnds(before: string, after: string): Pick<Difference, 'before' | 'after'> {
  const [one, other] = [Array.from(before), Array.from(after)];
  const most = Math.min(one.length, other.length);
  let head = 0;
  while (head < most && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < most - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  const split = (letters: string[]): Piece[] =>
    [
      { text: letters.slice(0, head).join(''), differs: false },
      { text: letters.slice(head, letters.length - tail).join(''), differs: true },
      { text: letters.slice(letters.length - tail).join(''), differs: false },
    ].filter(({ text }) => text !== '');
  return { before: split(one), after: split(other) };
}

/**
 * Returns a text in pieces as rich text, with `mark` around what differs. Of what does not differ so many letters are left at its ends as are to be
 * read beside what does.
 */
export const markPieces = (pieces: readonly Piece[], context = 60): string =>
  shorten(pieces, context)
    .map(({ text, differs }) => (differs ? `<mark>${escape(text)}</mark>` : escape(text)))
    .join('');

/** Returns the words of a text in pieces, shortened as {@link markPieces} does, and cut where they are too many for a line. */
export function sayPieces(pieces: readonly Piece[], context = 10, most = 120): string {
  const text = shorten(pieces, context)
    .map((piece) => piece.text)
    .join('');
  return cut(text, 0, most) + (countLetters(text) > most ? '\u2026' : '');
}

function shorten(pieces: readonly Piece[], context: number): Piece[] {
  return pieces.map((piece, index) => {
    if (piece.differs || pieces.length === 1) return piece;
    const [before, after] = [index === 0 ? 0 : context, index === pieces.length - 1 ? 0 : context];
    const count = countLetters(piece.text);
    if (count <= before + after + 1) return piece;
    return { ...piece, text: `${cut(piece.text, 0, before)}\u2026${cut(piece.text, count - after, count)}` };
  });
}

/** By whole characters: an emoji is not cut in two. */
const cut = (text: string, from: number, to: number): string => Array.from(text).slice(from, to).join('');
const countLetters = (text: string): number => Array.from(text).length;

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
