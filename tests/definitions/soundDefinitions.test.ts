import { expect, it } from 'vitest';
import { type Definitions, loadDefinitions } from '../../src/definitions/load';
import { SoundDefinitions } from '../../src/definitions/soundDefinitions';
import { books, patch, project, sound, write } from './project';

const load = (root: string, known: SoundDefinitions): Promise<Definitions> =>
  loadDefinitions(root, undefined, { findKept: async () => undefined, sound: known });

/** Loads all definitions and says what was wrong and what was checked and found sound that was not known before. */
async function check(root: string, known: SoundDefinitions): Promise<{ faults: string[]; isNew: boolean; keys: string[] }> {
  const definitions = await load(root, known);
  for (const tenant of definitions.tenants) expect(definitions.portal(tenant)?.pages.has('/books')).toBe(true);
  const keys = known.takeNew();
  return { faults: definitions.problems.map(({ file, path }) => `${file} ${path}`), isNew: keys !== undefined, keys: keys ?? [] };
}

it('what is known to be sound is not checked again', async () => {
  const root = await project({ ...sound(), 'tenants/north/modules/books.json': patch({ pages: { books: { pageSize: 5 } } }) });
  const first = await check(root, new SoundDefinitions('build'));
  expect(first).toMatchObject({ faults: [], isNew: true });
  expect(await check(root, new SoundDefinitions('build', first.keys))).toMatchObject({ faults: [], isNew: false });
  // Not even where there would be something to find.
  await write(root, { 'tenants/north/tenant.json': patch({ hosts: ['north.test'], code: 3, fid: '1' }) });
  const everything = new (class extends SoundDefinitions {
    override has = (): boolean => true;
  })('build');
  expect((await load(root, everything)).problems).toEqual([]);
});

it.each<[string, Record<string, string>, string]>([
  ['settings', { 'tenants/north/tenant.json': patch({ hosts: ['north.test'], code: 3, fid: '1' }) }, 'tenants/north/tenant.json /code'],
  ['what settings are laid on', { 'schemas/tenant.json': patch({ site: { title: 3 } }) }, 'schemas/tenant.json /site/title'],
  ['a module that all share', { 'schemas/modules/books.json': patch({ ...books, titel: 1 }) }, 'schemas/modules/books.json /titel'],
  [
    'what modules say of each other',
    { 'schemas/modules/books.json': patch({ ...books, entry: 'nowhere' }) },
    'schemas/modules/books.json /entry',
  ],
])('%s that changed since are checked again', async (_what, harm, fault) => {
  const root = await project(sound());
  const { keys } = await check(root, new SoundDefinitions('build'));
  await write(root, harm);
  const definitions = await load(root, new SoundDefinitions('build', keys));
  for (const tenant of definitions.tenants) definitions.portal(tenant);
  expect(definitions.problems.map(({ file, path }) => `${file} ${path}`)).toContain(fault);
});

it('another program checks all of them itself', async () => {
  const root = await project(sound());
  const { keys } = await check(root, new SoundDefinitions('build'));
  const other = await check(root, new SoundDefinitions('other build', keys));
  expect(other).toMatchObject({ faults: [], isNew: true });
  expect(other.keys).toHaveLength(2 * keys.length);
});

it('what was of no use for the longest time is forgotten first', () => {
  const known = new SoundDefinitions('build', ['old', 'used']);
  expect(known.has('used')).toBe(true);
  for (let number = 0; number < 19_999; number += 1) known.add(`key ${number}`);
  const kept = known.takeNew() ?? [];
  expect([kept.length, kept[0], kept.includes('old')]).toEqual([20_000, 'used', false]);
  expect(known.takeNew()).toBeUndefined();
});
