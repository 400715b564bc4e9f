// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Payload, Reply } from '../../../src/model/payload';
import type { CallValues } from '../../../src/runtime/pageData';
import { createBrowserCall } from '../../../src/portal/data/api';
import { endpoint, listPayload, rowsOf, shellOf } from '../payloads';
import { hydratePage, takeCalls, type Taken } from '../rendered';

let taken: Taken | undefined;
beforeEach(() => {
  window.scrollTo = vi.fn();
});
afterEach(() => {
  taken?.close();
  taken = undefined;
  vi.unstubAllGlobals();
  vi.useRealTimers();
  for (const name of ['token', 'wlymobilephone', 'wlyuserid']) document.cookie = `${name}=; Max-Age=0`;
});

const titles = (): string[] => [...document.querySelectorAll('.list-body .card-title')].map((title) => title.firstChild?.textContent ?? '');
const click = (element: Element | null | undefined): Promise<void> =>
  act(async () => {
    element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, button: 0 }));
  });

/** A back end that answers when it is told to. */
function slowBackEnd(): {
  asked: CallValues[];
  answer: (reply: Partial<Reply>) => Promise<void>;
  call: (endpoint: unknown, values: CallValues) => Promise<Reply>;
} {
  const asked: CallValues[] = [];
  const waiting: ((reply: Reply) => void)[] = [];
  return {
    asked,
    call: (_endpoint, values) => {
      asked.push(values);
      return new Promise((resolve) => {
        waiting.push(resolve);
      });
    },
    answer: (reply) =>
      act(async () => {
        for (const give of waiting.splice(0)) give({ ok: true, rows: [], total: 0, ...reply });
        await Promise.resolve();
      }),
  };
}

/** Presses, and lets the time pass that a page waits in silence. */
async function clickAndWait(element: Element | null | undefined): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await click(element);
  expect(document.querySelector('[aria-busy=true]')).toBeNull();
  await act(async () => {
    vi.advanceTimersByTime(50);
  });
  vi.useRealTimers();
}

test('another page of a list is fetched by the browser; the old rows stay, dimmed after a moment, until then', async () => {
  const backEnd = slowBackEnd();
  taken = await hydratePage(listPayload(), backEnd.call);
  expect(backEnd.asked).toEqual([]);
  await clickAndWait(document.querySelector('a.pager-step'));
  expect(document.querySelector('.list-body-dimmed')).not.toBeNull();
  expect(titles()).toHaveLength(12);
  expect(backEnd.asked).toEqual([{ page: 2, limit: 12 }]);
  await backEnd.answer({ rows: rowsOf(3), total: 27 });
  await expect.poll(() => titles()).toHaveLength(3);
  expect(document.querySelector('.list-body-dimmed')).toBeNull();
  expect(document.querySelector('.pager-page[aria-current]')?.textContent).toBe('2');
  expect(taken.complaints).toEqual([]);
});

test.each<[string, (link: Element) => Event, boolean]>([
  ['is pressed', () => new MouseEvent('pointerdown', { bubbles: true }), true],
  ['is reached by keys', () => new FocusEvent('focusin', { bubbles: true }), true],
  ['has a pointer resting on it', () => Object.assign(new MouseEvent('pointerover', { bubbles: true }), { pointerType: 'mouse' }), true],
  ['has a finger passing over it', () => Object.assign(new MouseEvent('pointerover', { bubbles: true }), { pointerType: 'touch' }), false],
])('what a link of the list leads to is fetched once it %s, and not again when it is followed', async (_what, makeEvent, fetched) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const backEnd = slowBackEnd();
  taken = await hydratePage(listPayload(), backEnd.call);
  const link = document.querySelector('a.pager-step');
  await act(async () => {
    link?.dispatchEvent(makeEvent(link));
    vi.advanceTimersByTime(100);
  });
  vi.useRealTimers();
  await expect.poll(() => backEnd.asked).toEqual(fetched ? [{ page: 2, limit: 12 }] : []);
  expect(titles()).toHaveLength(12);
  await click(link);
  await expect.poll(() => backEnd.asked).toEqual([{ page: 2, limit: 12 }]);
  await backEnd.answer({ rows: rowsOf(3), total: 27 });
  await expect.poll(() => titles()).toHaveLength(3);
});

const press = (link: Element | null): Promise<void> =>
  act(async () => {
    link?.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
    // What it leads to is fetched in a task of its own.
    await new Promise((resolve) => setTimeout(resolve));
  });

test('what a press has fetched is what it leads to, though it moves the focus, too', async () => {
  const backEnd = slowBackEnd();
  taken = await hydratePage(listPayload(), backEnd.call);
  const link = document.querySelector('a.pager-step');
  const copy = vi.spyOn(globalThis, 'structuredClone');
  await press(link);
  await act(async () => {
    link?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  });
  await click(link);
  await backEnd.answer({ rows: rowsOf(3), total: 27 });
  await expect.poll(() => titles()).toHaveLength(3);
  expect(copy).toHaveBeenCalledTimes(1);
  copy.mockRestore();
});

