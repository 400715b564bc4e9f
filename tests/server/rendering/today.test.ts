import { describe, expect, test } from 'vitest';
import { openModules } from '../../modules/harness';
import { words } from '../../modules/page';

const begun = Date.parse('2026-11-23T10:00:00+08:00');
let now = begun;
const at = (moment: string): void => {
  const time = Date.parse(`${moment}+08:00`);
  portal.pass(time - now);
  now = time;
};
const pass = (milliseconds: number): void => {
  portal.pass(milliseconds);
  now += milliseconds;
};
const portal = openModules({ now: begun }, async ({ put }) => {
  await put('museum', 'appointment', [
    {
      id: 'talk',
      columnId: '7106',
      name: '铜镜',
      address: '报告厅',
      beginTime: '2026-11-24 14:00:00',
      endTime: '2026-11-24 15:30:00',
      number: 10,
      enrollEndTime: '2026-11-24 12:00:00',
      enrollBeginTime: '2026-11-01 12:00:00',
    },
    { id: 'show', columnId: '7106', name: '长展', beginTime: '2026-11-01 09:00:00', endTime: '2026-12-20 17:00:00' },
    { id: 'gone', columnId: '7106', name: '已过', beginTime: '2026-11-02 09:00:00', endTime: '2026-11-02 17:00:00' },
  ]);
  await put('museum', 'ticket', [
    { id: 'late', menuId: '7104', title: '夜场', insertTime: '2026-11-25 19:00:00', venue: '庭院', url: 'https://www.example.org/t' },
  ]);
});

/** @param query tells pages apart that are asked for at one moment, and then at an earlier one */
const open = (query = ''): Promise<Document> => portal.open(`/?${query}`, 'museum.localhost');
const today = async (): Promise<string> => words((await open()).querySelector('.today-section'));
const entries = async (): Promise<string[]> => [...(await open()).querySelectorAll('.today-section-entry')].map((entry) => words(entry));

describe('a home page says what holds today', () => {
  test.each([
    ['2026-11-24T08:00:00', '尚未开馆', '今日开放 09:00–17:00（16:30停止入馆）'],
    ['2026-11-24T10:00:00', '开放中', '今日开放 09:00–17:00（16:30停止入馆）'],
    ['2026-11-24T16:30:00', '已停止入馆', '下次开放：明天 09:00–17:00'],
    ['2026-11-24T17:00:00', '现已闭馆', '下次开放：明天 09:00–17:00'],
    ['2026-11-23T10:00:00', '今日闭馆', '下次开放：明天 09:00–17:00'],
    ['2027-02-05T10:00:00', '除夕', '今日闭馆'],
    ['2027-02-08T10:00:00', '春节', '今日开放 09:00–20:00（19:30停止入馆）'],
  ])('at %s: %s, %s', async (moment, ...parts) => {
    at(moment);
    const shown = words((await open(`share=${moment}`)).querySelector('.today-section'));
    for (const part of parts) expect(shown).toContain(part);
  });

  test('what is on now and next has its time, its place and what can be done', async () => {
    at('2026-11-24T10:00:00');
    const [talk, show, late, ...others] = await entries();
    expect(talk).toMatch(/铜镜.*今天 14:00–15:30.*报告厅.*即将截止/);
    expect(show).toMatch(/长展.*至12月20日/);
    expect(late).toMatch(/夜场.*明天 19:00.*庭院.*预约入场/);
    expect(others).toEqual([]);
  });

  test('no cache shows what held a moment before', async () => {
    at('2026-11-24T15:29:59');
    expect((await entries())[0]).toContain('铜镜');
    pass(1_000);
    expect((await entries())[0]).not.toContain('铜镜');
    at('2026-11-24T16:59:59');
    expect(await today()).toContain('已停止入馆');
    pass(1_000);
    expect(await today()).toContain('现已闭馆');
    at('2026-11-24T23:59:59');
    expect(await today()).toContain('11月24日');
    pass(1_000);
    expect(await today()).toContain('11月25日');
  });

  test('search engines are told the same', async () => {
    const [script] = (await open()).querySelectorAll('script[type="application/ld+json"]');
    expect(JSON.parse(script?.textContent ?? '')).toMatchObject({
      openingHoursSpecification: expect.arrayContaining([
        {
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: expect.arrayContaining(['Tuesday', 'Sunday']) as unknown,
          opens: '09:00',
          closes: '17:00',
        },
        {
          '@type': 'OpeningHoursSpecification',
          name: '除夕',
          validFrom: '2027-02-05',
          validThrough: '2027-02-05',
          opens: '00:00',
          closes: '00:00',
        },
      ]) as unknown,
    });
  });
});
