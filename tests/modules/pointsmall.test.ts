import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../src/model/json';
import { at } from '../server/portal';
import { changeTenant, objectIn } from '../shell/changed';
import { friday, openModules } from './harness';
import { cardOf, control, fact, filterRows, linkTo, many, opens, pictures, section, words } from './page';

const second = 1_000;
const goods = '/api/personal/creditCommodity/web';
const full = {
  id: 'full',
  menuId: '9001',
  name: '年画明信片',
  price: 120,
  image: '/pictures/scroll/full.svg',
  detailUrl: 'https://mall.example.org/1',
  startTime: '2026-09-01 00:00:00',
  endTime: '2027-02-28 23:59:59',
  content: '<p>十二<em>幅</em>。</p>',
  types: ['m1'],
  recommend: 1,
};

const portal = openModules({ now: friday, copy: true }, async ({ put }) => {
  await put('centre', 'pointsmall', [
    full,
    {
      id: 'ahead',
      menuId: '9001',
      name: '拓印套装',
      price: 0,
      startTime: '2026-12-15 00:00:00',
      endTime: '2027-03-31 23:59:59',
      types: ['m2'],
    },
    { id: 'gone', menuId: '9001', name: '云课年卡', price: 500, startTime: '2026-06-01 00:00:00', endTime: '2026-10-31 23:59:59' },
    { id: 'none', menuId: '9002', name: '香插', price: 5, stock: 0 },
    ...many(25, (number, day) => ({
      id: `g${number}`,
      menuId: '9012',
      name: `商品${number}`,
      price: number,
      startTime: `${day} 00:00:00`,
      endTime: '2027-01-01 00:00:00',
    })),
  ]);
});

/** Gives the institution 14 rules of its own, and none of those that every institution starts from. */
async function makeRules(): Promise<void> {
  const common = JSON.parse(await readFile(join(portal.root, 'schemas/tenant.json'), 'utf8')) as JsonObject;
  const none = Object.keys(objectIn(objectIn(common, 'points'), 'rules')).map((name) => [name, null]);
  const own = Array.from({ length: 14 }, (_, index) => [
    `rule${index + 1}`,
    { label: `规则${index + 1}`, deed: 'login', points: index + 1 },
  ]);
  await changeTenant(portal, 'centre', () => ({ points: { rules: Object.fromEntries([...none, ...own]) } }));
  // Definitions are looked at again once time went by, and so are those of the tests that follow.
  portal.pass(second);
  onTestFinished(() => portal.pass(second));
}

const ids = (url: string): Promise<unknown[]> => portal.ids(url, 'data');

describe('calls', () => {
  test('[MALL-05, MALL-19, MALL-20] the list answers the goods of a column, the detail all of one', async () => {
    const { body } = await portal.get(`${goods}/9001/page?pageNum=1&limit=12`);
    expect(body).toMatchObject({ status: 0, totalSize: 3 });
    const { content: _content, ...row } = full;
    expect(at(body, 'data', 0)).toEqual({ ...row, phase: 1 });
    expect((await portal.get(`${goods}/full`)).body).toEqual({ status: 200, message: '操作成功', data: { ...full, phase: 1 } });
  });

  test.each([
    ['types=m1,m2', ['full', 'ahead']],
    ['recommend=1', ['full']],
    ['state=0', ['ahead']],
    ['state=1', ['full']],
    ['state=2', ['gone']],
  ])('[MALL-19] %s finds %j', async (query, found) => expect(await ids(`${goods}/9001/page?${query}`)).toEqual(found));

  test('[MALL-17, MALL-18, MALL-21] the rules are answered 12 a page', async () => {
    await makeRules();
    const { body } = await portal.get(`${goods}/creditRule/100001?pageNum=1&limit=12`);
    expect(at(body, 'data')).toHaveLength(12);
    expect([at(body, 'totalSize'), at(body, 'data', 0, 'ruleName'), at(body, 'data', 0, 'credit')]).toEqual([14, '规则1', 1]);
    expect(await ids(`${goods}/creditRule/100001?pageNum=2&limit=12`)).toEqual(['rule13', 'rule14']);
  });
});

