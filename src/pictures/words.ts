import { drawDisc, drawRect, drawStroke, formatNumber, formatPair, placeGroup } from './brush';
import { mixColors } from './color';
import type { Palette } from './palette';
import { drawCornerSeal } from './scenery';
import { createSheet, type Sheet } from './sheet';

/** The shape of a character: a path on a square of a thousand points whose y points up, and how far the next one stands from it. */
interface Character {
  path: string;
  advance: number;
}

/** What to write; width and height in pixels. */
interface WordsRequest {
  words: string;
  width: number;
  height: number;
  palette: Palette;
  part?: { x: number; y: number; share: number } | undefined;
}

/** A line of writing: its characters one below the other, or beside each other where none is Chinese. */
interface Line {
  words: string;
  size: number;
}

const em = 1000;
/** Where the feet of characters stand on the square, from its upper edge. */
const baseline = 0.88;
/** Characters of one column at most, and the room that columns have: what shows a cover wider than it is keeps the whole slip. */
const longestColumn = 7;
const columnRoom = 330;
const largest = 104;
const han = /\p{Script=Han}/u;
/** What stands in the quotes of a title (double angle brackets, quotation marks, corner brackets), with what stands before and after them. */
const quotedTitle = /^([^\u300a\u201c\u300c]*)[\u300a\u201c\u300c](.+?)[\u300b\u201d\u300d](.*)$/u;

/**
 * Draws a cover that is set in type, for what no drawing shows: a title slip on patterned paper. What stands in the quotes of a title is written
 * large, what stands before them small beside it. The same request always gives the same text.
 * @param outlines of the characters of the words; those without one are left out
 * @returns a standalone SVG document without scripts, text or outside references
 */
export function drawWords({ words, width, height, palette, part }: WordsRequest, outlines: ReadonlyMap<string, Character>): string {
  const sheet = createSheet({ motif: 'words', seed: words, width, height, palette });
  const slip = han.test(words) ? drawColumns(sheet, words, outlines) : drawLines(sheet, words, outlines);
  return sheet.finish(drawGround(sheet) + placeGroup(slip, sheet.width / 2, sheet.height / 2) + drawCornerSeal(sheet), width, height, part);
}

/** Paper of the institution's colours with a pattern of coins, waves or ice. */
function drawGround(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const tone = random.pick([
    palette.accent,
    palette.near,
    mixColors(palette.green, palette.ink, 0.3),
    mixColors(palette.wood, palette.ink, 0.15),
  ]);
  const line = mixColors(tone, palette.paper, 0.3);
  const id = sheet.newId();
  const tile = random.pick([
    drawStroke(
      'M0 40A40 40 0 0 1 40 0A40 40 0 0 1 80 40A40 40 0 0 1 40 80A40 40 0 0 1 0 40M0 0A40 40 0 0 0 40-40M40 0A40 40 0 0 0 0 40M40 0A40 40 0 0 1 80 40M0 40A40 40 0 0 0 40 80M80 40A40 40 0 0 1 40 80',
      line,
      1.6,
      0.55,
    ),
    drawStroke(
      'M0 40A40 40 0 0 1 80 40M14 40A26 26 0 0 1 66 40M28 40A12 12 0 0 1 52 40M-40 80A40 40 0 0 1 40 80M-26 80A26 26 0 0 1 26 80M40 80A40 40 0 0 1 120 80M54 80A26 26 0 0 1 106 80',
      line,
      1.8,
      0.55,
    ),
    drawStroke('M0 0L30 22L80 0M30 22L20 60L0 80M20 60L62 52L80 80M62 52L80 0M30 22L62 52', line, 1.8, 0.5),
  ]);
  sheet.define(`<pattern id="${id}" width="80" height="80" patternUnits="userSpaceOnUse">${tile}</pattern>`);
  return (
    drawRect(
      0,
      0,
      width,
      height,
      sheet.radialFrom(0.4, 0.3, [0, mixColors(tone, palette.paper, 0.16)], [1, mixColors(tone, palette.ink, 0.28)]),
    ) + drawRect(0, 0, width, height, `url(#${id})`)
  );
}

