import { Extension, type AnyExtension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { tidyWordHtml } from '../../../runtime/wordHtml';
import { buildExtensions as buildUsual, type ToolSet } from '../../ui/editor/extensions';
import { tableNodes } from './tables';

export type { ToolSet };

/** What visitors' editor has two levels of: here all that the server lets through, so that none is lost when an item is edited. */
const headings = { heading: { levels: [2, 3, 4, 5] } };

/** Takes what an office program puts around the words off what is pasted, before the editor reads it. */
const WordPaste = Extension.create({
  name: 'wordPaste',
  addProseMirrorPlugins: () => [new Plugin({ props: { transformPastedHTML: (html) => lowerTitles(tidyWordHtml(html)) } })],
});

/** The page has its title already, as the server says too. */
const lowerTitles = (html: string): string => html.replace(/<(\/?)h1\b/gi, '<$1h2');

/**
 * Returns what staff can write: what visitors can, tables, further headings, and what comes from Word. It stands in the place of
 * `ui/editor/extensions`.
 */
export function buildExtensions(tools: ToolSet): AnyExtension[] {
  const usual = buildUsual(tools);
  if (tools === 'plain') return usual;
  return [...usual.map((each) => (each.name === 'starterKit' ? each.configure(headings) : each)), ...tableNodes, WordPaste];
}
