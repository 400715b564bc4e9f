// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import { act } from 'react-dom/test-utils';
import { addMessage } from '../../src/database/accounts/inbox';
import { addOldOrder, setCredit } from '../database/points';
import { deriveAccountKeys } from '../../src/server/security/keys';
import { formatDate, formatIso } from '../../src/runtime/time';
import { inTransaction } from '../../src/database/transaction';
import { addPoints, lockPoints } from '../../src/database/points/entries';
import { add, dayAhead, newBooking, venue } from '../server/bookings';
import { activity, addedContact, consented, day, enrolled, hour, inTime, listed as enrolments, unsubscribe } from '../server/enrolments';
import { openAccounts } from './harness';
import { openPage, type Member, type OpenPage } from './member';
import { fact, linkTo, words } from './page';
import { inWords } from '../inWords';

let member: Member;
let other: Member;
/** When the events were put, and the day of the booking that is not used yet: the clock goes on. */
let put = 0;
let bookedFor = '';
let page: OpenPage | undefined;

const portal = openAccounts(async (portal) => {
  member = { ...(await portal.member('13600000001', { name: '林晓' })), name: '林晓' };
  other = await portal.member('13600000002');
  await addEnrolments();
  await addBookings();
  await portal.put(
    'centre',
    'information',
    Array.from({ length: 12 }, (_, number) => ({
      id: `i${number + 1}`,
      columnId: '6101',
      title: `文章${number + 1}`,
      publishDate: '2026-11-01',
    })),
  );
  for (let number = 1; number <= 12; number += 1) await collect(member, number);
  await addOrders();
  await sql`truncate inbox_message`.execute(portal.database.kysely);
  for (const title of ['旧消息', '新消息'])
    await addMessage(portal.database, {
      tenant: 'centre',
      member: member.id,
      kind: 'note',
      title,
      text: '请准时参加',
      link: '/personalcenter',
      at: portal.clock.now(),
    });
});
afterEach(() => {
  page?.close();
  page = undefined;
  vi.useRealTimers();
});

async function collect(who: Member, number: number): Promise<void> {
  await portal.ask({
    method: 'PUT',
    url: '/api/personal/web/personal/updateCollect',
    token: who.token,
    body: {
      menuId: '6101',
      businessId: `i${number}`,
      title: `收藏${number}`,
      image: `/pictures/i${number}.svg`,
      url: `/informationdetail?columnId=6101&id=i${number}`,
    },
  });
}

/** One enrolment of each state; the event of the one that is over was put forward. */
async function addEnrolments(): Promise<void> {
  const contact = await addedContact(portal, member, { name: '林晓' });
  const states = ['unused', 'used', 'gone', 'full', 'over'];
  put = portal.clock.now();
  await portal.put(
    'centre',
    'appointment',
    states.map((id) => activity(portal, id, { name: `活动${id}`, ...(id === 'full' ? { number: 1, waiting: 1 } : {}) })),
  );
  await enrolled(portal, other, 'full', [await addedContact(portal, other)]);
  for (const id of ['over', 'used', 'gone', 'unused']) {
    await enrolled(portal, member, id, [contact]);
    portal.clock.pass(61_000);
  }
  await enrolled(portal, member, 'full', [contact], {}, { path: 'wait' });
  await sql`update enrolment set signed_in = now() where activity_id = 'used'`.execute(portal.database.kysely);
  const taken = (await enrolments(portal, member)).find((row) => (row['activityInfo'] as { id: string }).id === 'gone');
  await unsubscribe(portal, member, String(taken?.['id']));
  await portal.put('centre', 'appointment', [
    activity(portal, 'over', { name: '活动over', beginTime: inTime(portal, -3 * hour), endTime: inTime(portal, -2 * hour) }),
  ]);
  await sql`delete from contact`.execute(portal.database.kysely);
}