/** The slip of paper that the words stand on, about the origin. */
function drawSlip({ palette }: Sheet, width: number, height: number): string {
  const [left, top] = [-width / 2, -height / 2];
  return (
    drawRect(left + 7, top + 12, width, height, palette.ink, 0.28, 4) +
    drawRect(left, top, width, height, mixColors(palette.paper, palette.gold, 0.14), 1, 3) +
    drawStroke(
      `M${formatPair(left + 14, top + 14)}h${formatNumber(width - 28)}v${formatNumber(height - 28)}h${formatNumber(28 - width)}Z`,
      palette.ink,
      3,
      0.8,
    ) +
    drawStroke(
      `M${formatPair(left + 21, top + 21)}h${formatNumber(width - 42)}v${formatNumber(height - 42)}h${formatNumber(42 - width)}Z`,
      palette.ink,
      1.2,
      0.6,
    ) +
    [left + 14, -left - 14].flatMap((x) => [top + 14, -top - 14].map((y) => drawDisc(x, y, 5, palette.accent))).join('')
  );
}

/** Columns from the right to the left, as titles stand on the covers of books. */
function drawColumns(sheet: Sheet, words: string, outlines: ReadonlyMap<string, Character>): string {
  const { name, rest } = divideTitle(words);
  const names = splitEvenly(name, longestColumn);
  const size = Math.min(largest, columnRoom / Math.max(...names.map((column) => [...column].length)));
  const small = size * 0.42;
  const beside = splitEvenly(rest, Math.max(1, Math.floor(columnRoom / (small * 1.12))));
  const columns: Line[] = [...beside.map((line) => ({ words: line, size: small })), ...names.map((line) => ({ words: line, size }))];
  const gap = size * 0.3;
  const width = columns.reduce((sum, column) => sum + column.size + gap, gap) + 40;
  const tall = Math.max(...columns.map((column) => [...column.words].length * column.size * 1.08)) + 90;
  let right = width / 2 - 20 - gap;
  const written = columns.map((column) => {
    right -= column.size + gap;
    return drawColumn(sheet, column, right + gap, -tall / 2 + 45, outlines);
  });
  return drawSlip(sheet, width, tall) + written.join('');
}

function drawColumn({ palette }: Sheet, { words, size }: Line, x: number, top: number, outlines: ReadonlyMap<string, Character>): string {
  return [...words]
    .map((character, index) => {
      const outline = outlines.get(character);
      const indent = outline ? (size * (1 - outline.advance / em)) / 2 : 0;
      return drawCharacter(outline, x + indent, top + (index * 1.08 + baseline) * size, size, palette.ink);
    })
    .join('');
}

/** Lines from the left to the right, for words without Chinese characters. */
function drawLines(sheet: Sheet, words: string, outlines: ReadonlyMap<string, Character>): string {
  const measure = (line: string): number =>
    [...line].reduce((sum, character) => sum + (outlines.get(character)?.advance ?? em / 4), 0) / em;
  const lines: string[] = [];
  for (const word of words.split(/\s+/)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && measure(longer) > 8) lines.push(word);
    else lines[Math.max(0, lines.length - 1)] = longer;
  }
  const widest = Math.max(1, ...lines.map(measure));
  const size = Math.min(84, (sheet.width * 0.7) / widest, (sheet.height * 0.6) / (lines.length * 1.25));
  const [width, tall] = [widest * size + 110, lines.length * size * 1.25 + 100];
  const written = lines.map((line, index) => {
    let x = (-measure(line) * size) / 2;
    return [...line]
      .map((character) => {
        const outline = outlines.get(character);
        const drawn = drawCharacter(outline, x, -tall / 2 + 50 + (index * 1.25 + 0.95) * size, size, sheet.palette.ink);
        x += ((outline?.advance ?? em / 4) / em) * size;
        return drawn;
      })
      .join('');
  });
  return drawSlip(sheet, width, tall) + written.join('');
}

const drawCharacter = (outline: Character | undefined, x: number, y: number, size: number, paint: string): string =>
  outline ? placeGroup(`<path d="${outline.path}" fill="${paint}"/>`, x, y, [size / em, -size / em]) : '';

/** Returns what of a title is written large and what small; all of it large where nothing that can be written is quoted. */
function divideTitle(words: string): { name: string; rest: string } {
  const [, before = '', quoted = '', after = ''] = quotedTitle.exec(words) ?? [];
  const name = clean(quoted);
  return name === '' ? { name: clean(words), rest: '' } : { name, rest: clean(before + after) };
}

/** Marks stand in no column: those of lines are turned in columns. */
const clean = (words: string): string => words.replace(/[\p{P}\p{Z}]+/gu, '');

/** Returns a text in as few pieces of at most so many characters as it takes, much alike in length. */
function splitEvenly(text: string, most: number): string[] {
  const characters = [...text];
  const count = Math.ceil(characters.length / most);
  const each = Math.ceil(characters.length / Math.max(1, count));
  return Array.from({ length: count }, (_, index) => characters.slice(index * each, (index + 1) * each).join(''));
}
