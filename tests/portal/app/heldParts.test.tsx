// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Reply } from '../../../src/model/payload';
import { listPayload, rowsOf } from '../payloads';
import { hydratePage, type Taken } from '../rendered';

/** How often each was rendered. */
const rendered = vi.hoisted(() => ({ MenuBar: 0, Footer: 0, TileCard: 0 }));
vi.mock('../../../src/portal/layout/MenuBar', async (original) => {
  const { MenuBar } = await original<typeof import('../../../src/portal/layout/MenuBar')>();
  return { MenuBar: () => ((rendered.MenuBar += 1), (<MenuBar />)) };
});
vi.mock('../../../src/portal/layout/Footer', async (original) => {
  const { Footer } = await original<typeof import('../../../src/portal/layout/Footer')>();
  return { Footer: () => ((rendered.Footer += 1), (<Footer />)) };
});
vi.mock('../../../src/portal/cards/TileCard', async (original) => {
  const { TileCard } = await original<typeof import('../../../src/portal/cards/TileCard')>();
  return { TileCard: (props: Parameters<typeof TileCard>[0]) => ((rendered.TileCard += 1), (<TileCard {...props} />)) };
});

let taken: Taken | undefined;
beforeEach(() => {
  window.scrollTo = vi.fn();
});
afterEach(() => taken?.close());

it('another choice renders the frame not at all, and the cards once they are there', async () => {
  let answer: (reply: Reply) => void = () => undefined;
  const replied = new Promise<Reply>((resolve) => {
    answer = resolve;
  });
  taken = await hydratePage(listPayload(), () => replied);
  Object.assign(rendered, { MenuBar: 0, Footer: 0, TileCard: 0 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await act(async () => {
    document
      .querySelector('a.filter-rows-chip:not([aria-current])')
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, button: 0 }));
  });
  await act(async () => {
    vi.advanceTimersByTime(50);
  });
  vi.useRealTimers();
  expect(document.querySelector('.list-body-dimmed')).not.toBeNull();
  expect(rendered).toEqual({ MenuBar: 0, Footer: 0, TileCard: 0 });
  await act(async () => answer({ ok: true, rows: rowsOf(3), total: 3 }));
  await expect.poll(() => document.querySelector('.list-body-dimmed')).toBeNull();
  expect(rendered).toMatchObject({ MenuBar: 0, Footer: 0 });
  expect(rendered.TileCard).toBe(3);
});