/** One booking of each status, from the codes of the ledger. */
async function addBookings(): Promise<void> {
  await portal.put('centre', 'venue', [venue('hall', { name: '排练厅' })]);
  const { seal } = deriveAccountKeys(portal.secret);
  const mine = {
    member: member.id,
    nameCipher: seal('centre', '林晓'),
    phoneCipher: seal('centre', member.phone),
    idCipher: seal('centre', '110101199001011237'),
    venueName: '排练厅',
    purpose: '合唱',
  };
  const kept = [
    ['waiting', 3, 3],
    ['unused', 1, 4],
    ['gone', 2, 5],
    ['invalid', 4, -3],
    ['rejected', 5, 6],
    ['completed', 1, -4],
    ['running', 1, 0],
  ] as const;
  for (const [id, status, ahead] of kept) {
    const booked = dayAhead(portal, ahead);
    if (id === 'unused') bookedFor = booked;
    await add(portal.database, newBooking(`${booked} 09:00-10:00`, { ...mine, id }), portal.clock.now() - 30 * day);
    await sql`update booking set status = ${status}, checked_in = ${id === 'completed' ? new Date() : null} where id = ${id}`.execute(
      portal.database.kysely,
    );
  }
  await sql`update booking set starts = ${new Date(portal.clock.now() - hour)}, ends = ${new Date(portal.clock.now() + 12 * hour)} where id = 'running'`.execute(
    portal.database.kysely,
  );
}

async function addOrders(): Promise<void> {
  const { seal } = deriveAccountKeys(portal.secret);
  for (let number = 1; number <= 14; number += 1) {
    await addOldOrder(portal.database, 'centre', {
      id: `o${number}`,
      member: member.id,
      commodityName: `杯子${number}`,
      userNameCipher: seal('centre', '林晓'),
      contactCipher: seal('centre', '13812345678'),
      addressCipher: seal('centre', '柳湾路1号'),
      remark: '周末送',
      state: ((number % 3) + 1) as 1 | 2 | 3,
      created: new Date(Date.parse('2026-11-01T00:00:00Z') + number * 1000),
    });
  }
}

const open = async (url: string, who: Member | null = member): Promise<OpenPage> => (page = await openPage(portal, url, who ?? undefined));
const all = (selector: string): Element[] => [...document.querySelectorAll(selector)];
const texts = (selector: string): string[] => all(selector).map(words);
const cards = (): Element[] => all('#list article');
const card = (title: string): Element | undefined => cards().find((found) => words(found.querySelector('.card-title')) === title);
const buttons = (root: Element | undefined): string[] =>
  [...(root?.querySelectorAll('.card-actions button, .table-card-actions button') ?? [])].map(words);
const badge = (root: Element | undefined): [string, string] => {
  const found = root?.querySelector('.badge');
  return [words(found), /tone-(\w+)/.exec(found?.className ?? '')?.[1] ?? ''];
};
const dialog = (): string => words(document.querySelector('dialog[open]'));
/** The words that came last, and their colour: earlier ones may still be there. */
const toast = (): [string, string] => {
  const last = all('.toasts .toasts-item').at(-1);
  return [words(last), /toasts-(?!item)(\w+)/.exec(last?.className ?? '')?.[1] ?? ''];
};
const picked = (tabs: Record<string, unknown> | undefined): string[] => Object.keys(tabs ?? {});

const panels = [
  ['/personalcenter', '活动预约'],
  ['/personalcenter/venues', '场馆预订'],
  ['/personalcenter/collect', '我的收藏'],
  ['/personalcenter/contacts', '联系人管理'],
  ['/pointsorder', '积分兑换'],
  ['/personalcenter/points', '我的积分'],
  ['/personalcenter/messages', '我的消息'],
  ['/personalcenter/account', '账号设置'],
] as const;

