// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { listPayload, rowsOf } from './payloads';
import { hydratePage, type Taken } from './rendered';

/** The part that asks and tells is not there, as without a network or after a new version was put in place. */
vi.mock('../../src/portal/show/Opening', () => { throw new Error('404'); });

let taken: Taken | undefined;
afterEach(() => { taken?.close(); taken = undefined; });

it('words are told in passing, and the page stays, when what asks first cannot be fetched', async () => {
  window.scrollTo = vi.fn();
  taken = await hydratePage(listPayload({ rows: rowsOf(1), total: 1, card: { shape: 'tile', title: '/row/title', opens: { notice: '请按时前往。', confirm: { text: '要看吗？' } } }, page: { filters: {}, sorts: undefined, search: undefined } }));
  const opener = document.querySelector<HTMLElement>('.card-link');
  await act(async () => { opener?.click(); });
  await act(async () => { await vi.dynamicImportSettled(); });
  expect([...document.querySelectorAll('.toast')].map(({ textContent }) => textContent)).toEqual(['请按时前往。']);
  expect(document.querySelector('.card-link')).not.toBeNull();
});
