import { describe, expect, it } from 'vitest';
import { at } from '../portal';
import { openModules } from '../../modules/harness';
import { listed, titleOf } from '../../modules/page';

const portal = openModules({}, async ({ put }) => {
  await put('museum', 'exhibit', [
    { id: 'ding', menuId: '9901', title: '鼎', types: ['x1'], materialType: 'bronze', year: -1150 },
    { id: 'hu', menuId: '9901', title: '壶', types: ['x1', 'x2'], materialType: 'bronze', year: -100 },
    { id: 'bi', menuId: '9901', title: '璧', types: ['x4'], materialType: 'jade', year: -2800 },
    { id: 'wan', menuId: '9901', title: '碗', types: ['x2'], materialType: 'porcelain', year: 1780 },
    { id: 'elsewhere', menuId: '9902', title: '扇', types: ['x5'], materialType: 'paper', year: 1900 },
  ]);
});
const list = '/api/portal/web/exhibit/page?menuId=9901';
const ask = (query: string) => portal.get(`${list}&${query}`, 'museum.localhost');

describe('numbers of items behind the values of parameters', () => {
  it.each([
    ['counts=materialType', { materialType: { bronze: 2, jade: 1, porcelain: 1 } }],
    ['counts=types,materialType&materialType=bronze', { types: { x1: 2, x2: 1 }, materialType: { bronze: 2, jade: 1, porcelain: 1 } }],
    ['counts=materialType&yearTo=0&title=%E5%A3%B6', { materialType: { bronze: 1 } }],
    ['counts=types&yearFrom=-100&yearTo=1780', { types: { x1: 1, x2: 2 } }],
    ['page=1', undefined],
  ])('of %s are under the other parameters', async (query, counts) => {
    const { status, body } = await ask(query);
    expect(status).toBe(200);
    expect(at(body, 'data', 'data', 'counts')).toEqual(counts);
  });

  it.each(['counts=title', 'counts=year', 'counts=toString', `counts=${Array.from({ length: 9 }, (_, at) => `a${at}`).join()}`])(
    'are refused where no definition has them: %s',
    async (query) => expect((await ask(query)).status).toBe(400),
  );
});

describe('a list of exhibits', () => {
  const open = (query = '') => portal.open(`/exhibit?columnId=9901${query}`, 'museum.localhost');
  const chips = (page: Document, row: string) =>
    [...page.querySelectorAll('.filter-rows-row')]
      .filter((each) => each.querySelector('.filter-rows-label')?.textContent === row)
      .flatMap((each) => [...each.querySelectorAll('.filter-rows-chip')]);
  const words = (found: Element[]) => found.map(({ textContent }) => textContent?.trim());

  it('shows how many each choice leaves, and offers none that leaves nothing', async () => {
    const page = await open('&year=x&yearFrom=-100');
    const found = chips(page, '质地');
    expect(words(found)).toEqual(['全部', '青铜 1', '陶 0', '瓷 1', '玉 0', '丝 0', '棉 0', '纸 0', '金 0']);
    expect(words(found.filter((chip) => chip.hasAttribute('href')))).toEqual(['全部', '青铜 1', '瓷 1']);
  });

  it('takes several choices by links, and finds what has any of them', async () => {
    const [, bronze] = chips(await open(), '质地');
    const jade = chips(await portal.open(bronze?.getAttribute('href') ?? '', 'museum.localhost'), '质地')[4];
    const page = await portal.open(jade?.getAttribute('href') ?? '', 'museum.localhost');
    expect(words(chips(page, '质地').filter((chip) => chip.hasAttribute('aria-current')))).toEqual(['青铜 2', '玉 1']);
    expect(listed(page).map(titleOf).sort()).toEqual(['壶', '璧', '鼎'].sort());
  });

  it('narrows by a step of numbers', async () => {
    const [all, early] = chips(await open(), '时代');
    expect(all?.getAttribute('aria-current')).toBe('true');
    const page = await portal.open(early?.getAttribute('href') ?? '', 'museum.localhost');
    expect(words(chips(page, '时代').filter((chip) => chip.hasAttribute('aria-current')))).toEqual(['先秦']);
    expect(words(chips(page, '质地'))?.slice(1, 5)).toEqual(['青铜 1', '陶 0', '瓷 0', '玉 1']);
  });
});
