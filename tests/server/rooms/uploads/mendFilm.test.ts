import { expect, it } from 'vitest';
import { mergeRanges, type Range } from '../../../../src/server/rooms/uploads/filmSamples';
import { mendFilm } from '../../../../src/server/rooms/uploads/mendFilm';
import { box, mp4 } from './files';

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield Buffer.from(bytes.subarray(start, start + size));
}
async function mend(bytes: Buffer, size = 1000): Promise<{ film: Buffer; removed: Range[] }> {
  const out: Buffer[] = [];
  const removed: Range[] = [];
  for await (const part of mendFilm(pieces(bytes, size), (ranges) => removed.push(...ranges))) out.push(Buffer.from(part));
  return { film: Buffer.concat(out), removed };
}
const words = (...numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4);
  numbers.forEach((number, index) => bytes.writeUInt32BE(number, index * 4));
  return bytes;
};
const track = (handler: string, table = Buffer.alloc(0), ...more: Buffer[]): Buffer =>
  box(
    'trak',
    box('tkhd', words(0, 3_900_000_000, 3_900_000_000, 1)),
    ...more,
    box('mdia', box('hdlr', words(0, 0), handler), box('minf', box('stbl', table))),
  );
const place = '+30.2741+120.1551/';
const located = [
  box('udta', box('\xa9xyz', words(0x001215c7), place)),
  box('meta', words(0), place),
  box('uuid', Buffer.alloc(16, 7), place),
];
const start = box('ftyp', 'mp42', Buffer.alloc(8));
const film = (...within: Buffer[]): Buffer =>
  Buffer.concat([start, box('moov', box('mvhd', words(0, 3_900_000_000, 3_900_000_000, 9)), ...within)]);
const data = box('mdat', 'pictures');

it.each([1, 7, 64, 10_000])('a film loses places, times and authors, and keeps its length, in pieces of %i', async (size) => {
  const whole = Buffer.concat([film(track('vide', Buffer.alloc(0), ...located), ...located), ...located, data]);
  const { film: mended } = await mend(whole, size);
  expect(mended.length).toBe(whole.length);
  expect(
    ['xyz', place, 'udta', 'meta', 'uuid', words(3_900_000_000).toString('latin1')].filter((word) => mended.includes(word, 0, 'latin1')),
  ).toEqual([]);
  expect(mended.subarray(-data.length).equals(data)).toBe(true);
  expect(mended.includes('vide')).toBe(true);
});

it('a film without any of it stays as it is', async () => {
  const whole = mp4(5000);
  expect((await mend(whole)).film.equals(whole)).toBe(true);
});

it.each([
  ['32 bits', box('stco', words(0, 3, 100, 200, 300))],
  ['64 bits', box('co64', words(0, 3, 0, 100, 0, 200, 0, 300))],
])('the samples of a track of places are told, with addresses of %s', async (_what, chunks) => {
  const table = Buffer.concat([box('stsz', words(0, 0, 5, 1, 2, 3, 4, 5)), box('stsc', words(0, 2, 1, 2, 1, 3, 1, 1)), chunks]);
  const { film: mended, removed } = await mend(film(track('vide'), track('meta', table)));
  expect(removed).toEqual([
    { start: 100, length: 3 },
    { start: 200, length: 7 },
    { start: 300, length: 5 },
  ]);
  expect(mended.toString('latin1').split('trak')).toHaveLength(2);
});

it('samples of one size, and tables that say more than they hold', async () => {
  const sizes = box('stsz', words(0, 10, 4_000_000_000));
  const { removed } = await mend(
    film(
      track(
        'text',
        Buffer.concat([sizes, box('stsc', words(0, 4_000_000_000, 1, 4_000_000_000, 1)), box('stco', words(0, 4_000_000_000, 64, 128))]),
      ),
    ),
  );
  expect(mergeRanges(removed, 1000)).toEqual([{ start: 64, length: 936 }]);
});

it.each<[string, Buffer]>([
  ['that breaks off', Buffer.concat([film(track('vide')), data.subarray(0, -1)])],
  ['that breaks off in its description', film(track('vide')).subarray(0, -3)],
  ['without a description', Buffer.concat([start, data])],
  ['with a page behind it', Buffer.concat([film(), Buffer.from('<script>alert(1)</script>')])],
  ['with a box larger than what holds it', film(words(1000, 0x7472616b))],
  ['with a box smaller than its head', film(words(4, 0x7472616b))],
  ['whose description is of gigabytes', Buffer.concat([start, words(0x7fffffff, 0x6d6f6f76)])],
  ['whose description has no end', Buffer.concat([start, words(0, 0x6d6f6f76)])],
])('a film %s is none', async (_what, bytes) => {
  await expect(mend(bytes)).rejects.toThrow(/box|film/);
});

it.each<[Range[], Range[]]>([
  [[], []],
  [
    [
      { start: 50, length: 10 },
      { start: 0, length: 10 },
    ],
    [
      { start: 0, length: 10 },
      { start: 50, length: 10 },
    ],
  ],
  [
    [
      { start: 0, length: 10 },
      { start: 5, length: 10 },
      { start: 2, length: 1 },
    ],
    [{ start: 0, length: 15 }],
  ],
  [
    [
      { start: 90, length: 1e15 },
      { start: 200, length: 5 },
    ],
    [{ start: 90, length: 10 }],
  ],
])('%j of 100 bytes are %j', (ranges, merged) => expect(mergeRanges(ranges, 100)).toEqual(merged));
