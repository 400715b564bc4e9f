import { describe, expect, it } from 'vitest';
import { loadDefinitions, type Definitions } from '../../src/definitions/load';
import { books, patch, project, sound, write } from './project';

/** A small generator with a seed, so that a failure can be repeated (mulberry32). */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const odd: unknown[] = [
  null,
  0,
  -1,
  1.5,
  true,
  '',
  'x',
  '/',
  '//',
  '/row',
  '/item/name',
  '/~2',
  '{',
  '{a',
  '{?id}',
  'a:b',
  'books:list',
  '__proto__',
  [],
  [[]],
  {},
  { const: null },
  { cases: {} },
  { section: 'list' },
  { section: 'group', sections: {} },
  { kind: 'list' },
  { before: 'x', after: 'y' },
  { value: { value: {} } },
  'x'.repeat(3000),
];

/** Changes a definition at some places: puts something odd there, removes, adds, or copies from elsewhere. */
function mutate(value: unknown, next: (below: number) => number, times: number): unknown {
  const copy = structuredClone(value);
  const nodes: Record<string, unknown>[] = [];
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    nodes.push(node as Record<string, unknown>);
    Object.values(node).forEach(collect);
  };
  collect(copy);
  for (let time = 0; time < times; time += 1) {
    const node = nodes[next(nodes.length)] ?? {};
    const keys = Object.keys(node);
    const key = keys[next(Math.max(1, keys.length))] ?? 'x';
    const action = next(4);
    if (action === 0) delete node[key];
    else if (action === 1) node[`${key}x`] = structuredClone(node[key]);
    else if (action === 2) node[key] = structuredClone(odd[next(odd.length)]);
    else node[key] = structuredClone(nodes[next(Math.min(nodes.length, 40))]);
  }
  return copy;
}

describe('definitions changed at random', () => {
  it.each([1, 2, 3])('become Problems or portals, never a crash (seed %i)', { timeout: 60_000 }, async (seed) => {
    const next = random(seed);
    const root = await project(sound());
    let definitions: Definitions | undefined = await loadDefinitions(root);
    for (let round = 0; round < 60; round += 1) {
      const text = patch(mutate(books, next, 1 + next(6)));
      const tenant = patch(
        mutate({ hosts: ['north.test'], code: 'n', fid: '1', menu: { books: { title: 'B', children: {} } }, presets: [] }, next, next(3)),
      );
      await write(
        root,
        round % 2 === 0
          ? { 'schemas/modules/books.json': text, 'tenants/north/tenant.json': tenant }
          : {
              'tenants/north/modules/books.json': text,
              'schemas/texts.json': patch(mutate({ more: 'More of {name}', none: '' }, next, next(3))),
            },
      );
      definitions = await loadDefinitions(root, round % 7 === 0 ? undefined : definitions);
      for (const name of definitions.tenants) definitions.portal(name);
      for (const { file, line, column, message } of definitions.problems) {
        expect(file).toMatch(/^(schemas|tenants)\//);
        expect(line * column).toBeGreaterThan(0);
        expect(message).not.toMatch(/undefined|\[object|NaN/);
      }
    }
  });
});