describe('the personal centre', () => {
  test.each(panels)('[PC-01, PC-36] %s is a panel with a heading of its own, for members alone', async (path, heading) => {
    const { payload, complaints } = await open(path);
    expect([payload.definition.requires, texts('h1'), complaints]).toEqual(['login', [heading], []]);
  });

  test("[PC-01] an anonymous visitor is led to the login page, which comes back, and sees nobody's data", async () => {
    const { calls } = await open('/personalcenter', null);
    expect(calls).toEqual([`GET /portal/page?url=${encodeURIComponent(`/login?redirect=${encodeURIComponent('/personalcenter')}`)}`]);
  });

  test('[PC-02] the menu has orders, favourites, contacts and points, and marks the open panel', async () => {
    await open('/personalcenter/contacts');
    const menu = document.querySelector('nav.menu-section') ?? document;
    expect(texts('.menu-section-entry span:first-of-type')).toEqual([
      '活动预约',
      '场馆预订',
      '我的收藏',
      '我的投稿与评论',
      '联系人管理',
      '我的点单',
      '我的申报',
      '我的志愿服务',
      '积分兑换',
      '当前积分',
      '我的消息',
      '账号设置',
    ]);
    expect(texts('.menu-section-group-label')).toEqual(['我的订单', '我的积分']);
    expect([...menu.querySelectorAll('[aria-current="page"]')].map(words)).toEqual(['联系人管理']);
    expect(
      ['活动预约', '场馆预订', '我的收藏', '联系人管理', '积分兑换', '当前积分', '账号设置'].map((name) => linkTo(menu, name)),
    ).toEqual([
      '/personalcenter',
      '/personalcenter/venues',
      '/personalcenter/collect',
      '/personalcenter/contacts',
      '/pointsorder',
      '/personalcenter/points',
      '/personalcenter/account',
    ]);
  });

  test('[PC-03] it shows the name, or the phone of a member without one', async () => {
    await open('/personalcenter');
    expect([texts('.menu-section-title'), texts('.menu-section-text'), texts('.menu-section-face')]).toEqual([
      ['林晓'],
      ['136****0001'],
      ['林'],
    ]);
    page?.close();
    await open('/personalcenter', { ...member, name: '' });
    expect(texts('.menu-section-title')).toEqual(['136****0001']);
  });
});

