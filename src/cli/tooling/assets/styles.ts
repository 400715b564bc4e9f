import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { transform } from 'lightningcss';
import type { Plugin } from 'vite';
import type { PageStyles } from '../../../server/rendering/pageStyles';
import { collectReached, type Modules } from './cascade';
import { readStyleParts } from './styleParts';

const portalFolder = 'src/portal';
/** Code that few pages load: its sheets come with its chunk, which waits for them. What is the desk's alone has a build of its own. */
const heavyFolders = ['desk/', 'custom/map/', 'custom/picker/', 'custom/player/', 'custom/reading/', 'ui/editor/'];
const sheetPrefix = '\0portal-sheet:';
/** Browsers since 2020, the same as of the scripts; lightningcss counts them as major << 16. */
const targets = { chrome: 87 << 16, firefox: 78 << 16, safari: 14 << 16, edge: 88 << 16 };

/**
 * Vite plugin: writes one sheet of all styles, in the order in which components import theirs, and `styles.json`, from which the server puts
 * the rules of what a page shows into it. In the bundles they are left out; sheets of the code that few pages load stay with its chunks.
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
      const cascade = findSheets(this, entries);
      await assertImported(portal, cascade);
      const sheets = await Promise.all(cascade.map(async (name) => minify(await readFile(join(portal, name), 'utf8'), name)));
      const whole = minify(sheets.join('\n'), 'portal.css');
      const fileName = `assets/portal-${createHash('sha256').update(whole).digest('base64url').slice(0, 8)}.css`;
      const manifest: PageStyles = { parts: readStyleParts(whole), whole: `/${fileName}` };
      this.emitFile({ type: 'asset', fileName, source: whole });
      this.emitFile({ type: 'asset', fileName: 'styles.json', source: JSON.stringify(manifest) });
    },
  };
}

/** Returns the sheets in the order of the cascade. */
const findSheets = (modules: Modules, entries: readonly string[]): string[] =>
  collectReached(entries, modules)
    .filter((id) => id.startsWith(sheetPrefix))
    .map((id) => `${id.slice(sheetPrefix.length)}.css`);

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
