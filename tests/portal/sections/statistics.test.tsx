// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StatisticsSection as Definition } from '../../../src/model/definitions.g';
import { countUp } from '../../../src/portal/sections/countUp';
import { StatisticsSection } from '../../../src/portal/sections/StatisticsSection';
import type { Payload } from '../../../src/model/payload';
import { listPayload, patternsOf } from '../payloads';
import { htmlOfPart, hydratePart, type Taken } from '../rendered';

const section: Definition = {
  section: 'statistics',
  fields: {
    people: { value: { const: 12486 }, format: 'number', label: '志愿者' },
    groups: { value: { const: 87 }, text: '{value}支', label: '团队' },
    gone: { value: '/item/gone', label: '没有' },
  },
};
const part = <StatisticsSection section={section} name="figures" />;
function payload(): Payload {
  const made = listPayload();
  made.page.patterns = patternsOf('{value}支');
  return made;
}

let taken: Taken | undefined;
let frames: ((now: number) => void)[] = [];
let seen: (inView: boolean) => void = () => {};
const still = vi.fn(() => false);

beforeEach(() => {
  frames = [];
  still.mockReturnValue(false);
  window.matchMedia = vi.fn((query: string) =>
    Object.assign(new EventTarget(), { matches: still(), media: query, onchange: null, addListener: () => {}, removeListener: () => {} }),
  );
  vi.stubGlobal('requestAnimationFrame', (work: (now: number) => void) => frames.push(work));
  vi.stubGlobal('cancelAnimationFrame', () => {});
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        seen = (inView) => {
          act(() => tell([{ isIntersecting: inView }]));
        };
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(() => {
  taken?.close();
  taken = undefined;
  vi.unstubAllGlobals();
});

const figures = (): (string | null)[] => [...document.querySelectorAll('.statistics-section dd')].map((element) => element.textContent);
const frameAt = (now: number): void => {
  const work = frames.pop();
  act(() => work?.(now));
};

test('[VOL-15] the server writes the figures as they are, without those that have no value', () => {
  document.body.innerHTML = htmlOfPart(payload(), part);
  expect(figures()).toEqual(['12,486', '87支']);
  document.body.innerHTML = '';
});

test('[VOL-15] they count up once when they come into view, and the wave moves while they are', async () => {
  taken = await hydratePart(payload(), part);
  expect(taken.complaints).toEqual([]);
  const banner = taken.container.querySelector('.statistics-section');
  expect([figures(), banner?.hasAttribute('data-seen')]).toEqual([['12,486', '87支'], false]);
  seen(true);
  expect(banner?.hasAttribute('data-seen')).toBe(true);
  frameAt(1000);
  expect(figures()).toEqual(['0', '0支']);
  frameAt(1300);
  expect(figures()).toEqual([(12486 * (1 - 0.75 ** 3)).toFixed(0).replace(/(\d)(\d{3})$/, '$1,$2'), '50支']);
  frameAt(2200);
  expect([figures(), frames]).toEqual([['12,486', '87支'], []]);
  seen(false);
  expect(banner?.hasAttribute('data-seen')).toBe(false);
  seen(true);
  expect(frames).toEqual([]);
});

test('[VOL-15] nothing moves for visitors who prefer that', async () => {
  still.mockReturnValue(true);
  seen = () => {};
  taken = await hydratePart(payload(), part);
  seen(true);
  expect([figures(), taken.container.querySelector('.statistics-section')?.hasAttribute('data-seen'), frames]).toEqual([
    ['12,486', '87支'],
    false,
    [],
  ]);
});

test.each([
  ['12,486', 0.5, '6,243'],
  ['1.2万', 0.5, '0.6万'],
  ['共87支队3组', 0, '共0支队3组'],
  ['1,234.50元', 0.1, '123.45元'],
  ['暂无', 0.5, '暂无'],
  ['87', 1, '87'],
])('%s has come %d of its way as %s', (words, share, expected) => expect(countUp(words, share)).toBe(expected));
