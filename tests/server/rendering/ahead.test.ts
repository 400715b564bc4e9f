import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Page } from '../../../src/model/definitions.g';
import { joinPieces } from '../../../src/runtime/pieces';
import { readAssets } from '../../../src/server/rendering/builtAssets';
import { buildDocument } from '../../../src/server/rendering/document';
import { listPayload } from '../../portal/payloads';

const page: Page = { kind: 'composed', sections: {} };
const toggle = { label: '点赞', source: 'a:b', on: {} };

/** What a page shows, and what the file is called that has it in the build: some have one together. */
test.each<[string, Page, string]>([
  ['a tool', { ...page, tools: { share: { tool: 'share' } } }, 'ShareTool'],
  ['a tool in the file of another', { ...page, tools: { like: { tool: 'toggle', toggle } } }, 'ShareTool'],
  ['the tool of comments', { ...page, tools: { talk: { tool: 'comments' } } }, 'CommentsSection'],
  [
    'a list with a state on another page',
    { ...page, loads: { works: { source: 'a:b', sorts: { newest: { label: '最新' } } } } },
    'ListPage',
  ],
  ['a section', { ...page, sections: { words: { section: 'text', text: '文字' } } }, 'TextSection'],
])('a page links to the file of %s, so that it is not found late', async (_what, definition, name) => {
  const assets = await readAssets(join(import.meta.dirname, '../../../dist/client'));
  const [file] = assets.parts[name] ?? [];
  expect(file).toMatch(new RegExp(`/${name}-`));
  const payload = listPayload();
  payload.page = { ...payload.page, definition };
  const carried = { shell: { ...payload.shell, frame: '/frame' }, page: payload.page };
  const { pieces } = buildDocument(payload, { pieces: [], htmlClass: '' }, assets, { carried, themeStyles: '' });
  expect(joinPieces(pieces)).toContain(`<link rel="modulepreload" href="${file}">`);
});
