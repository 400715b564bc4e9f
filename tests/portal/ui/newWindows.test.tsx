// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import type { Card } from '../../../src/model/definitions.g';
import { listPayload } from '../payloads';
import { hydratePage, type Taken } from '../rendered';

const cardTo = (opens: NonNullable<Card['opens']>): Card => ({ shape: 'row', title: '/row/name', opens });
let taken: Taken | undefined;
afterEach(() => {
  taken?.close();
  vi.unstubAllGlobals();
});

async function targetOf(opens: NonNullable<Card['opens']>, touched: boolean): Promise<string | undefined> {
  vi.stubGlobal('matchMedia', () => ({ matches: touched, addEventListener: () => undefined, removeEventListener: () => undefined }));
  taken = await hydratePage(listPayload({ rows: [{ id: '1', name: '一号' }], total: 1, card: cardTo(opens) }));
  const link = [...document.querySelectorAll<HTMLAnchorElement>('article a')].find((found) => found.textContent?.startsWith('一号'));
  link?.addEventListener('click', (event) => event.preventDefault());
  act(() => link?.click());
  return link?.target;
}

test.each([
  ['a page, with a mouse', { to: '/detail{?id}' }, false, '_blank'],
  ['a page, with a finger', { to: '/detail{?id}' }, true, '_self'],
  ['another site, with a finger', { url: { const: 'https://www.example.org/' } }, true, '_blank'],
] as const)('[CONV-03] a card opens %s', async (_what, opens, touched, target) =>
  expect(await targetOf(opens as NonNullable<Card['opens']>, touched)).toBe(target),
);