describe('appointments', () => {
  test('[PC-04] have the tabs all, unused, unsubscribed, expired and used', async () => {
    const { press } = await open('/personalcenter');
    expect(texts('.sort-links-tab a')).toEqual(['全部', '未使用', '已退订', '已过期', '已使用']);
    expect(cards().map((found) => words(found.querySelector('.card-title')))).toEqual([
      '活动full',
      '活动unused',
      '活动gone',
      '活动used',
      '活动over',
    ]);
    for (const [tab, title] of [
      ['未使用', '活动unused'],
      ['已退订', '活动gone'],
      ['已过期', '活动over'],
      ['已使用', '活动used'],
    ] as const) {
      await press(tab);
      expect([tab, cards().map((found) => words(found.querySelector('.card-title')))]).toEqual([tab, [title]]);
    }
  });

  test('[PC-05] a card shows picture, name, times, address and when it was made', async () => {
    await open('/personalcenter');
    const found = card('活动unused');
    expect(found?.querySelector('img')?.getAttribute('src')).toBe('/pictures/unused.svg');
    expect(fact(found, '地点')).toBe('1 Test Road');
    expect(fact(found, '参加人')).toBe('林晓');
    const [begin, until] = [put + 3 * day, put + 3 * day + 2 * hour].map(formatIso);
    expect(fact(found, '时间')).toBe(inWords(begin ?? '', 'moment', { until, now: put }));
    expect(found?.querySelector('.card-title a')?.getAttribute('href')).toBe('/appointmentdetail?columnId=6113&id=unused');
    expect(fact(found, '签到码')).toMatch(/^\d{6}$/);
  });

  test('[PC-06, PC-07] an unused one is marked as a warning and can be unsubscribed, all others are marked as danger and cannot', async () => {
    await open('/personalcenter');
    expect([badge(card('活动unused')), buttons(card('活动unused'))]).toEqual([
      ['未使用', 'warning'],
      ['加入日历', '退订'],
    ]);
    expect(['活动gone', '活动used', '活动over'].map((title) => [badge(card(title)), buttons(card(title))])).toEqual([
      [['已退订', 'danger'], []],
      [['已使用', 'danger'], []],
      [['已过期', 'danger'], []],
    ]);
    expect([badge(card('活动full')), buttons(card('活动full')), fact(card('活动full'), '候补')]).toEqual([
      ['候补中', 'danger'],
      ['退出候补'],
      '排在第一位',
    ]);
  });

  test('after the time for it none can be unsubscribed any more, and the card says so', async () => {
    const set = sql`jsonb_set(doc, '{cancelUntil}', to_jsonb(${formatIso(portal.clock.now() - hour)}::text))`;
    await sql`update item set doc = ${set} where id = 'unused' and module = 'appointment'`.execute(portal.database.kysely);
    await open('/personalcenter');
    expect([buttons(card('活动unused')), fact(card('活动unused'), '退订')]).toEqual([['加入日历'], '已过退订时间，不能退订']);
    await sql`update item set doc = doc - 'cancelUntil' where id = 'unused' and module = 'appointment'`.execute(portal.database.kysely);
  });

  test('its calendar file is handed over', async () => {
    const names: string[] = [];
    URL.createObjectURL = () => 'blob:1';
    const { press } = await open('/personalcenter');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download);
    });
    await press('加入日历', card('活动unused'));
    // What names and saves a file is fetched when the first one is there.
    await expect.poll(() => names).toEqual(['calendar.ics']);
    vi.restoreAllMocks();
  });

  test('[PC-09] an unsubscribing that is refused shows why', async () => {
    const { press } = await open('/personalcenter');
    const enrolment = (await enrolments(portal, member)).find((row) => (row['activityInfo'] as { id: string }).id === 'unused');
    await sql`update enrolment set signed_in = now() where id = ${String(enrolment?.['id'])}`.execute(portal.database.kysely);
    await press('退订', card('活动unused'));
    await press('确定');
    const { body } = await unsubscribe(portal, member, String(enrolment?.['id']));
    expect([body['rel'], ...toast()]).toEqual([false, body['data'], 'danger']);
    await sql`update enrolment set signed_in = null where id = ${String(enrolment?.['id'])}`.execute(portal.database.kysely);
  });

  test('[PC-08, PC-10, PC-12, PC-37] unsubscribing asks first; afterwards the words of the reply are seen and the list is fetched again', async () => {
    const leaving = await portal.member('13600000003');
    await enrolled(portal, leaving, 'unused', [await addedContact(portal, leaving)]);
    const { press, calls } = await open('/personalcenter', leaving);
    await press('退订', card('活动unused'));
    expect(dialog()).toBe('温馨提示确定要取消预约吗？取消确定');
    await press('取消');
    expect([calls.some((made) => made.startsWith('PUT')), badge(card('活动unused'))[0]]).toEqual([false, '未使用']);
    await press('退订', card('活动unused'));
    await press('确定');
    expect(calls.find((made) => made.startsWith('PUT'))).toMatch(/^PUT \/api\/activity\/ta\/unsubscribe\/[^/]+$/);
    expect([toast(), badge(card('活动unused')), buttons(card('活动unused'))]).toEqual([['退订成功', 'positive'], ['已退订', 'danger'], []]);
    expect(page?.payload.cards['enrolment:mine']?.actions?.['cancel']?.success?.duration).toBe(1500);
  });
});

