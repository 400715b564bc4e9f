import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { leaveOutFibers } from '../../../src/cli/tooling/assets/unmadeFibers';

const root = join(import.meta.dirname, '../../..');

/** What a text becomes: cases of 5 and 6 stay, those of 13, 19 and 22 never come about. */
test.each([
  ['a case', 'switch(a.tag){case 5:f();break;case 13:g();break;case 6:h()}', 'switch(a.tag){case 5:f();break;case 6:h()}'],
  ['cases that do the same', 'switch(a.tag){case 13:case 19:g();break;case 6:h()}', 'switch(a.tag){case 6:h()}'],
  ['the name of one that another falls into', 'switch(a.tag){case 5:case 13:g()}', 'switch(a.tag){case 5:g()}'],
  ['one that falls into another', 'switch(a.tag){case 13:g();case 5:h()}', 'switch(a.tag){case 5:h()}'],
  ['one behind a case that may end', 'switch(a.tag){case 5:if(b)break;case 13:g()}', 'switch(a.tag){case 5:if(b)break;g()}'],
  ['one in front of the default', 'switch(a.tag){case 22:{return g()}default:h()}', 'switch(a.tag){default:h()}'],
  ['a comparison', 'if(13===a.tag)g();else if(22!==a.b.tag)h()', 'if(!1)g();else if(!0)h()'],
  ['the mode', 'if(0===(a.mode&1))g();a.mode&2&&h()', 'if(0===(1))g();a.mode&2&&h()'],
  ['what is within what goes', 'switch(a.tag){case 13:if(19===a.tag)g();break;case 5:13===a.tag}', 'switch(a.tag){case 5:!1}'],
])('%s', (_what, code, expected) => {
  const inFunction = (text: string): string => `function f(a,b){${text}}`;
  const left = leaveOutFibers(inFunction(code));
  parseAst(left);
  expect(left).toBe(inFunction(expected));
});

test.each(['switch(a.kind){case 13:g()}', 'if(5===a.tag)g()', 'a.mode|1'])('a text without such fibers is another version: %s', (code) => {
  expect(() => leaveOutFibers(code)).toThrow('fibers');
});

const portal = join(root, 'src/portal');
const files = readdirSync(portal, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));

/** What is left out of the renderer in browsers, and where it may be used all the same: on the server. */
test.each([
  [/\b(?:Suspense|Profiler|lazy)\b.*from 'react'/, ['app/serverRegistry.tsx']],
  [/\bon(?:Select|BeforeInput)=/, []],
  [/\bcomponentStack\b|\bcontextTypes\b|\bchildContextTypes\b/, []],
  [/\b(?:UNSAFE_)?componentWill(?:Mount|ReceiveProps|Update)\b/, []],
  [
    /\s(?:clip|fill|stop|flood|text|font|letter|word|dominant|baseline|alignment|marker|paint|pointer|shape|image|color|vector|writing)[A-Z]\w*=["{]/,
    [],
  ],
  [/\sstroke(?!Linecap|Linejoin|Width)[A-Z]\w*=["{]/, []],
  [/\bxlink[A-Z]|\bxml(?:Lang|Base|Space)\b/, []],
  [/\bsuspense: true\b|\bstrictServerPrefetchWarning\b/, []],
])('no file of the portal needs %s', (words, except) => {
  const needing = files.filter((name) => words.test(readFileSync(join(portal, name), 'utf8')));
  expect(needing.map((name) => name.replaceAll('\\', '/'))).toEqual(except);
});
