import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { findSpreadInChain } from '../../../src/cli/tooling/assets/optionalCalls';

test.each([
  ['let r = a?.b(...c, d)', 8],
  ['let r = a.b?.(...c, ...d).e', 8],
  ['f(() => a?.b.c(1, ...d, 2))', 8],
  ['a?.b(c, ...d)', undefined],
  ['a?.b(...c)', undefined],
  ['a.b(...c, d)', undefined],
  ['a?.[0] ?? b(...c, d)', undefined],
  ['a?.b(c(...d, e))', undefined],
  ['a?.b(() => { c(...d, e); })', undefined],
])('%s', (code, start) => {
  expect(findSpreadInChain(parseAst(code))).toBe(start);
});
