import axe from 'axe-core';
import type { Page } from 'playwright/test';
import { at, expect, looks, open, test } from './portal';

/** Violations that keep somebody from using a page, by axe's own rating, with the elements they are found on. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations: found } = await window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] });
    return found.filter(({ impact }) => impact === 'serious' || impact === 'critical').flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary ?? ''}`));
  });
}

declare global {
  interface Window { axe: typeof axe }
}

const pages: [string, string, ('museum' | 'library')?][] = [
  ['the home page', '/'], ['the home page of the museum', '/', 'museum'], ['the home page of the library', '/', 'library'],
  ['a list', '/homestayhotel?columnId=6106'], ['a list with dates', '/ticket?columnId=6109'], ['an empty list', '/information?columnId=6101&keyword=zzzz'],
  ['an article', '/informationdetail?columnId=6101&id=info-0003'], ['a gallery', '/exhibitdetail?columnId=6103&id=cexhibit-0001'],
  ['a carousel', '/scenicspotdetail?columnId=6105&id=spot-0001'], ['tabs', '/brandactivitydetail?columnId=6102&id=brand-0001'],
];

test.describe.configure({ mode: 'parallel' });

for (const [name, look] of Object.entries(looks)) {
  test.describe(name, () => {
    test.use({ ...look, contextOptions: { reducedMotion: 'reduce' } });

    for (const [title, path, tenant] of pages) {
      test(`${title} has no serious violation of WCAG on a ${name} screen`, async ({ page }) => {
        await open(page, at(path, tenant));
        expect(await violations(page)).toEqual([]);
      });
    }
  });
}

test.describe('phone with its menu open', () => {
  test.use(looks.phone);

  test('the menu of phones has no serious violation of WCAG', async ({ page }) => {
    await open(page, at('/'));
    await page.getByLabel('菜单', { exact: true }).click();
    expect(await violations(page)).toEqual([]);
  });
});

test('an open dialog has no serious violation of WCAG', async ({ page }) => {
  await open(page, at('/scenicspotdetail?columnId=6105&id=spot-0002'));
  await page.getByRole('main').getByRole('button', { name: '推荐攻略' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
