import type { Page } from 'playwright/test';
import { at, expect, looks, open, takenOver, test } from './portal';

/** What of each element can be seen. */
const properties = [
  ...['display', 'position', 'width', 'height', 'padding', 'color', 'background-color', 'border', 'border-radius', 'font', 'gap'],
  ...['opacity', 'transform', 'text-align', 'list-style', 'overflow', 'grid-template-columns', 'flex', 'box-shadow', 'text-decoration'],
];

/** Returns the elements that look different once all styles of the portal have come, as they come when the visitor goes on. */
function findChanged(page: Page): Promise<string[]> {
  return page.evaluate(async (names) => {
    const own = document.querySelector<HTMLElement>('style[data-whole]');
    if (!own) throw new Error('the page has no styles of its own');
    const elements = [...document.body.querySelectorAll('*')];
    const looksOf = (element: Element): string => {
      const { x, y } = element.getBoundingClientRect();
      return (
        [undefined, '::before', '::after']
          .map((part) => names.map((name) => getComputedStyle(element, part).getPropertyValue(name)).join())
          .join() +
        x +
        y
      );
    };
    const before = elements.map(looksOf);
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = own.dataset['whole'] ?? '';
    await new Promise((resolve, reject) => {
      link.addEventListener('load', resolve);
      link.addEventListener('error', reject);
      own.after(link);
    });
    const changed = elements
      .filter((element, place) => looksOf(element) !== before[place])
      .map(({ tagName, className }) => `${tagName} ${className}`);
    link.remove();
    return changed;
  }, properties);
}

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const [title, path, cookie] of [
  ['the home page', '/'],
  ['a list', '/information?columnId=6101'],
  ['an item', '/informationdetail?columnId=6101&id=info-0003'],
  ['a form', '/register'],
  ['a map', '/map.html?columnId=6130'],
  ['a search', '/search?keyword=昆曲'],
  ['a page of large text', '/information?columnId=6101', 'elder=1'],
] as const)
  test(`${title} has the styles of all that it shows`, async ({ page, complaints }) => {
    if (cookie !== undefined) await page.setExtraHTTPHeaders({ cookie });
    // Scripts would fetch all styles themselves.
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
    await page.goto(at(path));
    for (const { viewport } of [looks.phone, looks.wide]) {
      await page.setViewportSize(viewport);
      await page.waitForLoadState('networkidle');
      // A map may still move to its new size between the two looks.
      await expect.poll(() => findChanged(page)).toEqual([]);
    }
    complaints.splice(0);
  });

test('large text has its styles also where they could not be had when the page was opened', async ({ page, complaints }) => {
  let isAway = true;
  await page.route(/\/assets\/portal-[^/]*\.css$/, (route) => (isAway ? route.abort() : route.continue()));
  await page.setViewportSize(looks.wide.viewport);
  await open(page, at('/information?columnId=6101'));
  isAway = false;
  await page.getByRole('button', { name: '大字版' }).first().click();
  await expect(page.locator('html')).toHaveCSS('font-size', '20px');
  complaints.splice(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('what lies under the pointer shows it', async ({ page }) => {
    await page.goto(at('/information?columnId=6101'));
    const link = page.getByRole('link', { name: '订阅更新' });
    const colour = await link.evaluate((one) => getComputedStyle(one).color);
    await link.hover();
    await expect(link).not.toHaveCSS('color', colour);
  });
});

test('who goes on from a page finds the next one as it looks when it is opened', async ({ page }) => {
  await open(page, at('/register'));
  await page.getByRole('link', { name: '首页' }).first().click();
  await expect(page).toHaveURL(at('/'));
  await takenOver(page);
  const lookOf = (): Promise<string[]> =>
    page.locator('main *').evaluateAll((all) => all.map((one) => `${one.tagName} ${one.getBoundingClientRect().width}`));
  await expect.poll(async () => (await lookOf()).length).toBeGreaterThan(300);
  const gone = await lookOf();
  await open(page, at('/'));
  await expect.poll(lookOf).toEqual(gone);
});
