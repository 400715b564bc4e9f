import { emPoints, type Outline } from './outlines';

/** Marks that stand at no line's beginning, and those that stand at no line's end. */
const closing = /^[\p{Pe}\p{Pf}\p{Po}]+$/u;
const opening = /[\p{Ps}\p{Pi}]$/u;

/** Returns how wide a text is in a size. */
export const measureWords = (text: string, outlines: ReadonlyMap<string, Outline>, size: number): number =>
  [...text].reduce((sum, character) => sum + (outlines.get(character)?.advance ?? 0), 0) * (size / emPoints);

/**
 * Sets a text in lines that are no wider than `width` and much alike: words are kept whole, marks stay with the word that they belong to.
 * @returns as many lines as it takes
 */
export function setLines(text: string, outlines: ReadonlyMap<string, Outline>, size: number, width: number): string[] {
  const measure = (words: string): number => measureWords(words, outlines, size);
  const pieces = splitWords(text).flatMap((word) => (measure(word) > width ? [...word] : [word]));
  const fill = (room: number): string[] => {
    const lines: string[] = [];
    for (const piece of pieces) {
      const last = lines.at(-1);
      if (last !== undefined && measure((last + piece).trimEnd()) <= room) lines[lines.length - 1] = last + piece;
      else lines.push(piece.trimStart());
    }
    return lines.map((line) => line.trimEnd()).filter((line) => line !== '');
  };
  const greedy = fill(width);
  // The narrowest room that takes as many lines leaves no lonely word in the last of them.
  let [narrow, wide] = [width / 2, width];
  while (wide - narrow > size / 4) {
    const middle = (narrow + wide) / 2;
    const lines = fill(middle);
    if (lines.length <= greedy.length && lines.every((line) => measure(line) <= width)) wide = middle;
    else narrow = middle;
  }
  return fill(wide);
}

function splitWords(text: string): string[] {
  const words: string[] = [];
  for (const { segment } of new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)) {
    const last = words.at(-1);
    if (last !== undefined && (closing.test(segment) || opening.test(last))) words[words.length - 1] = last + segment;
    else words.push(segment);
  }
  return words;
}
