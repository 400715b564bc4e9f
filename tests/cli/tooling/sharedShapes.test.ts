import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { nameInherited } from '../../../src/cli/tooling/assets/sharedShapes';

const named = '__proto__: Object.prototype, ';

test.each([
  ['x = { ...a, b }', `x = { ${named}...a, b }`],
  ['x = {...a, ...b}', `x = {${named}...a, ...b}`],
  ['x = [{ ...a, b: { ...c, d } }, { ...e, f }]', `x = [{ ${named}...a, b: { ${named}...c, d } }, { ${named}...e, f }]`],
  ['x = { ...(y ? { ...a, b } : {}), c }', `x = { ${named}...(y ? { ${named}...a, b } : {}), c }`],
  ['x = { ...a, __proto__: b }', 'x = { ...a, __proto__: b }'],
  [`x = { ...a, '__proto__': b }`, `x = { ...a, '__proto__': b }`],
  ['x = { ...a }', 'x = { ...a }'],
  ['x = { b, ...a, c }', 'x = { b, ...a, c }'],
  ['x = [...a, b]', 'x = [...a, b]'],
  ['const { a, ...b } = c', 'const { a, ...b } = c'],
])('%s', (code, expected) => {
  expect(nameInherited(code, parseAst(code))).toBe(expected);
});

test('what is written so is the same object', () => {
  const own = JSON.parse('{"__proto__": 1, "a": 2}') as object;
  const plain = { ...own, b: 3 };
  // prettier-ignore
  const written = { __proto__: Object.prototype, ...own, b: 3 };
  expect(written).toStrictEqual(plain);
  expect(Object.getPrototypeOf(written)).toBe(Object.prototype);
  expect(Object.entries(written)).toEqual(Object.entries(plain));
});

test('of what is written so V8 makes one shape, each time that it runs', () => {
  setFlagsFromString('--allow-natives-syntax');
  const haveOneShape = runInThisContext('(a, b) => %HaveSameMap(a, b)') as (a: object, b: object) => boolean;
  const code = '(a, b, c) => ({ ...a, b, c })';
  const make = runInThisContext(nameInherited(code, parseAst(code))) as (a: object, b: number, c: number) => object;
  const made = Array.from({ length: 100 }, (_, index) => make({ a: index, d: [] }, index, 0));
  expect(made[2]).toEqual({ a: 2, d: [], b: 2, c: 0 });
  expect(made.every((each) => haveOneShape(each, made[0] ?? {}))).toBe(true);
});
