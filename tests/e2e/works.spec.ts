import type { Locator, Page } from 'playwright/test';
import { addMember, quickLogin } from './members';
import { at, cards, expect, expectSound, expectSoundEverywhere, looks, newWindow, open, takenOver, test } from './portal';

const column = '/workCollect?columnId=6188';
const call = '我镜头里的青澜·市民摄影作品征集';

const showcase = (page: Page): Locator => page.locator('#list-works');
const works = (page: Page): Locator => showcase(page).getByRole('article');
/** The titles of the works, without what links say of new windows. */
const names = async (page: Page): Promise<string[]> =>
  (await works(page).getByRole('heading').allInnerTexts()).map((words) => words.split('\n')[0] ?? '');
const ranks = (page: Page): Locator =>
  showcase(page)
    .locator('.badge')
    .filter({ hasText: /^第\d名$/ });
const turn = (page: Page, label: string): Locator => page.locator('.actions-section-turn').filter({ hasText: label });
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });

/** The number behind a word on each card, such as the votes. */
async function numbers(page: Page, word: string): Promise<number[]> {
  return (await works(page).allInnerTexts()).map((text) => Number(new RegExp(`${word}\\s*(\\d+)`).exec(text)?.[1]));
}

const falling = (values: number[]): boolean =>
  values.length > 1 && values.every((value, index) => index === 0 || value <= (values[index - 1] ?? 0));

for (const [name, look] of Object.entries(looks)) {
  test.describe(name, () => {
    test.use(look);

    test(`[WORK-02] [WORK-05] [WORK-07] [WORK-10] [WORK-16] [WORK-17] [WORK-18] [WORK-20] a visitor finds a call and looks at its works on a ${name} screen`, async ({
      page,
    }) => {
      await open(page, at(column));
      await expectSound(page);
      await expect(cards(page)).toHaveCount(6);
      await page.getByRole('group', { name: '状态', exact: true }).getByRole('link', { name: '进行中' }).click();
      await expect.poll(async () => (await cards(page).locator('.badge').allInnerTexts()).every((words) => words === '进行中')).toBe(true);
      const link = cards(page).getByRole('heading').getByRole('link', { name: call });
      // Where fingers point, cards open in the same window.
      const detail = name === 'phone' ? page : await newWindow(page, link);
      if (name === 'phone') await link.click();
      await takenOver(detail);
      await expect(heading(detail)).toHaveText(call);
      await expect(detail.getByRole('region', { name: '推荐活动' }).getByRole('article')).toHaveCount(3);
      await expectSound(detail);
      await detail.getByRole('tab', { name: '活动详情' }).focus();
      await detail.keyboard.press('ArrowRight');
      await expect(detail.getByRole('tab', { name: '作品展示' })).toBeFocused();
      await expect(works(detail)).toHaveCount(8);
      await expect(ranks(detail)).toHaveText(['第1名', '第2名', '第3名']);
      const first = await names(detail);
      await expectSound(detail);

      await showcase(detail).getByRole('searchbox').fill('01003');
      await showcase(detail).getByRole('searchbox').press('Enter');
      await expect(showcase(detail).getByRole('alert')).toHaveText('请选择搜索条件');
      expect(await names(detail)).toEqual(first);
      await showcase(detail).getByRole('combobox').selectOption({ label: '作者编号' });
      await showcase(detail).getByRole('searchbox').press('Enter');
      await expect.poll(() => names(detail)).toEqual(['老码头夜色']);
      await expect(ranks(detail)).toHaveCount(0);

      await detail.goBack();
      await expect.poll(() => names(detail)).toEqual(first);
      await showcase(detail).getByRole('link', { name: '浏览量' }).click();
      await expect.poll(async () => falling(await numbers(detail, '浏览'))).toBe(true);
      await expect(ranks(detail)).toHaveCount(0);
      await showcase(detail).getByRole('link', { name: '票数' }).click();
      await expect.poll(async () => falling(await numbers(detail, '票数'))).toBe(true);
    });

    // Which screen it is has no part in the way, and its pages are looked at on both.
    if (name === 'wide')
      test(`[WORK-21] [WORK-23] who opens a work logs in, then turns from work to work and back to the call, on a ${name} screen`, async ({
        page,
      }) => {
        const phone = '13810000931';
        await addMember(page.request, phone);
        await page.context().clearCookies();
        await open(page, at(`/workCollectDetail?columnId=6188&id=collect-001&tab=works`));
        const [first = ''] = await names(page);
        await works(page).first().getByRole('heading').getByRole('link').click();
        await expect(page).toHaveURL(/\/login\?redirect=/);
        await takenOver(page);
        await quickLogin(page, phone);

        await expect(page).toHaveURL(/\/worksItemDetail\?/);
        await expect(heading(page)).toHaveText(first);
        await expect(page).toHaveTitle(`${first} - 青澜市文化馆`);
        await expect(page.locator('.heading-section-facts')).toContainText(/作者.*编号.*创建时间.*票数.*浏览/s);
        await expectSoundEverywhere(page);

        const last = await turn(page, '上一件').locator('.actions-section-turn-hint').innerText();
        await turn(page, '上一件').click();
        await expect(heading(page)).toHaveText(last);
        await expect(turn(page, '下一件').locator('.actions-section-turn-hint')).toHaveText(first);
        await turn(page, '下一件').press('Enter');
        await expect(heading(page)).toHaveText(first);
        await expect(page).toHaveTitle(`${first} - 青澜市文化馆`);

        await page.getByRole('region', { name: '征集活动' }).getByRole('link').click();
        await expect(heading(page)).toHaveText(call);
        await expect(page.getByRole('tab', { name: '作品展示' })).toHaveAttribute('aria-selected', 'true');
        await expectSoundEverywhere(page);
      });
  });
}
