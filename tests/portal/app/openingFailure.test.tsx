// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { listPayload, rowsOf } from '../payloads';
import { hydratePage, type Taken } from '../rendered';

/** The part that asks and tells is not there, as without a network or after a new version was put in place. */
vi.mock('../../../src/portal/ui/actions/TargetDialogs', () => {
  throw new Error('404');
});
vi.mock('../../../src/portal/ui/actions/CallRunner', () => {
  throw new Error('404');
});
vi.mock('../../../src/portal/forms/FormDialog', () => {
  throw new Error('404');
});
vi.mock('../../../src/portal/layout/WechatDialog', () => {
  throw new Error('404');
});

let taken: Taken | undefined;
afterEach(() => {
  taken?.close();
  taken = undefined;
  document.body.innerHTML = '';
});

it('words are told in passing, and the page stays, when what asks first cannot be fetched', async () => {
  window.scrollTo = vi.fn();
  taken = await hydratePage(
    listPayload({
      rows: rowsOf(1),
      total: 1,
      card: { shape: 'tile', title: '/row/title', opens: { notice: '请按时前往。', confirm: { text: '要看吗？' } } },
      page: { filters: {}, sorts: undefined, search: undefined },
    }),
  );
  const opener = document.querySelector<HTMLElement>('.card-link');
  await act(async () => {
    opener?.click();
  });
  await act(async () => {
    await vi.dynamicImportSettled();
  });
  expect([...document.querySelectorAll('.toasts-item')].map(({ textContent }) => textContent)).toEqual(['请按时前往。']);
  expect(document.querySelector('.card-link')).not.toBeNull();
});

it.each([
  ['makes a call', { call: 'information:list', label: '领取' }],
  ['opens a form', { form: 'information:form', label: '领取' }],
] as const)('an action that %s says that it could not be fetched, and the page stays', async (_what, action) => {
  window.scrollTo = vi.fn();
  taken = await hydratePage(
    listPayload({ rows: rowsOf(2), total: 2, page: { filters: {}, sorts: undefined, search: undefined, actions: { take: action } } }),
  );
  const button = [...document.querySelectorAll<HTMLElement>('button')].find(({ textContent }) => textContent === '领取');
  for (const _press of [1, 2]) {
    await act(async () => {
      button?.click();
    });
    await act(async () => {
      await vi.dynamicImportSettled();
    });
    expect([...document.querySelectorAll('.error-message[role=alert]')].map(({ textContent }) => textContent)).toEqual([
      '没有加载成功，可能是网络中断，或网站刚刚更新，请刷新页面 刷新页面',
    ]);
    expect(document.querySelectorAll('.card')).toHaveLength(2);
  }
});

it('words are told in passing when the dialog for WeChat cannot be fetched: the rail has no room for them', async () => {
  taken = await hydratePage(listPayload());
  const press = async (selector: string): Promise<void> => {
    await act(async () => document.querySelector<HTMLElement>(selector)?.click());
    await act(() => vi.dynamicImportSettled());
  };
  await press('.share-tool .rail-button');
  await press('.share-tool-list button');
  expect(document.querySelector('.toasts')?.textContent).toContain('没有加载成功');
  expect(document.querySelector('.share-tool')?.textContent).toBe('');
});
