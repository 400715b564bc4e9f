import type { Browser, BrowserContext } from 'playwright';
import { measureRuns, slowDown, slowdown } from '../browser';
import { findMedian } from '../report';
import type { Comparison } from './comparison';

/** What visitors do on a page: where, and what they press. */
export interface Deed {
  name: string;
  address: string;
  pressed: string;
}

const repeats = 3;

/** Measures the longest event of each deed with a slow processor: what visitors wait for until the page shows that it took heed. */
export async function measureDeeds(
  browser: Browser,
  cookies: Parameters<BrowserContext['addCookies']>[0],
  deeds: readonly Deed[],
): Promise<Comparison[]> {
  const rows: Comparison[] = [];
  for (const { name, address, pressed } of deeds) {
    const longest = await measureRuns(browser, cookies, repeats, async (page) => {
      await page.goto(address, { waitUntil: 'networkidle' });
      await page.evaluate(watchEvents);
      await slowDown(page);
      await page.locator(pressed).first().click();
      await page.waitForLoadState('networkidle');
      return page.evaluate(readLongestEvent);
    });
    rows.push({ what: `${name}: longest event, ${slowdown}x slower`, unit: 'ms', portal: findMedian(longest), aim: { most: 100 } });
  }
  return rows;
}

/** Runs in the page. */
function watchEvents(): void {
  const durations: number[] = [];
  Reflect.set(window, 'durations', durations);
  const observer = new PerformanceObserver((list) => durations.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** Runs in the page: entries come with the frame after the event. */
function readLongestEvent(): Promise<number> {
  return new Promise((resolve) => {
    const read = (): void => resolve(Math.max(0, ...(Reflect.get(window, 'durations') as number[])));
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(read)));
  });
}

/** What deeds are looked for by: words in the text of a page, and what is pressed there. */
const sought = [
  { name: 'tab', words: 'aria-selected="false"', pressed: '[role="tab"][aria-selected="false"]' },
  { name: 'like', words: 'rail-toggle" aria-pressed', pressed: '.rail-toggle[aria-pressed]' },
  { name: 'dialog', words: 'aria-haspopup="dialog"', pressed: '[aria-haspopup="dialog"]' },
  { name: 'time picker', words: 'times-section-place', pressed: '[data-day][aria-selected="false"]:not(.picker-day-off)' },
];

/**
 * Finds pages with something to press: of the given ones, of those that their cards open, and of those that buttons there lead to, the first
 * that has it.
 * @param paths of pages of the portal, without its origin
 * @param login the page that buttons lead to as long as nobody is logged in, which those that look are
 */
export async function findDeeds(origin: string, paths: readonly string[], login: string): Promise<Deed[]> {
  const found = new Map<string, Deed>();
  const look = async (path: string): Promise<string> => {
    const text = await (await fetch(origin + path)).text();
    for (const { name, words, pressed } of sought)
      if (!found.has(name) && text.includes(words)) found.set(name, { name, address: origin + path, pressed });
    return text;
  };
  for (const path of paths) {
    if (found.size === sought.length) break;
    const [card] = findLinks(await look(path), 'card-link');
    for (const next of card === undefined ? [] : findLinks(await look(card), 'button')) if (next.split('?')[0] !== login) await look(next);
  }
  return [...found.values()];
}

/** Returns where the links of a class lead on this site. */
const findLinks = (html: string, name: string): string[] =>
  [...html.matchAll(/class="([^"]*)" href="(\/[^"]*)"/g)].flatMap(([, classes = '', href = '']) =>
    classes.split(' ').includes(name) ? [href.replaceAll('&amp;', '&')] : [],
  );
