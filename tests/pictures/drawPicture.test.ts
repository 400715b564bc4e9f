import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawLogo } from '../../src/pictures/drawLogo';
import { drawPicture, motifs } from '../../src/pictures/drawPicture';
import { createPalette } from '../../src/pictures/palette';
import { drawWords } from '../../src/pictures/words';

const sizes = [
  [800, 600],
  [1440, 480],
  [600, 800],
  [320, 320],
] as const;
const seeds = ['spring', 'autumn-7', '42'];
const every = motifs.flatMap((motif) => sizes.flatMap(([width, height]) => seeds.map((seed) => ({ motif, seed, width, height }))));
const draw = (request: { motif: string; seed: string; width?: number; height?: number }) =>
  drawPicture({ ...request, palette: createPalette('#3f7f6d', request.seed) });

/** Walks the tags of a document and returns the first fault of nesting or attributes, or undefined. */
function faultOf(xml: string): string | undefined {
  const open: string[] = [];
  const rest = xml.replace(
    /<(\/?)([a-zA-Z]+)((?: [a-zA-Z0-9-]+="[^"<>&]*")*)(\/?)>/g,
    (_all, close: string, name: string, _attributes: string, alone: string) => {
      if (close && open.pop() !== name) open.push(`misplaced ${name}`);
      if (!close && !alone) open.push(name);
      return '';
    },
  );
  return rest === '' && open.length === 0 ? undefined : `${open.join(' ')} ${rest.slice(0, 80)}`;
}

describe('drawPicture', () => {
  it('draws well-formed documents with numbers that are numbers', () => {
    for (const request of every) {
      const picture = draw(request);
      expect(faultOf(picture), JSON.stringify(request)).toBeUndefined();
      expect(picture, JSON.stringify(request)).not.toMatch(/NaN|undefined|Infinity|null/);
    }
  });

  it('keeps every picture small enough for cheap phones', () => {
    const tooLarge = every
      .map((request) => ({ ...request, bytes: Buffer.byteLength(draw(request)) }))
      .filter(({ bytes }) => bytes > 15_500);
    expect(tooLarge).toEqual([]);
  });

  it('has no script, text, filter or outside reference, and ids that are unique and defined', () => {
    for (const request of every) {
      const picture = draw(request);
      expect(picture).not.toMatch(/<(script|text|filter|image|style|foreignObject)|\son[a-z]+=|style="|href="(?!#)/);
      const ids = [...picture.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
      expect(new Set(ids).size).toBe(ids.length);
      const used = [...picture.matchAll(/(?:url\(#|href="#)([^)"]+)/g)].map((match) => match[1]);
      expect(
        used.filter((id) => !ids.includes(id)),
        JSON.stringify(request),
      ).toEqual([]);
    }
  });

  it('gives the same text for the same request and another one for another seed, size or palette', () => {
    for (const motif of motifs) {
      const first = draw({ motif, seed: 'a' });
      expect(draw({ motif, seed: 'a' })).toBe(first);
      expect(draw({ motif, seed: 'b' })).not.toBe(first);
      expect(draw({ motif, seed: 'a', width: 900, height: 300 })).not.toBe(first);
      expect(drawPicture({ motif, seed: 'a', palette: createPalette('#b5302a', 'a') })).not.toBe(first);
    }
  });

  it('carries the size in pixels and the ratio in its view box', () => {
    expect(draw({ motif: 'river', seed: 'a', width: 1200, height: 400 })).toContain('width="1200" height="400" viewBox="0 0 1800 600"');
    expect(draw({ motif: 'river', seed: 'a' })).toContain('viewBox="0 0 800 600"');
  });

  it('draws a close view of a part: the same drawing through a smaller window', () => {
    const request = { motif: 'mirror', seed: 'a', palette: createPalette('#3f7f6d', 'a') };
    const [whole, part] = [drawPicture(request), drawPicture({ ...request, part: { x: 30, y: 20, share: 40 } })];
    expect(part).toContain('width="800" height="600" viewBox="240 120 320 240"');
    expect(part.replace(/viewBox="[^"]*"/, '')).toBe(whole.replace(/viewBox="[^"]*"/, ''));
  });

  it('falls back to a landscape for a motif it does not know', () => {
    expect(draw({ motif: 'no such motif', seed: 'a' })).toBe(draw({ motif: 'landscape', seed: 'a' }));
    expect(draw({ motif: 'constructor', seed: 'a' })).toBe(draw({ motif: 'landscape', seed: 'a' }));
  });

  it('refuses a size that is not positive', () => {
    expect(() => draw({ motif: 'tea', seed: 'a', width: 0 })).toThrow(RangeError);
    expect(() => draw({ motif: 'tea', seed: 'a', height: Number.NaN })).toThrow(RangeError);
  });
});

describe('paletteOf', () => {
  it('gives hex colours, varies by seed and keeps the hue of the institution as accent', () => {
    const palettes = Array.from({ length: 12 }, (_, i) => createPalette('#2f4b86', `card-${i}`));
    expect(palettes.flatMap((palette) => Object.values(palette)).filter((color) => !/^#[0-9a-f]{6}$/.test(color))).toEqual([]);
    expect(new Set(palettes.map((palette) => palette.sky)).size).toBeGreaterThan(3);
    expect(new Set(palettes.map((palette) => palette.accent)).size).toBe(1);
  });

  it('takes short hex, greys and extremes, and refuses anything else', () => {
    for (const color of ['#abc', '#000', '#ffffff', '#808080']) expect(createPalette(color, 'x').accent).toMatch(/^#[0-9a-f]{6}$/);
    expect(() => createPalette('red', 'x')).toThrow(TypeError);
  });
});

describe('drawLogo', () => {
  it('draws each mark differently as a well-formed square document', () => {
    const shapes = ['ripple', 'moon', 'pine', 'lattice', 'roof'];
    const logos = shapes.map((shape) => drawLogo({ shape, color: '#b5302a' }));
    expect(new Set(logos).size).toBe(shapes.length);
    for (const logo of logos) {
      expect(faultOf(logo)).toBeUndefined();
      expect(logo).toContain('viewBox="0 0 64 64"');
      expect(logo).toContain('#b5302a');
    }
  });

  it('falls back to the first mark and refuses a colour that is not hex', () => {
    expect(drawLogo({ shape: 'unknown', color: '#123456' })).toBe(drawLogo({ shape: 'ripple', color: '#123456' }));
    expect(() => drawLogo({ shape: 'pine', color: '"><script>' })).toThrow(TypeError);
  });
});

describe('a cover set in type', () => {
  const square = (character: string): [string, { path: string; advance: number }] => [
    character,
    { path: 'M0 0H900V800H0Z', advance: 1000 },
  ];
  const palette = createPalette('#3f7f6d', 'a');
  const set = (words: string, width = 800, height = 600): string =>
    drawWords({ words, width, height, palette }, new Map([...words].filter((character) => character !== ' ').map(square)));
  /** Where the characters stand and how large they are. */
  const characters = (svg: string): { x: number; y: number; size: number }[] =>
    [...svg.matchAll(/translate\((-?[\d.]+)[ ,]?(-?[\d.]+)\) scale\(([\d.]+) -[\d.]+\)"><path/g)].map(([, x, y, size]) => ({
      x: Number(x),
      y: Number(y),
      size: Number(size),
    }));

  it.each(['木板年画', '滩头年画《老鼠娶亲》', '一', '很长很长很长很长很长很长很长很长的名', 'Faces of wood', '2026'])(
    'is a sound document in every size, and the same each time: %s',
    (words) => {
      for (const [width, height] of sizes) {
        expect(faultOf(set(words, width, height))).toBeUndefined();
        expect(set(words, width, height)).not.toMatch(/NaN|undefined|Infinity|<text/);
        expect(set(words, width, height)).toBe(set(words, width, height));
      }
    },
  );

  it('writes what stands in quotes large, from above to below, and the rest small on its right', () => {
    const found = characters(set('滩头年画《老鼠娶亲》'));
    const [small, large] = [found.slice(0, 4), found.slice(4)];
    expect([small.length, large.length]).toEqual([4, 4]);
    expect(Math.min(...large.map(({ size }) => size))).toBeGreaterThan(2 * Math.max(...small.map(({ size }) => size)));
    expect(Math.min(...small.map(({ x }) => x))).toBeGreaterThan(Math.max(...large.map(({ x }) => x)));
    expect(large.map(({ y }) => y)).toEqual(large.map(({ y }) => y).sort((one, other) => one - other));
  });

  it('has room for all columns on a square', () => {
    const words = '很长很长很长很长很长很长很长很长的名字还没有完';
    const found = characters(set(words, 320, 320));
    expect(found).toHaveLength(words.length);
    for (const { x } of found) expect(Math.abs(x)).toBeLessThan(300);
  });

  it('writes everything large where nothing that can be written is quoted', () => {
    const found = characters(set('年画《·》'));
    expect(found).toHaveLength(2);
    for (const { size } of found) expect(size).toBeGreaterThan(0.05);
  });
});

describe('the covers of the demo content', () => {
  const root = resolve(import.meta.dirname, '../../tenants');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ndjson'));
  const covers = files.map((file) => {
    const rows = readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    const found = rows.map((row) => JSON.parse(row) as Record<string, unknown>).map((row) => row['image'] ?? row['cover']);
    const drawn = found.flatMap((cover) => (typeof cover === 'string' && cover.startsWith('/pictures/') ? [cover.split('/')] : []));
    return { file, pictures: drawn.map(([, , motif = '', seed = '']) => ({ motif, seed })) };
  });

  it('are of motifs that there are', () =>
    expect(
      covers.flatMap(({ pictures }) => pictures.map(({ motif }) => motif)).filter((motif) => motif !== 'words' && !motifs.includes(motif)),
    ).toEqual([]));

  it('are never twice the same within a list, nor one motif over and over', () => {
    const dull = covers.filter(({ pictures }) => {
      const most = Math.max(0, ...[...motifs, 'words'].map((motif) => pictures.filter((each) => each.motif === motif).length));
      return (
        new Set(pictures.map(({ motif, seed }) => `${motif}/${seed}`)).size < pictures.length ||
        (pictures.length > 7 && most > 0.4 * pictures.length)
      );
    });
    expect(dull.map(({ file }) => file)).toEqual([]);
    expect(covers.reduce((sum, { pictures }) => sum + pictures.length, 0)).toBeGreaterThan(500);
  });
});
