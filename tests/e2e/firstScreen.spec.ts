import type { Page } from 'playwright/test';
import { declaredLists } from './declared';
import { at, expect, looks, test } from './portal';

/** Two screens that many visitors have, and the lowest place for the first card to begin at: 80 pixels of it are seen. */
const screens = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
] as const;
const seen = 80;

const listPaths = new Set(declaredLists.filter(({ ofMember }) => !ofMember).map(({ path }) => path));

test.describe.configure({ mode: 'parallel' });

/** The lists that an institution's menu and footer lead to, and what its search finds. */
async function listAddresses(page: Page, tenant?: 'museum' | 'library'): Promise<string[]> {
  const home = at('/', tenant);
  await page.goto(home, { waitUntil: 'domcontentloaded' });
  const links = await page.locator('header a[href], footer a[href]').evaluateAll((all: HTMLAnchorElement[]) => all.map(({ href }) => href));
  const lists = links.filter((link) => link.startsWith(home) && listPaths.has(new URL(link).pathname));
  return [...new Set([...lists, at('/search?key=文化', tenant)])];
}

/** The sides of the first element of a kind on each screen: of a page that is open, for its style sheets alone place what it shows. */
async function sidesOf(page: Page, selector: string): Promise<{ screen: string; top: number; bottom: number; height: number }[]> {
  const sides = [];
  for (const screen of screens) {
    await page.setViewportSize(screen);
    const element = page.locator(selector).first();
    const found = await element.evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return { top: top + window.scrollY, bottom: bottom + window.scrollY };
    });
    sides.push({ screen: `${screen.width}×${screen.height}`, height: screen.height, ...found });
  }
  return sides;
}

/** What that may take on two slow cores. */
const perListMs = 4_000;

for (const [name, tenant] of [
  ['the centre', undefined],
  ['the museum', 'museum'],
  ['the library', 'library'],
] as const)
  test(`the first card of every list of ${name} is on the first screen, and so is what logs in`, async ({ page }) => {
    const addresses = await listAddresses(page, tenant);
    expect(addresses.length).toBeGreaterThan(10);
    // Each list is opened once and measured on all screens.
    test.setTimeout(20_000 + addresses.length * perListMs);
    const late: string[] = [];
    for (const address of addresses) {
      await page.goto(address, { waitUntil: 'domcontentloaded' });
      for (const { screen, height, top } of await sidesOf(page, '#list article'))
        if (top > height - seen) late.push(`${new URL(address).pathname} at ${screen}: ${Math.round(top)}`);
    }
    expect(late, 'first cards that begin below the first screen').toEqual([]);
    await page.goto(at('/login', tenant));
    await expect(page.locator('main [type=submit]').first()).toBeEnabled();
    for (const { screen, height, bottom } of await sidesOf(page, 'main [type=submit]'))
      expect(bottom, `the end of what logs in at ${screen}`).toBeLessThanOrEqual(height);
  });

test.describe('what is below the first screen of a page that is opened', () => {
  test.use(looks.phone);
  const countLeftOut = (page: Page): Promise<number> =>
    page
      .locator('.section-bands > .section-frame')
      .evaluateAll((all) => all.filter((one) => !one.firstElementChild?.checkVisibility({ contentVisibilityAuto: true })).length);

  test('is laid out when it comes near, and is there at once for who is put back where they were', async ({ page, complaints }) => {
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
    await page.goto(at('/'));
    const last = page.locator('.section-bands > .section-frame').last();
    expect(await countLeftOut(page)).toBeGreaterThan(2);
    await last.scrollIntoViewIfNeeded();
    await expect(last.locator('.card').first()).toBeInViewport();
    const top = await page.evaluate(() => window.scrollY);
    expect(top).toBeGreaterThan(1_000);
    await page.reload();
    expect(await countLeftOut(page)).toBe(0);
    complaints.splice(0);
  });

  test('is laid out by scripts soon, so that the page has its whole length', async ({ page }) => {
    await page.goto(at('/'));
    await expect.poll(() => countLeftOut(page)).toBe(0);
    await expect(page.locator('html')).not.toHaveAttribute('data-opening');
    const length = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
    const top = await page.evaluate(() => window.scrollY);
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(length);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top);
  });

  test('is there for who is led to a place on it', async ({ page, complaints }) => {
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
    await page.goto(at('/#main'));
    expect(await countLeftOut(page)).toBe(0);
    complaints.splice(0);
  });

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });
    test('is laid out with all the rest', async ({ page }) => {
      await page.goto(at('/'));
      await expect(page.locator('html')).not.toHaveAttribute('data-opening');
    });
  });
});
