import type { Page } from 'playwright/test';
import { findIllegible } from './legibility';
import { at, expect, expectSound, looks, open, test } from './portal';
import { violations } from './violations';

/** One page of each kind. */
const pages = [
  '/',
  '/information?columnId=6101',
  '/homestayhotel?columnId=6106',
  '/ticket?columnId=6109',
  '/newlive?columnId=6115',
  '/mailbox?columnId=6175',
  '/search?key=昆曲',
  '/map.html?columnId=6130',
  '/volunteerhome?columnId=6260',
  '/digit?columnId=6252',
  '/appointmentdetail?columnId=6113&id=act-0033',
  '/informationdetail?columnId=6101&id=info-0003',
  '/scenicspotdetail?columnId=6105&id=spot-0001',
  '/culturalcommoditydetail?columnId=6112&id=goods-0005',
  '/brandactivitydetail?columnId=6102&id=brand-0001',
  '/jpkcdetail?columnId=6117&id=course-0001',
  '/venuetime?columnId=6140&id=venue-0001',
  '/register',
];
/** MIIT's general specification for elders, and what it asks of all pages on phones. */
const large = { letters: 18, lines: 1.3, target: 60 };
const usual = { letters: 10, lines: 1.2, target: 44 };

test.use({ ...looks.phone, contextOptions: { reducedMotion: 'reduce' } });

test.describe('large text', () => {
  test.beforeEach(({ context }) => context.addCookies([{ name: 'elder', value: '1', url: at('/') }]));

  // Two halves, for two workers.
  for (const half of [0, 1])
    test(`is 18 px at least, its targets 60 px, on phones and wide screens, without a violation of WCAG; targets are 44 px on phones in any case (${half + 1} of 2)`, async ({
      page,
    }) => {
      test.setTimeout(120_000);
      for (const path of pages.filter((_, place) => place % 2 === half))
        await test.step(path, async () => {
          await page.setViewportSize(looks.phone.viewport);
          await open(page, at(path));
          await page.waitForLoadState('networkidle');
          expect(await findIllegible(page, large)).toEqual([]);
          expect(await violations(page)).toEqual([]);
          await expectSound(page);
          await page.evaluate(() => document.documentElement.classList.remove('is-large'));
          expect(await findIllegible(page, usual)).toEqual([]);
          await page.evaluate(() => document.documentElement.classList.add('is-large'));
          await page.setViewportSize(looks.wide.viewport);
          expect(await findIllegible(page, large)).toEqual([]);
          await expectSound(page);
        });
    });

  for (const path of ['/', '/information?columnId=6101', '/appointmentdetail?columnId=6113&id=act-0033', '/register'])
    test(`is there before the page is seen: nothing on ${path} moves`, async ({ page }) => {
      await page.addInitScript(watchShifts);
      await open(page, at(path));
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => (window as { shifts?: string[] }).shifts)).toEqual([]);
    });
});

/** Notes what moves without anybody's doing. */
function watchShifts(): void {
  const shifts: string[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    // A number that is up to date may be a digit longer than the one before.
    const entries = list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[];
    for (const entry of entries.filter(({ value }) => value > 0.001))
      shifts.push(
        `${entry.value.toFixed(4)} ${entry.sources.map(({ node }) => node instanceof Element && node.outerHTML.slice(0, 80)).join(' ')}`,
      );
  }).observe({ type: 'layout-shift', buffered: true });
}

test('large text is carried to another site of the platform by its link, and back', async ({ page }) => {
  const rootClass = (of: Page): Promise<string> => of.evaluate(() => document.documentElement.className);
  await open(page, at('/', 'museum'));
  await page.getByLabel('菜单', { exact: true }).click();
  await page.locator('.drawer').getByRole('button', { name: '大字版' }).click();
  await page.evaluate(
    (href) => {
      const link = document.createElement('a');
      Object.assign(link, { href, textContent: '听松图书馆' });
      document.querySelector('main')?.prepend(link);
    },
    at('/', 'library'),
  );
  await page.getByLabel('菜单', { exact: true }).click();
  await page.getByRole('main').getByRole('link', { name: '听松图书馆' }).first().click();
  await page.waitForURL(at('/', 'library'));
  expect(await rootClass(page)).toBe('is-large');
  await open(page, at('/information?columnId=8101', 'library'));
  expect(await rootClass(page)).toBe('is-large');
});
