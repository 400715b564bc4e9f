import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkTo, open, titleOf, words } from '../../modules/page';
import { testPortal, type TestPortal } from '../portal';
import { projectRoot } from '../projectDefinitions';

let portal: TestPortal;
let time = Date.parse('2026-11-20T10:00:00+08:00');
/** The examples of schemas/README.md, by words within them. */
let example: (words: string) => string;
beforeAll(async () => {
  const readme = await readFile(join(projectRoot, 'schemas/README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```json\n([\s\S]*?)\n```/g)].map(([, text = '']) => text);
  example = (within) => blocks.find((text) => text.includes(within)) ?? '';
  portal = await testPortal({ copy: true, clock: () => time });
  await writeFile(join(portal.root, 'schemas/modules/lecture.json'), example('"$schema": "../meta/wholeModule.schema.json"'));
  await portal.get('/');
});
afterAll(() => portal.close());

/** Lays an example on the detail page of the lectures. */
async function patch(text: string): Promise<void> {
  await writeFile(
    join(portal.root, 'tenants/centre/modules/lecture.json'),
    JSON.stringify({ pages: { lecturedetail: JSON.parse(`{${text}}`) as object } }),
  );
  time += 120_000;
  await portal.get('/');
  expect(portal.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  await portal.put(
    'centre',
    'lecture',
    Array.from({ length: 10 }, (_, index) => ({
      id: `l${index}`,
      menuId: '6930',
      title: `第${index}讲`,
      beginTime: `2026-11-${String(18 + index)}T14:00:00+08:00`,
    })),
  );
}

test('what schemas/README.md tells of lists on any page is so', async () => {
  await patch(example('"talks": {'));
  const shown = async (more: string): Promise<string[]> =>
    [...(await open(portal, `/lecturedetail?columnId=6930&id=l0${more}`)).querySelectorAll('#list-talks article')].map(titleOf);
  expect(await shown('')).toHaveLength(8);
  expect(await shown('&talksPage=2')).toEqual(['第8讲', '第9讲']);
  expect(await shown('&talksTab=week')).toEqual(['第2讲', '第3讲', '第4讲', '第5讲', '第6讲', '第7讲', '第8讲']);
  expect(await shown(`&talksKeyword=${encodeURIComponent('第3')}`)).toEqual(['第3讲']);
});

test('what schemas/README.md tells of neighbours is so', async () => {
  await patch(example('"neighbours"'));
  const page = await open(portal, '/lecturedetail?columnId=6930&id=l0');
  expect([...page.querySelectorAll('.actions-section-turn')].map(words)).toEqual(['上一篇第9讲', '下一篇第1讲']);
  expect(linkTo(page, '上一篇第9讲')).toBe('/lecturedetail?columnId=6930&id=l9');
});
