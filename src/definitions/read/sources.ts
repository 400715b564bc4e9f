import type { Problem } from '../../model/problem';
import { isLocale } from '../../model/locale';
import type { BaseFiles, Document, LocaleFiles, TenantFiles } from '../language/document';
import type { Memo } from '../memo';
import * as messages from '../problems/messages';
import { findNearest } from '../problems/wording';
import { type Disk, inBetween } from './disk';
import { mapConcurrently, listDefinitions, listFolder, readDefinition, readStamp, type Unsaved } from './files';
import { findBadPictures, findMissingMedia, findUnknownPictures, listMedia, readMedia } from './media';

/** Everything that was read at one moment. */
export interface Sources {
  base: BaseFiles;
  tenants: Map<string, TenantFiles>;
}

const tenantEntries = ['tenant.json', 'texts.json', 'modules', 'content', 'recorded'];
const baseFiles = ['tenant.json', 'texts.json'];
const localeEntries = ['tenant.json', 'texts.json', 'modules'];

/** Where definitions are read from, and what of them is known. */
interface Place {
  root: string;
  memo: Memo;
  unsaved: Unsaved | undefined;
  disk: Disk;
  /** Where the last good version of a file stands in for one that cannot be read, why it cannot; absent: nothing stands in. */
  heldBack?: Problem[];
}

/** Reads all definition files below a root, or what editors hold instead of them. Files that are as they were are not read again. */
export async function readSources(root: string, memo: Memo, unsaved?: Unsaved, disk: Disk = inBetween): Promise<Sources> {
  const place = { root, memo, unsaved, disk };
  const [read, folders] = await Promise.all([readBase(place), listFolder(root, 'tenants', disk)]);
  const known = [...read.locales.keys()];
  const files = folders.names.filter((name) => name.endsWith('.json'));
  read.problems.push(...folders.problems, ...findStrays('tenants', files, ['a folder for each institution']));
  const base = keepSame(memo, 'schemas', read);
  const names = folders.names.filter((name) => !name.includes('.'));
  const tenants = await mapConcurrently(names, (name) => readTenant(place, name, known));
  return { base, tenants: new Map(tenants.map((tenant) => [tenant.name, tenant])) };
}

/** Returns the files that were read before as long as each of them is as it was: what was made of them holds then. */
function keepSame<T extends object>(memo: Memo, folder: string, read: T): T {
  return memo.recall(`files of ${folder}`, listParts(read), () => read);
}

/** Lists what files consist of: their documents, with the names under which they are known, and what is wrong with them. */
function listParts(value: unknown): unknown[] {
  if (value instanceof Map) return [...(value as Map<string, unknown>)].flatMap(([name, part]) => [name, ...listParts(part)]);
  if (Array.isArray(value)) return [JSON.stringify(value)];
  if (typeof value !== 'object' || value === null || 'place' in value) return [value];
  return Object.entries(value).flatMap(([name, part]) => [name, ...listParts(part)]);
}

async function readBase(files: Place): Promise<BaseFiles> {
  const heldBack: Problem[] = [];
  const place = { ...files, heldBack };
  const entries = await listFolder(place.root, 'schemas', place.disk);
  const others = entries.names.filter((name) => name.endsWith('.json') && !baseFiles.includes(name));
  const problems = findStrays('schemas', others, [...baseFiles, 'modules', 'fragments', 'presets'], 'schemas/modules');
  const [modules, fragments, presets, texts, tenant, deskModules, deskTexts, deskSettings, locales] = await Promise.all([
    readFolder(place, 'schemas/modules', problems),
    readFolder(place, 'schemas/fragments', problems),
    readFolder(place, 'schemas/presets', problems),
    readOne(place, 'schemas/texts.json', problems),
    readOne(place, 'schemas/tenant.json', problems),
    entries.names.includes('desk') ? readFolder(place, 'schemas/desk/modules', problems) : new Map<string, Document | undefined>(),
    entries.names.includes('desk') ? readOne(place, 'schemas/desk/texts.json', problems) : undefined,
    entries.names.includes('desk') ? readOne(place, 'schemas/desk/tenant.json', problems) : undefined,
    readLocales(place, 'schemas', entries.names.filter(isLocale), [...localeEntries, 'fragments'], problems),
  ]);
  problems.push(...findUnknownPictures([...modules.values(), ...fragments.values(), ...presets.values(), texts, tenant]));
  const desk = { modules: deskModules, ...(deskTexts && { texts: deskTexts }), ...(deskSettings && { settings: deskSettings }) };
  return { modules, fragments, presets, ...(texts && { texts }), ...(tenant && { tenant }), desk, locales, problems, heldBack };
}

