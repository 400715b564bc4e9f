// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Action, Card } from '../../../src/model/definitions.g';
import { listPayload, rowsOf } from '../payloads';
import { htmlOf, hydratePage, type Taken } from '../rendered';

let taken: Taken | undefined;

beforeEach(() => {
  window.scrollTo = vi.fn();
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
});
afterEach(() => {
  taken?.close();
  taken = undefined;
  document.body.innerHTML = '';
});

const question = { text: '直播已经结束，是否观看回放?', cancelled: '已取消' };
const opening = (opens: Action): Card => ({ shape: 'tile', title: '/row/title', opens });
const page = (opens: Action) =>
  listPayload({ rows: rowsOf(1), total: 1, card: opening(opens), page: { filters: {}, sorts: undefined, search: undefined } });
const opener = (): HTMLElement | null => document.querySelector('.card-link');
const dialog = (): HTMLDialogElement | null => document.querySelector('dialog[open]');
const within = (words: string): HTMLElement | undefined =>
  [...(dialog()?.querySelectorAll<HTMLElement>('a, button') ?? [])].find((found) => found.textContent?.startsWith(words));
const toasts = (): string[] => [...document.querySelectorAll('.toasts-item')].map((toast) => `${toast.className} ${toast.textContent}`);
/** Words of one test may still be seen in the next. */
const told = (words: string): string | undefined => toasts().find((toast) => toast.endsWith(words));
/** A press, and what is fetched because of it. */
async function press(element: HTMLElement | null | undefined): Promise<void> {
  await act(async () => {
    element?.click();
  });
  await act(async () => {
    await vi.dynamicImportSettled();
  });
}

describe('a link with a question', () => {
  it('is a link before scripts are there, and asks once they are', async () => {
    const payload = page({ url: { const: 'https://example.org/replay' }, confirm: question });
    expect(htmlOf(payload)).toContain('href="https://example.org/replay"');
    taken = await hydratePage(payload);
    expect(taken.complaints).toEqual([]);
    await press(opener());
    expect(dialog()?.textContent).toContain(question.text);
    expect(dialog()?.closest('article')).toBeNull();
  });

  it('is followed by agreeing: the button that agrees is the link itself', async () => {
    taken = await hydratePage(page({ url: { const: 'https://example.org/replay' }, confirm: { ...question, confirm: '观看' } }));
    await press(opener());
    const agree = within('观看');
    expect([agree?.tagName, agree?.getAttribute('href'), agree?.getAttribute('target'), agree?.getAttribute('rel')]).toEqual([
      'A',
      'https://example.org/replay',
      '_blank',
      'noopener noreferrer',
    ]);
    await press(agree);
    expect([dialog(), told('已取消')]).toEqual([null, undefined]);
  });

  it('[NLIVE-13] is not followed when the visitor does not agree, which is said', async () => {
    taken = await hydratePage(page({ to: '/newlivedetail', confirm: question }));
    await press(opener());
    await press(within('取消'));
    expect(dialog()).toBeNull();
    expect(told('已取消')).toContain('toasts-plain');
  });

  it('asks again when it is pressed again', async () => {
    taken = await hydratePage(page({ url: { const: 'https://example.org/' }, confirm: question }));
    for (const _time of [1, 2]) {
      await press(opener());
      expect(dialog()?.textContent).toContain(question.text);
      await press(within('取消'));
    }
  });

  it('passes the question on to its cases', async () => {
    taken = await hydratePage(
      page({
        confirm: question,
        cases: { film: { when: { '/row/type': '公告' }, to: '/informationdetail' } },
        otherwise: { toast: '没有' },
      }),
    );
    await press(opener());
    expect(within('确定')?.getAttribute('href')).toBe('/informationdetail');
  });

  it('asks nobody on the way to the login page', async () => {
    const payload = page({ to: '/newlivedetail', requires: 'login', confirm: question });
    taken = await hydratePage(payload);
    expect(opener()?.getAttribute('href')).toContain('/login?redirect=');
    await press(opener());
    expect(dialog()).toBeNull();
  });
});

describe('words in passing', () => {
  it('[NLIVE-07] are a toast in the colour of the action, and lead nowhere', async () => {
    taken = await hydratePage(page({ toast: '没有直播链接', tone: 'warning' }));
    expect(opener()?.tagName).toBe('BUTTON');
    await press(opener());
    expect(told('没有直播链接')).toContain('toasts-warning');
  });

  it('[NLIVE-10] come after the question', async () => {
    taken = await hydratePage(page({ confirm: question, toast: '没有直播回放', tone: 'warning' }));
    await press(opener());
    expect(told('没有直播回放')).toBeUndefined();
    await press(within('确定'));
    expect(told('没有直播回放')).toContain('toasts-warning');
  });
});

it('words in a dialog come after the question too', async () => {
  taken = await hydratePage(page({ confirm: { text: '要看吗？' }, notice: '请按时前往。' }));
  await press(opener());
  expect(dialog()?.textContent).not.toContain('请按时前往。');
  await press(within('确定'));
  expect(dialog()?.textContent).toContain('请按时前往。');
});

it('[NLIVE-03] a mark has the small picture whose condition holds', () => {
  const card: Card = {
    shape: 'tile',
    title: '/row/title',
    image: '/row/image',
    badge: { value: '/row/type', icons: { play: { '/row/type': '公告' } } },
  };
  const html = htmlOf(listPayload({ rows: rowsOf(2), total: 2, card }));
  const marks = [...html.matchAll(/<span class="badge[^"]*">(<svg[^>]*class="icon badge-icon".*?<\/svg>)?(公告|活动)<\/span>/g)].map(
    (found) => [found[1] !== undefined, found[2]],
  );
  expect(marks).toEqual([
    [true, '公告'],
    [false, '活动'],
  ]);
});
