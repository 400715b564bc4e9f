import { enter } from './deskStaff';
import { at, expect, test } from './portal';

test('an administrator opens the form of every module', async ({ page }, testInfo) => {
  test.setTimeout(120_000);
  await enter(page, `forms-${testInfo.retry}`, 'administrator');
  const links = await page.locator('a[href*="/admin/content/"]').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const lists = [...new Set(links.flatMap((href) => /\/admin\/content\/\w+$/.exec(href)?.[0] ?? []))];
  expect(lists.length).toBeGreaterThan(15);
  const broken: string[] = [];
  for (const list of lists) {
    const address = at(`${list}/edit`);
    // What only visitors write has no form here.
    if ((await page.request.get(address)).status() === 404) continue;
    await page.goto(address);
    const fault = page.getByText('暂时打不开');
    await expect(page.locator('main form').or(fault).first()).toBeVisible();
    if (await fault.isVisible()) broken.push(list);
  }
  expect(broken).toEqual([]);
});
