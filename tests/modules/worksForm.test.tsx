// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getItem } from '../../src/database/content/items';
import { listWaitingItems } from '../../src/database/content/review';
import { forgetTyped, writeDraft } from '../../src/portal/forms/control/draft';
import { at } from '../server/accountPortal';
import { sendPicture } from '../server/files';
import { openAccounts } from './harness';
import { openPage, type Member, type OpenPage } from './member';
import { control, words } from './page';

const address = '/addNew?columnId=6188&activityId=call';
let member: Member;
let cover = '';
let page: OpenPage | undefined;

const portal = openAccounts(async (portal) => {
  member = await portal.member('13600000061', { name: '林晓' });
  cover = await sendPicture(portal, member);
  await portal.put('centre', 'workcollect', [
    { id: 'call', menuId: '6188', activityName: '摄影征集', startDate: '2026-01-01 00:00:00', endDate: '2099-01-01 00:00:00' },
    { id: 'early', menuId: '6188', activityName: '新征集', startDate: '2098-03-09 00:00:00', endDate: '2099-01-01 00:00:00' },
    { id: 'over', menuId: '6188', activityName: '旧征集', startDate: '2026-01-01 00:00:00', endDate: '2026-01-02 00:00:00' },
  ]);
});
beforeEach(() => {
  sessionStorage.clear();
  forgetTyped();
});
afterEach(() => {
  page?.close();
  page = undefined;
});

const whole = { author: '阿澄', phone: '13812345678', worksTitle: '晨雾', content: '<p>五点四十</p>', agreed: true };
/** Opens the page with what was typed into it before. */
async function openForm(typed: Record<string, unknown>): Promise<OpenPage> {
  const form = portal.definitions.portal('centre')?.modules['work']?.definition.forms?.['submit'];
  if (!form) throw new Error('There is no form for works');
  writeDraft('/addNew?activityId=call&columnId=6188 submit', form, { cover, ...whole, ...typed });
  page = await openPage(portal, address, member);
  return page;
}
const alerted = (): string => words(document.querySelector('.dialog-text'));
const summary = (): string[] => [...document.querySelectorAll('.form-view-faults li')].map(words);