describe('the mall', () => {
  test('[MALL-01] back route id 82 in the menu leads to /pointsmall', async () => {
    expect(await portal.inMenu('积分商城')).toEqual(['6182', 82, '/pointsmall?columnId=6182']);
  });

  test('[MALL-02] a card opens its detail; beside the goods stand the rules', async () => {
    const page = await portal.open('/pointsmall?columnId=9001');
    const card = cardOf(page, '年画明信片');
    expect([opens(card)?.href, words(card?.querySelector('.price'))]).toEqual(['/pointsmalldetail?columnId=9001&id=full', '120积分']);
    const panel = section(page, '积分规则');
    expect(words(panel)).toMatch(/注册成为会员20积分每日登录1积分/);
    expect(linkTo(panel, '更多 积分规则')).toBe('/creditrule?columnId=9001');
  });

  test('[MALL-03] 12 are on a page', async () => expect(await portal.cardsPerPage('/pointsmall?columnId=9012')).toEqual([12, 12, 1]));

  test('[MALL-19] it narrows by the types of the column', async () =>
    expect(filterRows(await portal.open('/pointsmall?columnId=6182'))).toEqual({ 类型: ['全部', '纸品文具', '手作器物', '体验券'] }));

  test.each(['/pointsmall?columnId=9099', '/pointsmall'])('[CONV-06] %s says 暂无数据', async (address) =>
    expect(words((await portal.open(address)).querySelector('#list'))).toContain('暂无数据'),
  );
});

describe('the detail', () => {
  test('[MALL-04] shows name, points, validity, description, the form of the exchange and the rules', async () => {
    const page = await portal.open('/pointsmalldetail?columnId=9001&id=full');
    expect(words(page.querySelector('h1'))).toBe('年画明信片');
    expect(pictures(page.querySelector('main') ?? undefined)).toContain('/pictures/scroll/full.svg');
    expect(words(page.querySelector('.summary-section-price'))).toBe('120积分');
    expect(fact(page, '有效期')).toBe('9月1日 – 2027年2月28日');
    expect(words(page.querySelector('.rich-text'))).toBe('十二幅。');
    expect([...(section(page, '积分兑换')?.querySelectorAll('label') ?? [])].map(words)).toEqual([
      '收件人*',
      '联系方式*',
      '收件地址*',
      '备注',
    ]);
    expect(linkTo(section(page, '积分规则'), '更多 积分规则')).toBe('/creditrule?columnId=9001');
    const own = control(page, '查看详情');
    expect([own?.getAttribute('href'), own?.getAttribute('target')]).toEqual(['https://mall.example.org/1', '_blank']);
  });

  test('without an address of its own there is no link to it', async () =>
    expect(control(await portal.open('/pointsmalldetail?columnId=9001&id=gone'), '查看详情')).toBeUndefined());
});

describe('goods that cannot be had', () => {
  test.each([
    ['ahead', '尚未开始', '该商品尚未开始兑换，请在有效期内再来。'],
    ['gone', '已结束', '该商品的兑换已结束。'],
    ['none', '已兑完', '该商品已兑完。'],
  ])('%s say so on the card and in the place of the form', async (id, badge, said) => {
    const page = await portal.open(`/pointsmalldetail?columnId=9001&id=${id}`);
    expect([words(page.querySelector('.summary-section .badge')), words(section(page, '积分兑换'))]).toEqual([badge, `积分兑换${said}`]);
    expect(page.querySelector('form input[id*=userName]')).toBeNull();
    const list = await portal.open(`/pointsmall?columnId=${id === 'none' ? '9002' : '9001'}`);
    expect(words(cardOf(list, { ahead: '拓印套装', gone: '云课年卡', none: '香插' }[id] ?? '')?.querySelector('.badge'))).toBe(badge);
  });
});

describe('/creditrule', () => {
  test('[MALL-16, MALL-18] has a dialog with a table of number, name and points of the rules, 12 a page', async () => {
    await makeRules();
    const table = (page: Document): Element | null => page.querySelector('dialog table');
    const page = await portal.open('/creditrule?columnId=6182');
    expect(words(page.querySelector('.section-dialog > .wrap > a'))).toBe('查看积分规则');
    expect([...(table(page)?.querySelectorAll('thead th') ?? [])].map(words)).toEqual(['序号', '规则名称', '积分']);
    expect([...(table(page)?.querySelectorAll('tbody tr') ?? [])].map((row) => [...row.children].map(words)).slice(0, 2)).toEqual([
      ['1', '规则1', '1'],
      ['2', '规则2', '2'],
    ]);
    const next = await portal.open(linkTo(page.querySelector('dialog') ?? undefined, '下一页') ?? '');
    expect([...(table(next)?.querySelectorAll('tbody tr') ?? [])].map((row) => [...row.children].map(words))).toEqual([
      ['13', '规则13', '13'],
      ['14', '规则14', '14'],
    ]);
  });

  test('[MALL-14, MALL-15] says how points are exchanged', async () => {
    const said = words((await portal.open('/creditrule?columnId=6182')).querySelector('main'));
    for (const line of [
      '注册用户可以用积分兑换商品，兑换前请先登录。',
      '工作人员会在24小时内处理',
      '如果7天内没有收到商品，工作人员会为您处理。',
    ])
      expect(said).toContain(line);
  });
});
