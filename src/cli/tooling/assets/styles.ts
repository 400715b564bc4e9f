import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'lightningcss';
import type { Plugin } from 'vite';
import { criticalSheets, laterSheets } from './sheets';

/** What the server reads from `dist/client/styles.json`: CSS for a `<style>` in the head, and the address of the rest if there is any. */
interface Styles {
  critical: string;
  rest?: string;
}

const portalFolder = 'src/portal';
/** Code that few pages load: its sheets come with its chunk, which waits for them. */
const chunkFolders = ['custom/map', 'custom/picker', 'custom/player', 'ui/editor'].map((folder) => join(portalFolder, folder));
const emptyModule = '\0portal-styles';
/** Browsers since 2020, the same as of the scripts; lightningcss counts them as major << 16. */
const targets = { chrome: 87 << 16, firefox: 78 << 16, safari: 14 << 16, edge: 88 << 16 };

/**
 * Vite plugin: makes the portal's style sheets and `styles.json`. What scripts import of them is left out of the
 * bundles, because the server puts the styles into its pages; sheets of the code that few pages load stay with its chunks.
 * @param root the project's root folder
 */
export function styles(root: string): Plugin {
  return {
    name: 'portal-styles',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      return source.endsWith('.css') &&
        importer?.startsWith(join(root, 'src')) &&
        !chunkFolders.some((folder) => importer.startsWith(join(root, folder)))
        ? emptyModule
        : undefined;
    },
    load(id) {
      return id === emptyModule ? { code: 'export {};', moduleSideEffects: false } : undefined;
    },
    async generateBundle() {
      if (!existsSync(join(root, portalFolder))) return;
      const { critical, rest } = await buildStyles(root);
      const fileName = `assets/rest-${createHash('sha256').update(rest).digest('base64url').slice(0, 8)}.css`;
      if (rest !== '') this.emitFile({ type: 'asset', fileName, source: rest });
      const manifest: Styles = rest === '' ? { critical } : { critical, rest: `/${fileName}` };
      this.emitFile({ type: 'asset', fileName: 'styles.json', source: JSON.stringify(manifest) });
    },
  };
}

/**
 * Makes both parts. The cascade is the order of sheets.ts.
 * @returns the minified texts
 * @throws when a sheet is not valid CSS, or none of the two lists and no chunk has it
 */
async function buildStyles(root: string): Promise<{ critical: string; rest: string }> {
  await assertListed(root);
  const [first, later] = await Promise.all([readSheets(root, criticalSheets), readSheets(root, laterSheets)]);
  return { critical: minify(first, 'critical.css'), rest: minify(later, 'rest.css') };
}

const readSheets = async (root: string, names: readonly string[]): Promise<string> =>
  (await Promise.all(names.map((name) => readFile(join(root, portalFolder, name), 'utf8')))).join('\n');

async function assertListed(root: string): Promise<void> {
  const listed = new Set([...criticalSheets, ...laterSheets].map((name) => join(portalFolder, name)));
  const present = (await readdir(join(root, portalFolder), { recursive: true }))
    .filter((name) => name.endsWith('.css'))
    .map((name) => join(portalFolder, name));
  const missing = present.find((name) => !listed.has(name) && !chunkFolders.some((folder) => name.startsWith(folder)));
  if (missing !== undefined) throw new Error(`${missing} is in none of the lists of sheets.ts: no page would have it`);
}

const minify = (css: string, filename: string): string =>
  transform({ filename, code: Buffer.from(css), minify: true, targets }).code.toString();
