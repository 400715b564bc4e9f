import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRows } from '../../src/server/importing/rows';
import { importContent } from '../../src/server/importing/importContent';
import { open, words } from '../modules/page';
import { at, testPortal, type TestPortal } from './portal';
import { projectRoot, readExamples } from './projectDefinitions';

let portal: TestPortal;
let time = Date.parse('2026-11-20T10:00:00+08:00');

/** The whole lecture module as schemas/README.md shows it to authors, and a menu entry for it. */
beforeAll(async () => {
  portal = await testPortal({ copy: true, clock: () => time });
  const readme = await readFile(join(projectRoot, 'schemas/README.md'), 'utf8');
  const example = /```json\n(\{\s*"\$schema": "\.\.\/meta\/wholeModule\.schema\.json"[\s\S]*?)\n```/.exec(readme)?.[1] ?? '';
  await writeFile(join(portal.root, 'schemas/modules/lecture.json'), example);
  const file = join(portal.root, 'tenants/centre/tenant.json');
  const settings = JSON.parse(await readFile(file, 'utf8')) as { menu: Record<string, unknown>; types: Record<string, unknown> };
  settings.menu['lectures'] = { id: '6930', title: '系列讲座', module: 'lecture' };
  settings.types['6930'] = { opera: { id: 'o', name: '戏曲系列' } };
  await writeFile(file, JSON.stringify(settings));
  time += 1000;
});
afterAll(() => portal.close());

const page = async (url: string): Promise<string> => (await portal.get(url, 'localhost', { accept: 'text/html' })).text;

test('a module that is one file and a menu entry has a list, a detail page, an API and an import', async () => {
  expect(await page('/lecture?columnId=6930')).toMatch(/系列讲座[\s\S]*暂无数据/);
  expect(portal.problems.filter((problem) => problem.severity === 'error')).toEqual([]);

  const module = portal.definitions.portal('centre')?.modules['lecture'];
  if (!module) throw new Error('the module is not there');
  const csv = [
    'id,title,speaker,beginTime,types,content',
    'l1,昆曲的水磨腔,讲师甲,2026-11-25 14:00,o,<p>从魏良辅说起。</p><script>x</script>',
    'l2,"古琴, 七根弦",讲师乙,2027-03-01 14:00,,<p>减字谱。</p>',
    'l3,,讲师丙,2026-12-01,,',
  ].join('\n');
  const result = await importContent(
    portal.database,
    { tenant: 'centre', module, column: '6930' },
    await openRows(
      'csv',
      (async function* chunks() {
        yield Buffer.from(csv);
      })(),
    ),
    {},
  );
  expect(result).toMatchObject({ failed: 1 });

  const { body } = await portal.get('/api/lecture/web/page?menuId=6930&page=1&limit=10');
  expect(body).toMatchObject({ status: 200, data: { total: 2 } });
  expect(at(body, 'data', 'rows', 0)).toEqual({
    id: 'l1',
    menuId: '6930',
    title: '昆曲的水磨腔',
    speaker: '讲师甲',
    beginTime: '2026-11-25T14:00:00+08:00',
    types: ['o'],
  });
  expect(at((await portal.get('/api/lecture/web/page?period=2')).body, 'data', 'total')).toBe(1);
  expect(at((await portal.get('/api/lecture/web/page?types=o')).body, 'data', 'total')).toBe(1);
  expect(at((await portal.get('/api/lecture/web/l1')).body, 'data', 'content')).toBe('<p>从魏良辅说起。</p>');
  const found = (await portal.get(`/api/portal/web/search?title=${encodeURIComponent('魏良辅')}&moduleType=lecture`)).body;
  expect(at(found, 'data', 'rows')).toMatchObject([
    {
      entityId: 'l1',
      label: '系列讲座',
      link: '/lecturedetail?columnId=6930&id=l1',
      snippet: expect.stringContaining('从<mark>魏良辅</mark>说起。') as never,
    },
  ]);

  time += 120_000;
  const list = await page('/lecture?columnId=6930');
  expect(list).toMatch(/戏曲系列/);
  expect(list).toMatch(
    /href="\/lecturedetail\?columnId=6930&amp;id=l1"[^>]*target="_blank"|target="_blank"[^>]*href="\/lecturedetail\?columnId=6930&amp;id=l1"/,
  );
  expect(await page('/lecturedetail?columnId=6930&id=l1')).toMatch(/<title>昆曲的水磨腔[\s\S]*从魏良辅说起/);
  expect(await page('/')).toContain('/lecture?columnId=6930');
});

test('what schemas/README.md tells institutions of forms, likes and comments is so', async () => {
  const patches = await readExamples();
  const detail = '/lecturedetail?columnId=6931&id=liked';
  await page('/lecture?columnId=6931');
  await portal.put('centre', 'lecture', [{ id: 'liked', menuId: '6931', title: '评弹', speaker: '讲师丁' }]);
  const register = async (): Promise<unknown> => {
    const reply = await portal.app.inject({
      method: 'POST',
      url: '/api/auth/jwt/registered',
      headers: { host: 'localhost' },
      payload: { phone: '0912345678' },
    });
    return at(reply.json(), 'errors', 'mobilePhone');
  };
  const marks = async (): Promise<{ tools: string[]; comments: number }> => {
    const found = await open(portal, detail);
    return {
      tools: [...found.querySelectorAll('.rail-toggle')].map((tool) => words(tool).replace(/[\d\s]/g, '')),
      comments: found.querySelectorAll('#comments').length,
    };
  };
  expect(await marks()).toEqual({ tools: ['点赞', '收藏', '评论'], comments: 1 });
  expect(await register()).toBe('请输入正确的手机号');
  for (const [name, start] of [
    ['account', '{ "forms"'],
    ['lecture', '{\n  "pages"'],
  ] as const)
    await writeFile(join(portal.root, 'tenants/centre/modules', `${name}.json`), patches.find((text) => text.startsWith(start)) ?? '');
  time += 120_000;
  expect(await marks()).toEqual({ tools: ['想听', '收藏'], comments: 0 });
  expect(portal.problems.filter((problem) => problem.severity === 'error')).toEqual([]);
  expect(await register()).toBeUndefined();
});
