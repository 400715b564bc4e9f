import { expect, test as base, type BrowserContext, type Locator, type Page } from 'playwright/test';

/** Settings of the browser for a wide screen and for a phone. */
export const looks = {
  wide: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/**
 * Playwright's test with `complaints`: whatever a browser's console, a failed request or an answer of 400 and above said during a
 * test. None is allowed at its end; a test that causes some on purpose empties the list.
 */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ context }, use) => {
      const complaints = complaintsOf(context);
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/**
 * A request is aborted when its page is left before the answer. What the Content-Security-Policy blocks is in the console already;
 * where scripts are switched off, each of them counts as blocked.
 */
const harmless: ReadonlySet<string> = new Set(['net::ERR_ABORTED', 'csp']);

function complaintsOf(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (error) => complaints.push(`thrown: ${error.error().message}`));
  context.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  context.on('requestfailed', (request) => {
    if (!harmless.has(request.failure()?.errorText ?? '')) complaints.push(`${request.failure()?.errorText} ${request.url()}`);
  });
  return complaints;
}

/** The address of a page of an institution: the first one's by default, another's by its host name. */
export function at(path: string, tenant?: 'museum' | 'library'): string {
  const url = new URL(path, process.env.PORTAL_URL);
  if (tenant) url.hostname = `${tenant}.localhost`;
  return url.toString();
}

/** Opens a page and waits until scripts have taken it over. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await takenOver(page);
}

/** Holds up what a page asks for at such an address. @returns what lets it through */
export async function hold(page: Page, address: string): Promise<() => void> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return () => release();
}

/** Waits until the page is hydrated, and all of it has heard. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset['hydrated'] !== undefined);
}

/** Holds a page to what every page has: one heading, a title with the institution's name, pictures that load, nothing beyond its width. */
export async function expectSound(page: Page, site = '青澜市文化馆'): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page).toHaveTitle(new RegExp(site));
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'width of the page').toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  );
  await expect.poll(() => page.evaluate(missingPictures), { message: 'pictures that did not load' }).toEqual([]);
}

/** What is left of a screen of 1280 by 1024 when a page is enlarged four times (WCAG 1.4.10). */
const enlarged = { width: 320, height: 256 };

/** Holds a page to its width when it is enlarged, and what stays in its place to a quarter of the height. */
async function expectReflow(page: Page): Promise<void> {
  await page.setViewportSize(enlarged);
  const bars = (): Promise<string[]> =>
    page.evaluate((most) => {
      const covers = (each: Element): boolean => {
        const { top, bottom, width } = each.getBoundingClientRect();
        return width > 0 && Math.min(bottom, window.innerHeight) - Math.max(top, 0) > most;
      };
      return [...document.querySelectorAll('body *:not(dialog, dialog *, .toasts, .toasts *)')]
        .filter((each) => ['fixed', 'sticky'].includes(getComputedStyle(each).position) && covers(each))
        .map(({ className }) => String(className));
    }, enlarged.height / 4);
  await expect.poll(bars, { message: 'bars that cover more than a quarter of the height' }).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'width of the page').toBeLessThanOrEqual(enlarged.width);
}

/** Holds a page to the same at the width of a phone, then at that of a wide screen, without opening it twice; and to what it is enlarged. */
export async function expectSoundEverywhere(page: Page, site?: string): Promise<void> {
  await expectReflow(page);
  for (const { viewport } of [looks.phone, looks.wide]) {
    await page.setViewportSize(viewport);
    await expectSound(page, site);
  }
}

function missingPictures(): string[] {
  const pictures = [...document.images];
  for (const picture of pictures) picture.loading = 'eager';
  return pictures.filter((picture) => !picture.complete || picture.naturalWidth === 0).map((picture) => picture.src);
}

/** The cards of the list, not those beside it. */
export const cards = (page: Page): Locator => page.locator('#list').getByRole('article');

/** The heading of each card of the list. */
export const titles = (page: Page): Promise<string[]> => cards(page).getByRole('heading').allInnerTexts();

/** The day on which what each card of the list is about begins, as YYYY-MM-DD. */
export const days = (page: Page): Promise<string[]> =>
  cards(page).evaluateAll((all) => all.map((card) => card.querySelector('time')?.dateTime.slice(0, 10) ?? ''));

/** How many entries the list says it has. */
export async function total(page: Page): Promise<number> {
  const count = page
    .locator('#list')
    .getByRole('status')
    .filter({ hasText: /^共\d+条$/ });
  return Number((await count.innerText()).replace(/\D/g, ''));
}

/** Waits until the list shows as many cards as it says it has; the address changes before the number of entries does. */
export async function expectAllListed(page: Page): Promise<void> {
  await expect(async () => expect(await cards(page).count()).toBe(await total(page))).toPass();
}

/** Clicks what opens a new window and waits for it. */
export async function newWindow(page: Page, link: Locator): Promise<Page> {
  const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await opened.waitForLoadState();
  return opened;
}
