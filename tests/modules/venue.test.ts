import { beforeEach, describe, expect, test } from 'vitest';
import type { Action, Form } from '../../src/model/definitions.g';
import type { JsonObject } from '../../src/model/json';
import { resolveTarget } from '../../src/runtime/action';
import { serializeForm, getInitialValues } from '../../src/runtime/form';
import { checkForm } from '../checkForm';
import { chooseEffects } from '../../src/runtime/outcome';
import { formatText } from '../../src/runtime/text';
import { changeTenant, objectIn } from '../shell/changed';
import { friday, openModules } from './harness';
import { cardOf, control, fact, filterRows, linkTo, listed, many, opens, pictures, titleOf, words } from './page';

const hall = {
  id: 'hall',
  columnId: '9001',
  name: '听澜剧场',
  image: '/pictures/stage/hall.svg',
  images: ['/pictures/stage/hall-1.svg', '/pictures/stage/hall-2.svg', '/pictures/stage/hall-3.svg'],
  typeValues: [{ name: '剧场' }, { name: '讲堂' }],
  phone: '0571-00001000',
  equipments: '投影、音响',
  size: '620平方米',
  address: '临河路66号',
  sectionDataList: [{ pnum: 486 }, { pnum: 20 }],
  cost: '免费',
  remarks: '装台请一并预订',
  content: '<p>镜框式<strong>舞台</strong>。</p>',
  bookNotice: '装台须有人在场。\n禁用明火。',
};

const portal = openModules({ copy: true, now: friday }, async ({ put }) => {
  await put('centre', 'venue', [
    hall,
    { id: 'closed', columnId: '9001', name: '库房', bookable: false },
    { id: 'sections', columnId: '9001', name: '分段', isTimeSection: 1, timeSectionData: [{ startTime: '09:00', endTime: '12:00' }] },
    { id: 'dance', columnId: '6140', name: '舞蹈厅', types: ['u2'], areaType: 'QL0101' },
    { id: 'gallery', columnId: '6140', name: '展廊', types: ['u3'], areaType: 'QL0102', digitalPavilionId: 'pavilion' },
    ...many(25, (number, day) => ({ id: `many-${number}`, columnId: '9012', name: `场馆${number}`, insertTime: day })),
  ]);
});
// Pages of an earlier state are kept for a minute; the day stays the same.
beforeEach(() => portal.pass(120_000));

const detail = (id = 'hall'): Promise<Document> => portal.open(`/venuedetail?columnId=9001&id=${id}`);
const module = () => portal.definitions.portal('centre')?.modules['venue']?.definition;
function booking(): Form {
  const form = module()?.forms?.['booking'];
  if (!form) throw new Error('no form');
  return form;
}

describe('the list', () => {
  test('[VEN-01, VEN-02] back route id 55 leads to /venue with columnId', async () => {
    expect(portal.definitions.portal('centre')?.routeIds[55]).toBe('/venue');
    expect(linkTo(await portal.open('/'), '场馆预订')).toBe('/venue?columnId=6140');
  });

  test('[VEN-04, VEN-03] a card shows picture, first type, name and 我要预订, and opens the detail in a new window', async () => {
    const card = cardOf(await portal.open('/venue?columnId=9001'), '听澜剧场');
    expect(pictures(card)).toEqual(['/pictures/stage/hall.svg']);
    expect(words(card?.querySelector('.badge'))).toBe('剧场');
    expect(linkTo(card, '我要预订')).toBe('/venuedetail?columnId=9001&id=hall');
    expect(opens(card)).toEqual({ href: '/venuedetail?columnId=9001&id=hall', newWindow: true });
  });

  test('a venue that nobody can book says so', async () => {
    const card = cardOf(await portal.open('/venue?columnId=9001'), '库房');
    expect([control(card, '我要预订'), linkTo(card, '仅供参观')]).toEqual([undefined, '/venuedetail?columnId=9001&id=closed']);
  });

  test('[VEN-05, VEN-07] it filters by types and areas; the venues of a digital pavilion have no filter by type', async () => {
    const page = await portal.open('/venue?columnId=6140');
    expect(filterRows(page)).toMatchObject({
      类型: ['全部', '剧场', '排练教室', '展厅', '讲堂', '录音制作', '手作工坊'],
      城区: ['全部', '文澜区', '临河区', '栖霞区'],
    });
    expect([await portal.chosen(page, '类型', '展厅'), await portal.chosen(page, '城区', '文澜区')]).toEqual([['展廊'], ['舞蹈厅']]);
    const pavilion = await portal.open('/venue?columnId=6140&digitalPavilionId=pavilion');
    expect(Object.keys(filterRows(pavilion))).not.toContain('类型');
    expect(listed(pavilion).map(titleOf)).toEqual(['展廊']);
  });

  test('[VEN-06] 12 are on a page', async () => expect(await portal.cardsPerPage('/venue?columnId=9012')).toEqual([12, 12, 1]));
});

