import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { chooseEncoding, pack, unpack } from '../../../src/server/config/pack';

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.000,gzip', 'gzip'],
  ['br;q=0.1', 'br'],
  ['gzip;q=0, br; q=0', undefined],
  ['identity', undefined],
  ['', undefined],
])('what accepts %j is sent %s', (accepts, encoding) => {
  expect(chooseEncoding(accepts)).toBe(encoding);
  expect(chooseEncoding(accepts, 100_000)).toBe(encoding);
});

it.each([
  ['gzip, deflate, br, zstd', 'gzip'],
  ['br', 'br'],
  ['br, gzip;q=0', 'br'],
  ['identity', undefined],
])('a short text for what accepts %j is sent %s', (accepts, encoding) => {
  expect(chooseEncoding(accepts, 5_000)).toBe(encoding);
});

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('what is packed with %s is unpacked again, however long', async (encoding, unpack) => {
  const text = '文化'.repeat(200_000) + Array.from({ length: 50_000 }, (_, index) => Math.sin(index)).join();
  expect(unpack(await pack(text, encoding, 4)).toString()).toBe(text);
});

it.each([20_000, 100_000, 3_000_000])(
  '%d characters are packed by another thread into what brotli makes of them at once',
  async (length) => {
    const text = Array.from({ length: length / 10 }, (_, index) => `<li>${index}文化`.padEnd(10)).join('');
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 };
    expect((await pack(text, 'br', 5)).equals(brotliCompressSync(text, { params }))).toBe(true);
  },
);

it.each(['br', 'gzip'] as const)('what was packed with %s can be had again', async (encoding) => {
  const text = '文化'.repeat(30_000);
  expect(unpack({ encoding, bytes: await pack(text, encoding, 5) }).toString()).toBe(text);
});
