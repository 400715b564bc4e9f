import type { Locator } from 'playwright/test';
import { at, expect, looks, open, test } from './portal';
import { expectFineEverywhere } from './violations';

/** What no other test looks at on both screens; homes, lists, sessions, free times and the like are held to it where they are opened. */
const pages = {
  'an article': '/informationdetail?columnId=6101&id=info-0003',
  'a carousel': '/scenicspotdetail?columnId=6105&id=spot-0001',
  tabs: '/brandactivitydetail?columnId=6102&id=brand-0001',
};

test(`${Object.keys(pages).join(', ')} are sound and have no serious violation of WCAG on wide screens and on phones`, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [title, path] of Object.entries(pages))
    await test.step(title, async () => {
      await open(page, at(path));
      await expectFineEverywhere(page);
    });
});

test.describe('on a phone', () => {
  test.use(looks.phone);

  test('links in the breadcrumbs, telephone numbers and ticks are tapped within 44 pixels', async ({ page }) => {
    await open(page, at('/appointmentdetail?columnId=6113&id=act-0033'));
    for (const target of [page.locator('.crumbs a').first(), page.getByRole('link', { name: /^0571-/ }).first()])
      expect(await tappedHeight(target)).toBeGreaterThanOrEqual(44);
    await open(page, at('/register'));
    expect(await tappedHeight(page.getByRole('checkbox', { name: '我已阅读并同意用户注册协议' }))).toBeGreaterThanOrEqual(44);
  });
});

/** Over how many pixels above and below its middle a tap reaches an element, itself or by its label. */
async function tappedHeight(target: Locator): Promise<number> {
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  return target.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const reaches = (dy: number): boolean => {
      const hit = document.elementFromPoint(x + width / 2, y + height / 2 + dy);
      return hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true);
    };
    return Array.from({ length: 60 }, (_, index) => index - 30).filter(reaches).length;
  });
}
