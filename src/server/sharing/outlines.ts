import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkitten';
import { LRUCache } from 'lru-cache';
import { decompress } from 'wawoff2';

/** The shape of a character: a path on a square of a thousand points whose y points up, and how far the next one stands from it. */
export interface Outline {
  path: string;
  advance: number;
}

/** Points of the square that characters are drawn on. */
export const emPoints = 1000;
const weight = 600;
const typeface = '@fontsource-variable/noto-serif-sc';
const require = createRequire(import.meta.url);

/** A file of the typeface, and the characters that it holds. */
interface Part {
  file: string;
  ranges: [from: number, to: number][];
}

let parts: Promise<Part[]> | undefined;
const fonts = new LRUCache<string, Promise<Font>>({ max: 40 });
const outlines = new LRUCache<string, { outline: Outline | undefined }>({ max: 4000 });

/** Returns the outlines of the characters of a text, each once; those that the typeface lacks are not among them. */
export async function outlineCharacters(text: string): Promise<ReadonlyMap<string, Outline>> {
  const found = new Map<string, Outline>();
  for (const character of new Set(text)) {
    const kept = outlines.get(character) ?? { outline: await outline(character.codePointAt(0) ?? 0) };
    outlines.set(character, kept);
    if (kept.outline) found.set(character, kept.outline);
  }
  return found;
}

async function outline(code: number): Promise<Outline | undefined> {
  parts ??= readParts();
  const part = (await parts).find(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to));
  if (!part) return undefined;
  const font = await openPart(part.file);
  if (!font.hasGlyphForCodePoint(code)) return undefined;
  const glyph = font.glyphForCodePoint(code);
  return { path: glyph.path.toSVG(), advance: (glyph.advanceWidth * emPoints) / font.unitsPerEm };
}

/** Returns the files of the typeface by the package's own list, in which `[12]` stands for the twelfth. */
async function readParts(): Promise<Part[]> {
  const listed = JSON.parse(await readFile(require.resolve(`${typeface}/unicode.json`), 'utf8')) as Record<string, string>;
  return Object.entries(listed).map(([name, ranges]) => ({
    file: `${typeface}/files/noto-serif-sc-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`,
    ranges: ranges.split(',').map((range) => {
      const [from = NaN, to = from] = range
        .replace(/^U\+/i, '')
        .split('-')
        .map((digits) => parseInt(digits, 16));
      return [from, to];
    }),
  }));
}

function openPart(file: string): Promise<Font> {
  const kept = fonts.get(file) ?? readPart(file);
  fonts.set(file, kept);
  return kept;
}

/** Weights can be chosen of a font only once it is unpacked. */
async function readPart(file: string): Promise<Font> {
  const font = create(Buffer.from(await decompress(await readFile(require.resolve(file)))));
  if (font.isCollection) throw new TypeError(`several fonts in one file: ${file}`);
  return font.getVariation({ wght: weight });
}
