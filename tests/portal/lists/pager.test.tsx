// @vitest-environment jsdom
import type { ReactElement } from 'react';
import { act } from 'react-dom/test-utils';
import { useLocation } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { Pager } from '../../../src/portal/lists/Pager';
import { listPayload } from '../payloads';
import { hydratePart, type Taken } from '../rendered';

/** A list of two pages, the first until the address says otherwise. */
function TwoPages(): ReactElement {
  const { search } = useLocation();
  return (
    <>
      <a href="#elsewhere">elsewhere</a>
      <Pager page={Number(new URLSearchParams(search).get('page') ?? 1)} pages={2} address={(page) => `/information?page=${page}`} />
    </>
  );
}

let shown: Taken | undefined;
afterEach(() => shown?.close());

const link = (label: string): HTMLElement | undefined =>
  [...(shown?.container.querySelectorAll('a') ?? [])].find((each) => each.textContent === label);

/** Presses a link as the keyboard does: focused already, and without a pointer. */
const press = (label: string): void =>
  act(() => {
    link(label)?.focus();
    link(label)?.click();
  });

test('[CONV-04] who steps to the last page by keyboard goes on from the number of that page', async () => {
  shown = await hydratePart(listPayload(), <TwoPages />);
  press('下一页');
  expect(link('下一页')).toBeUndefined();
  expect([document.activeElement?.textContent, document.activeElement?.getAttribute('aria-current')]).toEqual(['2', 'page']);
  press('上一页');
  expect([document.activeElement?.textContent, document.activeElement?.getAttribute('aria-current')]).toEqual(['1', 'page']);
});

test('[CONV-04] a page that changes for another reason takes the focus from nobody', async () => {
  shown = await hydratePart(listPayload(), <TwoPages />);
  act(() => {
    link('elsewhere')?.focus();
    link('elsewhere')?.blur();
    link('下一页')?.click();
  });
  expect(document.activeElement).toBe(document.body);
});
