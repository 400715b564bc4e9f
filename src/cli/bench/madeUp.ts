import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asObject, type JsonObject } from '../../model/json';

/** The files of an institution by name, below its folder. */
export type InstitutionFiles = Record<string, JsonObject>;

/** Returns numbers from 0 up to 1, the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What every word of an institution begins with, so that it is known wherever it turns up. @internal */
export const nameInstitution = (number: number): string => `Institution-${number}-`;

/** A module with a list, and the page that it is on. */
interface ListModule {
  module: string;
  page: string;
}

/** Reads which modules below a folder have lists for everybody. @internal */
export async function readListModules(place: string): Promise<ListModule[]> {
  const folder = join(place, 'schemas', 'modules');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const found = await Promise.all(
    names.map(async (name) => {
      const { pages } = JSON.parse(await readFile(join(folder, name), 'utf8')) as JsonObject;
      const [page, definition] = Object.entries(asObject(pages))[0] ?? ['', {}];
      const { kind, use } = asObject(definition);
      return kind === 'list' && JSON.stringify(use) === '["contentList"]' ? [{ module: name.replace('.json', ''), page }] : [];
    }),
  );
  return found.flat();
}

/** Changes as institutions make them; `name` is in whatever visitors read of them. */
const changes: readonly ((name: string, list: ListModule, pick: (most: number) => number) => InstitutionFiles)[] = [
  (name) => ({ 'texts.json': { noData: `${name}nothing` } }),
  (name) => ({ 'modules/home.json': { pages: { home: { sections: { columns: { label: `${name}columns`, newest: 2 } } } } } }),
  (name) => ({
    'modules/home.json': { pages: { home: { sections: { notice: { section: 'text', text: `${name}notice`, before: 'columns' } } } } },
  }),
  (name, { module, page }, pick) => ({
    [`modules/${module}.json`]: { pages: { [page]: { pageSize: 21 + pick(5), title: `${name}list` } } },
  }),
  (name, { module }) => ({ [`modules/${module}.json`]: { item: { properties: { donor: { type: 'string', title: `${name}donor` } } } } }),
  (_name, { module }) => ({ 'tenant.json': { modules: { [module]: false } } }),
  (name) => ({ 'tenant.json': { menu: { news: { title: `${name}news` } } } }),
  (name) => ({ 'tenant.json': { shell: { footerHtml: `<p>${name}foot</p>` } } }),
  () => ({ 'tenant.json': { presets: ['offline'] } }),
  (name) => ({
    'modules/about.json': {
      title: `${name}about`,
      pages: { about: { kind: 'composed', title: `${name}about`, sections: { words: { section: 'text', text: `${name}since 1956` } } } },
    },
  }),
];

/**
 * Makes up the files of an institution: who it is, and some changes that it has picked.
 * @param seed of all institutions; the same one makes up the same
 * @param lists the modules that it may change
 * @internal
 */
export function makeUpInstitution(number: number, seed: number, lists: readonly ListModule[]): InstitutionFiles {
  const random = createRandom(seed * 100_003 + number);
  const pick = (most: number): number => Math.floor(random() * most);
  const name = nameInstitution(number);
  const color = `#${[0, 1, 2].map(() => (32 + pick(80)).toString(16).padStart(2, '0')).join('')}`;
  const files: InstitutionFiles = {
    'tenant.json': { hosts: [`t${number}.localhost`], code: `C${number}`, fid: String(number), site: { title: name }, theme: { color } },
  };
  const chosen = new Set(Array.from({ length: 1 + pick(4) }, () => pick(changes.length)));
  for (const index of chosen) {
    const list = lists[pick(lists.length)] ?? { module: '', page: '' };
    for (const [file, patch] of Object.entries(changes[index]?.(name, list, pick) ?? {}))
      // Of two changes to one module the later would replace the former.
      if (file === 'tenant.json' || files[file] === undefined) files[file] = { ...files[file], ...patch };
  }
  return files;
}

/** Writes made-up institutions below a folder with schemas. */
export async function writeInstitutions(place: string, count: number, seed: number): Promise<void> {
  const lists = await readListModules(place);
  for (let number = 1; number <= count; number += 1)
    for (const [file, value] of Object.entries(makeUpInstitution(number, seed, lists))) {
      const path = join(place, 'tenants', `t${number}`, file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, JSON.stringify(value));
    }
}
