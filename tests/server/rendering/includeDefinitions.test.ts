import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkTo, open, section, titleOf } from '../../modules/page';
import { at, testPortal, type TestPortal } from '../portal';
import { projectRoot } from '../projectDefinitions';

let portal: TestPortal;
let time = Date.parse('2026-11-20T10:00:00+08:00');

beforeAll(async () => {
  portal = await testPortal({ copy: true, clock: () => time });
  const readme = await readFile(join(projectRoot, 'schemas/README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```json\n([\s\S]*?)\n```/g)].map(([, text = '']) => text);
  const example = (words: string): string => blocks.find((text) => text.includes(words)) ?? '';
  await writeFile(join(portal.root, 'schemas/modules/lecture.json'), example('"$schema": "../meta/wholeModule.schema.json"'));
  await writeFile(join(portal.root, 'tenants/centre/modules/lecture.json'), example('"include"'));
  time += 1000;
  await portal.get('/');
  expect(portal.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  for (const tenant of ['centre', 'museum']) {
    await portal.put(tenant, 'lecture', [
      ...['一', '二', '三', '四', '五'].map((number, index) => ({
        id: `${tenant}-${index}`,
        menuId: '6930',
        title: `第${number}讲`,
        beginTime: `2026-12-0${index + 1}`,
      })),
      { id: `${tenant}-alone`, title: '没有栏目' },
      { id: `${tenant}-other`, menuId: '6931', title: '别的栏目' },
    ]);
  }
});
afterAll(() => portal.close());

const others = async (id: string, host?: string): Promise<unknown> => {
  const rows = at((await portal.get(`/api/lecture/web/${id}`, host)).body, 'others');
  return Array.isArray(rows) ? rows.map((row) => at(row, 'id')) : rows;
};

test('what schemas/README.md tells of lists that come along is so, for the institution that wants them', async () => {
  expect(await others('centre-0')).toEqual(['centre-0', 'centre-1', 'centre-2']);
  expect(await others('museum-0', 'museum.localhost')).toBeUndefined();
  const page = await open(portal, '/lecturedetail?columnId=6930&id=centre-0');
  expect([...(section(page, '同一系列')?.querySelectorAll('article') ?? [])].map(titleOf)).toEqual(['第一讲', '第二讲', '第三讲']);
  expect(linkTo(page.querySelector('main') ?? page, '更多资讯')).toBe('/information?columnId=6101');
});

test('when the item has no value for the call, nothing comes along rather than everything', async () => {
  expect(await others('centre-alone')).toEqual([]);
  expect(section(await open(portal, '/lecturedetail?columnId=6930&id=centre-alone'), '同一系列')).toBeUndefined();
});
