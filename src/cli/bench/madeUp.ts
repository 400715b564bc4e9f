import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { JsonObject } from '../../model/json';

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

/** What every word of an institution begins with, so that it is known wherever it turns up. */
export const nameInstitution = (number: number): string => `机构${number}号`;

/** Changes as institutions make them, each to files of its own; `name` is in whatever visitors read of them. */
const changes: readonly ((name: string, pick: (most: number) => number) => InstitutionFiles)[] = [
  (name) => ({ 'texts.json': { noData: `${name}暂无数据` } }),
  (name) => ({ 'modules/home.json': { pages: { home: { sections: { columns: { label: `${name}栏目`, newest: null, empty: null } } } } } }),
  (name) => ({
    'modules/home.json': { pages: { home: { sections: { notice: { section: 'text', text: `${name}通知`, before: 'columns' } } } } },
  }),
  (name, pick) => ({ 'modules/exhibit.json': { pages: { exhibit: { pageSize: 5 + pick(5), search: { placeholder: `${name}找展品` } } } } }),
  (name) => ({
    'modules/information.json': {
      item: { properties: { editor: { type: 'string', title: `${name}编辑` } } },
      pages: { informationdetail: { sections: { heading: { fields: { editor: { value: '/item/editor', label: `${name}编辑` } } } } } },
    },
  }),
  (name) => ({ 'modules/venue.json': { pages: { venue: { title: `${name}场地`, pageSize: 4 } } } }),
  (_name, pick) => ({ 'tenant.json': { modules: { [['culture', 'workcollect', 'venue'][pick(3)] ?? 'culture']: false } } }),
  (name) => ({ 'tenant.json': { menu: { news: { title: `${name}资讯` } } } }),
  (name) => ({ 'tenant.json': { shell: { footerHtml: `<p>${name}主办</p>` } } }),
  () => ({ 'tenant.json': { presets: ['offline'] } }),
  (name) => ({
    'modules/about.json': {
      title: `${name}简介`,
      pages: { about: { kind: 'composed', title: `${name}简介`, sections: { words: { section: 'text', text: `${name}始建于1956年` } } } },
    },
  }),
];

/**
 * Makes up the files of an institution: who it is, and some changes that it has picked.
 * @param seed of all institutions; the same one makes up the same
 */
export function makeUpInstitution(number: number, seed: number): InstitutionFiles {
  const random = createRandom(seed * 100_003 + number);
  const pick = (most: number): number => Math.floor(random() * most);
  const name = nameInstitution(number);
  const color = `#${[0, 1, 2].map(() => (32 + pick(80)).toString(16).padStart(2, '0')).join('')}`;
  const files: InstitutionFiles = {
    'tenant.json': { hosts: [`t${number}.localhost`], code: `C${number}`, fid: String(number), site: { title: name }, theme: { color } },
  };
  const chosen = new Set(Array.from({ length: 1 + pick(4) }, () => pick(changes.length)));
  for (const index of chosen)
    for (const [file, patch] of Object.entries(changes[index]?.(name, pick) ?? {}))
      // Of two changes to one module the later would replace the former.
      if (file === 'tenant.json' || files[file] === undefined) files[file] = { ...files[file], ...patch };
  return files;
}

/** Writes made-up institutions below a folder with schemas. */
export async function writeInstitutions(place: string, count: number, seed: number): Promise<void> {
  for (let number = 1; number <= count; number += 1)
    for (const [file, value] of Object.entries(makeUpInstitution(number, seed))) {
      const path = join(place, 'tenants', `t${number}`, file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, JSON.stringify(value));
    }
}
