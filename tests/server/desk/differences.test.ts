import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompiledModule } from '../../../src/model/compiled';
import type { JsonObject } from '../../../src/model/json';
import { listDifferences, markPieces, sayPieces } from '../../../src/server/desk/differences';
import { accountPortal, type AccountPortal, at } from '../accountPortal';
import { type DeskBrowser, deskOf } from './staffPortal';

let portal: AccountPortal;
let editor: DeskBrowser;
let module: CompiledModule;
beforeAll(async () => {
  portal = await accountPortal();
  editor = await deskOf(portal, 'editor');
  const found = portal.definitions.portal('centre')?.modules['information'];
  if (!found) throw new Error('there are no news');
  module = found;
});
afterAll(() => portal.close());

const long = '\u6c49'.repeat(400);
const compare = (before: unknown, after: unknown): [string, string] => {
  const [row] = listDifferences(module, { content: before } as JsonObject, { content: after } as JsonObject);
  return [markPieces(row?.before ?? [], 5), markPieces(row?.after ?? [], 5)];
};

describe('two versions', () => {
  const cases: [name: string, before: unknown, after: unknown, marked: [string, string]][] = [
    ['differ in a word', '每周一闭馆', '每周三闭馆', ['每周<mark>一</mark>闭馆', '每周<mark>三</mark>闭馆']],
    ['differ in what was added', '', '新的一句', ['', '<mark>新的一句</mark>']],
    ['differ in what was taken away', '旧的一句', undefined, ['<mark>旧的一句</mark>', '']],
    ['show what differs at the end of a long text', `${long}甲`, `${long}乙`, ['…汉汉汉汉汉<mark>甲</mark>', '…汉汉汉汉汉<mark>乙</mark>']],
    ['show letters of markup as letters', '<二&三', '<二&四', ['&lt;二&amp;<mark>三</mark>', '&lt;二&amp;<mark>四</mark>']],
    ['keep an emoji whole', `${'🎉'.repeat(20)}甲`, `${'🎉'.repeat(20)}乙`, ['…🎉🎉🎉🎉🎉<mark>甲</mark>', '…🎉🎉🎉🎉🎉<mark>乙</mark>']],
    ['differ in markup alone', '<p>字</p>', '<p><b>字</b></p>', ['字', '字']],
    ['differ in a list', ['一'], ['一', '二'], ['一', '一<mark>、二</mark>']],
  ];
  it.each(cases)('%s', (_, before, after, marked) => {
    expect(compare(before, after)).toEqual(marked);
  });

  it('have what looks like markup in what is no rich text', () => {
    const [row] = listDifferences(module, { title: '读<b>书</b>' }, { title: '读<i>书</i>' });
    expect(sayPieces(row?.before ?? [])).toBe('读<b>书</b>');
    expect(markPieces(row?.after ?? [])).toBe('读&lt;<mark>i</mark>&gt;书&lt;/<mark>i</mark>&gt;');
  });

  it('which have nothing in common are compared in time, and as a whole', () => {
    const random = (seed: number): string =>
      Array.from({ length: 60_000 }, (_, at) => String.fromCharCode(0x4e00 + (((at + 1) * (at + 1) * seed + at) % 20_000))).join('');
    const began = performance.now();
    const [before] = compare(`开头${random(7)}结尾`, `开头${random(13)}结尾`);
    expect(performance.now() - began).toBeLessThan(3000);
    expect(before).toMatch(/^开头<mark>.*<\/mark>.*结尾$/);
  });

  it('are told in a line that has an end', () => {
    const [row] = listDifferences(module, { content: long }, { content: '\u5b57'.repeat(500) });
    expect(sayPieces(row?.before ?? [])).toBe(`${'\u6c49'.repeat(120)}…`);
  });
});

it('are compared by who may read them, side by side; markup alone is said in words', async () => {
  const save = async (content: string, more: JsonObject): Promise<JsonObject> => {
    const { body } = await editor.call('POST', '/api/desk/information/save', { title: '闭馆通知', columnId: '6101', content, ...more });
    expect(body).toMatchObject({ status: 200 });
    return at(body, 'data') as JsonObject;
  };
  const { id = '' } = await save('<p>每周一闭馆</p>', { deskAction: 'publish' });
  const again = async (content: string): Promise<void> => {
    const item = at((await editor.call('GET', `/api/desk/information/item/${String(id)}`)).body, 'data') as JsonObject;
    await save(content, {
      ...(item['deskForm'] as JsonObject),
      content,
      deskId: id,
      deskRevision: item['deskRevision'] ?? '',
      deskAction: 'publish',
    });
  };
  await again('<p>每周三闭馆</p>');
  await again('<p><strong>每周三闭馆</strong></p>');
  const changes = async (number: number, browser = editor) => browser.call('GET', `/api/desk/information/changes/${String(id)}/${number}`);
  expect(at((await changes(2)).body, 'data', 'rows')).toContainEqual(
    expect.objectContaining({ id: 'content', changeBefore: '每周<mark>一</mark>闭馆', changeAfter: '每周<mark>三</mark>闭馆' }),
  );
  expect(at((await changes(3)).body, 'data', 'rows')).toContainEqual(
    expect.objectContaining({ changeBefore: '', changeAfter: '只改了格式、链接或图片，文字没有变' }),
  );
  const listed = at((await editor.call('GET', `/api/desk/information/versions/${String(id)}`)).body, 'data', 'rows') as JsonObject[];
  expect(listed[0]?.['versionChanges']).toContain(': 只改了格式、链接或图片，文字没有变');
  expect(listed[1]?.['versionChanges']).toContain(': 每周一闭馆 → 每周三闭馆');
  expect(at((await changes(1)).body, 'data', 'rows')).toEqual([]);
  expect((await changes(9)).status).toBe(404);
  const elsewhere = await deskOf(portal, 'administrator', 'admin.museum', 'museum', 'museum.localhost');
  expect((await changes(2, elsewhere)).status).toBe(404);
});
