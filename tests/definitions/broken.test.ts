import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createChecker, parseBrokenCase, readBrokenCases } from './brokenCase';

const cases = readBrokenCases(join(import.meta.dirname, 'broken'));

describe('slips in definitions', () => {
  const check = createChecker();

  it('are many', () => expect(cases.length).toBeGreaterThanOrEqual(250));

  it.each(cases)('$name', async ({ files, problems }) => {
    const found = await check(files);
    const places = found.map(({ file, line, column, severity, code }) => `${file}:${line}:${column} ${severity} ${code}`);
    expect(places).toEqual(problems.map(({ place }) => place));
    for (const { chinese } of found) {
      expect(chinese).toMatch(/\p{Script=Han}/u);
      expect(chinese.replace(/“[^”]*”|"[^"]*"/g, '')).not.toMatch(/[a-z]+ [a-z]+ [a-z]+/i);
    }
    expect(found.map(({ message }) => message)).toEqual(problems.map(({ part }) => expect.stringContaining(part) as unknown));
  });
});

describe('a case of a slip', () => {
  it('is files and what is wrong with them', () =>
    expect(parseBrokenCase('a', '-- a.json --\n{\n}\n-- b.json --\n-- problems --\na.json:1:1 error not-json a word\n')).toEqual({
      name: 'a',
      files: { 'a.json': '{\n}\n', 'b.json': '' },
      problems: [{ place: 'a.json:1:1 error not-json', part: 'a word' }],
    }));

  it.each(['', '-- a.json --\n{}\n', '-- problems --\n', '-- a.json --\n{}\n-- problems --\nwhatever\n'])('is not %j', (text) =>
    expect(() => parseBrokenCase('a', text)).toThrow(),
  );
});