describe('venue bookings', () => {
  beforeEach(() => sql`update booking set status = 1 where id = 'unused'`.execute(portal.database.kysely));

  test('[PC-13, PC-14, PC-35] have a tab for each group of statuses; one that goes on stands under all alone', async () => {
    const { press, payload } = await open('/personalcenter/venues');
    expect(texts('.sort-links-tab a')).toEqual(['全部', '未审核', '未使用', '已退订', '已完成', '已失效', '已驳回']);
    expect(
      cards()
        .map((found) => badge(found)[0])
        .sort(),
    ).toEqual(['待审核', '未使用', '已退订', '已完成', '已失效', '已驳回', '进行中'].sort());
    for (const [tab, status] of [
      ['未审核', '待审核'],
      ['未使用', '未使用'],
      ['已退订', '已退订'],
      ['已完成', '已完成'],
      ['已失效', '已失效'],
      ['已驳回', '已驳回'],
    ] as const) {
      await press(tab);
      expect([tab, cards().map((found) => badge(found)[0])]).toEqual([tab, [status]]);
    }
    expect(picked(payload.definition.kind === 'list' ? payload.definition.tabs : undefined)).not.toContain('running');
  });

  test('[PC-17] a card shows name, address and picture of the venue and the times', async () => {
    await open('/personalcenter/venues?tab=unused');
    const [found] = cards();
    expect([words(found?.querySelector('.card-title')), fact(found, '时间'), fact(found, '地址')]).toEqual([
      '排练厅',
      inWords(`${bookedFor} 09:00-10:00`, 'moment', { now: put }),
      '1 Test Road',
    ]);
    expect([found?.querySelector('img')?.getAttribute('src'), found?.querySelector('.card-title a')?.getAttribute('href')]).toEqual([
      '/pictures/hall.svg',
      '/venuedetail?columnId=6140&id=hall',
    ]);
  });

  test('[PC-15, PC-16, PC-19] only an unused one can be unsubscribed, after a reminder', async () => {
    const { press, calls } = await open('/personalcenter/venues');
    expect(
      cards()
        .filter((found) => buttons(found).includes('退订'))
        .map((found) => badge(found)[0]),
    ).toEqual(['未使用']);
    await press('退订');
    expect(dialog()).toBe('温馨提示确定要取消预约吗？取消确定');
    await press('确定');
    expect(calls).toContain('PUT /api/onlinevenues/wt/unreg/unused');
    expect(
      cards()
        .map((found) => badge(found)[0])
        .filter((status) => status === '已退订'),
    ).toHaveLength(2);
    expect(cards().flatMap(buttons)).toEqual([]);
  });

  test('one of today cannot be unsubscribed any more, and says so', async () => {
    // The last minute of today begins later, whatever the time is.
    const starts = new Date(`${formatDate(portal.clock.now())}T23:59:00+08:00`);
    const ends = new Date(starts.getTime() + hour);
    await sql`update booking set status = 1, starts = ${starts}, ends = ${ends} where id = 'running'`.execute(portal.database.kysely);
    await open('/personalcenter/venues');
    const [found] = cards().filter((one) => one.textContent?.includes('预订当日不能退订，请至少提前一天'));
    expect([found && badge(found)[0], found && buttons(found).includes('退订')]).toEqual(['未使用', false]);
  });
});

describe('points', () => {
  test('each entry says what it came of', async () => {
    const holder = { tenant: 'centre', member: member.id };
    const now = new Date(portal.clock.now());
    await inTransaction(portal.database, async (tx) => {
      await lockPoints(tx, holder);
      const add = (deed: string, about = ''): Promise<void> =>
        addPoints(tx, holder, 1, { kind: 'earned', rule: 'r', title: deed, about, deed: `${deed} 1`, created: now, expires: null });
      for (const deed of ['firstContact', 'registration']) await add(deed);
      await add('attended', '秋日音乐会');
      await addPoints(tx, holder, 1, { kind: 'opening', deed: 'opening', created: now, expires: null });
    });
    await open('/personalcenter/points');
    const rows = [...document.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('th, td')].slice(0, 2).map(words));
    expect(rows.slice(0, 4)).toEqual([
      ['原有积分', '启用积分明细之前的积分'],
      ['attended', '秋日音乐会'],
      ['registration', '注册账户'],
      ['firstContact', '第一次添加联系人'],
    ]);
    expect(rows.filter(([title]) => title === '每日登录').map(([, about]) => about)).toEqual(['当天首次登录']);
  });
});

describe('favourites', () => {
  test('[PC-20, PC-21, PC-22] are listed ten a page, each leads to the address that was kept', async () => {
    const { press } = await open('/personalcenter/collect');
    expect([cards().length, texts('.list-controls-count')]).toEqual([10, ['共12条']]);
    expect([
      card('收藏12')?.querySelector('.card-title a')?.getAttribute('href'),
      card('收藏12')?.querySelector('img')?.getAttribute('src'),
    ]).toEqual(['/informationdetail?columnId=6101&id=i12', '/pictures/i12.svg']);
    await press('2');
    expect(cards().map((found) => words(found.querySelector('.card-title')))).toEqual(['收藏2', '收藏1']);
  });

  test('[PC-23] none of them say so', async () => {
    await open('/personalcenter/collect', other);
    expect(texts('.empty-state-title')).toEqual(['您还没有收藏内容']);
  });

  test('[COUNT-21] one is taken back after a question', async () => {
    const who = await portal.member('13600000004');
    for (const number of [1, 2]) await collect(who, number);
    const { press } = await open('/personalcenter/collect', who);
    await press('取消收藏', card('收藏2'));
    expect(dialog()).toBe('温馨提示确定取消收藏？取消确定');
    await press('确定');
    expect([texts('.list-controls-count'), card('收藏1') !== undefined, card('收藏2')]).toEqual([['共1条'], true, undefined]);
  });
});

