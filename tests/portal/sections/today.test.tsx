// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import type { OpeningTimes, TodaySection as Definition } from '../../../src/model/definitions.g';
import type { Payload } from '../../../src/model/payload';
import { TodaySection } from '../../../src/portal/sections/TodaySection';
import { listPayload } from '../payloads';
import { hydratePart, type Taken } from '../rendered';

const section: Definition = { section: 'today', empty: '今天没有安排' };
const opening: OpeningTimes = {
  weekly: { usual: { days: ['tuesday'], hours: [{ opens: '09:00', closes: '17:00', lastEntry: '16:30' }] } },
};

function payload(now: string): Payload {
  const made = listPayload();
  Object.assign(made.page, { opening, now: Date.parse(`${now}+08:00`) });
  return made;
}

let taken: Taken | undefined;
afterEach(() => {
  vi.useRealTimers();
  taken?.close();
  taken = undefined;
});

const shown = (): string => taken?.container.textContent ?? '';

test('a page that stays open says when the institution closes, by the clock of the server', async () => {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  taken = await hydratePart(payload('2026-11-24T16:29:00'), <TodaySection section={section} name="today" />);
  expect(taken.complaints).toEqual([]);
  expect(shown()).toContain('开放中');
  for (const [seconds, words] of [
    [60, '已停止入馆'],
    [1800, '现已闭馆'],
    [7 * 3600, '今日闭馆'],
  ] as const) {
    act(() => void vi.advanceTimersByTime(seconds * 1_000));
    expect(shown()).toContain(words);
  }
});

test('while it is closed it says when it opens next; when nothing is on, the words for it', async () => {
  taken = await hydratePart(payload('2026-11-25T10:00:00'), <TodaySection section={section} name="today" />);
  expect(shown()).toMatch(/今日闭馆.*下次开放：12月1日 周二 09:00–17:00（16:30停止入馆）.*今天没有安排/);
});
