import { at, cards, expect, expectSound, open, test, titles } from './portal';

const address = '/pavilion?columnId=6251';
const order = (page: Parameters<typeof cards>[0]) =>
  page.getByRole('navigation', { name: '排序方式' }).getByRole('link', { name: '离我最近' });

test('a list begins with what is nearest once the visitor says where that is, and tells how far', async ({ page, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ longitude: 119.5415, latitude: 29.9524 });
  await open(page, at(address));
  const usual = await titles(page);
  await order(page).click();
  await expect(page).toHaveURL(/near=119\.54[12]%2C29\.952/);
  await expect.poll(() => titles(page)).not.toEqual(usual);
  await expect(cards(page).first()).toContainText('柳湾乡村文化礼堂');
  await expect(cards(page).first()).toContainText(/约[\d.]+(米|公里)/);
  await expectSound(page);
  await page.reload();
  await expect(cards(page).first()).toContainText('柳湾乡村文化礼堂');
});

test('without leave the list stays as it is, and words say what to do instead', async ({ page, context }) => {
  await context.clearPermissions();
  await open(page, at(address));
  const usual = await titles(page);
  await order(page).click();
  await expect(page.getByText('没有得到定位许可')).toBeVisible();
  expect(await titles(page)).toEqual(usual);
  await expect(page).not.toHaveURL(/near=/);
});
