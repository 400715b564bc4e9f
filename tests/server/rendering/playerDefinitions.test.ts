import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardOf, open, opens } from '../../modules/page';
import { testPortal, type TestPortal } from '../portal';
import { projectRoot } from '../projectDefinitions';

let portal: TestPortal;
let time = Date.parse('2026-11-20T10:00:00+08:00');
/** The examples of schemas/README.md, by words within them. */
let example: (words: string) => string;
beforeAll(async () => {
  const readme = await readFile(join(projectRoot, 'schemas/README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```json\n([\s\S]*?)\n```/g)].map(([, text = '']) => text);
  example = (words) => blocks.find((text) => text.includes(words)) ?? '';
  portal = await testPortal({ copy: true, clock: () => time });
  await writeFile(join(portal.root, 'schemas/modules/lecture.json'), example('"$schema": "../meta/wholeModule.schema.json"'));
});
afterAll(() => portal.close());

/** Lays patches on the lectures of the institution and stores two of them. */
async function patch(...texts: string[]): Promise<void> {
  const [films = {}, questions = {}] = texts.map((text) => JSON.parse(text) as object);
  await writeFile(join(portal.root, 'tenants/centre/modules/lecture.json'), JSON.stringify({ ...films, ...questions }));
  time += 1000;
  await portal.get('/');
  expect(portal.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  await portal.put('centre', 'lecture', [
    { id: 'on', menuId: '6930', title: '正在讲', live: '/channels/river/index.m3u8' },
    { id: 'over', menuId: '6930', title: '讲完了', live: '/channels/river/index.m3u8', film: '/media/river/360p.mp4' },
    { id: 'early', menuId: '6930', title: '还没讲' },
  ]);
}
const player = async (id: string): Promise<Element | null> =>
  (await open(portal, `/lecturedetail?columnId=6930&id=${id}`)).querySelector('.player');
const played = async (id: string): Promise<string | undefined> =>
  /<video[^>]* src="([^"]*)"/.exec((await player(id))?.querySelector('noscript')?.innerHTML ?? '')?.[1];

test('what schemas/README.md tells of films and live streams is so', async () => {
  await patch(example('"section": "player"'));
  expect([await played('on'), await played('over')]).toEqual(['/channels/river/index.m3u8', '/media/river/360p.mp4']);
  expect((await player('early'))?.querySelector('[role="status"]')?.textContent).toBe('讲座尚未开始，请稍候');
});

test('what schemas/README.md tells of questions is so', async () => {
  await patch(example('"section": "player"'), example('"cancelled"'));
  const page = await open(portal, '/lecture?columnId=6930');
  expect([
    opens(cardOf(page, '讲完了'))?.href,
    opens(cardOf(page, '还没讲')),
    cardOf(page, '还没讲')?.querySelector('button')?.textContent,
  ]).toEqual(['/lecturedetail?columnId=6930&id=over', undefined, '还没讲']);
  const card = portal.definitions.portal('centre')?.modules['lecture']?.definition.cards?.['row'];
  expect(card?.opens).toMatchObject({
    cases: { ended: { confirm: { cancelled: '已取消' } } },
    otherwise: { toast: '讲座尚未开始', tone: 'warning' },
  });
});
