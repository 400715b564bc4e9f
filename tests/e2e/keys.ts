import type { Locator, Page } from 'playwright/test';
import { expect } from './portal';

/** What has the focus: its id, or its words; followed by * when nothing shows that it does. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return '';
    const shows = (each: Element): boolean => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(each);
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0 && outlineColor !== 'rgba(0, 0, 0, 0)') || boxShadow !== 'none';
    };
    // An editor's frame shows it for its text and its tools, a card for the link that is as large as it.
    const frame = element.closest('.editor, .card');
    const seen = shows(element) || (frame !== null && shows(frame));
    return (element.id || element.getAttribute('aria-label') || element.innerText.trim()) + (seen ? '' : ' *');
  });

/** Presses Tab, or Shift+Tab, until something has the focus, and looks whether that can be seen. */
export async function tabTo(
  page: Page,
  target: Locator,
  { most = 12, key = 'Tab' }: { most?: number; key?: 'Tab' | 'Shift+Tab' } = {},
): Promise<void> {
  for (let pressed = 0; pressed < most && !(await target.evaluate((element) => element === document.activeElement)); pressed += 1)
    await page.keyboard.press(key);
  await expect(target).toBeFocused();
  expect(await focused(page), 'the focus can be seen').not.toMatch(/ \*$/);
}

/** Uses the link that skips what is above the page, and goes on to a field. */
export async function skipToForm(page: Page, target: Locator): Promise<void> {
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, target);
}

/** How a visitor works a page. */
export interface Hands {
  /** Uses a link or a button. */
  press: (target: Locator) => Promise<void>;
  /** Ticks a box, or takes the tick away. */
  tick: (target: Locator) => Promise<void>;
  /** Puts words in the place of what a field holds. */
  write: (target: Locator, words: string) => Promise<void>;
  /** Chooses an entry of a list by its words. */
  choose: (target: Locator, label: string) => Promise<void>;
  /** Hands a file to a field. */
  attach: (target: Locator, file: Parameters<Locator['setInputFiles']>[0]) => Promise<void>;
}

/** All that stands on a page may lie on the way to what is wanted. */
const wholePage = { most: 120 };

const byPointer: Hands = {
  press: (target) => target.click(),
  tick: (target) => target.click(),
  write: (target, words) => target.fill(words),
  choose: async (target, label) => void (await target.selectOption(label)),
  attach: (target, file) => target.setInputFiles(file),
};

function byKeys(page: Page): Hands {
  // From here on no chooser is the browser's own: one that is asked for only when it opens may be too late.
  page.on('filechooser', () => undefined);
  const hit = async (target: Locator, key: string): Promise<void> => {
    await tabTo(page, target, wholePage);
    await page.keyboard.press(key);
  };
  return {
    press: (target) => hit(target, 'Enter'),
    tick: (target) => hit(target, 'Space'),
    write: async (target, words) => {
      await hit(target, 'ControlOrMeta+A');
      await page.keyboard.type(words);
    },
    choose: async (target, label) => {
      await tabTo(page, target, wholePage);
      const chosen = target.locator('option:checked');
      for (let left = await target.locator('option').count(); left > 0 && (await chosen.innerText()) !== label; left -= 1)
        await page.keyboard.press('ArrowDown');
      await expect(chosen).toHaveText(label);
    },
    attach: async (target, file) => {
      await tabTo(page, target, wholePage);
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
      await chooser.setFiles(file);
    },
  };
}

/** Works a page by keys alone, or by mouse and touch: a journey that is made on two screens is made both ways. */
export const handsOf = (page: Page, keysAlone: boolean): Hands => (keysAlone ? byKeys(page) : byPointer);
