import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'lightningcss';
import postcss from 'postcss';
import type { Plugin } from 'vite';
import { isComponent, semanticCss } from './semanticCss';

/** What the server reads from `dist/client/styles.json`: CSS for a `<style>` in the head, and the address of the rest if there is any. */
export interface Styles {
  critical: string;
  rest?: string;
}

interface Sheet {
  name: string;
  css: string;
}

/** The portal's own sheets that shape the first viewport of a list, a detail, a form or a home page: a page must not move once it is seen. */
const criticalSheets = new Set(['base', 'shell', 'list', 'cards', 'detail', 'sections', 'home', 'forms', 'tables', 'posts']);
/** The components of Semantic UI to be seen there. */
const criticalComponents = new Set(['reset', 'site', 'breadcrumb']);
const stylesFolder = 'src/portal/styles';
/** Code that few pages load: its sheets come with its chunk, which waits for them. */
const chunkFolders = ['src/portal/custom', 'src/portal/ui/editor'];
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
      return id === emptyModule ? 'export {};' : undefined;
    },
    async generateBundle() {
      if (!existsSync(join(root, stylesFolder))) return;
      const { critical, rest } = await buildStyles(root);
      const fileName = `assets/rest-${createHash('sha256').update(rest).digest('base64url').slice(0, 8)}.css`;
      if (rest !== '') this.emitFile({ type: 'asset', fileName, source: rest });
      const manifest: Styles = rest === '' ? { critical } : { critical, rest: `/${fileName}` };
      this.emitFile({ type: 'asset', fileName: 'styles.json', source: JSON.stringify(manifest) });
    },
  };
}

/**
 * Makes both parts. The cascade is: Semantic UI, then the portal's own sheets in their order. As most of Semantic UI comes
 * with the rest, critical rules that restyle it (their selectors hold `.ui`) are written once more behind it.
 * @returns the minified texts
 * @throws when a sheet is not valid CSS
 */
export async function buildStyles(root: string): Promise<{ critical: string; rest: string }> {
  const [sheets, names, sources] = await Promise.all([ownSheets(root), componentNames(root), portalSources(root)]);
  const [ownFirst, ownLater] = [true, false].map((wanted) =>
    sheets
      .filter(({ name }) => criticalSheets.has(name) === wanted)
      .map(({ css }) => css)
      .join('\n'),
  );
  const [semanticFirst = '', semanticLater = ''] = await Promise.all(
    [true, false].map((wanted) =>
      semanticCss(
        root,
        names.filter((name) => criticalComponents.has(name) === wanted),
        sources,
      ),
    ),
  );
  const restyling = semanticLater === '' ? '' : restylingRules(ownFirst ?? '');
  return {
    critical: minify(semanticFirst, 'semantic-critical.css', true) + minify(ownFirst ?? '', 'critical.css'),
    rest: minify(semanticLater, 'semantic.css', true) + minify(`${restyling}\n${ownLater}`, 'rest.css'),
  };
}

/** The portal's own sheets in the order in which styles/semantic.ts names them; those it does not name follow by name. */
async function ownSheets(root: string): Promise<Sheet[]> {
  const folder = join(root, stylesFolder);
  const present = (await readdir(folder))
    .filter((name) => name.endsWith('.css'))
    .map((name) => name.slice(0, -4))
    .sort();
  const list = await readFile(join(folder, 'semantic.ts'), 'utf8').catch(() => '');
  const ordered = [...list.matchAll(/'([\w-]+)\.css'/g)].map(([, name]) => name ?? '').filter((name) => present.includes(name));
  return Promise.all(
    [...new Set([...ordered, ...present])].map(async (name) => ({ name, css: await readFile(join(folder, `${name}.css`), 'utf8') })),
  );
}

/** The components of Semantic UI that styles/semantic.ts names, in the order of writing. */
async function componentNames(root: string): Promise<string[]> {
  const text = await readFile(join(root, stylesFolder, 'semantic.ts'), 'utf8').catch(() => '');
  return [...text.matchAll(/'([a-z]+)'/g)].map(([, name]) => name ?? '').filter((name) => isComponent(root, name));
}

async function portalSources(root: string): Promise<string[]> {
  const folder = join(root, 'src/portal');
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name) && !/styles[\\/]/.test(name));
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

function restylingRules(css: string): string {
  const parsed = postcss.parse(css);
  parsed.walkRules((rule) => {
    if (!/\.ui\b/.test(rule.selector)) rule.remove();
  });
  parsed.walkAtRules((rule) => {
    if (rule.nodes?.length === 0 || /^(font-face|keyframes|charset|import)$/.test(rule.name)) rule.remove();
  });
  return parsed.toString();
}

function minify(css: string, filename: string, errorRecovery = false): string {
  return transform({ filename, code: Buffer.from(css), minify: true, targets, errorRecovery }).code.toString();
}
