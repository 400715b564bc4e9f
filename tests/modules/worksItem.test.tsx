// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readCounter } from '../../src/database/content/counters';
import { at } from '../server/accountPortal';
import { openAccounts } from './harness';
import { openPage, type Member, type OpenPage } from './member';
import { control, fact, filterRows, linkTo, titleOf, titlesIn, words } from './page';
import { inWords } from '../inWords';

let member: Member;
let page: OpenPage | undefined;

const portal = openAccounts(async (portal) => {
  member = await portal.member('13600000031', { name: '林晓' });
  await portal.put('centre', 'workcollect', [
    { id: 'call', menuId: '6188', activityName: '摄影征集', startDate: '2026-01-01 00:00:00', endDate: '2099-01-01 00:00:00' },
  ]);
  await portal.put('centre', 'workcollect', [
    {
      id: 'full',
      menuId: '6188',
      activityName: '征文',
      startDate: '2026-01-01 00:00:00',
      endDate: '2099-01-01 00:00:00',
      actNumber: 9,
      actNumLimit: 1,
      surplusWorksCount: 0,
    },
  ]);
  await portal.put('centre', 'work', [
    ...['first', 'second', 'third'].map((id, index) => ({
      id,
      menuId: '6188',
      activityId: 'call',
      worksTitle: `作品${id}`,
      author: '阿澄',
      authorNo: `0${index}`,
      worksType: 'wp2',
      voteCount: 30 - index,
      crtTime: '2026-11-02 09:30:00',
      content: `<p>正文${id}</p>`,
    })),
    { id: 'alone', menuId: '6188', activityId: 'other', worksTitle: '独一件', crtTime: '2026-11-02 09:30:00' },
  ]);
});
afterEach(() => {
  page?.close();
  page = undefined;
  vi.useRealTimers();
});

const address = (id: string): string => `/worksItemDetail?worksId=${id}&columnId=6188&activityId=call&voteType=true`;
const onward = (id: string): string => `/worksItemDetail?worksId=${id}&columnId=6188&activityId=call&voteType=true`;
const turns = (): (string | undefined)[] =>
  [...document.querySelectorAll('.actions-section-turn')].flatMap((link) => [words(link), link.getAttribute('href') ?? undefined]);

describe('a member', () => {
  test('[WORK-49] is answered the work by its token', async () => {
    const { body } = await portal.ask({ url: '/api/works/front/web/wk/first', token: member.token });
    expect(at(body, 'data')).toMatchObject({ id: 'first', worksTitle: '作品first', content: '<p>正文first</p>', voteCount: 30, pv: 0 });
  });

  test('[WORK-21] opens works from the showcase', async () => {
    page = await openPage(portal, '/workCollectDetail?columnId=6188&id=call', member);
    const card = [...document.querySelectorAll('#list-works article')].find((found) => titleOf(found) === '作品first');
    expect([card?.querySelector('h3 a')?.getAttribute('href'), card?.querySelector('h3 a')?.getAttribute('target')]).toEqual([
      onward('first'),
      '_blank',
    ]);
  });

  test('[WORK-18] is asked for a condition before the showcase is searched', async () => {
    page = await openPage(portal, '/workCollectDetail?columnId=6188&id=call', member);
    const form = document.querySelector<HTMLFormElement>('#list-works form');
    await act(async () => {
      form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    });
    expect(words(form?.querySelector('[role=alert]'))).toBe('请选择搜索条件');
  });

  test('[WORK-22] sees title, time, number, votes, author, views and content', async () => {
    page = await openPage(portal, address('first'), member);
    expect(words(document.querySelector('.heading-section-title'))).toBe('作品first');
    expect(['创建时间', '编号', '票数', '作者', '浏览'].map((label) => fact(document, label))).toEqual([
      inWords('2026-11-02 09:30', 'dateTime'),
      '00',
      '30',
      '阿澄',
      '0',
    ]);
    expect(words(document.querySelector('.rich-text'))).toBe('正文first');
    expect([...document.querySelectorAll('.tag')].map(words)).toEqual(['组作']);
    expect(document.title).toBe('作品first - 青澜市文化馆');
    expect(linkTo(document, '摄影征集进行中')).toBe('/workCollectDetail?columnId=6188&id=call&tab=works');
    expect([control(document, '投它一票')?.tagName, linkTo(document, '上一件作品third') !== undefined]).toEqual(['BUTTON', true]);
    expect(page.complaints).toEqual([]);
  });

  test.each([
    ['first', 'third', 'second'],
    ['second', 'first', 'third'],
    ['third', 'second', 'first'],
  ])('[WORK-23, WORK-24] from %s goes back to %s and on to %s', async (id, previous, next) => {
    page = await openPage(portal, address(id), member);
    expect(turns()).toEqual([`上一件作品${previous}`, onward(previous), `下一件作品${next}`, onward(next)]);
    expect(page.calls.some((call) => /wk\/page\?.*limit=1000/.test(call) && call.includes('activityId=call'))).toBe(true);
  });

  test('[WORK-27, WORK-45] votes: the work and the member are sent, the count goes up, and the server has the word; again is too much', async () => {
    page = await openPage(portal, address('second'), member);
    expect(fact(document, '票数')).toBe('29');
    await page.press('投它一票');
    expect(page.calls).toContain(`POST /api/works/front/second/${member.id}`);
    expect([fact(document, '票数'), words(document.querySelector('.dialog-text'))]).toEqual(['30', '投票成功']);
    await page.press('知道了');
    await page.press('投它一票');
    expect([fact(document, '票数'), words(document.querySelector('.dialog-text'))]).toEqual([
      '30',
      '今天已经给这件作品投过票了，明天再来吧',
    ]);
  });

  test.each([
    ['true', '投它一票', 'BUTTON', null],
    ['false', '投票未开放', 'SPAN', 'true'],
  ])('[WORK-25] finds the vote button with voteType=%s: %s', async (voteType, label, tag, off) => {
    page = await openPage(portal, address('first').replace('=true', `=${voteType}`), member);
    const button = control(document, label);
    expect([button?.tagName, button?.getAttribute('aria-disabled')]).toEqual([tag, off]);
  });

  test('[WORK-13] joins a call on the page for handing in', async () => {
    page = await openPage(portal, '/workCollectDetail?columnId=6188&id=call', member);
    expect(linkTo(document, '我要参加')).toBe('/addNew?columnId=6188&activityId=call');
  });

  test('[WORK-14] is told when no place is left', async () => {
    page = await openPage(portal, '/workCollectDetail?columnId=6188&id=full', member);
    await page.press('我要参加');
    expect(words(document.querySelector('.dialog-text'))).toBe('报名人数已满');
    page.close();
    page = await openPage(portal, '/addNew?columnId=6188&activityId=full', member);
    expect(words(document.querySelector('main'))).toContain('报名人数已满');
  });

  test('[WORK-23] a work that is alone leads nowhere', async () => {
    page = await openPage(portal, '/worksItemDetail?worksId=alone&columnId=6188&activityId=other', member);
    expect([words(document.querySelector('.heading-section-title')), turns()]).toEqual(['独一件', []]);
  });

  test.each([
    [address('first'), 200],
    [address('nosuch'), 404],
    ['/worksItemDetail?columnId=6188', 404],
  ])('strangers too, whom the login page awaits: %s answers %i', async (asked, status) =>
    expect(at((await portal.ask({ url: `/portal/page?url=${encodeURIComponent(asked)}` })).body, 'status')).toBe(status),
  );

  test('is told when there is no such work', async () => {
    page = await openPage(portal, address('nosuch'), member);
    expect(words(document.querySelector('.error-page h1'))).toBe('没有找到这个页面');
  });

  test('[WORK-16, WORK-42] opening a work counts as a view, by which works can be ordered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    page = await openPage(portal, address('third'), member);
    await vi.advanceTimersByTimeAsync(1500);
    await expect
      .poll(async () => (await readCounter(portal.database, { tenant: 'centre', column: '6188', id: 'third' })).pv)
      .toBeGreaterThan(0);
    const { body } = await portal.ask({ url: '/api/works/front/web/wk/page?activityId=call&pvSort=desc' });
    expect([at(body, 'data', 'rows', '0', 'id'), at(body, 'data', 'rows', '0', 'pv')]).toEqual(['third', 1]);
  });
});