describe('the detail', () => {
  test('[VEN-11] it shows telephone, equipment, area, address, capacity, cost and remarks', async () => {
    const page = await detail();
    expect(words(page.querySelector('main h1'))).toBe('听澜剧场');
    expect(['电话', '设备', '面积', '地址', '容纳人数', '费用', '备注'].map((label) => fact(page, label))).toEqual([
      '0571-00001000',
      '投影、音响',
      '620平方米',
      '临河路66号',
      '486人',
      '免费',
      '装台请一并预订',
    ]);
  });

  test('[VEN-12] it shows the pictures with thumbnails, the rich text and comments', async () => {
    const page = await detail();
    expect([...new Set(pictures(page.querySelector('main .summary-section') ?? page))]).toEqual(hall.images);
    expect([...page.querySelectorAll('main strong')].map(words)).toContain('舞台');
    expect([...page.querySelectorAll('main h2')].map(words)).toContain('评论');
  });

  test('[VEN-13, VEN-14] 立即预定 leads to the form, for visitors by the login page', async () => {
    expect(linkTo(await detail(), '立即预定')).toBe('/login?redirect=%2Fvenueenroll%3Fid%3Dhall%26menuId%3D9001');
    expect(
      resolveTarget(
        bookAction(),
        { item: hall, query: { id: 'hall', columnId: '9001' }, lookup: { bookButton: '0' } },
        { patterns: {}, login: '/login', here: '/', signedIn: true },
      )?.href,
    ).toBe('/venueenroll?id=hall&menuId=9001');
  });

  test('[VEN-16] its notice is kept before the form opens', () =>
    expect(bookAction()?.store ?? bookAction()?.otherwise?.store).toEqual({ bookNotice: '/item/bookNotice' }));

  test('a venue that nobody can book has a button that does nothing, and no times', async () => {
    const page = await detail('closed');
    expect(
      [...page.querySelectorAll('.summary-section-actions > *')].map((button) => [words(button), button.getAttribute('aria-disabled')]),
    ).toEqual([['暂不开放预订', 'true']]);
  });

  test('[VEN-15] the ad slot venueEnrollbtn with slotCode 1 takes the button away', async () => {
    const buttons = async (slotCode?: string): Promise<string[]> => {
      const own: JsonObject = slotCode === undefined ? {} : { venueEnrollbtn: { slotCode } };
      await changeTenant(portal, 'centre', (settings) => ({ slots: { ...objectIn(settings, 'slots'), ...own } }));
      portal.pass(120_000);
      return [...(await detail()).querySelectorAll('.summary-section-actions > *')].map(words);
    };
    expect([await buttons(), await buttons('1')]).toEqual([['立即预定', '可订时间'], []]);
    expect(portal.problems).toEqual([]);
  });

  test('[PICK-12] when it is open is told of one that is booked by the half-hour', async () => {
    const told = async (id: string): Promise<boolean> => words((await detail(id)).querySelector('main')).includes('09:00–18:00');
    expect([await told('hall'), await told('sections')]).toEqual([true, false]);
  });
});

function bookAction(): Action | undefined {
  const page = module()?.pages['venuedetail'];
  return page?.kind === 'detail' && page.sections['summary']?.section === 'summary'
    ? page.sections['summary'].actions?.['book']
    : undefined;
}

