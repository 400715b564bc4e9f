// @vitest-environment jsdom
import { useEffect, useState, type ReactElement } from 'react';
import { act } from 'react-dom/test-utils';
import { useSWRConfig } from 'swr';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Card } from '../../../src/model/definitions.g';
import type { PagePayload, Payload, Reply } from '../../../src/model/payload';
import type { Call, CallValues } from '../../../src/runtime/pageData';
import { PageProvider } from '../../../src/portal/data/context';
import { useForgetting } from '../../../src/portal/data/sessionKeys';
import { beginSession, endSession } from '../../../src/portal/data/session';
import { useReply } from '../../../src/portal/data/useReply';
import { endpoint, listPayload, pageOf, rowsOf, shellOf } from '../payloads';
import { hydratePage, hydratePart, type Taken } from '../rendered';

let taken: Taken | undefined;
let asked: CallValues[] = [];
let waiting: ((reply: Partial<Reply>) => void)[] = [];
/** A back end that answers when it is told to. */
const call: Call = (_endpoint, values) => {
  asked.push(values);
  return new Promise((resolve) => {
    waiting.push((reply) => resolve({ ok: true, rows: [], total: 0, ...reply }));
  });
};
const answer = (number: number, reply: Partial<Reply>): Promise<void> =>
  act(async () => {
    waiting[number]?.(reply);
    await vi.advanceTimersByTimeAsync(0);
  });
const later = (milliseconds: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds);
  });
const comeBack = async (event: 'focus' | 'online'): Promise<void> => {
  await later(6_000);
  await act(async () => {
    window.dispatchEvent(new Event(event));
    await vi.advanceTimersByTimeAsync(0);
  });
};