describe('the page for handing in a work', () => {
  test('[WORK-29, WORK-52] has author, contact, title, content, one cover and an agreement', async () => {
    page = await openPage(portal, address, member);
    expect(words(document.querySelector('h1'))).toBe('提交作品');
    expect([...document.querySelectorAll('.field-label')].map((label) => words(label).replace('*', ''))).toEqual([
      '作者',
      '联系电话',
      '作品名称',
      '作品内容',
      '封面图片',
    ]);
    const file = document.querySelector<HTMLInputElement>('#form-submit_cover');
    expect([file?.accept, file?.multiple]).toEqual(['image/jpeg,image/png', false]);
    expect(words(document.querySelector('.field-agreement'))).toBe('我已阅读并同意《作品投稿须知》');
    expect(page.complaints).toEqual([]);
  });

  test('[WORK-30] its button is off until the agreement is ticked', async () => {
    const { press } = await openForm({ agreed: false });
    const button = control(document, '提交作品');
    expect(button?.getAttribute('aria-disabled')).toBe('true');
    await press('我已阅读并同意《作品投稿须知》');
    expect(alerted()).toContain('原创');
    await press('同意');
    expect(button?.getAttribute('aria-disabled')).toBeNull();
  });

  /** The row of the ledger, the field, what it holds, and what is said of it. */
  type Wrong = readonly [row: string, field: string, value: string, message: string];
  const wrong: readonly Wrong[] = [
    ['[WORK-35]', 'content', '', '作品内容不能为空'],
    ['[WORK-36]', 'cover', '', '请上传封面图片'],
    ['[WORK-33]', 'phone', '12812345678', '请输入正确格式的联系电话'],
    ['[WORK-31]', 'author', '', '请填写作者'],
    ['[WORK-34]', 'worksTitle', '', '请填写作品名称'],
  ];
  const empty: Wrong = ['[WORK-32]', 'phone', '', '请输入联系电话'];
  const attempts = [...wrong.map((_first, index) => wrong.slice(index)), [empty, ...wrong.slice(3)]];
  test.each(attempts.map((left) => ({ left, row: left[0]?.[0], field: left[0]?.[1], first: left[0]?.[3] })))(
    '[WORK-37] $row the first thing wrong is the $field: an alert says $first, and so do its field and the summary',
    async ({ left, first }) => {
      const { press, calls } = await openForm(Object.fromEntries(left.map(([, field, value]) => [field, value])));
      await press('提交作品');
      expect([alerted(), summary()]).toEqual([first, left.map(([, , , message]) => message)]);
      expect(words(document.querySelector('.form-view-fields'))).toContain(first);
      expect(calls.some((call) => call.startsWith('POST'))).toBe(false);
    },
  );

  test('[WORK-38] takes a jpg, jpeg or png under 5 MB, and only one', async () => {
    await openForm({ cover: '' });
    const choose = async (...files: [name: string, size: number][]): Promise<string> => {
      const input = document.querySelector<HTMLInputElement>('#form-submit_cover');
      const chosen = files.map(([name, size]) => Object.defineProperty(new File([''], name), 'size', { value: size }));
      await act(async () => {
        Object.defineProperty(input, 'files', { value: chosen, configurable: true });
        input?.dispatchEvent(new Event('change', { bubbles: true }));
      });
      return words(document.querySelector('#form-submit_cover-notice'));
    };
    const mega = 1024 * 1024;
    expect(await choose(['a.gif', 10])).toBe('请选择图片文件');
    expect(await choose(['a.png', 5 * mega + 1])).toBe('上传的文件不要超过5M。');
    expect(await choose(['a.png', 10], ['b.jpeg', 10])).toBe('当前板块最多允许上传1个文件');
  });

  test('[WORK-39] a work that was handed in is told of in a dialog, then the list of calls opens', async () => {
    const { press, calls } = await openForm({});
    await press('提交作品');
    expect([calls.filter((call) => call.startsWith('POST')), alerted()]).toEqual([['POST /api/works/front/add'], '提交成功，请等待审核']);
    const [waiting] = await listWaitingItems(portal.database, 'centre');
    const stored = await getItem(portal.database, 'centre', 'work', waiting?.id ?? '');
    const { agreed: _agreed, ...sent } = whole;
    expect(stored?.doc).toMatchObject({ ...sent, cover, activityId: 'call', menuId: '6188', userId: member.id });
    await press('知道了');
    expect(calls).toContain(`GET /portal/page?url=${encodeURIComponent('/workCollect?columnId=6188')}`);
  });

  test('a call that is over takes none', async () => {
    page = await openPage(portal, address.replace('call', 'over'), member);
    expect([words(document.querySelector('main')).includes('活动已结束'), control(document, '提交作品')]).toEqual([true, undefined]);
  });

  test('a call that has not begun takes none yet, and says when it does', async () => {
    page = await openPage(portal, address.replace('call', 'early'), member);
    const told = words(document.querySelector('main'));
    expect([told.includes('征集未开始'), control(document, '提交作品')]).toEqual([true, undefined]);
    expect(told).toMatch(/征集时间.*2098年3月9日/);
  });

  test.each([address.replace('call', 'nosuch'), '/addNew?columnId=6188', '/addNew'])('[WORK-29] %s is no page', async (nowhere) => {
    expect(at((await portal.ask({ url: `/portal/page?url=${encodeURIComponent(nowhere)}` })).body, 'status')).toBe(404);
    page = await openPage(portal, nowhere, member);
    expect(words(document.querySelector('.error-page h1'))).toBe('没有找到这个页面');
  });

  test('[WORK-15, SESSION-04] a stranger is led to the login page and back', async () => {
    page = await openPage(portal, address);
    const login = `/login?redirect=${encodeURIComponent(address)}`;
    expect(page.calls).toContain(`GET /portal/page?url=${encodeURIComponent(login)}`);
  });
});
