import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';
import { compileLinear } from '../../src/definitions/language/linearPattern';
import { isObject } from '../../src/model/json';
import { hostileTexts, isTooLong, processorTime } from './hostile';

const root = join(import.meta.dirname, '../..');
// Asked so, it has the program for this platform do it, where there is one: that tells the same in half the time.
const { check } = await import('recheck');

interface Pattern {
  place: string;
  pattern: string;
  flags: string;
}

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((path) => ending.test(path))
    .sort();
}

/** Rooms of src whose code reads what strangers send; the others read files of the project. */
const exposed = /^src\/(model|runtime|definitions|database|server|portal|basemap)\/.*(?<!\.g)\.tsx?$/;

function literalsOf(path: string): Pattern[] {
  const text = readFileSync(join(root, path), 'utf8');
  const found: Pattern[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!isObject(node)) return;
    const { type, regex, start } = node;
    if (type === 'Literal' && isObject(regex))
      found.push({
        place: `${path}:${text.slice(0, Number(start)).split('\n').length}`,
        pattern: String(regex['pattern']),
        flags: String(regex['flags']),
      });
    Object.values(node).forEach(visit);
  };
  visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }));
  return found;
}

function patternsOf(path: string): Pattern[] {
  const found: Pattern[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isObject(value)) return;
    if (typeof value['pattern'] === 'string') found.push({ place: path, pattern: value['pattern'], flags: 'u' });
    Object.values(value).forEach(visit);
  };
  visit(JSON.parse(readFileSync(join(root, path), 'utf8')));
  return found;
}

const unique = (patterns: Pattern[]): Pattern[] => [...new Map(patterns.map((one) => [`/${one.pattern}/${one.flags}`, one])).values()];
const literals = unique(filesIn('src', exposed).flatMap(literalsOf));
const definitions = unique([
  ...filesIn('schemas', /^schemas\/(?!meta\/|maps\/).*\.json$/),
  ...filesIn('tenants', /^tenants\/[^/]+\/(modules\/)?[^/]+\.json$/),
].flatMap(patternsOf)); // prettier-ignore

/** Without a repeat that has no end there is nothing to go back and forth over. */
const isEndless = ({ pattern }: Pattern): boolean => /[*+]|\{\d+,\}/.test(pattern);

/** Says what is wrong with a pattern. What the checker can tell it tells in a quarter of the time; what it cannot tell is measured. */
async function judge({ place, pattern, flags }: Pattern): Promise<string[]> {
  const { status } = await check(pattern, flags, { timeout: 400, checker: 'automaton' });
  if (status === 'safe') return [];
  const expression = new RegExp(pattern, flags.replace(/[gy]/g, ''));
  const told = `${place} /${pattern}/${flags}`;
  if (status === 'vulnerable') return [`${told} is vulnerable`];
  for (const [name, text] of hostileTexts(30_000)) {
    const time = await processorTime(() => expression.test(text));
    if (isTooLong(time)) return [`${told} takes ${Math.round(time)} ms for ${name}`];
  }
  return [];
}

describe('regular expressions', () => {
  it('are found', () => {
    expect(literals.length).toBeGreaterThan(100);
    expect(definitions.length).toBeGreaterThan(8);
  });

  it('are vulnerable when they go back and forth', async () => {
    expect(await judge({ place: 'here', pattern: '^(a+)+$', flags: '' })).toEqual(['here /^(a+)+$/ is vulnerable']);
    expect(await judge({ place: 'here', pattern: '(?<!x)\\s+$', flags: '' })).toHaveLength(1);
  });

  it('of definitions are not, and run on the engine of servers', async () => {
    for (const { pattern } of definitions) expect(() => compileLinear(pattern), pattern).not.toThrow();
    expect((await Promise.all(definitions.map(judge))).flat()).toEqual([]);
  });

  it('of sources are not', async () => {
    const faults: string[] = [];
    for (const literal of literals.filter(isEndless)) faults.push(...(await judge(literal)));
    expect(faults).toEqual([]);
  });
});
