import { expect, it } from 'vitest';
import { copyJson } from '../../src/model/json';

it('copies JSON, sharing nothing, and lets no property change what the copy inherits', () => {
  const value = { a: [1, { b: null }], c: { d: 'x', e: false } };
  const copy = copyJson(value);
  expect(copy).toEqual(value);
  expect([copy === value, copy.a === value.a, copy.a[1] === value.a[1], copy.c === value.c]).toEqual([false, false, false, false]);
  expect(copyJson(JSON.parse('{"a":{"__proto__":{"isAdmin":true}}}'))).toStrictEqual({ a: {} });
});