beforeEach(() => {
  vi.useFakeTimers();
  window.scrollTo = vi.fn();
  asked = [];
  waiting = [];
});
afterEach(() => {
  taken?.close();
  taken = undefined;
  act(() => endSession());
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const member = (id: string) => ({ token: id, mobilePhone: `1380000000${id}`, image: '', id, name: id });
const places = endpoint('place:list', '/api/place{?type}');
const inside: { choose: (type: string) => void; keys: () => string[] } = { choose: () => undefined, keys: () => [] };

function Reader({ source, type }: { source: typeof places; type: string }): ReactElement {
  const { data, error } = useReply(source, { type });
  return (
    <p>
      {data?.total ?? '?'}
      {error && ` ${error.reply.message ?? ''}`}
    </p>
  );
}

function Readers({ revalidate }: { revalidate?: boolean }): ReactElement {
  const [type, setType] = useState('a');
  const { cache } = useSWRConfig();
  useForgetting();
  useEffect(() => {
    inside.choose = setType;
    inside.keys = () => [...cache.keys()].filter((key) => cache.get(key)?.data !== undefined);
  }, [cache]);
  const { shell, page } = listPayload();
  const source = { ...places, revalidate };
  return (
    <PageProvider shell={shell} page={page} busy={false} retry={() => undefined} call={call}>
      <Reader source={source} type={type} />
      <Reader source={source} type={type} />
    </PageProvider>
  );
}

const read = async (revalidate?: boolean): Promise<void> => {
  taken = await hydratePart(listPayload(), <Readers revalidate={revalidate} />);
};
const shown = (): string[] => [...(taken?.container.querySelectorAll('p') ?? [])].map((reader) => reader.textContent ?? '');

describe('what hooks read', () => {
  test('is asked for once by all who read it', async () => {
    await read();
    expect(asked).toEqual([{ type: 'a' }]);
    await answer(0, { total: 3 });
    expect([shown(), taken?.complaints]).toEqual([['3', '3'], []]);
  });

  test('is what was asked for last, whichever reply comes last', async () => {
    await read();
    act(() => inside.choose('b'));
    await later(0);
    expect(asked).toEqual([{ type: 'a' }, { type: 'b' }]);
    await answer(1, { total: 7 });
    await answer(0, { total: 3 });
    expect(shown()).toEqual(['7', '7']);
  });

  test.each(['focus', 'online'] as const)(
    'is asked for again on %s where the definition says so, and stays when that fails',
    async (event) => {
      await read(true);
      await answer(0, { total: 3 });
      await comeBack(event);
      expect([asked.length, shown()]).toEqual([2, ['3', '3']]);
      await answer(1, { ok: false, message: '系统维护中' });
      expect(shown()).toEqual(['3 系统维护中', '3 系统维护中']);
      await comeBack(event);
      await answer(2, { total: 2 });
      expect(shown()).toEqual(['2', '2']);
    },
  );

  test.each(['focus', 'online'] as const)('is left alone on %s elsewhere', async (event) => {
    await read();
    await answer(0, { total: 3 });
    await comeBack(event);
    expect(asked).toHaveLength(1);
  });

  test('of one member is shown to nobody else, and is gone when the session ends', async () => {
    act(() => beginSession(member('1')));
    await read();
    await answer(0, { total: 3 });
    await later(0);
    act(() => inside.choose('b'));
    await later(0);
    expect(inside.keys().join(' ')).toContain('13800000001');
    act(() => endSession());
    await later(0);
    expect(shown()).toEqual(['?', '?']);
    // What was under way for the member comes when nobody is there to see it.
    await answer(1, { total: 9 });
    act(() => beginSession(member('2')));
    await later(0);
    expect(shown()).toEqual(['?', '?']);
    expect(inside.keys().join(' ')).not.toContain('13800000001');
    expect(asked).toHaveLength(4);
  });
});

describe('a page', () => {
  const detail = (): Payload => ({
    shell: shellOf(),
    page: pageOf(
      { kind: 'detail', source: 'activity:detail', sections: { text: { section: 'text', text: '/item/left' } } },
      { main: { ok: true, rows: [], total: 0, item: { id: 'a1', left: '还有3个' } } },
      { path: '/activity', query: { id: 'a1' }, revalidate: true },
    ),
  });
  const left = (payload: Payload, words: string): PagePayload => ({
    ...payload.page,
    now: payload.page.now + 60_000,
    data: { ...payload.page.data, main: { ok: true, rows: [], total: 0, item: { id: 'a1', left: words } } },
  });
  const words = (): string => taken?.container.querySelector('.text-section')?.textContent ?? taken?.container.textContent ?? '';
  const answers = (page: unknown): ReturnType<typeof vi.fn> => {
    const fetched = vi.fn(() => Promise.resolve(new Response(JSON.stringify(page))));
    vi.stubGlobal('fetch', fetched);
    return fetched;
  };

  test('that came with its data fetches none of them', async () => {
    const fetched = answers({});
    taken = await hydratePage(listPayload(), call);
    await later(1_000);
    await comeBack('focus');
    expect([fetched.mock.calls, asked]).toEqual([[], []]);
  });

  test('is fetched anew in silence when the visitor comes back, where its call is to be revalidated', async () => {
    const payload = detail();
    const fetched = answers(left(payload, '还有2个'));
    taken = await hydratePage(payload, call);
    expect(words()).toContain('还有3个');
    await comeBack('focus');
    await later(0);
    expect(fetched.mock.calls).toHaveLength(1);
    expect(words()).toContain('还有2个');
    expect(taken.complaints).toEqual([]);
  });

  test.each([
    ['is no page', {}],
    [
      'is not whole',
      { ...left(detail(), '没有了'), data: { ...detail().page.data, main: { ok: false, rows: [], total: 0 }, failures: ['系统维护中'] } },
    ],
    ['could not be had by the server', { ...left(detail(), '没有了'), status: 503 }],
  ])('stays as it is when what comes %s', async (_what, reply) => {
    const fetched = answers(reply);
    taken = await hydratePage(detail(), call);
    await comeBack('focus');
    await later(0);
    expect(fetched).toHaveBeenCalled();
    expect(words()).toContain('还有3个');
  });
});

describe('what a member alone sees of a page', () => {
  const open = async (): Promise<void> => {
    const payload = listPayload({
      card: { shape: 'tile', title: '/row/title' },
      page: { filters: {}, sorts: undefined, search: undefined },
    });
    payload.page.endpoints['information:list'] = { ...endpoint('information:list', '/api/mine{?page,limit}'), viewer: true };
    payload.page.data = { ...payload.page.data, main: { ok: true, rows: [], total: 0, withheld: true } };
    taken = await hydratePage(payload, call);
    await later(0);
  };
  const titles = (): string[] => [...document.querySelectorAll('.card-title')].map((title) => title.textContent ?? '');
  const rows = (title: string): Partial<Reply> => ({ rows: [{ id: '1', title }], total: 30 });
  const press = (words: string): Promise<void> =>
    act(async () => {
      const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === words);
      link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, button: 0 }));
      await vi.advanceTimersByTimeAsync(0);
    });

  test('is never that of the member before', async () => {
    act(() => beginSession(member('1')));
    await open();
    await answer(0, rows('甲的'));
    expect(titles()).toEqual(['甲的']);
    act(() => {
      endSession();
      beginSession(member('2'));
    });
    expect([titles(), document.querySelector('.skeleton') !== null]).toEqual([[], true]);
    await later(0);
    await answer(1, rows('乙的'));
    expect([titles(), asked.length]).toEqual([['乙的'], 2]);
  });

  test('is there at once when the page is come back to, and asked for anew once it is old', async () => {
    act(() => beginSession(member('1')));
    await open();
    await answer(0, rows('第一页'));
    await press('下一页');
    await later(0);
    await answer(1, rows('第二页'));
    await later(0);
    expect(titles()).toEqual(['第二页']);
    await later(30_000);
    await press('上一页');
    expect(titles()).toEqual(['第一页']);
    await later(40);
    expect(asked.map(({ page }) => page)).toEqual([1, 2, 1]);
    await answer(2, rows('第一页，新'));
    await later(0);
    expect(titles()).toEqual(['第一页，新']);
  });
});

