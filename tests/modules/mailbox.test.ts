import { describe, expect, test } from 'vitest';
import { at } from '../server/portal';
import { openModules } from './harness';
import { cardOf, fact, listed, many, pictures, section, titleOf, words } from './page';
import { inWords } from '../inWords';

const message = {
  id: 'full',
  menuId: '9001',
  title: '灯坏了\n请修',
  image: ['/pictures/city/a.svg', '/pictures/city/b.svg'],
  releaseMan: '阿澄',
  portrait: '/pictures/moon/face.svg',
  crtTime: '2026-11-19 20:14:00',
  reply: '已修好',
};

const portal = openModules({}, async ({ put }) => {
  await put('centre', 'mailbox', [
    message,
    { id: 'bare', menuId: '9001', title: '谢谢', crtTime: '2026-11-18 08:00:00', departmentCode: 'QLWHG01' },
    ...many(11, (number, day) => ({
      id: `m${number}`,
      menuId: '9012',
      title: `第${number}封`,
      releaseMan: `来信人${number}`,
      crtTime: `${day} 10:00:00`,
    })),
  ]);
  await put('centre', 'mailboxissue', [
    { id: 'q2', menuId: '9001', issue: '收费吗？', settle: '<p>免费。</p><p>材料自备。</p>', sort: 2 },
    { id: 'q1', menuId: '9001', issue: '几点开门？', settle: '<p>九点。</p>', sort: 1 },
    ...many(55, (number) => ({ id: `q9-${number}`, menuId: '9012', issue: `问题${number}`, settle: `答${number}`, sort: number })),
  ]);
});

describe('calls', () => {
  test('[MAIL-13, MAIL-17] the list answers rows and total, pictures joined by commas', async () => {
    const { body } = await portal.get('/api/travel/web/mailbox/page?page=1&limit=5&menuId=9001');
    expect(body).toMatchObject({ status: 200, data: { total: 2 } });
    expect(at(body, 'data', 'rows', 0)).toEqual({
      ...message,
      crtTime: '2026-11-19 20:14:00',
      image: '/pictures/city/a.svg,/pictures/city/b.svg',
    });
  });

  test('the department stays on the server', async () => {
    expect(JSON.stringify((await portal.get('/api/travel/web/mailbox/page?menuId=9001')).body)).not.toContain('departmentCode');
  });

  test('[MAIL-15, MAIL-18] questions are answered in their order, 50 a page', async () => {
    const { body } = await portal.get('/api/travel/web/mailboxIssue/page?page=1&limit=50&menuId=9001');
    expect(at(body, 'data', 'rows')).toEqual([
      { id: 'q1', menuId: '9001', issue: '几点开门？', settle: '<p>九点。</p>', sort: 1 },
      { id: 'q2', menuId: '9001', issue: '收费吗？', settle: '<p>免费。</p><p>材料自备。</p>', sort: 2 },
    ]);
  });
});

describe('the page', () => {
  test('[MAIL-01] back route id 75 in the menu leads to /mailbox', async () => {
    expect(await portal.inMenu('馆长信箱')).toEqual(['6175', 75, '/mailbox?columnId=6175']);
  });

  test('[MAIL-13] a message shows who wrote, when, the words, up to three pictures and the reply', async () => {
    const page = await portal.open('/mailbox?columnId=9001');
    const card = cardOf(page, '阿澄');
    expect(words(card?.querySelector('.post-card-text'))).toBe('灯坏了 请修');
    expect(words(card)).toContain(inWords('2026-11-19 20:14', 'dateTime'));
    expect(pictures(card)).toEqual(['/pictures/moon/face.svg', '/pictures/city/a.svg', '/pictures/city/b.svg']);
    expect(fact(card, '回复')).toBe('已修好');
    expect(fact(cardOf(page, '匿名'), '回复')).toBeUndefined();
  });

  test('[MAIL-17, MAIL-19] 5 messages are on a page, the newest first', async () => {
    expect(await portal.cardsPerPage('/mailbox?columnId=9012')).toEqual([5, 5, 1]);
    expect(listed(await portal.open('/mailbox?columnId=9012')).map(titleOf)[0]).toBe('来信人1');
  });

  test('[MAIL-03] beside it each frequent question opens to its whole answer, also without scripts', async () => {
    const aside = section(await portal.open('/mailbox?columnId=9001'), '常见问题');
    expect([...(aside?.querySelectorAll('summary h3') ?? [])].map(words)).toEqual(['几点开门？', '收费吗？']);
    expect(words(aside?.querySelectorAll('details')[1]?.querySelector('summary ~ *'))).toBe('免费。材料自备。');
  });

  test('[MAIL-18] up to 50 questions are shown', async () => {
    expect(section(await portal.open('/mailbox?columnId=9012'), '常见问题')?.querySelectorAll('details')).toHaveLength(50);
  });

  test('[MAIL-09] its heading is that of the ad slot mailboxconfig, else the name of the column', async () => {
    expect(words((await portal.open('/mailbox?columnId=7175', 'museum.localhost')).querySelector('h1'))).toBe('写给望舒');
    expect(words((await portal.open('/mailbox?columnId=6175')).querySelector('h1'))).toBe('馆长信箱');
  });

  test('[CONV-06] without messages it says 暂无数据, and without questions there are none beside it', async () => {
    const page = await portal.open('/mailbox?columnId=9099');
    expect(words(page.querySelector('#list'))).toContain('暂无数据');
    expect(section(page, '常见问题')).toBeUndefined();
  });
});
