import type { Browser } from 'playwright';
import { measureRuns } from '../browser';
import { findMedian } from '../report';
import type { Comparison } from './comparison';

/** Of fewer the middle of one run is a fifth from that of the next. */
const loads = 8;

/** A list in a browser: its address, the choices of its filter, the first of which is chosen, and the links of its cards. */
export interface ClickedList {
  address: string;
  choices: string;
  cards: string;
}

/**
 * Measures how long it takes from a press on a choice of the filter to the frame with the new cards, each choice once in a page, by turns with
 * the page that is written by hand.
 */
export async function compareFilterClicks(browser: Browser, portal: ClickedList, plain: ClickedList): Promise<Comparison> {
  const found: { portal: number[]; plain: number[] } = { portal: [], plain: [] };
  for (let load = 0; load < loads; load += 1) {
    found.portal.push(...(await clickAll(browser, portal)));
    found.plain.push(...(await clickAll(browser, plain)));
  }
  return {
    what: `filter: from press to new cards, p50 of ${found.portal.length}`,
    beside: 'React SPA',
    unit: 'ms',
    portal: findMedian(found.portal),
    plain: findMedian(found.plain),
    aim: { most: 1.5 },
  };
}

async function clickAll(browser: Browser, { address, choices, cards }: ClickedList): Promise<number[]> {
  const [times] = await measureRuns(browser, [], 1, async (page) => {
    await page.goto(address, { waitUntil: 'networkidle' });
    const taken: number[] = [];
    // A page that its script fills may come to rest before it has anything to show.
    await page.locator(cards).first().waitFor();
    const count = await page.locator(choices).count();
    for (let choice = 1; choice < count; choice += 1) {
      const shown = page.evaluate(waitForCards, cards);
      await page.locator(choices).nth(choice).click();
      taken.push(await shown);
      await page.waitForLoadState('networkidle');
    }
    return taken;
  });
  return times ?? [];
}

/** Runs in the page: gives the milliseconds from the next press to the frame in which the cards are others. */
function waitForCards(cards: string): Promise<number> {
  const list = (): string => [...document.querySelectorAll(cards)].map((link) => link.getAttribute('href')).join(' ');
  const before = list();
  return new Promise((resolve) => {
    let pressed = Number.NaN;
    document.addEventListener('pointerdown', (event) => (pressed = event.timeStamp), { capture: true, once: true });
    const observer = new MutationObserver(() => {
      const now = list();
      if (now === '' || now === before) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - pressed));
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}
