import type { Page } from 'playwright/test';
import { skipToForm, tabTo } from './keys';
import { field, joinInPage, portalDatabase } from './members';
import { sql } from 'kysely';
import { at, expect, expectSound, looks, open, test } from './portal';
import { formatDate } from '../../src/runtime/time';
import { violations } from './violations';

const day = 86_400_000;
const page = '/loan?columnId=7190';
const letter = { name: '借展函.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };

/** Chooses a province, a city and a county, each from the list that the one before it brings. */
async function chooseRegion(tab: Page): Promise<void> {
  await tab.getByRole('combobox', { name: '省', exact: true }).selectOption('浙江省');
  await tab.getByRole('combobox', { name: '市', exact: true }).selectOption('杭州市');
  await tab.getByRole('combobox', { name: '区县', exact: true }).selectOption('西湖区');
}

test('a loan is asked for by the keyboard: steps, rows, an end after its beginning, a field that comes with a tick, a file', async ({
  page: tab,
}) => {
  await open(tab, at('/login', 'museum'));
  await joinInPage(tab, '13800000091');
  const own = (name: string) => field(tab, 'ask', name);
  const press = (key: string): Promise<void> => tab.keyboard.press(key);
  const write = (words: string): Promise<void> => tab.keyboard.type(words);
  const next = tab.getByRole('button', { name: '下一步' });
  await open(tab, at(page, 'museum'));

  await skipToForm(tab, own('unit'));
  await press('Enter');
  await expect(tab.locator('.form-view-faults')).toContainText('借展单位不能为空');
  await expect(own('unit')).toBeFocused();
  await write('云岭博物馆');
  await tabTo(tab, own('exhibition'));
  await write('山海之间');
  await tabTo(tab, own('phone'));
  await write('13800000091');
  await chooseRegion(tab);
  await own('address_street').focus();
  await write('灵隐路1号');
  await press('Enter');

  await tabTo(tab, own('pieces'));
  await press('Enter');
  await expect(own('pieces_0_object')).toBeFocused();
  await write('青');
  await expect(tab.getByRole('option').first()).toBeVisible();
  await press('ArrowDown');
  await press('Enter');
  const chosen = await own('pieces_0_object').inputValue();
  await expect(own('pieces_0_title')).toHaveValue(chosen);
  await expect(own('pieces_0_era')).toHaveAttribute('readonly', '');
  await tabTo(tab, own('pieces_0_title'));
  await press('Control+a');
  await write('越窑青瓷罐');
  await tabTo(tab, own('pieces_0_count'));
  await write('0');
  await tabTo(tab, own('pieces'));
  await press('Enter');
  await expect(own('pieces_1_object')).toBeFocused();
  await tabTo(tab, next, { most: 8 });
  await press('Enter');
  await expect(tab.locator('.form-view-faults')).toContainText('有3处需要修改');
  await expect(tab.getByRole('link', { name: '展品 2：名称不能为空' })).toBeVisible();
  await expect(own('pieces_0_count')).toBeFocused();
  await press('Control+a');
  await write('2');
  await expect(tab.getByText('件数应为1到999之间的整数')).toHaveCount(0);
  await expect(own('count')).toHaveValue('2');
  const removal = tab.getByRole('button', { name: /删除\s*展品 2/ });
  await tabTo(tab, removal);
  await press('Enter');
  await expect(tab.locator('.rows-field-name')).toHaveText(['展品 1']);
  await expect(own('pieces')).toBeFocused();
  await tabTo(tab, next);
  await press('Enter');

  await expect(own('begin')).toBeVisible();
  await own('begin').fill(formatDate(Date.now() + 40 * day));
  await own('end').fill(formatDate(Date.now() + 30 * day));
  await tabTo(tab, own('insured'));
  await press('Space');
  await tabTo(tab, own('insurer'));
  await write('海晏财险');
  await own('letter').setInputFiles(letter);
  await expect(tab.getByText('借展函.pdf').first()).toBeVisible();
  const send = tab.getByRole('button', { name: '提交申请' });
  await tabTo(tab, send);
  await press('Enter');
  await expect(tab.locator('.form-view-faults')).toContainText('结束日期不能早于开始日期');
  await expect(own('end')).toBeFocused();
  await own('end').fill(formatDate(Date.now() + 440 * day));
  await expect(own('days')).toHaveValue('401');
  await tabTo(tab, send);
  await press('Enter');
  await expect(tab.locator('.form-view-faults')).toContainText('借展期不能超过365天');
  await expect(own('days')).toBeFocused();
  await own('end').fill(formatDate(Date.now() + 90 * day));
  await tabTo(tab, send);
  await press('Enter');

  await expect(tab).toHaveURL(/\/myloans/);
  const stored = await sql<{ doc: unknown }>`select doc from item where tenant = 'museum' and module = 'loan'`.execute(
    (await portalDatabase()).kysely,
  );
  expect(stored.rows.map(({ doc }) => doc)).toEqual([
    expect.objectContaining({
      unit: '云岭博物馆',
      exhibition: '山海之间',
      address: { region: '330106', street: '灵隐路1号' },
      pieces: [expect.objectContaining({ title: '越窑青瓷罐', count: 2, object: { id: expect.stringMatching(/./), label: chosen } })],
      count: 2,
      days: 51,
      insured: true,
      insurer: '海晏财险',
    }),
  ]);
  await tab.getByText('山海之间').first().click();
  await expect(tab.getByText('浙江省 杭州市 西湖区')).toBeVisible();
  await expect(tab.getByText('灵隐路1号')).toBeVisible();
  await tab.goBack();
  // The steps of what was sent are nothing to go back to.
  await expect(tab).not.toHaveURL(/myloans/);
  expect(await tab.evaluate(() => JSON.stringify(window.history.state))).not.toContain('formSteps');
});

for (const [name, look] of Object.entries(looks))
  test.describe(name, () => {
    test.use(look);
    test(`rows of a form are sound on a ${name} screen`, async ({ page: tab }) => {
      const phone = name === 'wide' ? '13800000092' : '13800000093';
      await open(tab, at('/login', 'museum'));
      await joinInPage(tab, phone);
      await open(tab, at(page, 'museum'));
      await field(tab, 'ask', 'unit').fill('云岭博物馆');
      await field(tab, 'ask', 'exhibition').fill('山海之间');
      await field(tab, 'ask', 'phone').fill('13800000091');
      await chooseRegion(tab);
      await field(tab, 'ask', 'address_street').fill('灵隐路1号');
      expect(await violations(tab)).toEqual([]);
      await tab.getByRole('button', { name: '下一步' }).click();
      await expect(field(tab, 'ask', 'pieces')).toBeVisible();
      await tab.goBack();
      await expect(field(tab, 'ask', 'unit')).toHaveValue('云岭博物馆');
      await tab.goForward();
      for (let count = 0; count < 2; count += 1) await tab.getByRole('button', { name: '添加一件展品' }).click();
      await tab.getByRole('button', { name: '下一步' }).click();
      await expect(tab.getByText('名称不能为空').last()).toBeVisible();
      const search = field(tab, 'ask', 'pieces_1_object');
      await search.fill('青');
      await expect(tab.getByRole('option').first()).toBeVisible();
      expect(await violations(tab)).toEqual([]);
      await tab.getByRole('option').first().click();
      await expect(search).not.toHaveValue('青');
      await expect(field(tab, 'ask', 'pieces_1_title')).toHaveValue(await search.inputValue());
      await expectSound(tab, '望舒博物馆');
      expect(await violations(tab)).toEqual([]);
    });
  });
