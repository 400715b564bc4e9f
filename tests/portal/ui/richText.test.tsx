// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import { scrollInSteps } from '../../../src/portal/ui/scrollInSteps';
import { pageOf, patternsOf, shellOf } from '../payloads';
import { hydratePage, type Taken } from '../rendered';

let taken: Taken | undefined;
afterEach(() => {
  taken?.close();
  taken = undefined;
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('[CONV-27] a film that the browser cannot play says so, once', async () => {
  const html = '<p>片段</p><video src="/film.xyz" controls></video>';
  taken = await hydratePage({
    shell: shellOf(),
    page: pageOf(
      { kind: 'detail', source: 'a:b', sections: { text: { section: 'richText', value: '/item/content' } } },
      { main: { ok: true, rows: [], total: 0, item: { content: html } } },
      { patterns: patternsOf(), query: {} },
    ),
  });
  const film = taken.container.querySelector('video');
  act(() => {
    film?.dispatchEvent(new Event('error'));
    film?.dispatchEvent(new Event('error'));
  });
  expect([...taken.container.querySelectorAll('.rich-text-unplayable')].map((words) => words.textContent)).toEqual([
    '此视频暂无法播放，请稍后再试',
  ]);
  expect(taken.complaints).toEqual([]);
});

test('[CONV-10] the comment control scrolls the page by 50 px every 10 ms', () => {
  vi.useFakeTimers();
  const place = { scroll: 0 };
  vi.spyOn(window, 'scrollBy').mockImplementation((_x: number, y: number) => {
    place.scroll += y;
  });
  Object.defineProperty(window, 'scrollY', { configurable: true, get: () => place.scroll });
  const target = document.createElement('div');
  target.getBoundingClientRect = () => new DOMRect(0, 1000 + window.innerHeight / 2 - place.scroll, 100, 0);
  const done = vi.fn();
  scrollInSteps(target, done);
  vi.advanceTimersByTime(10);
  expect(place.scroll).toBe(50);
  vi.advanceTimersByTime(90);
  expect(place.scroll).toBe(500);
  expect(done).not.toHaveBeenCalled();
  vi.advanceTimersByTime(500);
  expect(place.scroll).toBe(1000);
  expect(done).toHaveBeenCalledTimes(1);
});
