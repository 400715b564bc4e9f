import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postcss, { type Root } from 'postcss';
import { PurgeCSS } from 'purgecss';

/** Classes that semantic-ui-react adds by itself while a component is used: no source file names them. */
const states =
  `ui active visible hidden current selected checked indeterminate disabled loading error warning success info focus filtered read-only
  menu item text default message divider dropdown icon selection search multiple upward leftward addition input field fields label button
  transition animating in out fade scale looping dimmer dimmable dimmed page modals modal content header actions scrolling undetached`.split(
    /\s+/,
  );
const numbers =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen wide column equal width'.split(' ');

/** Where semantic-ui-css keeps one file per component, relative to the project's root. */
const componentsFolder = 'node_modules/semantic-ui-css/components';

/**
 * Returns the CSS of some components of Semantic UI, reduced to what the portal's sources mention.
 * @param names component names such as `button`
 * @param sources texts of the portal's own sources, see {@link collectMentions}
 * @returns CSS without fonts, glyphs of icon fonts, colours and variations nobody asks for
 * @throws when a component does not exist
 */
export async function buildSemanticCss(root: string, names: readonly string[], sources: readonly string[]): Promise<string> {
  if (names.length === 0) return '';
  const files = await Promise.all(names.map((name) => readFile(join(root, componentsFolder, `${name}.css`), 'utf8')));
  const parsed = postcss.parse(files.join('\n'));
  dropFonts(parsed);
  const used = [...new Set([...collectMentions(sources), ...states])];
  const purged = await new PurgeCSS().purge({
    content: [{ raw: used.join(' '), extension: 'txt' }],
    css: [{ raw: parsed.toString() }],
    defaultExtractor: (text) => text.split(' '),
    keyframes: true,
  });
  return `/*! Semantic UI, MIT License, https://semantic-ui.com */\n${purged.map(({ css }) => css).join('\n')}`;
}

/** The words of source texts that can become class names: words in string literals, and names and attributes of JSX elements, in lower case. */
function collectMentions(sources: readonly string[]): string[] {
  const found = new Set<string>();
  for (const source of sources) {
    const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    const pieces = [...code.matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`|<[A-Za-z][\w.]*(?:[^<>]|=>)*/g)].map(([piece]) => piece);
    for (const word of pieces.join(' ').match(/[A-Za-z][\w-]*/g) ?? []) found.add(word.toLowerCase());
  }
  if (['columns', 'widths', 'width', 'itemsperrow'].some((word) => found.has(word))) numbers.forEach((word) => found.add(word));
  return [...found];
}

/** Fonts come from nowhere but the visitor's system, and icons are inline SVG: what refers to fonts, and glyphs of icon fonts, goes. */
function dropFonts(css: Root): void {
  css.walkComments((comment) => {
    comment.remove();
  });
  css.walkAtRules(/^(import|font-face|charset)$/, (rule) => {
    rule.remove();
  });
  css.walkDecls((declaration) => {
    const isGlyph = declaration.prop === 'content' && /\\[ef][0-9a-f]{3}|[\ue000-\uf8ff]/i.test(declaration.value);
    const isFamily = declaration.prop === 'font-family' && !/inherit|monospace/.test(declaration.value);
    if (isGlyph || isFamily || /url\(/.test(declaration.value)) declaration.remove();
  });
  css.walkRules((rule) => {
    // A pseudo-element has no descendants; minifiers refuse this selector of the popup.
    rule.selectors = rule.selectors.filter((selector) => !/:(after|before)\s+\S/.test(selector));
    if (rule.selectors.length === 0 || rule.selector === '' || rule.nodes.length === 0) rule.remove();
  });
}
