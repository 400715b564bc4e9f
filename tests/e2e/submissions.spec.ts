import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { Page } from 'playwright/test';
import { decideItems } from '../database/decideItems';
import { attempt } from './contents';
import { handsOf } from './keys';
import { addMember, field, portalDatabase, signIn } from './members';
import { at, cards, expect, expectSound, expectSoundEverywhere, looks, open, test } from './portal';
import { expectFineEverywhere, violations } from './violations';

const film = join(import.meta.dirname, '../../tenants/centre/media/river/360p.mp4');
const drawCover = async (): Promise<{ name: string; mimeType: string; buffer: Buffer }> => {
  const picture = sharp({ create: { width: 640, height: 360, channels: 3, background: '#7a8f86' } }).png();
  return { name: '封面.png', mimeType: 'image/png', buffer: await picture.toBuffer() };
};
/** What an AVI begins with; what follows is in no codec. */
const unknownFilm = {
  name: '老片.avi',
  mimeType: 'video/x-msvideo',
  buffer: Buffer.from('RIFF\x40\0\0\0AVI LIST\x20\0\0\0hdrlavih\0\0\0\0'.padEnd(96, '\0'), 'latin1'),
};
/** The width and height of a picture as it is kept. */
const measure = (page: Page, address: string): Promise<number[]> =>
  page.evaluate(async (src) => {
    const { width, height } = await createImageBitmap(await (await fetch(src)).blob());
    return [width, height];
  }, address);
const alert = (page: Page) => page.getByRole('dialog', { name: '提示' });
const press = (page: Page, key: string): Promise<void> => page.keyboard.press(key);

/** Publishes what was handed in under a title. @returns its id */
async function approve(title: string): Promise<string> {
  const database = await portalDatabase();
  const { rows } = await sql<{ id: string }>`select id from item where status = 0 and title = ${title}`.execute(database.kysely);
  const [id = ''] = await decideItems(
    database,
    'centre',
    rows.map((row) => row.id),
    true,
  );
  return id;
}

test('[WORK-13, WORK-30, WORK-39, WORK-40] a work is handed in by keys alone, approved, and voted for once', async ({ page }) => {
  const phone = `138${attempt()}000143`;
  const title = `渡口的清晨${attempt()}`;
  const hands = handsOf(page, true);
  await addMember(page.request, phone);
  await signIn(page.context(), phone);
  await open(page, at('/workCollectDetail?columnId=6188&id=collect-001'));
  await expectSoundEverywhere(page);
  await hands.press(page.getByRole('link', { name: '我要参加' }));
  await expect(page).toHaveURL(/\/addNew\?columnId=6188&activityId=collect-001$/);
  const own = (name: string) => field(page, 'submit', name);
  const send = page.getByRole('button', { name: '提交作品' });
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await hands.tick(page.getByRole('checkbox'));
  await hands.press(page.getByRole('button', { name: '同意', exact: true }));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(send).not.toHaveAttribute('aria-disabled', 'true');
  await expect(send).toBeEnabled();
  await hands.press(send);
  await expect(alert(page)).toContainText('作品内容不能为空');
  await press(page, 'Enter');
  await expect(alert(page)).toHaveCount(0);
  await expect(own('content')).toBeFocused();
  await hands.write(own('content'), '五点四十，江面上只有他一条船。');
  await hands.write(own('author'), '阿澄');
  await hands.write(own('phone'), '13812345678');
  await hands.write(own('worksTitle'), title);
  await hands.attach(own('cover'), await drawCover());
  await expect(page.locator('.upload-field-picture')).toBeVisible();
  await expectFineEverywhere(page);
  await hands.press(send);
  await expect(alert(page)).toContainText('提交成功，请等待审核');
  await press(page, 'Enter');
  await expect(page).toHaveURL(/\/workCollect\?columnId=6188$/);

  const id = await approve(title);
  await open(page, at(`/worksItemDetail?worksId=${id}&columnId=6188&activityId=collect-001&voteType=true`));
  const facts = page.locator('.heading-section-facts');
  await expect(facts).toContainText(/票数\s*0/);
  const vote = page.getByRole('button', { name: '投它一票' });
  await hands.press(vote);
  await expect(alert(page)).toContainText('投票成功');
  await press(page, 'Escape');
  await expect(facts).toContainText(/票数\s*1/);
  await expect(vote).toBeFocused();
  await page.setViewportSize(looks.phone.viewport);
  await vote.click();
  await expect(alert(page)).toContainText('今天已经给这件作品投过票了，明天再来吧');
  await press(page, 'Escape');
  await expect(facts).toContainText(/票数\s*1/);
  await expectSoundEverywhere(page);
  expect(await violations(page)).toEqual([]);
});

