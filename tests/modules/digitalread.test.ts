import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { friday, openModules } from './harness';
import { control, linkTo, pictures, words } from './page';

const entries = ['图书', '期刊', '报纸', '专题'];

const portal = openModules({ copy: true, now: friday });

const tiles = (page: Document): (string | null)[][] =>
  [...page.querySelectorAll('main .actions-section-tile')].map((tile) => [
    words(tile.querySelector('.actions-section-label')),
    tile.getAttribute('href'),
    tile.getAttribute('target'),
  ]);

test('[DIGIT-01, DIGIT-02] /digit shows banner, breadcrumbs and four entries of other sites, each in a new tab', async () => {
  const page = await portal.open('/digit?columnId=8252', 'library.localhost');
  expect(pictures(page.querySelector('main') ?? undefined)).toContain('/pictures/book/view.svg?size=1600x200');
  expect(words(page.querySelector('[aria-label="当前位置"]'))).toMatch(/^首页 ?\/? ?数字阅读$/);
  expect(tiles(page).map(([label, , target]) => [label, target])).toEqual(entries.map((label) => [label, '_blank']));
  for (const [, href] of tiles(page)) expect(href).toMatch(/^https:\/\//);
  expect(linkTo(await portal.open('/', 'library.localhost'), '数字阅读')).toBe('/digit?columnId=8252');
});

test('[DIGIT-01] it needs no column', async () => expect(words((await portal.open('/digit')).querySelector('h1'))).toBe('数字阅读'));

test("[DIGIT-03] the targets are the institution's ad slot; an entry without one is not there", async () => {
  const file = join(portal.root, 'tenants/library/tenant.json');
  const text = await readFile(file, 'utf8');
  onTestFinished(async () => {
    await writeFile(file, text);
    portal.pass(120_000);
  });
  const settings = JSON.parse(text) as { slots: { digitalread?: unknown } };
  settings.slots.digitalread = { adDetails: { papers: { adCode: 'newspapers', adLink: 'https://papers.example.org/today' } } };
  await writeFile(file, JSON.stringify(settings));
  portal.pass(120_000);
  expect(tiles(await portal.open('/digit', 'library.localhost'))).toEqual([['报纸', 'https://papers.example.org/today', '_blank']]);
  delete settings.slots.digitalread;
  await writeFile(file, JSON.stringify(settings));
  portal.pass(120_000);
  const closed = await portal.open('/digit', 'library.localhost');
  expect(entries.map((label) => control(closed, label))).toEqual([undefined, undefined, undefined, undefined]);
  expect(words(closed.querySelector('main'))).toContain('数字阅读服务暂未开通');
  expect(portal.problems).toEqual([]);
});
