// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Carousel } from '../../../src/portal/ui/slides/Carousel';
import { Gallery, findWindowStart } from '../../../src/portal/ui/slides/Gallery';
import { listPayload } from '../payloads';
import { htmlOfPart, hydratePart, type Taken } from '../rendered';

let taken: Taken | undefined;
const sources = ['1', '2', '3', '4', '5'].map((name) => `/pictures/bowl/${name}.svg`);
const stillness = vi.fn(() => false);
beforeEach(() => {
  stillness.mockReturnValue(false);
  window.matchMedia = vi.fn((query: string) =>
    Object.assign(new EventTarget(), {
      matches: stillness(),
      media: query,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  );
});
afterEach(() => {
  taken?.close();
  taken = undefined;
  vi.useRealTimers();
});

const shown = (page: HTMLElement): string | null | undefined => page.querySelector('.slides-slide[data-on] img')?.getAttribute('src');
const press = (page: HTMLElement, selector: string): void =>
  act(() => {
    page.querySelector<HTMLElement>(selector)?.click();
  });

test('[CONV-12] a gallery has a counter and a strip of which three thumbnails are visible', async () => {
  taken = await hydratePart(listPayload(), <Gallery sources={sources} ratio="4:3" alt="碗" />);
  const page = taken.container;
  expect(page.querySelector('.slides-count')?.textContent).toBe('1 / 5');
  expect(page.querySelectorAll('.gallery-thumbnail[data-in]')).toHaveLength(3);
  press(page, '.gallery-step:last-child');
  expect(page.querySelector('.slides-count')?.textContent).toBe('4 / 5');
  expect(shown(page)).toBe(sources[3]);
  expect(page.querySelectorAll('.gallery-thumbnail[data-in]')).toHaveLength(3);
});

test('a gallery turns by its buttons, its arrow keys and its thumbnails, and begins again after the last picture', async () => {
  taken = await hydratePart(listPayload(), <Gallery sources={sources} ratio="4:3" alt="碗" />);
  const page = taken.container;
  press(page, '.slides-turn-back');
  expect(shown(page)).toBe(sources[4]);
  act(() => {
    page.querySelector('.gallery')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  });
  expect(shown(page)).toBe(sources[0]);
  press(page, '.gallery-strip li:nth-child(3) a');
  expect(shown(page)).toBe(sources[2]);
});

test('without scripts all pictures of a gallery are there', () => {
  const html = htmlOfPart(listPayload(), <Gallery sources={sources} ratio="4:3" alt="碗" />);
  const stacked = /<noscript>(.*?)<\/noscript>/.exec(html)?.[1] ?? '';
  expect(stacked.match(/<img /g)).toHaveLength(4);
});

test.each([
  [0, 0],
  [2, 0],
  [3, 2],
  [4, 2],
])('[CONV-12] with five pictures the strip for picture %i starts at %i', (index, start) => {
  expect(findWindowStart(index, 3, 5)).toBe(start);
});

test('[CONV-13] a carousel changes every 4 s', async () => {
  vi.useFakeTimers();
  taken = await hydratePart(listPayload(), <Carousel slides={sources.map((src) => ({ src }))} ratio="16:9" alt="碗" />);
  const page = taken.container;
  act(() => {
    vi.advanceTimersByTime(3999);
  });
  expect(shown(page)).toBe(sources[0]);
  act(() => {
    vi.advanceTimersByTime(1);
  });
  expect(shown(page)).toBe(sources[1]);
  act(() => {
    vi.advanceTimersByTime(8000);
  });
  expect(shown(page)).toBe(sources[3]);
});

test('a carousel stands still when paused and for visitors who prefer reduced motion', async () => {
  vi.useFakeTimers();
  taken = await hydratePart(listPayload(), <Carousel slides={sources.map((src) => ({ src }))} ratio="16:9" alt="碗" />);
  press(taken.container, '.slides-pause');
  act(() => {
    vi.advanceTimersByTime(12_000);
  });
  expect(shown(taken.container)).toBe(sources[0]);
  taken.close();
  stillness.mockReturnValue(true);
  taken = await hydratePart(listPayload(), <Carousel slides={sources.map((src) => ({ src }))} ratio="16:9" alt="碗" />);
  act(() => {
    vi.advanceTimersByTime(12_000);
  });
  expect(shown(taken.container)).toBe(sources[0]);
});