for (const [name, look] of Object.entries(looks))
  test.describe(name, () => {
    test.use(look);

    // Which screen it is has no part in what becomes of a film.
    const isWhole = name === 'wide';
    const rows = '[SHOW-02, SHOW-04, SHOW-15, SHOW-22] ';
    test(`${isWhole ? rows : ''}a stranger uploads a film, sees how far it is, ${isWhole ? 'and it plays once it is approved, by keys alone' : 'and sends it'}, on a ${name} screen`, async ({
      page,
    }) => {
      test.setTimeout(180_000);
      const title = `江上的一天（${name}${attempt()}）`;
      const hands = handsOf(page, isWhole);
      await open(page, at('/cultureshow?columnId=6254'));
      await expect(cards(page).first()).toBeVisible();
      await expectSound(page);
      await hands.press(page.getByRole('button', { name: '上传视频' }));
      const dialog = page.getByRole('dialog', { name: '上传须知' });
      const send = dialog.getByRole('button', { name: '提交', exact: true });
      const films = dialog.locator('input[id$="_videoUrl"]');
      const covers = dialog.locator('.upload-field-picture');
      const taken = dialog.getByText('取自视频的画面，可以换成别的图片');
      await expect(send).toBeEnabled();
      await hands.press(send);
      await expect(alert(page)).toContainText('请上传封面');
      expect(await violations(page)).toEqual([]);
      await hands.press(page.getByRole('button', { name: '知道了' }));
      await expect(alert(page)).toHaveCount(0);
      await expectSound(page);
      await hands.write(dialog.getByLabel('姓名'), '阿禾');
      await hands.write(dialog.getByLabel('手机号'), '13812345678');
      await hands.write(dialog.getByLabel('视频名称'), title);
      await hands.choose(dialog.getByLabel('类型'), '生活记录');
      if (isWhole) {
        // A film that no browser plays has no picture to show, and nobody is told.
        await hands.attach(films, unknownFilm);
        await expect(dialog.getByRole('link', { name: '老片.avi' })).toBeVisible();
        await expect(covers).toHaveCount(0);
        await hands.press(dialog.getByRole('button', { name: '删除老片.avi' }));
        await hands.press(page.getByRole('button', { name: '确定', exact: true }));
        await expect(dialog.getByRole('link', { name: '老片.avi' })).toHaveCount(0);
      }
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/cultureShow/film', async (route) => {
        await held;
        await route.continue();
      });
      await hands.attach(films, film);
      const ofFilm = dialog.locator('.field-video');
      await expect(ofFilm.getByRole('progressbar')).toHaveAccessibleName('360p.mp4上传进度');
      await expect(ofFilm.locator('.upload-field-share')).toHaveText(/^\d+%$/);
      release();
      await expect(dialog.locator('.upload-field-video')).toBeVisible();
      await expect(taken).toBeVisible();
      await expectSound(page);
      expect(await violations(page)).toEqual([]);
      expect(await measure(page, (await covers.getAttribute('src')) ?? '')).toEqual([640, 360]);
      await hands.attach(dialog.locator('input[id$="_image"]'), await drawCover());
      await expect(taken).toHaveCount(0);
      await expect(covers).toHaveCount(1);
      const chosen = (await covers.getAttribute('src')) ?? '';
      await hands.tick(dialog.getByRole('checkbox'));
      await hands.press(page.getByRole('button', { name: '同意', exact: true }));
      await hands.press(send);
      await expect(page.getByText('上传成功,请等待管理员审核')).toBeVisible();
      await expect(dialog).toHaveCount(0);
      if (!isWhole) return;

      const id = await approve(title);
      await open(page, at(`/cultureshowdetail?columnId=6254&id=${id}`));
      await expect(page.locator('.player-cover')).toBeVisible();
      expect(await page.locator('.player').innerHTML()).toContain(chosen.replace(/\.\w+$/, ''));
      await expectSound(page);
      await hands.press(page.getByRole('button', { name: /^播放：/ }));
      const time = (): Promise<number> => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
      await expect.poll(time, { timeout: 90_000 }).toBeGreaterThan(0.5);
    });
  });