test('what a press could not fetch is asked for once more where it leads', async () => {
  const backEnd = slowBackEnd();
  taken = await hydratePage(listPayload(), backEnd.call);
  const link = document.querySelector('a.pager-step');
  await press(link);
  await backEnd.answer({ ok: false, message: '忙' });
  await click(link);
  await expect.poll(() => backEnd.asked).toHaveLength(2);
  await backEnd.answer({ rows: rowsOf(3), total: 27 });
  await expect.poll(() => titles()).toHaveLength(3);
});

test('whether the top of a list is out of sight is asked while the old rows stand, also when the reply is there before the next frame', async () => {
  const backEnd = slowBackEnd();
  taken = await hydratePage(listPayload(), backEnd.call);
  vi.stubGlobal('requestAnimationFrame', () => 1);
  const rows: number[] = [];
  const list = document.getElementById('list');
  if (list)
    list.getBoundingClientRect = () => {
      rows.push(titles().length);
      return new DOMRect(0, 10);
    };
  await click(document.querySelector('a.pager-step'));
  await backEnd.answer({ rows: rowsOf(3), total: 27 });
  await expect.poll(() => titles()).toHaveLength(3);
  expect(rows).toEqual([12]);
});

test('a choice of a filter is filled before its rows are there and asked of the back end', async () => {
  const backEnd = slowBackEnd();
  taken = await hydratePage(listPayload(), backEnd.call);
  await clickAndWait([...document.querySelectorAll('.filter-rows-chip')].find((chip) => chip.textContent === '本周'));
  expect([...document.querySelectorAll('.filter-rows-chip[aria-current]')].map((chip) => chip.textContent)).toContain('本周');
  expect(backEnd.asked).toEqual([{ time: '2', page: 1, limit: 12 }]);
  await backEnd.answer({ rows: [], total: 0 });
  await expect.poll(() => document.querySelector('.empty-state-title')?.textContent).toBe('暂无数据');
});

test('a failed call says what the server said and can be tried again', async () => {
  const backEnd = slowBackEnd();
  taken = await hydratePage(listPayload(), backEnd.call);
  await click(document.querySelector('a.pager-step'));
  await backEnd.answer({ ok: false, message: '系统维护中' });
  await expect.poll(() => document.querySelector('.empty-state-title')?.textContent).toBe('系统维护中');
  expect(document.querySelector('[class=toasts-item]')?.textContent).toBe('系统维护中');
  await click(document.querySelector('.empty-state button'));
  await backEnd.answer({ rows: rowsOf(2), total: 14 });
  await expect.poll(() => titles()).toHaveLength(2);
});

test('a search without a choice of its field says what is missing', async () => {
  const backEnd = slowBackEnd();
  taken = await hydratePage(listPayload(), backEnd.call);
  const form = document.querySelector<HTMLFormElement>('.list-search');
  const keyword = form?.querySelector<HTMLInputElement>('input[name=keyword]');
  if (keyword) keyword.value = '昆曲';
  await act(async () => {
    form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  expect(document.querySelector('#search-missing')?.textContent).toBe('请先选择按标题还是作者搜索');
  expect(backEnd.asked).toEqual([]);
});

test('[COUNT-06] what a page records is recorded once, after its delay', async () => {
  vi.useFakeTimers();
  const asked: string[] = [];
  const payload = listPayload({
    page: {
      records: {
        view: { source: 'information:view', with: { menuId: '/query/columnId' } },
        share: { source: 'information:share', when: { '/query/share': '1' } },
      },
    },
  });
  const page = {
    ...payload.page,
    endpoints: {
      ...payload.page.endpoints,
      'information:view': endpoint('information:view', '/api/view{?menuId}'),
      'information:share': endpoint('information:share', '/api/share'),
    },
  };
  taken = await hydratePage({ ...payload, page }, (target, values) => {
    asked.push(`${target.name} ${JSON.stringify(values)}`);
    return Promise.resolve({ ok: true, rows: [], total: 0 });
  });
  act(() => {
    vi.advanceTimersByTime(999);
  });
  expect(asked).toEqual([]);
  act(() => {
    vi.advanceTimersByTime(5000);
  });
  expect(asked).toEqual(['information:view {"menuId":"6101"}']);
});

test('another address is asked of the server, and the page changes in place', async () => {
  const next = {
    ...listPayload({ rows: rowsOf(2), total: 2 }).page,
    path: '/information',
    query: { columnId: '6102' },
    head: { title: '活动预约', description: '', canonical: 'http://localhost/x' },
  };
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(new Response(JSON.stringify(next)))),
  );
  taken = await hydratePage(listPayload());
  await click(document.querySelector('.menu-bar-list > li:nth-child(3) a'));
  await expect.poll(() => document.title).toBe('活动预约');
  expect(vi.mocked(fetch).mock.calls[0]?.[0]).toBe('/portal/page?url=%2Finformation%3FcolumnId%3D6102');
  expect(titles()).toHaveLength(2);
});

