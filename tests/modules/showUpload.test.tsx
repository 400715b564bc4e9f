// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getItem } from '../../src/database/content/items';
import { listWaitingItems } from '../../src/database/content/review';
import type { JsonObject } from '../../src/model/json';
import { forgetTyped, writeDraft } from '../../src/portal/forms/control/draft';
import { decideItems } from '../database/decideItems';
import { at, type Reply } from '../server/accountPortal';
import { drawPng, sendFile, sendPicture } from '../server/files';
import { mp4 } from '../server/rooms/uploads/files';
import { openAccounts } from './harness';
import { openPage, type OpenPage } from './member';
import { control, filterRows, pictures, titleOf, words } from './page';

const address = '/cultureshow?columnId=6254';
const calls = '/api/culture/web/cultureShow';
const mega = 1024 * 1024;
/** A line to the server: silent, or broken as soon as something is sent. */
function openLine(broken = false): void {
  class Line {
    upload = {};
    onerror = (): void => undefined;
    open(): void {}
    abort(): void {}
    setRequestHeader(): void {}
    send(): void {
      if (broken) setTimeout(() => this.onerror());
    }
  }
  vi.stubGlobal('XMLHttpRequest', Line);
}
let film = '';
let cover = '';
let page: OpenPage | undefined;

const portal = openAccounts(async (portal) => {
  const sent = await sendFile(portal, { url: `${calls}/film`, name: 'a.mp4', type: 'video/mp4', bytes: mp4() });
  film = String(at(sent.json(), 'data', 'http'));
  cover = await sendPicture(portal, undefined, `${calls}/cover`);
  await portal.put('centre', 'cultureshow', [
    { id: 'old', menuId: '6254', videoName: '渔鼓新唱', image: '/pictures/wave/a.svg', customTypeId: 'x1', insertTime: '2026-11-01' },
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

const whole = (): JsonObject => ({ userName: '阿禾', contact: '13812345678', videoName: '包粽子', customTypeId: 'x3', accept: true });
/** Chooses files in a field. @returns what it says of them */
async function choose(field: string, ...files: [name: string, size: number][]): Promise<string> {
  const input = [...document.querySelectorAll<HTMLInputElement>('input[type=file]')].find(({ id }) => id.endsWith(`_${field}`));
  const chosen = files.map(([name, size]) => Object.defineProperty(new File([''], name), 'size', { value: size }));
  await act(async () => {
    Object.defineProperty(input, 'files', { value: chosen, configurable: true });
    input?.dispatchEvent(new Event('change', { bubbles: true }));
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  });
  return words(document.querySelector(`#${input?.id ?? ''}-notice`));
}

/** Opens the dialog for uploading, with what was typed into it before. */
async function openDialog(typed: JsonObject = {}): Promise<OpenPage> {
  const form = portal.definitions.portal('centre')?.modules['cultureshow']?.definition.forms?.['upload'];
  if (!form) throw new Error('There is no form for shows');
  page = await openPage(portal, address);
  writeDraft(`/cultureshow?columnId=6254 ${Object.keys(page.payload.forms)[0] ?? ''}`, form, {
    ...whole(),
    videoUrl: film,
    image: cover,
    ...typed,
  });
  await page.press('上传视频');
  return page;
}
const dialog = (): Element | null => document.querySelector('.form-dialog');
const fieldMessages = (): string[] =>
  [...document.querySelectorAll('.form-dialog [id$="-error"]')].map(words).filter((text) => text !== '');
const toasts = (): string => words(document.querySelector('.toasts'));
const alerted = (): string => words(document.querySelector('dialog:not(.form-dialog) .dialog-text'));
const add = (more: JsonObject = {}, address?: string): Promise<Reply> =>
  portal.ask({
    method: 'POST',
    url: `${calls}/add`,
    address,
    body: { ...whole(), menuId: '6254', departmentCode: 'QLWHG01', videoUrl: film, image: cover, ...more },
  });

describe('the list', () => {
  test('[SHOW-02] has a filter by type, a button to upload, and cards with name and cover', async () => {
    page = await openPage(portal, address);
    expect(filterRows(document)).toEqual({ 类型: ['全部', '戏曲音乐', '舞蹈健身', '生活记录'] });
    expect(control(document, '上传视频')?.tagName).toBe('BUTTON');
    const card = document.querySelector('#list article') ?? undefined;
    expect([card && titleOf(card), pictures(card)]).toEqual(['渔鼓新唱', ['/pictures/wave/a.svg']]);
  });
});

describe('the dialog', () => {
  test('[SHOW-04, SHOW-23] is titled 上传须知 and says what may be uploaded', async () => {
    await openDialog();
    expect([words(dialog()?.querySelector('.dialog-title')), words(dialog()?.querySelector('.form-view-intro'))]).toEqual([
      '上传须知',
      expect.stringContaining('不超过500M'),
    ]);
    expect([...(dialog()?.querySelectorAll('.field-label') ?? [])].map((label) => words(label).replace('*', ''))).toEqual([
      '姓名',
      '手机号',
      '视频名称',
      '类型',
      '视频',
      '封面',
    ]);
    expect(page?.complaints).toEqual([]);
  });

  test.each([
    ['[SHOW-07]', 'userName', '', '请输入姓名'],
    ['[SHOW-08]', 'contact', '', '手机号不能为空'],
    ['[SHOW-09]', 'contact', '16812345678', '请输入正确的手机号'],
    ['[SHOW-10]', 'videoName', '', '请输入视频名称'],
    ['[SHOW-10]', 'videoUrl', '', '请输入视频名称'],
    ['[SHOW-14, SHOW-23]', 'accept', false, '请先阅读并同意《视频上传协议》'],
  ])('%s without a right %s (%j) it says %s and sends nothing', async (_row, field, value, message) => {
    const { press, calls: made } = await openDialog({ [field]: value });
    await press('提交');
    expect([fieldMessages(), alerted(), made.some((call) => call.startsWith('POST'))]).toEqual([[message], '', false]);
    expect(dialog()).not.toBeNull();
  });

  test('[SHOW-10, SHOW-11, SHOW-21] without a cover its field says what the rule says, and an alert asks for one', async () => {
    const { press } = await openDialog({ image: '', videoName: '' });
    await press('提交');
    expect([fieldMessages(), alerted()]).toEqual([['请输入视频名称', '请输入视频名称'], '请上传封面']);
  });

  test('[SHOW-12, SHOW-13] a cover is one jpg or png under 2 MB, a film has at most 500 MB', async () => {
    await openDialog({ image: '', videoUrl: '' });
    openLine();
    expect(await choose('image', ['a.gif', 10])).toBe('请选择图片文件');
    expect(await choose('image', ['a.png', 2 * mega + 1])).toBe('上传的文件不要超过2M。');
    expect(await choose('image', ['a.png', 10], ['b.png', 10])).toBe('当前板块最多允许上传1个文件');
    expect(await choose('videoUrl', ['a.mp4', 500 * mega + 1])).toBe('上传的文件不要超过500M。');
    expect(await choose('videoUrl', ['a.mkv', 10])).toBe('请选择视频文件(mp4、ogg、flv、avi、wmv、rmvb格式)');
  });

  test.each([
    ['[UPLOAD-04]', '.png', '您确定要删除该图片？'],
    ['[UPLOAD-06]', '.mp4', '确定要删除文件?，删除后不能恢复！'],
  ])('%s before a file (%s) is taken away it asks: %s', async (_row, ending, question) => {
    const { press } = await openDialog();
    const remove = document.querySelector<HTMLElement>(`[aria-label^="删除"][aria-label$="${ending}"]`);
    act(() => remove?.click());
    expect(alerted()).toBe(question);
    await press('取消');
    expect(remove?.isConnected).toBe(true);
    act(() => remove?.click());
    await press('确定');
    expect([remove?.isConnected, toasts().endsWith('删除成功')]).toEqual([false, true]);
  });

  test('[UPLOAD-14] a film whose line breaks says 上传失败!, and can be sent again', async () => {
    await openDialog({ videoUrl: '' });
    openLine(true);
    await choose('videoUrl', ['a.mp4', 10]);
    expect([toasts().endsWith('上传失败!'), words(document.querySelector('.upload-field-broken'))]).toEqual([
      true,
      '上传中断，已传0%重新上传',
    ]);
  });

  test('[SHOW-15, SHOW-17, SHOW-20] sends the fields, tells that it awaits review, closes, and is shown once it is approved', async () => {
    const { press, calls: made } = await openDialog();
    await press('提交');
    expect(made.filter((call) => call.startsWith('POST'))).toEqual([`POST ${calls}/add`]);
    expect([toasts(), dialog()]).toEqual([expect.stringMatching(/上传成功,请等待管理员审核$/), null]);
    const waiting = (await listWaitingItems(portal.database, 'centre')).filter(({ title }) => title === '包粽子');
    const id = waiting[0]?.id ?? '';
    const { accept: _agreed, ...kept } = whole();
    const stored = (await getItem(portal.database, 'centre', 'cultureshow', id))?.doc;
    const places = { menuId: '6254', departmentCode: 'QLWHG01', videoUrl: film, image: cover };
    expect(stored).toEqual({ id, ...kept, ...places, insertTime: expect.stringMatching(/\+08:00$/) });
    expect((await portal.ask({ url: `${calls}?id=${id}` })).status).toBe(404);
    await decideItems(portal.database, 'centre', [id], true);
    expect((await portal.ask({ url: `${calls}?id=${id}` })).body['data']).toMatchObject({ videoUrl: film, contact: '138****5678' });
    expect(at((await portal.ask({ url: `${calls}/page?menuId=6254&customTypeId=x3` })).body, 'data', 'rows', '0', 'id')).toBe(id);
  });

  test.each([
    ['[SHOW-16] a status other than 200', 200, false],
    ['[SESSION-18] an error of HTTP', 429, true],
  ])('%s (HTTP %i) keeps the dialog open; told: %j', async (_what, http, told) => {
    const { press } = await openDialog();
    const body = JSON.stringify({ status: 400, message: '太频繁' });
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status: http, headers: { 'content-type': 'application/json' } })));
    await press('提交');
    expect([toasts().includes('太频繁'), alerted(), dialog() === null]).toEqual([told, '', false]);
  });
});

