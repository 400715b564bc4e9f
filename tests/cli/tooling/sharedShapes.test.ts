import { execFileSync } from 'node:child_process';
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

/** Counts in a process of its own, for what V8 knows of shapes depends on all that ran before. */
const counting = `
const made = Array.from({ length: 1_000 }, (_, index) => make({ a: index, d: [] }, index, 0));
console.log(made.slice(1).filter((each, index) => !%HaveSameMap(each, made[index])).length);`;

test('of what is written so V8 makes a few shapes, however often it runs', () => {
  const code = 'const make = (a, b, c) => ({ ...a, b, c });';
  const program = nameInherited(code, parseAst(code)) + counting;
  const changes = execFileSync(process.execPath, ['--allow-natives-syntax', '--eval', program], { encoding: 'utf8' });
  expect(Number(changes)).toBeLessThan(10);
});
