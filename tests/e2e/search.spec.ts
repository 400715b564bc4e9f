import { at, cards, expect, expectSound, newWindow, open, takenOver, test, titles, total } from './portal';
import { expectFineEverywhere } from './violations';

test('[SHELL-02, SRCH-01, SRCH-03, SRCH-04] the header searches the whole site; a result opens its page in a new window', async ({
  page,
}) => {
  await open(page, at('/venue?columnId=6140'));
  const box = page.getByRole('banner').locator('input[name=key]').first();
  await box.fill('昆曲');
  await box.press('Enter');
  await takenOver(page);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/search?key=${encodeURIComponent('昆曲')}`);
  await expectSound(page);
  const result = cards(page).filter({ hasText: '游园惊梦' });
  await expect(result.getByText('活动', { exact: true })).toBeVisible();
  await expect(result.locator('mark').first()).toHaveText('昆曲');
  const detail = await newWindow(page, result.getByRole('link'));
  expect(new URL(detail.url()).pathname + new URL(detail.url()).search).toBe('/appointmentdetail?columnId=6113&id=act-0001');
});

test('[SRCH-02] radio buttons narrow the results at once, and back', async ({ page }) => {
  await open(page, at('/search?key=讲座'));
  const all = await total(page);
  await page.getByRole('radio', { name: /^活动/ }).check();
  await expect(page).toHaveURL(/type=activity/);
  await expect.poll(() => total(page)).toBeLessThan(all);
  for (const card of await cards(page).all()) await expect(card.getByText('活动', { exact: true }).first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('radio', { name: '全部' })).toBeChecked();
  await expect.poll(() => total(page)).toBe(all);
});

test('[SRCH-05] what was typed is searched for, ten a page, with an empty state', async ({ page }) => {
  await open(page, at('/search?key=青澜'));
  await expect(cards(page)).toHaveCount(10);
  const first = await titles(page);
  await page.getByRole('link', { name: '下一页' }).click();
  await expect.poll(() => titles(page)).not.toEqual(first);
  const box = page.locator('#list input[name=key]');
  await box.fill('zzzz');
  await box.press('Enter');
  await expect(page.getByText('没有找到相关内容')).toBeVisible();
  await expect(box).toBeFocused();
  await expect(page).not.toHaveURL(/page=/);
});

test('first letters are enough to be led to an item, and a word with other characters to the right one', async ({ page }) => {
  await open(page, at('/search', 'museum'));
  const box = page.locator('#list input[name=key]');
  await box.focus();
  await expect(box).toHaveRole('combobox');
  await box.pressSequentially('qcyc');
  const option = page.getByRole('option', { name: /^青瓷夜场/ });
  await expect(option).toBeVisible();
  await box.press('ArrowDown');
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expectFineEverywhere(page, '望舒博物馆');
  await box.press('Enter');
  await expect(page).toHaveURL(/\/ticket\?/);
  await expect(cards(page)).toHaveCount(1);
  await open(page, at('/search?key=青慈', 'museum'));
  await page.getByRole('link', { name: '青瓷', exact: true }).first().click();
  await expect.poll(() => total(page)).toBeGreaterThan(0);
  await expect(page).toHaveURL(/key=%E9%9D%92%E7%93%B7/);
});

for (const [tenant, site] of [
  [undefined, '青澜市文化馆'],
  ['museum', '望舒博物馆'],
  ['library', '听松图书馆'],
] as const) {
  test(`the search of ${site} is sound and has no serious violation of WCAG on wide screens and on phones`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, at('/search?key=讲座', tenant));
    await expectFineEverywhere(page, site);
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('[SRCH-01, SRCH-02] the form sends the keyword and the radio button together', async ({ page }) => {
    await page.goto(at('/search'));
    await page.locator('#list').getByRole('searchbox').fill('排练');
    await page.getByRole('radio', { name: /^场馆/ }).check();
    await page.locator('#list').getByRole('button', { name: '搜索' }).click();
    await expect(page.getByRole('radio', { name: /^场馆/ })).toBeChecked();
    await expect(
      cards(page)
        .getByRole('heading', { name: /排练厅|排练室/ })
        .first(),
    ).toBeVisible();
    expect(new URL(page.url()).searchParams.get('type')).toBe('venue');
  });
});
