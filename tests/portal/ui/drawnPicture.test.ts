import { expect, test } from 'vitest';
import { findDrawnPicture } from '../../../src/portal/ui/drawnPicture';

test.each([
  ['site-0001', 'site-0001'],
  ['A-1', 'id-\\w+'],
  ['\u66f8/\u4e00 ?#', 'id-\\w+'],
  ['x'.repeat(200), 'id-\\w+'],
  [42, '42'],
  [undefined, 'cover'],
  [{ a: 1 }, 'cover'],
])('the picture drawn for the id %j can be had', (id, seed) => {
  const address = findDrawnPicture('river', id);
  expect(address).toMatch(new RegExp(`^/pictures/river/${seed}\\.svg$`));
  expect(address).toMatch(/\/[a-z0-9-]{1,80}\.svg$/);
});

test('ids have pictures of their own, and nothing is drawn without a motif', () => {
  expect(findDrawnPicture('river', 'A')).not.toBe(findDrawnPicture('river', 'B'));
  expect(findDrawnPicture(undefined, 'A')).toBeUndefined();
});