describe('the form', () => {
  const filled = {
    time: '2026-11-21 09:00-10:00',
    touse: '排练',
    name: '程小满',
    phone: '13812345678',
    idCard: '110101199001011237',
    checkCode: 'abcd',
    accept: true,
  };
  const scope = { query: { id: 'hall', menuId: '9001' }, viewer: { id: 'm1', phone: '13600000001' } };

  test('[BOOK-01, BOOK-03, BOOK-05, BOOK-07, BOOK-08, BOOK-27] members find the notices of the institution and of the venue above it', async () => {
    expect(portal.definitions.portal('centre')?.pages.get('/venueenroll')?.definition.requires).toBe('login');
    const page = await portal.open('/venueenroll?id=hall&menuId=9001');
    for (const text of ['一年内累计有十张票未使用的，将取消预订资格', '活动前一天', '禁用明火', '听澜剧场'])
      expect(words(page.querySelector('main'))).toContain(text);
  });

  test('[BOOK-04] it has time, purpose, name, telephone, ID number, captcha and acceptance; members with saved contacts choose one of them', () => {
    expect(
      Object.entries(booking().fields)
        .filter(([, { field }]) => field !== 'hidden')
        .map(([name, { field }]) => [name, field]),
    ).toEqual([
      ['time', 'timeSlots'],
      ['touse', 'textarea'],
      ['contactIds', 'pickOne'],
      ['name', 'text'],
      ['phone', 'phone'],
      ['idCard', 'idNumber'],
      ['idNumberConsent', 'checkbox'],
      ['guardianConsent', 'checkbox'],
      ['checkCode', 'captcha'],
      ['accept', 'agreement'],
    ]);
    expect(checkForm(booking(), filled, scope, {})).toEqual([]);
  });

  test('a name is taken with the blanks that keyboards leave around it', () =>
    expect(checkForm(booking(), { ...filled, name: ' 张三丰　' }, scope, {})).toEqual([]));

  test.each([
    ['[BOOK-15] no time', { time: '' }, '请选择时间'],
    ['[BOOK-13] no purpose', { touse: ' ' }, '请填写用途'],
    ['[BOOK-14] no name', { name: '' }, '请输入姓名'],
    ['[BOOK-16] no telephone', { phone: '' }, '请输入手机号'],
    ['[BOOK-18] no ID number', { idCard: '' }, '请输入身份证号'],
    ['[BOOK-21] no characters', { checkCode: '' }, '请输入验证码'],
  ])('%s', (_, change, message) =>
    expect(checkForm(booking(), { ...filled, ...change }, scope, {}).map((fault) => fault.message)).toEqual([message]),
  );

  test.each([
    ['9001', '9001'],
    [undefined, '6140'],
  ])('[BOOK-02, BOOK-11, BOOK-23] with menuId %s it sends and goes on to %s', (menuId, used) => {
    const inner = { ...scope, query: { id: 'hall', ...(menuId === undefined ? {} : { menuId }) } };
    expect(serializeForm(booking(), filled, inner)).toEqual({
      venueTime: '2026-11-21 09:00-10:00',
      purpose: '排练',
      name: '程小满',
      mobilePhone: '13812345678',
      identityCard: '110101199001011237',
      verCode: 'abcd',
      venueId: 'hall',
      menuId: used,
      phone: '13600000001',
      memberId: 'm1',
    });
    expect(resolveTarget(booking().submit.success?.goTo, inner, { patterns: {}, login: '/login', here: '/', signedIn: true })?.href).toBe(
      `/venue?columnId=${used}`,
    );
  });

  test('[BOOK-06, BOOK-09, BOOK-10] its button needs the acceptance, and asks', () => {
    expect(booking().submit).toMatchObject({ enabled: { '/form/accept': true }, confirm: { text: '确定要预订吗?', cancelled: '已取消' } });
  });

  test.each([
    [3, '预订已提交，请等待管理员审核'],
    [1, '预订成功，请按时到场'],
  ])('[BOOK-11] a booking in state %i says what comes next, and the form is emptied', (status, toast) => {
    const effects = chooseEffects(booking().submit.success, { reply: { item: { status } as JsonObject } });
    expect([formatText(effects?.toast, {}, {}), effects?.reset]).toEqual([toast, true]);
  });

  test('[BOOK-12] times that were chosen on /venuetime are filled in', async () => {
    expect(getInitialValues(booking(), { query: { id: 'hall', venueTime: '2026-11-21 09:00-10:00' } })).toMatchObject({
      time: '2026-11-21 09:00-10:00',
    });
    expect(words((await portal.open('/venuetime?id=hall')).querySelector('main'))).toContain('听澜剧场');
  });
});

describe('what cannot be booked', () => {
  test('[BOOK-01] [VEN-14] the form of a venue that takes no bookings says so and leads on', async () => {
    const page = await portal.open('/venueenroll?id=closed&menuId=9001');
    expect([words(page.querySelector('.last-step-title')), page.querySelector('form.form-view-fields')]).toEqual(['暂不开放预订', null]);
    expect([...page.querySelectorAll('.last-step a')].map((link) => link.getAttribute('href'))).toEqual([
      '/venuedetail?id=closed&columnId=9001',
      '/venue?columnId=9001',
    ]);
    expect((await portal.open('/venueenroll?id=hall&menuId=9001')).querySelector('form.form-view-fields')).not.toBeNull();
  });

  test.each(['/venueenroll?id=nowhere&menuId=9001', '/venueenroll', '/venuetime?id=nowhere'])('[CONV-02] %s is no page', async (address) =>
    expect((await portal.get(address, 'localhost', { accept: 'text/html' })).status).toBe(404),
  );
});
