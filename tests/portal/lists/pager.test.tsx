// @vitest-environment jsdom
import { useRef, type ReactElement } from 'react';
import { act } from 'react-dom/test-utils';
import { useLocation } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { Pager } from '../../../src/portal/lists/Pager';
import { listPayload } from '../payloads';
import { hydratePart, type Taken } from '../rendered';

/** A list of two pages, the first until the address says otherwise. */
function TwoPages(): ReactElement {
  const { search } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const page = Number(new URLSearchParams(search).get('page') ?? 1);
  return (
    <>
      <a href="#elsewhere">elsewhere</a>
      <h2 ref={heading} tabIndex={-1}>
        {`page ${page}`}
      </h2>
      <Pager page={page} pages={2} address={(number) => `/information?page=${number}`} heading={heading} />
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

test('[CONV-04] who turns to a page goes on from the heading of its entries', async () => {
  shown = await hydratePart(listPayload(), <TwoPages />);
  press('下一页');
  expect(link('下一页')).toBeUndefined();
  expect(document.activeElement?.textContent).toBe('page 2');
  press('上一页');
  expect(document.activeElement?.textContent).toBe('page 1');
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