/** Reads the folders of locales below a folder; an entry that nothing reads is a Problem. */
async function readLocales(
  place: Place,
  folder: string,
  locales: readonly string[],
  known: string[],
  problems: Problem[],
): Promise<Map<string, LocaleFiles>> {
  const readLocale = async (locale: string): Promise<[string, LocaleFiles]> => {
    const within = `${folder}/${locale}`;
    const { names, problems: unlisted } = await listFolder(place.root, within, place.disk);
    const strays = names.filter((name) => !known.includes(name));
    problems.push(...unlisted, ...findStrays(within, strays, known, `${within}/modules`));
    const read = async (entry: string): Promise<Map<string, Document | undefined>> =>
      names.includes(entry) && known.includes(entry) ? readFolder(place, `${within}/${entry}`, problems) : new Map<string, undefined>();
    const settings = names.includes('tenant.json') ? await readOne(place, `${within}/tenant.json`, problems) : undefined;
    const texts = names.includes('texts.json') ? await readOne(place, `${within}/texts.json`, problems) : undefined;
    const [modules, fragments] = [await read('modules'), await read('fragments')];
    return [locale, { modules, fragments, ...(texts && { texts }), ...(settings && { settings }) }];
  };
  return new Map(await mapConcurrently(locales, readLocale));
}

/** A folder of two letters is one of a language, also when its name is not as those are written: EN, en-US. */
const likeLocale = /^[a-z]{2}([-_][a-z]{2,4})?$/i;

/** Whether the name of a file is like one that is known, without its ending. */
const isLike = (name: string, known: readonly string[]): boolean => {
  const [stem = '', ...stems] = [name, ...known].map((one) => one.replace(/\.json$/, ''));
  return findNearest(stem, stems) !== undefined;
};

/** Files where nothing looks for any. */
function findStrays(folder: string, names: readonly string[], known: string[], belongs?: string): Problem[] {
  const belongsOf = (name: string): string | undefined => (isLike(name, baseFiles) ? undefined : belongs);
  return names.map((name) => messages.createFileProblem(`${folder}/${name}`, messages.unknownFile(name, known, belongsOf(name))));
}

/** Returns the names of what lies in a folder, with what is not saved yet. */
const addUnsaved = ({ unsaved }: Place, folder: string, names: readonly string[]): string[] => {
  const within = [...(unsaved?.keys() ?? [])].filter((file) => file.startsWith(`${folder}/`));
  return [...new Set([...names, ...within.map((file) => file.slice(folder.length + 1).split('/')[0] ?? '')])].sort();
};

async function readTenant(place: Place, name: string, known: readonly string[]): Promise<TenantFiles> {
  const folder = `tenants/${name}`;
  const { names: saved, problems } = await listFolder(place.root, folder, place.disk);
  const names = addUnsaved(place, folder, saved);
  for (const entry of names) {
    const isJson = entry.endsWith('.json');
    if (tenantEntries.includes(entry) || known.includes(entry)) continue;
    if (!isJson && !likeLocale.test(entry) && findNearest(entry, ['modules']) === undefined) continue;
    const belongs = isJson && !isLike(entry, tenantEntries) ? `${folder}/modules` : undefined;
    problems.push(messages.createFileProblem(`${folder}/${entry}`, messages.unknownFile(entry, [...tenantEntries, ...known], belongs)));
  }
  const settings = await readOne(place, `${folder}/tenant.json`, problems);
  if (!names.includes('tenant.json')) problems.push(messages.createFileProblem(`${folder}/tenant.json`, messages.missingFile(name)));
  const texts = names.includes('texts.json') ? await readOne(place, `${folder}/texts.json`, problems) : undefined;
  const modules = names.includes('modules')
    ? await readFolder(place, `${folder}/modules`, problems)
    : new Map<string, Document | undefined>();
  const recorded = names.includes('recorded') ? await readRecordings(place, `${folder}/recorded`, problems) : new Map<string, undefined>();
  const media = names.includes('media') ? await readMedia(place.root, name, place.memo, place.disk) : new Map<string, never>();
  const own = known.filter((locale) => names.includes(locale));
  const locales = await readLocales(place, folder, own, localeEntries, problems);
  const ofLocales = [...locales.values()].flatMap((files) => [files.settings, files.texts, ...files.modules.values()]);
  const all = [settings, texts, ...modules.values(), ...ofLocales];
  problems.push(...findBadPictures(name, media), ...findMissingMedia(all, media), ...findUnknownPictures(all));
  return keepSame(place.memo, folder, {
    name,
    ...(settings && { settings }),
    ...(texts && { texts }),
    modules,
    recorded,
    locales,
    problems,
  });
}

