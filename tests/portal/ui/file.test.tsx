// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createBrowserCall } from '../../../src/portal/data/api';
import { saveFile } from '../../../src/portal/ui/actions/saveFile';
import type { Reply } from '../../../src/model/payload';
import { endpoint, listPayload, shellOf } from '../payloads';
import { hydratePage } from '../rendered';

const calendar = { ...endpoint('order:calendar', '/api/order/{id}/calendar'), rows: undefined, item: undefined, binary: true };
const answered = (body: string, type: string, status = 200, more: Record<string, string> = {}): void => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(body, { status, headers: { 'content-type': type, ...more } })),
  );
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

describe('a call that answers with a file', () => {
  test('has it in its reply, named for the call and its type', async () => {
    answered('BEGIN:VCALENDAR', 'text/calendar; charset=utf-8');
    const reply = await createBrowserCall(shellOf())(calendar, { id: '7' });
    expect([reply.ok, reply.file?.name, reply.file?.content.size]).toEqual([true, 'calendar.ics', 15]);
  });

  test('may answer with JSON, which is no envelope then', async () => {
    answered('{"member":{"status":1}}', 'application/json; charset=utf-8');
    expect((await createBrowserCall(shellOf())(calendar, { id: '7' })).file?.name).toBe('calendar.json');
  });

  test.each([
    ['attachment; filename="account-2026-11-21.json"', 'account-2026-11-21.json'],
    ['attachment; filename="../x"', 'calendar.json'],
    ['inline', 'calendar.json'],
  ])('is named as the server says: %s', async (disposition, name) => {
    answered('{}', 'application/json', 200, { 'content-disposition': disposition });
    expect((await createBrowserCall(shellOf())(calendar, { id: '7' })).file?.name).toBe(name);
  });

  test('[SESSION-13] and without a session is refused as any other', async () => {
    answered('{"status":40101,"message":"请先登录"}', 'application/json');
    const { ok, message, file } = await createBrowserCall(shellOf())(calendar, { id: '7' });
    expect({ ok, message, file }).toEqual({ ok: false, message: '请先登录', file: undefined });
  });

  test('that is refused has the words of the refusal and no file', async () => {
    answered(JSON.stringify({ status: 404, message: '预约不存在' }), 'application/json', 404);
    const { ok, message, file } = await createBrowserCall(shellOf())(calendar, { id: '7' });
    expect({ ok, message, file }).toEqual({ ok: false, message: '预约不存在', file: undefined });
  });
});

/** What the browser was asked to keep: the names of downloads. */
function downloads(): string[] {
  const names: string[] = [];
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}

test('a file is handed over as a download, and no trace of it stays on the page', () => {
  const names = downloads();
  saveFile({ content: new Blob(['x']), name: 'calendar.ics' });
  expect([names, document.body.innerHTML]).toEqual([['calendar.ics'], '']);
});

test('an action whose call answers with a file hands it over', async () => {
  const names = downloads();
  const payload = listPayload({
    card: { shape: 'row', title: '/row/title', actions: { keep: { label: '加入日历', call: 'order:calendar', with: { id: '/row/id' } } } },
    rows: [{ id: '7', title: '古琴雅集' }],
  });
  payload.page.endpoints['order:calendar'] = calendar;
  const { container, close } = await hydratePage(payload, async (): Promise<Reply> => ({
    ok: true,
    rows: [],
    total: 0,
    file: { content: new Blob(['x']), name: 'calendar.ics' },
  }));
  const button = [...container.querySelectorAll('button')].find((found) => found.textContent === '加入日历');
  await act(async () => {
    button?.click();
  });
  await act(async () => {
    await vi.dynamicImportSettled();
  });
  expect(names).toEqual(['calendar.ics']);
  close();
});
