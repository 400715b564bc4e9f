import { describe, expect, it } from 'vitest';
import { toModule } from '../../../src/cli/tooling/assets/asModules';

describe('a CommonJS file as a module', () => {
  it('exports each of its names, and imports what it required under the name it had', async () => {
    const code = `'use strict';var l=require("node:path"),m=0;exports.join=function(a){return exports.twice(l.basename(a))};exports.twice=a=>a+a+m;`;
    const text = toModule(code, 'file.js');
    expect(text).toContain('import * as l from "node:path";');
    const made = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`)) as {
      join: (path: string) => string;
      default: Record<string, unknown>;
    };
    expect(made.join('/a/b')).toBe('bb0');
    expect(made.default['join']).toBe(made.join);
  });

  it('has the default that the file names, and loads what it requires for its own sake', () => {
    const text = toModule(`"use strict";Object.defineProperty(exports,"__esModule",{value:!0});require("a");exports.default=1;`, 'file.js');
    expect(text).toContain('import "a";');
    expect(text).toContain('export {exported_default as default};');
    expect(text).not.toContain('export default');
  });

  it.each([
    ['exports something whole', 'module.exports=function(){};'],
    ['hands its exports on', 'exports.a=1;extend(exports);'],
    ['requires in the midst of something', 'exports.a=require("a").b(require("c"));'],
    ['exports nothing', 'var a=1;'],
  ])('is refused when it %s', (_what, code) => {
    expect(() => toModule(code, 'file.js')).toThrow('file.js');
  });
});
