import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { chooseEncoding, pack } from '../../../src/server/config/pack';

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