const list = endpoint('a:list', '/api/a{?page}');

/** A server that hands out a page when it is told to, with data that belong to a member where the page has such. */
function slowPage(next: Payload['page']): { arrive: () => Promise<void> } {
  let give: ((response: Response) => void) | undefined;
  vi.stubGlobal(
    'fetch',
    vi.fn(
      () =>
        new Promise<Response>((resolve) => {
          give = resolve;
        }),
    ),
  );
  return { arrive: () => act(async () => give?.(new Response(JSON.stringify(next)))) };
}

test.each([
  ['is taken to the page when it is there', undefined, 'main'],
  ['stays where the visitor has gone meanwhile', 'input[type=search]', 'searchSite'],
])('the focus %s', async (_what, gone, where) => {
  const next = {
    ...listPayload({ rows: rowsOf(2), total: 2 }).page,
    query: { columnId: '6102' },
    head: { title: '活动预约', description: '', canonical: 'http://localhost/x' },
  };
  const server = slowPage(next);
  taken = await hydratePage(listPayload());
  const entry = document.querySelector<HTMLElement>('.menu-bar-list > li:nth-child(3) a');
  entry?.focus();
  await click(entry);
  if (gone !== undefined) act(() => document.querySelector<HTMLElement>(gone)?.focus());
  await server.arrive();
  await expect.poll(() => document.title).toBe('活动预约');
  expect(document.activeElement?.id || document.activeElement?.getAttribute('name')).toBe(where === 'main' ? 'main' : 'key');
});

test('what a member alone sees of a page may come late: who is at work on the page by then keeps the focus', async () => {
  const backEnd = slowBackEnd();
  const page = listPayload({ rows: rowsOf(2), total: 2 }).page;
  const server = slowPage({
    ...page,
    query: { columnId: '6102' },
    definition: { ...page.definition, loads: { mine: { source: 'a:mine' } } },
    endpoints: { ...page.endpoints, 'a:mine': { ...list, name: 'a:mine', viewer: true } },
  });
  for (const name of ['token', 'wlymobilephone', 'wlyuserid']) document.cookie = `${name}=1`;
  taken = await hydratePage(listPayload(), backEnd.call);
  await click(document.querySelector('.menu-bar-list > li:nth-child(3) a'));
  await server.arrive();
  await expect.poll(() => document.activeElement?.id).toBe('main');
  expect(backEnd.asked).not.toEqual([]);
  const share = document.querySelector<HTMLElement>('.share-tool button');
  act(() => share?.focus());
  await backEnd.answer({ rows: rowsOf(2), total: 2 });
  await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull();
  expect(document.activeElement).toBe(share);
});

const answers = (body: string, status = 200): void => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(new Response(body, { status }))),
  );
};

test('[SESSION-11] a call sends credentials, the institution and the token', async () => {
  document.cookie = 'token=abc';
  answers('{"status":200,"data":{"rows":[{"id":"1"}],"total":1}}');
  const reply = await createBrowserCall(shellOf())(list, { page: 1 });
  expect(reply).toMatchObject({ ok: true, total: 1 });
  const [url, request] = vi.mocked(fetch).mock.calls[0] ?? [];
  expect(url).toBe('/api/a?page=1');
  expect(request).toMatchObject({ credentials: 'include', headers: { Authorization: 'abc', 'X-Organization-Id': 'fid-1' } });
});

test('a reading call of a page is not repeated within 30 seconds; a failed one is', async () => {
  answers('{"status":200,"data":{"rows":[]}}');
  const made = await takeCalls(listPayload(), createBrowserCall(shellOf()));
  taken = made.taken;
  const call = made.read;
  await call(list, { page: 1 });
  await call(list, { page: 1 });
  expect(fetch).toHaveBeenCalledTimes(1);
  answers('{"status":500,"message":"系统维护中"}');
  expect(await call(list, { page: 2 })).toMatchObject({ ok: false, message: '系统维护中' });
  await call(list, { page: 2 });
  expect(fetch).toHaveBeenCalledTimes(2);
});

test.each([
  [500, '{}', '服务器繁忙，请稍候'],
  [503, '<html>', '服务器繁忙，请稍候'],
  [200, 'not json', '服务器繁忙，请稍候'],
  [404, '{"message":"不存在"}', '不存在'],
])('a reply with status %i and body %s says %s', async (status, body, message) => {
  answers(body, status);
  expect(await createBrowserCall(shellOf())(list, { page: 1 })).toMatchObject({ ok: false, message });
});

test.each([
  [new DOMException('late', 'TimeoutError'), '请求超时，请稍后再试'],
  [new TypeError('offline'), '网络连接已断开，请检查网络后再试'],
])('a call that fails by %s says so', async (error, message) => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.reject(error)),
  );
  expect(await createBrowserCall(shellOf())(list, { page: 1 })).toMatchObject({ ok: false, message });
});
