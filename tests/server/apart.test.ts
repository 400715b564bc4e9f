import { cp, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeUpInstitution, nameInstitution, readListModules, writeInstitutions } from '../../src/cli/bench/madeUp';
import { testPortal, type TestPortal } from './portal';
import { projectRoot } from './projectDefinitions';

const count = 40;
const seed = 7;
const numbers = Array.from({ length: count }, (_, index) => index + 1);
let portal: TestPortal;
let lists: Awaited<ReturnType<typeof readListModules>>;

beforeAll(async () => {
  lists = await readListModules(projectRoot);
  const root = await mkdtemp(join(process.env.TEST_FOLDER ?? '', 'apart-'));
  await cp(join(projectRoot, 'schemas'), join(root, 'schemas'), { recursive: true, preserveTimestamps: true });
  await writeInstitutions(root, count, seed);
  portal = await testPortal({ root });
});
afterAll(() => portal.close());

test('made-up institutions differ, are the same for the same seed, and have no faults', () => {
  expect(
    new Set(numbers.map((number) => JSON.stringify(makeUpInstitution(number, seed, lists)).replaceAll(/\d+/g, ''))).size,
  ).toBeGreaterThan(20);
  expect(makeUpInstitution(3, seed, lists)).toEqual(makeUpInstitution(3, seed, lists));
  for (const number of numbers) portal.definitions.portal(`t${number}`);
  expect(portal.problems).toEqual([]);
});

test('what one institution changes is at no other host', async () => {
  const seen = new Map<number, Set<string>>();
  for (const number of numbers) {
    const files = makeUpInstitution(number, seed, lists);
    const of = new Set<string>();
    const hasPage = files['modules/about.json'] !== undefined;
    // Of those without a page of their own a few are asked for it.
    for (const url of ['/', ...(hasPage || number % 10 === 0 ? ['/about'] : [])]) {
      const { status, text } = await portal.get(url, `t${number}.localhost`, { accept: 'text/html' });
      expect([url, status]).toEqual([url, url === '/about' && !hasPage ? 404 : 200]);
      for (const [name] of text.matchAll(/Institution-\d+-/g)) of.add(name);
      expect(text).toContain(portal.definitions.portal(`t${number}`)?.settings.theme.color);
    }
    seen.set(number, of);
  }
  expect([...seen].filter(([number, names]) => names.size !== 1 || !names.has(nameInstitution(number)))).toEqual([]);
});
