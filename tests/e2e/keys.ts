import type { Locator, Page } from 'playwright/test';
import { expect } from './portal';

/** What has the focus: its id, or its words; followed by * when nothing shows that it does. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return '';
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
    const seen = (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0 && outlineColor !== 'rgba(0, 0, 0, 0)') || boxShadow !== 'none';
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