describe('contacts', () => {
  const rows = (): string[][] => all('#list tbody tr').map((row) => [...row.children].slice(0, -1).map(words));
  const type = async (name: string, value: string): Promise<void> => {
    const input = [...document.querySelectorAll<HTMLInputElement>('dialog[open] input')].find((found) => found.id.endsWith(`_${name}`));
    if (!input) throw new Error(`There is no field ${name}`);
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  };

  beforeEach(async () => {
    await sql`delete from contact`.execute(portal.database.kysely);
    await addedContact(portal, member, { name: '林一', phone: '13812345678', id: '110101199001011237' });
    await addedContact(portal, member, { name: '林二', phone: '880012', id: '110101199001015676' });
  });

  test('[PC-25] are a table of number, name, document type, document number and phone with edit and delete', async () => {
    await open('/personalcenter/contacts');
    expect(texts('#list thead th')).toEqual(['序号', '姓名', '证件类型', '证件号码', '手机号', '操作']);
    expect(rows().map((cells) => cells.slice(0, 4))).toEqual([
      ['1', '林一', '身份证', '1101**********1237'],
      ['2', '林二', '身份证', '1101**********5676'],
    ]);
    expect([rows()[0]?.[4], buttons(all('#list tbody tr')[0])]).toEqual(['138****5678', ['编辑', '删除']]);
  });

  test('[PC-26, PC-27, PC-28, PC-29] one is edited in a dialog: masks that stay are not sent, the list is fetched again', async () => {
    const { press, calls } = await open('/personalcenter/contacts');
    await press('编辑', all('#list tbody tr')[0]);
    await expect.poll(() => dialog()).toContain('编辑联系人');
    expect([...document.querySelectorAll<HTMLInputElement>('dialog[open] input:not([type=hidden])')].map(({ value }) => value)).toEqual([
      '林一',
      '138****5678',
      '1101**********1237',
    ]);
    await type('name', '林一一');
    await press('保存');
    expect(calls.filter((made) => made.startsWith('PUT'))).toEqual(['PUT /api/activity/ta/contacts']);
    expect([toast()[0], rows()[0]]).toEqual(['联系人已保存', ['1', '林一一', '身份证', '1101**********1237', '138****5678']]);
  });

  test('the consent to keeping an ID number is asked for where one is typed anew, not for another name', async () => {
    await sql`delete from consent`.execute(portal.database.kysely);
    const { press } = await open('/personalcenter/contacts');
    await press('编辑', all('#list tbody tr')[0]);
    const asked = (): number => document.querySelectorAll('dialog[open] input[type=checkbox]').length;
    await expect.poll(() => dialog()).toContain('编辑联系人');
    expect(asked()).toBe(0);
    await type('idNo', '110101199001011114');
    expect(asked()).toBe(1);
    await type('idNo', '110101202001011119');
    expect(asked()).toBe(2);
    await consented(portal, member);
  });

  test('[PC-26, PC-28] one is added in a dialog and stands in the list', async () => {
    const { press } = await open('/personalcenter/contacts');
    await press('添加联系人');
    await expect.poll(() => dialog()).toContain('添加联系人');
    for (const [name, value] of [
      ['name', '林三'],
      ['cellphone', '13812340000'],
      ['idNo', '110101199001013339'],
    ] as const)
      await type(name, value);
    await press('保存');
    expect(rows().map((cells) => cells[1])).toEqual(['林一', '林二', '林三']);
  });

  test('[PC-30, PC-31] one is deleted after a question; what the reply says is seen', async () => {
    const { press, calls } = await open('/personalcenter/contacts');
    await press('删除', all('#list tbody tr')[1]);
    expect(dialog()).toBe('温馨提示确定要删除该联系人吗？取消确定');
    await press('确定');
    expect(calls.find((made) => made.startsWith('DELETE'))).toMatch(/^DELETE \/api\/activity\/ta\/contacts\/[^/]+$/);
    expect([toast()[0], rows().map((cells) => cells[1])]).toEqual(['联系人已删除', ['林一']]);
  });

  test('[PC-31] a deletion that fails shows why', async () => {
    const { press } = await open('/personalcenter/contacts');
    await sql`delete from contact`.execute(portal.database.kysely);
    await press('删除', all('#list tbody tr')[0]);
    await press('确定');
    expect(toast()).toEqual(['联系人不存在或已删除', 'danger']);
  });
});