describe('a mark', () => {
  const toggle = {
    label: '点赞',
    optimistic: true,
    source: 'mark:like',
    with: { id: '/row/id' },
    count: '/row/stars',
    on: { '/row/liked': true },
  };
  const card: Card = { shape: 'tile', title: '/row/title', controls: { like: toggle, likeToo: toggle } };
  const open = async (): Promise<void> => {
    HTMLDialogElement.prototype.showModal = function show() {
      this.open = true;
    };
    act(() => beginSession(member('1')));
    const payload = listPayload({ card, rows: rowsOf(1).map((row) => ({ ...row, stars: 3, liked: false })), total: 1 });
    payload.page.endpoints['mark:like'] = { ...endpoint('mark:like', '/api/like'), method: 'PUT' };
    taken = await hydratePage(payload, call);
  };
  const marks = (): string[] =>
    [...(taken?.container.querySelectorAll('.card button[aria-pressed]') ?? [])].map(
      (button) => `${button.getAttribute('aria-pressed')} ${button.querySelector('.toggle-button-count')?.textContent}`,
    );
  const press = (button = '.card button[aria-pressed]'): Promise<void> =>
    act(async () => {
      document.querySelector<HTMLButtonElement>(button)?.click();
      await vi.advanceTimersByTimeAsync(0);
    });

  test('is shown as set at once on all its buttons, and put back with the words of the reply when that fails', async () => {
    await open();
    await press();
    expect(marks()).toEqual(['true 4', 'true 4']);
    await answer(0, { ok: false, message: '系统维护中' });
    expect(marks()).toEqual(['false 3', 'false 3']);
    expect(document.querySelector('.dialog-text')?.textContent).toBe('系统维护中');
    await press('.dialog-answers button');
    await press();
    await answer(1, { ok: true });
    expect(marks()).toEqual(['true 4', 'true 4']);
  });
});