describe('the server', () => {
  test('[SHOW-22] takes shows of anybody, five a day from an address, and publishes none of them by itself', async () => {
    const from = '198.51.100.9';
    for (let sent = 1; sent <= 5; sent += 1) expect((await add({ videoName: `秀${sent}` }, from)).status).toBe(200);
    expect((await add({}, from)).body).toEqual({ status: 429, message: '操作太频繁，请稍后再试' });
    const shown = at((await portal.ask({ url: `${calls}/page?menuId=6254` })).body, 'data', 'rows') as JsonObject[];
    expect(shown.some(({ videoName }) => String(videoName).startsWith('秀'))).toBe(false);
  });

  test('judges again: what is missing, the agreement, the kinds of files, whose they are and how large', async () => {
    const refused = async (more: JsonObject): Promise<unknown> => (await add(more, '198.51.100.10')).body['errors'];
    expect(await refused({ accept: false })).toEqual({ accept: '请先阅读并同意《视频上传协议》' });
    expect(await refused({ image: film })).toEqual({ image: '请选择图片文件' });
    expect(await refused({ videoUrl: 'https://example.org/a.mp4' })).toMatchObject({ videoUrl: expect.stringContaining('请选择') });
    expect((await add({ departmentCode: 'OTHER' }, '198.51.100.10')).status).toBe(400);
    const large = await sendFile(portal, { url: `${calls}/cover`, name: 'a.png', bytes: await drawPng(2 * mega) });
    expect([large.statusCode, at(large.json(), 'message')]).toEqual([413, '上传的文件不要超过2M。']);
  });
});