describe('points', () => {
  test('[PC-32, PC-33] the current ones are one large figure', async () => {
    await setCredit(portal.database, 'centre', member.id, 1280);
    await open('/personalcenter/points');
    expect(texts('.fields-section-figures dd')).toEqual(['1,280']);
    expect(texts('.fields-section-figures dt')).toEqual(['当前积分']);
  });

  test.each(['/pointsorder', '/personalcenter/orders'])(
    '[CORD-01, CORD-04, CORD-05, CORD-07] orders at %s have four tabs and twelve a page',
    async (path) => {
      const { press } = await open(path);
      expect(texts('.sort-links-tab a')).toEqual(['全部', '未处理', '已处理', '已撤销']);
      expect([cards().length, texts('.list-controls-count')]).toEqual([12, ['共14条']]);
      for (const [tab, count] of [
        ['未处理', 4],
        ['已处理', 5],
        ['已撤销', 5],
      ] as const) {
        await press(tab);
        expect([tab, new Set(cards().map((found) => badge(found)[0])), cards().length]).toEqual([tab, new Set([tab]), count]);
      }
    },
  );

  test('[CORD-02, CORD-03] an order shows commodity, recipient, contact, address and remark', async () => {
    await open('/pointsorder');
    const found = card('杯子14');
    expect(['收件人', '联系方式', '收件地址', '备注'].map((label) => fact(found, label))).toEqual([
      '林晓',
      '138****5678',
      '柳湾路1号',
      '周末送',
    ]);
  });
});

describe('messages', () => {
  test('what is unread is counted in the menu and marked; marking all as read takes both away', async () => {
    const { press } = await open('/personalcenter/messages');
    expect([texts('.menu-section-hint'), cards().map((found) => badge(found)[0])]).toEqual([['2'], ['未读', '未读']]);
    await press('标为已读', cards()[0]);
    expect([texts('.menu-section-hint'), cards().map((found) => badge(found)[0])]).toEqual([['1'], ['', '未读']]);
    await press('全部标为已读');
    expect([texts('.menu-section-hint'), cards().map((found) => badge(found)[0]), texts('.list-controls-actions button')]).toEqual([
      [],
      ['', ''],
      ['通知方式'],
    ]);
  });

  test('one that is opened was read', async () => {
    await sql`update inbox_message set read = null`.execute(portal.database.kysely);
    const { press } = await open('/personalcenter/messages');
    await press('查看', cards()[0]);
    const read = async (): Promise<string[]> => {
      const { rows } = await sql<{ title: string }>`select title from inbox_message where read is not null`.execute(portal.database.kysely);
      return rows.map(({ title }) => title);
    };
    await expect.poll(read).toEqual(['新消息']);
  });
});

describe('the account', () => {
  test('is taken along as a file, and ended with a code', async () => {
    const { press } = await open('/personalcenter/account');
    expect([fact(document, '姓名'), fact(document, '手机号')]).toEqual(['林晓', '136****0001']);
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download);
    });
    URL.createObjectURL = () => 'blob:1';
    await press('导出我的数据');
    await expect.poll(() => names).toEqual(['export.json']);
    vi.restoreAllMocks();
    await press('注销账户');
    await expect.poll(() => dialog()).toContain('短信验证码');
    expect(dialog()).toContain('注销后，账户资料、联系人、收藏、点赞、积分和消息将被删除且无法恢复');
  });
});
