import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { transform } from 'lightningcss';
import type { Plugin } from 'vite';
import type { PageStyles } from '../../../server/rendering/pageStyles';
import { collectReached, type Modules } from './cascade';

const portalFolder = 'src/portal';
/** Code that few pages load: its sheets come with its chunk, which waits for them. What is the desk's alone has a build of its own. */
const heavyFolders = ['desk/', 'custom/map/', 'custom/picker/', 'custom/player/', 'custom/reading/', 'ui/editor/'];
/** What every page is made of. */
const frame = 'app/Portal.tsx';
/** What these import is shown by the pages alone that name its kind: they name the file as `document.ts` does. */
const [kinds, laterFields] = ['app/registry.ts', 'forms/fields/registry.ts'];
/** What is fetched from here comes with another page, or with all styles. */
const appFolder = 'app/';

const sheetPrefix = '\0portal-sheet:';
/** Browsers since 2020, the same as of the scripts; lightningcss counts them as major << 16. */
const targets = { chrome: 87 << 16, firefox: 78 << 16, safari: 14 << 16, edge: 88 << 16 };

/**
 * Vite plugin: writes `styles.json`, from which the server puts the styles of what a page shows into it, and one sheet of them all for
 * whoever goes on from there. Which component has which sheets is what it imports. In the bundles they are left out; sheets of the
 * code that few pages load stay with its chunks.
 * @param root the project's root folder
 */
export function styles(root: string): Plugin {
  const portal = join(root, portalFolder);
  const nameOf = (id: string): string => relative(portal, id).replaceAll('\\', '/');
  return {
    name: 'portal-styles',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!source.endsWith('.css') || !importer?.startsWith(portal)) return undefined;
      const sheet = nameOf(resolve(importer, '..', source));
      return heavyFolders.some((folder) => sheet.startsWith(folder)) ? undefined : sheetPrefix + sheet.replace(/\.css$/, '');
    },
    load(id) {
      return id.startsWith(sheetPrefix) ? { code: 'export {};', moduleSideEffects: false } : undefined;
    },
    async generateBundle() {
      const entries = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id)?.isEntry);
      const known = findSheets(this, entries, (name) => join(portal, name), nameOf);
      await assertImported(portal, known.cascade);
      const sheets = await Promise.all(known.cascade.map(async (name) => minify(await readFile(join(portal, name), 'utf8'), name)));
      const whole = minify(sheets.join('\n'), 'portal.css');
      const fileName = `assets/portal-${createHash('sha256').update(whole).digest('base64url').slice(0, 8)}.css`;
      const manifest: PageStyles = { sheets, frame: known.frame, parts: known.parts, whole: `/${fileName}` };
      this.emitFile({ type: 'asset', fileName, source: whole });
      this.emitFile({ type: 'asset', fileName: 'styles.json', source: JSON.stringify(manifest) });
    },
  };
}

interface KnownSheets extends Pick<PageStyles, 'frame' | 'parts'> {
  cascade: string[];
}

/** Returns the sheets in the order of the cascade, and which of them what pages are made of has, by their places in it. */
function findSheets(
  modules: Modules,
  entries: readonly string[],
  toId: (name: string) => string,
  nameOf: (id: string) => string,
): KnownSheets {
  const isSheet = (id: string): boolean => id.startsWith(sheetPrefix);
  const all = collectReached(entries, modules, () => false).filter(isSheet);
  const isApart = (id: string, by: string): boolean =>
    (nameOf(by) === laterFields || nameOf(by).startsWith(appFolder)) && !isImportedAtOnce(modules, id, by);
  const find = (from: string): number[] =>
    collectReached([from], modules, isApart)
      .filter(isSheet)
      .map((id) => all.indexOf(id))
      .sort((one, other) => one - other);
  const shown = [
    ...(modules.getModuleInfo(toId(kinds))?.importedIds ?? []),
    ...[kinds, laterFields].flatMap((name) => modules.getModuleInfo(toId(name))?.dynamicallyImportedIds ?? []),
  ];
  const parts = shown.map((id) => [basename(id).replace(/\.tsx?$/, ''), find(id)] as const).filter(([, places]) => places.length > 0);
  return {
    cascade: all.map((id) => `${id.slice(sheetPrefix.length)}.css`),
    frame: find(toId(frame)),
    parts: Object.fromEntries(parts),
  };
}

const isImportedAtOnce = (modules: Modules, id: string, by: string): boolean =>
  modules.getModuleInfo(by)?.importedIds.includes(id) ?? false;

/** @throws when there is a sheet that no component imports: no page would have it */
async function assertImported(portal: string, names: readonly string[]): Promise<void> {
  const present = (await readdir(portal, { recursive: true })).map((name) => name.replaceAll('\\', '/'));
  const missing = present.find(
    (name) => name.endsWith('.css') && !names.includes(name) && !heavyFolders.some((folder) => name.startsWith(folder)),
  );
  if (missing !== undefined) throw new Error(`${missing} is imported by no component: no page would have it`);
}

const minify = (css: string, filename: string): string =>
  transform({ filename, code: Buffer.from(css), minify: true, targets }).code.toString();
