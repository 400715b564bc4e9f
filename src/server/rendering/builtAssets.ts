import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DeskAssets } from './deskDocument';
import type { Assets } from './document';
import type { PageStyles } from './pageStyles';

interface ManifestEntry {
  file: string;
  /** That of its chunk, which is the file's without its ending. */
  name?: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
  css?: string[];
}

/**
 * Returns what the build left for browsers: the entry's scripts and the styles.
 * @param folder dist/client
 * @throws when the build is missing
 */
export async function readAssets(folder: string): Promise<Assets> {
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Record<string, ManifestEntry>;
  const styles = JSON.parse(await readFile(join(folder, 'styles.json'), 'utf8')) as PageStyles;
  const entry = Object.values(manifest).find((candidate) => candidate.isEntry);
  if (!entry) throw new Error(`${folder} holds no entry: build the portal first`);
  return {
    scripts: collectEntryScripts(manifest, entry),
    styles,
    parts: collectParts(manifest),
    sheets: collectStylesheets(manifest),
  };
}

/**
 * Returns what the build left for the desk.
 * @param folder dist/client
 * @throws when the build is missing
 */
export async function readDeskAssets(folder: string): Promise<DeskAssets> {
  const manifest = JSON.parse(await readFile(join(folder, 'desk.json'), 'utf8')) as Record<string, ManifestEntry>;
  const entry = Object.values(manifest).find((candidate) => candidate.isEntry);
  if (!entry) throw new Error(`${folder} holds no entry of the desk: build the portal first`);
  const sheets = Object.values(manifest).flatMap(({ css = [], file }) => [...css, ...(file.endsWith('.css') ? [file] : [])]);
  return { scripts: collectEntryScripts(manifest, entry), sheets: [...new Set(sheets)].map((file) => `/${file}`) };
}

/** Returns the entry and everything that it imports at once, so that browsers fetch them side by side. */
function collectEntryScripts(manifest: Readonly<Record<string, ManifestEntry>>, entry: ManifestEntry): string[] {
  const found = new Set<string>();
  const add = (part: ManifestEntry): void => {
    if (found.has(part.file)) return;
    found.add(part.file);
    for (const name of part.imports ?? []) {
      const next = manifest[name];
      if (next) add(next);
    }
  };
  add(entry);
  return [...found].map((file) => `/${file}`);
}

/** Files that are fetched only by pages that show them, by the name of their component, or of the chunk that several were put into. */
function collectParts(manifest: Readonly<Record<string, ManifestEntry>>): Record<string, string[]> {
  const entries = Object.entries(manifest);
  const shared = entries.filter(([, entry]) => !entry.isEntry && !entry.isDynamicEntry);
  const later = entries.filter(([, entry]) => entry.isDynamicEntry);
  return Object.fromEntries(
    [...shared, ...later].map(([source, entry]) => [entry.name ?? toComponentName(source), collectEntryScripts(manifest, entry)]),
  );
}

/** Styles that come with what only some pages load, by the name of the component. */
function collectStylesheets(manifest: Readonly<Record<string, ManifestEntry>>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(manifest).flatMap(([source, { css }]) => (css ? [[toComponentName(source), css.map((file) => `/${file}`)]] : [])),
  );
}

const toComponentName = (source: string): string => basename(source).replace(/\.tsx?$/, '');