/** Recorded replies lie in a folder for each module, under the names of its calls. */
async function readRecordings(place: Place, folder: string, problems: Problem[]): Promise<TenantFiles['recorded']> {
  const { names, problems: unlisted } = await listFolder(place.root, folder, place.disk);
  problems.push(...unlisted);
  const recorded: TenantFiles['recorded'] = new Map();
  for (const module of names)
    for (const [endpoint, document] of await readFolder(place, `${folder}/${module}`, problems))
      recorded.set(`${module}:${endpoint}`, document);
  return recorded;
}

async function readOne({ root, memo, unsaved, disk, heldBack }: Place, file: string, problems: Problem[]): Promise<Document | undefined> {
  const { document, problems: found } = await readDefinition(root, file, memo, unsaved, disk);
  // What all share takes the changes of no institution back; a file that is gone is meant to be.
  const standIn = heldBack && document === undefined && found.length > 0 ? memo.lastGood(file) : undefined;
  (standIn && heldBack ? heldBack : problems).push(...found);
  return document ?? standIn;
}

async function readFolder(place: Place, folder: string, problems: Problem[]): Promise<Map<string, Document | undefined>> {
  const { names: saved, others, problems: unlisted } = await listDefinitions(place.root, folder, place.disk);
  const files = addUnsaved(
    place,
    folder,
    saved.map((name) => `${name}.json`),
  );
  const names = files.flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []));
  const unread = others.filter((name) => !name.endsWith('.md'));
  problems.push(...unlisted, ...findStrays(folder, unread, ['files such as news.json']));
  const read = async (name: string): Promise<Document | undefined> => {
    const file = `${folder}/${name}.json`;
    if (/^[a-z][A-Za-z0-9]*$/.test(name)) return readOne(place, file, problems);
    problems.push(messages.createFileProblem(file, messages.badFileName(name)));
    return undefined;
  };
  const documents = await mapConcurrently(names, read, 8);
  return new Map(names.map((name, index) => [name, documents[index]]));
}

/** Returns one text that changes when any definition file is added, removed or written; made of times and sizes only. */
export async function fingerprintSources(root: string, disk: Disk = inBetween): Promise<string> {
  const files = await listSources(root, disk);
  const stamps = await mapConcurrently(files, (file) => readStamp(root, file, disk));
  return files.map((file, index) => `${file} ${stamps[index]}`).join('\n');
}

/** Returns the paths below the root of all definition files. */
async function listSources(root: string, disk: Disk): Promise<string[]> {
  const folders = ['schemas/modules', 'schemas/fragments', 'schemas/presets', 'schemas/desk/modules'];
  const listed = await mapConcurrently(folders, async (folder) =>
    (await listDefinitions(root, folder, disk)).names.map((name) => `${folder}/${name}.json`),
  );
  const { names } = await listFolder(root, 'tenants', disk);
  const ofLocales = await listLocaleSources({ root, disk }, 'schemas');
  const ofTenants = await mapConcurrently(names, async (name) => {
    const entries = (await listFolder(root, `tenants/${name}`, disk)).names;
    const modules = entries.includes('modules') ? (await listDefinitions(root, `tenants/${name}/modules`, disk)).names : [];
    const media = entries.includes('media') ? await listMedia(root, name, disk) : [];
    return [
      ...entries.filter((entry) => entry.endsWith('.json')).map((entry) => `tenants/${name}/${entry}`),
      ...modules.map((module) => `tenants/${name}/modules/${module}.json`),
      ...media.map((file) => `tenants/${name}/media/${file}`),
      ...(await listLocaleSources({ root, disk }, `tenants/${name}`, entries)),
    ];
  });
  return [
    'schemas/texts.json',
    'schemas/tenant.json',
    'schemas/desk/texts.json',
    'schemas/desk/tenant.json',
    ...listed.flat(),
    ...ofLocales,
    ...ofTenants.flat(),
  ];
}

/** Returns the paths of the files of all locales below a folder. */
async function listLocaleSources(
  { root, disk }: Pick<Place, 'root' | 'disk'>,
  folder: string,
  entries?: readonly string[],
): Promise<string[]> {
  const names = entries ?? (await listFolder(root, folder, disk)).names;
  const listed = await mapConcurrently(names.filter(isLocale), async (locale) => {
    const within = `${folder}/${locale}`;
    const found = (await listFolder(root, within, disk)).names;
    const parts = ['modules', 'fragments'].filter((part) => found.includes(part));
    const files = await mapConcurrently(parts, async (part) =>
      (await listDefinitions(root, `${within}/${part}`, disk)).names.map((name) => `${within}/${part}/${name}.json`),
    );
    return [...found.filter((name) => name.endsWith('.json')).map((name) => `${within}/${name}`), ...files.flat()];
  });
  return listed.flat();
}
