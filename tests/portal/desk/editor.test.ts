// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { afterEach, expect, it } from 'vitest';
import { buildExtensions } from '../../../src/portal/desk/editor/deskExtensions';
import { word } from '../../server/desk/wordClipboard';

let editor: Editor | undefined;
afterEach(() => editor?.destroy());
const write = (content: string): Editor =>
  (editor = new Editor({ element: document.createElement('div'), extensions: buildExtensions('full'), content }));
/** What browsers say of what is pasted; jsdom has no such event. */
const pasted = (): ClipboardEvent => Object.assign(new Event('paste'), { clipboardData: null });

it('takes what is pasted from Word as headings, words, lists and tables, without what Word says of them', () => {
  const { view } = write('');
  view.pasteHTML(word, pasted());
  expect(editor?.getHTML()).toBe(
    '<h2>探方概况</h2><p>出土<strong>玉琮</strong>一件</p><ol><li><p>第一层</p><ul><li><p>陶片</p></li></ul></li><li><p>第二层</p></li></ol>' +
      '<table><tbody><tr><td><p>玉器</p></td></tr></tbody></table>',
  );
});

it('leaves the tables and lower headings of an article as they are', () => {
  const html =
    '<h4>附表</h4><table><tbody><tr><th colspan="2"><p>地层</p></th></tr><tr><td><p>一</p></td><td rowspan="2"><p>陶片</p></td></tr></tbody></table>';
  expect(write(html).getHTML()).toBe(html);
});