describe('[WORK-53] the paths that the documents leave open', () => {
  test.each([
    ['calls for works', '/api/works/front/web/collect/page?menuId=6188', ['data', 'rows', '0', 'menuId'], '6188'],
    ['one call for works', '/api/works/front/web/collect/call', ['data', 'activityName'], '摄影征集'],
    ['works', '/api/works/front/web/wk/page?activityId=call', ['data', 'rows', '0', 'activityId'], 'call'],
    [
      'the dictionary of calls, on the path that all modules share',
      '/api/communal/web/dict/searchType?dictParentCode=watlx&menuId=6188',
      ['data', 'dictType', '0', 'dictName'],
      '摄影',
    ],
  ])('answer %s', async (_what, url, path, expected) => {
    const { status, body } = await portal.ask({ url });
    expect([status, body['status'], at(body, ...path)]).toEqual([200, 200, expected]);
  });

  test('and the shipped pages show what they answer, and vote on theirs', async () => {
    page = await openPage(portal, '/workCollect?columnId=6188', member);
    expect(filterRows(document)).toMatchObject({ 类型: ['全部', '摄影', '书画', '征文', '短片', '手工'] });
    expect(titlesIn(document)).toEqual(expect.arrayContaining(['摄影征集', '征文']));
    page.close();
    page = await openPage(portal, '/workCollectDetail?columnId=6188&id=call', member);
    expect(words(document.querySelector('h1'))).toBe('摄影征集');
    expect(titlesIn(document)).toEqual(expect.arrayContaining(['作品first', '作品second', '作品third']));
    page.close();
    page = await openPage(portal, address('third'), member);
    await page.press('投它一票');
    expect(page.calls).toContain(`POST /api/works/front/third/${member.id}`);
    expect(words(document.querySelector('.dialog-text'))).toBe('投票成功');
  });
});

test('[SESSION-05] a stranger is led to the login page and back, and nothing of the work is fetched', async () => {
  page = await openPage(portal, address('first'));
  expect(page.calls.filter((call) => call.includes('/wk/'))).toEqual([]);
  expect(
    page.calls.some((call) =>
      call.includes(`/portal/page?url=${encodeURIComponent(`/login?redirect=${encodeURIComponent(address('first'))}`)}`),
    ),
  ).toBe(true);
  expect([control(document, '上一件'), linkTo(document, '下一件')]).toEqual([undefined, undefined]);
});
