import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Page } from '../../../src/model/definitions.g';
import type { PagePayload } from '../../../src/model/payload';
import { buildDocument } from '../../../src/server/rendering/document';
import { formPayload } from '../../portal/forms';
import { listPayload, tileCard } from '../../portal/payloads';

const parts = ['ListPage', 'DetailPage', 'FormPage', 'RichTextSection', 'GroupSection', 'ShareTool', 'TileCard', 'RowCard', 'UploadField'];
/** A sheet for each part, and one for the frame between them: what stands where in the cascade shows. */
const styles = {
  sheets: [...parts.slice(0, 3), 'frame', ...parts.slice(3)].map((name) => `.${name}{}`),
  frame: [3],
  parts: Object.fromEntries(parts.map((name, place) => [name, [place < 3 ? place : place + 1]])),
  whole: '/assets/portal-1.css',
};

function write(page: PagePayload): { shown: string[]; hashes: string[]; css: string } {
  const document = buildDocument({ ...listPayload(), page }, { html: '', htmlClass: '' }, { scripts: [], parts: {}, styles }, ':root{}');
  const css = /<style data-whole="\/assets\/portal-1.css">(.*)<\/style>/.exec(document.html)?.[1] ?? '';
  return { shown: [...css.matchAll(/\.(\w+)\{\}/g)].map(([, name = '']) => name), hashes: document.styleHashes, css };
}

const list = listPayload({ page: { tools: {} } }).page;
const detail: Page = {
  kind: 'detail',
  source: 'a:detail',
  sections: { around: { section: 'group', sections: { content: { section: 'richText', value: '/item/content' } } } },
  tools: { share: { tool: 'share' } },
};
const upload = { form: { fields: { face: { field: 'image', label: '照片' } } } } as object as PagePayload['forms'];

describe('the styles of a page', () => {
  it.each<[string, PagePayload, string[]]>([
    ['a list, with its cards', { ...list, cards: { a: { ...tileCard, shape: 'row' } } }, ['ListPage', 'frame', 'RowCard']],
    [
      'sections within others, and tools',
      { ...list, definition: detail, cards: {} },
      ['DetailPage', 'frame', 'RichTextSection', 'GroupSection', 'ShareTool'],
    ],
    [
      'a form, with the kinds of its fields',
      { ...formPayload([]).page, definition: { kind: 'form', forms: ['form'] }, forms: upload },
      ['FormPage', 'frame', 'UploadField'],
    ],
    ['none of fields that a dialog shows, which fetches its own', { ...list, cards: {}, forms: upload }, ['ListPage', 'frame']],
  ])('are those of what it shows, in the order of the cascade: %s', (_what, page, expected) => {
    expect(write(page).shown).toEqual(expected);
  });

  it('are named by their hash to browsers', () => {
    const { css, hashes } = write(list);
    const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(hashes).toEqual([hash(':root{}'), hash(css)]);
  });
});
