import type { Question } from '../../../database/search/words';
import { foldWithPlaces } from '../../../database/search/words';
import { escapeHtml } from '../../api/sanitize';

/** A stretch of a text, in UTF-16 units: from the first one up to the one before `end`. */
interface Stretch {
  start: number;
  end: number;
}

/** Characters in front of the first hit of an excerpt, and in all. */
const lead = 24;
const maxLength = 120;
/** UTF-16 units of a text in which hits are sought. */
const mostRead = 20_000;
/** Characters of a text, such as a label, that says little by itself. */
const terseLength = 40;

const latin = /[\p{L}\p{N}]/u;
const chinese = /\p{Script=Han}/u;

/** Returns a text as safe HTML: escaped, with mark elements around what was asked for. */
export function markHits(text: string, question: Question): string {
  return insertMarks(text, findHits(text, question));
}

/**
 * Returns an excerpt of some texts as safe HTML, with mark elements around what was asked for: of the first one that has the phrase, else
 * of the first that has one of its words, else the beginning of the first. What says little by itself is followed by the beginning of the
 * first.
 * @param told whether a title tells already why the texts were found; then only the first one counts, which says most
 */
export function cutExcerpt(texts: readonly string[], question: Question, told = false): string {
  const spoken = texts.filter((text) => text.trim() !== '').map((text) => text.slice(0, mostRead));
  const found = spoken.slice(0, told ? 1 : undefined).map((text) => ({ text, hits: findHits(text, question) }));
  const best =
    found.find(({ hits, text }) => hits.some((hit) => isPhrase(text.slice(hit.start, hit.end), question))) ??
    found.find(({ hits }) => hits.length > 0) ??
    found[0];
  if (!best) return '';
  const first = best.hits.find((hit) => isPhrase(best.text.slice(hit.start, hit.end), question)) ?? best.hits[0];
  const html = cutOut(best, first === undefined ? 0 : findBeginning(best.text, first.start), maxLength);
  return best === found[0] || best.text.length > terseLength || !found[0]
    ? html
    : `${html} … ${cutOut(found[0], 0, maxLength - best.text.length)}`;
}

/** Returns a part of a text with its hits, from a place on. */
function cutOut({ text, hits }: { text: string; hits: readonly Stretch[] }, start: number, length: number): string {
  const end = avoidSurrogate(text, Math.min(text.length, start + length));
  const inside = hits
    .filter((hit) => hit.start >= start && hit.end <= end)
    .map((hit) => ({ start: hit.start - start, end: hit.end - start }));
  return `${start > 0 ? '…' : ''}${insertMarks(text.slice(start, end), inside)}${end < text.length ? '…' : ''}`;
}

const isPhrase = (hit: string, { phrase }: Question): boolean => foldWithPlaces(hit).folded.includes(phrase);

/** Returns where an excerpt starts: at the beginning of the sentence where that is near, else a few characters before the hit. */
function findBeginning(text: string, hit: number): number {
  if (hit <= lead) return 0;
  const from = hit - lead;
  const sentence = text.slice(from, hit).search(/(?<=[\u3002\uff01\uff1f\n])[^\u3002\uff01\uff1f\n]*$/);
  return avoidSurrogate(text, sentence > 0 ? from + sentence : from);
}

/** Returns a place that does not divide a character. */
const avoidSurrogate = (text: string, place: number): number => (/[\udc00-\udfff]/.test(text[place] ?? '') ? place + 1 : place);

function insertMarks(text: string, hits: readonly Stretch[]): string {
  let html = '';
  let at = 0;
  for (const { start, end } of hits) {
    html += `${escapeHtml(text.slice(at, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`;
    at = end;
  }
  return html + escapeHtml(text.slice(at));
}

/** Returns the stretches of a text that have the phrase or its words, in order, those that touch as one. */
function findHits(text: string, { phrase, words }: Question): Stretch[] {
  const { folded, places } = foldWithPlaces(text);
  const hits = [...new Set([phrase, ...words])]
    .filter((term) => term !== '')
    .flatMap((term) => findOccurrences(folded, term))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const joined: Stretch[] = [];
  for (const { start, end } of hits) {
    const last = joined.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined.map(({ start, end }) => ({ start: places[start] ?? text.length, end: places[end] ?? text.length }));
}

function findOccurrences(folded: string, term: string): Stretch[] {
  const found: Stretch[] = [];
  for (let start = folded.indexOf(term); start >= 0; start = folded.indexOf(term, start + term.length)) {
    const end = start + term.length;
    if (isWord(folded, start, end)) found.push({ start, end });
  }
  return found;
}

/** Latin words and figures count as a whole only, or every letter b would be marked. */
function isWord(text: string, start: number, end: number): boolean {
  return !(isContinued(text[start - 1], text[start]) || isContinued(text[end - 1], text[end]));
}

const isContinued = (before = ' ', after = ' '): boolean =>
  latin.test(before) && latin.test(after) && !chinese.test(before) && !chinese.test(after);
