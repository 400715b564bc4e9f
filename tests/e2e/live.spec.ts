import type { Locator, Page } from 'playwright/test';
import { attempt } from './contents';
import { tabTo } from './keys';
import { addMember, quickLogin } from './members';
import { at, cards, expect, expectSound, looks, newWindow, open, test } from './portal';
import { expectFineEverywhere, violations } from './violations';

// Films are decoded by the processor: on a machine that is slow or shared that takes its time.
test.describe.configure({ timeout: 180_000 });

const stream = '/newlivedetail?columnId=6115&id=newlive-0001';
const soon = '/newlivedetail?columnId=6115&id=newlive-0004';
const waiting = '直播暂未开始，请稍候';
const unplayable = '此视频暂无法播放，请稍后再试';

const player = (page: Page): Locator => page.locator('.player');
const start = (page: Page): Locator => player(page).getByRole('button', { name: /^播放：/ });
const control = (page: Page, name: string): Locator => player(page).getByRole('button', { name, exact: true });
const told = (page: Page): Locator => player(page).getByRole('status').filter({ hasText: /./ });
const time = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>('.player-frame > .player-on video')?.currentTime ?? -1);

/** Presses the picture and waits until the film is under way. */
async function play(page: Page): Promise<void> {
  await start(page).click();
  await goesOn(page);
}

async function goesOn(page: Page): Promise<void> {
  const before = await time(page);
  await expect.poll(() => time(page), { timeout: 90_000, message: 'seconds of the film' }).toBeGreaterThan(Math.max(0, before) + 1);
}

/** Answers every playlist of a stream with a text. */
const answer = (page: Page, body: string): Promise<unknown> =>
  page.route('**/channels/**', (route) => route.fulfill({ contentType: 'application/vnd.apple.mpegurl', body }));

test('[LIVE-02, LIVE-07] a live stream plays once it is pressed, and nothing of it is fetched before', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (/channels|hls|Player-/i.test(request.url())) fetched.push(request.url());
  });
  await open(page, at(stream));
  expect(fetched).toEqual([]);
  await play(page);
  // A machine that is busy falls behind what is broadcast; the mark then leads back to it.
  await expect(player(page).locator('.player-live')).toHaveText(/^直播中$|直播$/, { timeout: 60_000 });
  await expect(player(page).getByLabel('清晰度').locator('option')).toHaveText(['自动', '360p', '180p'], { timeout: 60_000 });
});

test('[LIVE-05] a stream that stops is waited for, and goes on when it is back', async ({ page, complaints }) => {
  await open(page, at(stream));
  await play(page);
  await page.route('**/channels/**', (route) => route.fulfill({ status: 404, body: '' }));
  await expect(told(page)).toContainText(waiting, { timeout: 60_000 });
  await page.unroute('**/channels/**');
  await expect(told(page)).toHaveCount(0, { timeout: 45_000 });
  await goesOn(page);
  complaints.length = 0;
});

test('[LIVE-05] a stream that has not begun says so, and begins as soon as it is there', async ({ page, complaints }) => {
  await open(page, at(soon));
  await start(page).click();
  await expect(told(page)).toContainText(waiting);
  // Now the theatre broadcasts what the dock shows.
  await page.route('**/channels/theatre/**', (route) => route.continue({ url: route.request().url().replace('/theatre/', '/river/') }));
  await control(page, '重试').click();
  await goesOn(page);
  await expect(told(page)).toHaveCount(0);
  complaints.length = 0;
});

for (const [what, body] of [
  ['half a playlist', '#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQU'],
  ['a playlist that says nothing', '#EXTM3U\n'],
  ['something else', '<!doctype html><title>504</title>'],
  ['nothing', ''],
  [
    'segments that are not there',
    '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:1\n#EXTINF:2,\n../none/1.ts\n#EXTINF:2,\n../none/2.ts\n',
  ],
] as const) {
  test(`[LIVE-05] ${what} in place of a stream is waited out`, async ({ page, complaints }) => {
    await answer(page, body);
    await open(page, at(stream));
    await start(page).click();
    await expect(told(page)).toContainText(waiting, { timeout: 45_000 });
    complaints.length = 0;
  });
}

test('[LIVE-06] a playlist of renditions that the browser cannot decode cannot be played', async ({ page, complaints }) => {
  await answer(page, '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=90000,CODECS="dvh1.05.06,ac-4.02.01.00"\na.m3u8\n');
  await open(page, at(stream));
  await start(page).click();
  await expect(told(page)).toContainText(unplayable);
  await expect(control(page, '重试')).toHaveCount(0);
  complaints.length = 0;
});

test('a playlist without an end does not halt the page', async ({ page, complaints }) => {
  await answer(page, `#EXTM3U\n${'#EXTINF:2,\n1.ts\n'.repeat(300_000)}`);
  await open(page, at(stream));
  await start(page).click();
  await expect(told(page)).toContainText(unplayable, { timeout: 45_000 });
  expect(await page.evaluate(() => 1 + 1)).toBe(2);
  complaints.length = 0;
});

test('[COURSE-07, COURSE-08] a film plays in place of its cover; a chapter that is chosen is a cover again', async ({ page }) => {
  await open(page, at('/jpkcdetail?columnId=6117&id=course-0001'));
  await expect(player(page).locator('.player-frame > .player-cover')).toBeVisible();
  await play(page);
  await expect(player(page).locator('.player-frame > .player-cover')).toHaveCount(0);
  await player(page).getByRole('link', { name: '一节一节画竹竿' }).click();
  await expect(player(page).locator('.player-frame > .player-cover')).toBeVisible();
  await expect(start(page)).toHaveAccessibleName('播放：一节一节画竹竿');
  await play(page);
  expect(await page.evaluate(() => document.querySelector<HTMLVideoElement>('.player-on video')?.duration)).toBeCloseTo(24, 0);
});

test('[COURSE-08, CONV-27] a film that fails gives its place back to the cover, and can be tried again', async ({ page, complaints }) => {
  await page.route('**/media/river/360p.mp4', (route) => route.fulfill({ status: 200, contentType: 'video/mp4', body: 'no film' }));
  await open(page, at('/jpkcdetail?columnId=6117&id=course-0001'));
  await start(page).click();
  await expect(told(page)).toContainText(unplayable);
  await expect(player(page).locator('.player-frame > .player-cover')).toBeVisible();
  await page.unroute('**/media/river/360p.mp4');
  await play(page);
  complaints.length = 0;
});

test('[LIVE-04] what was recorded of a stream that is over is played, at any place of it', async ({ page }) => {
  await open(page, at('/newlivedetail?columnId=6115&id=newlive-0009'));
  await play(page);
  await player(page).getByLabel('播放进度').focus();
  await page.keyboard.press('End');
  await expect(start(page)).toBeVisible({ timeout: 15_000 });
});

test('the player is used by keyboard, from its picture to the whole screen and back', async ({ page }) => {
  await open(page, at('/newlivedetail?columnId=6115&id=newlive-0008'));
  await start(page).focus();
  await page.keyboard.press('Enter');
  await goesOn(page);
  await expect(player(page).getByRole('region')).toBeFocused();
  const state = (): Promise<unknown[]> =>
    page.evaluate(() => {
      const video = document.querySelector<HTMLVideoElement>('.player-on video');
      return [video?.paused, video?.muted];
    });
  await page.keyboard.press('k');
  expect(await state()).toEqual([true, false]);
  const before = await time(page);
  await page.keyboard.press('ArrowRight');
  expect(await time(page)).toBeCloseTo(before + 5, 0);
  await page.keyboard.press('m');
  expect(await state()).toEqual([true, true]);
  await page.keyboard.press('c');
  expect(await page.evaluate(() => document.querySelector<HTMLVideoElement>('.player-on video')?.textTracks[0]?.mode)).toBe('showing');
  await page.keyboard.press('f');
  await expect(control(page, '退出全屏')).toBeVisible();
  await page.keyboard.press('f');
  await expect(control(page, '全屏')).toBeVisible();
  expect(await page.evaluate(() => document.fullscreenElement)).toBeNull();
});

test.describe('a click on a stream', () => {
  const card = (page: Page, name: string): Locator => cards(page).getByRole('heading').getByText(name);
  const question = (page: Page): Locator => page.getByRole('dialog').filter({ hasText: '直播已经结束，是否观看回放?' });
  test.beforeEach(async ({ context }) => {
    await context.route('https://www.example.org/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>elsewhere</title>' }),
    );
  });

  test('[NLIVE-08, NLIVE-09, NLIVE-13] asks when it is over: no leads nowhere, yes to its detail', async ({ page }) => {
    await open(page, at('/newlive?columnId=6115'));
    await card(page, '“纸上江南”剪纸名家对谈').click();
    await question(page).getByRole('button', { name: '取消' }).click();
    await expect(page.getByRole('alert').getByText('已取消')).toBeVisible();
    await card(page, '“纸上江南”剪纸名家对谈').click();
    const opened = await newWindow(page, question(page).getByRole('link', { name: '确定' }));
    expect(new URL(opened.url()).pathname + new URL(opened.url()).search).toBe('/newlivedetail?columnId=6115&id=newlive-0009');
    await expect(question(page)).toHaveCount(0);
  });

  test('[NLIVE-12] opens a replay elsewhere', async ({ page }) => {
    await open(page, at('/newlive?columnId=6115'));
    await card(page, '重阳诗会暨长者艺术团汇演').click();
    expect((await newWindow(page, question(page).getByRole('link', { name: '确定' }))).url()).toBe(
      'https://www.example.org/replay/double-ninth',
    );
  });

  test('[NLIVE-10] warns when nothing was recorded', async ({ page }) => {
    await open(page, at('/newlive?columnId=6115&page=2'));
    await card(page, '青少年器乐大赛决赛').click();
    await question(page).getByRole('button', { name: '确定' }).click();
    await expect(page.getByRole('alert').getByText('没有直播回放')).toBeVisible();
  });

  test('[NLIVE-05, NLIVE-06, NLIVE-07] leads to a stream, to a page elsewhere, or warns that there is neither', async ({ page }) => {
    await open(page, at('/newlive?columnId=6115'));
    expect(new URL((await newWindow(page, card(page, '慢直播｜临河码头的一天'))).url()).search).toBe('?columnId=6115&id=newlive-0001');
    expect((await newWindow(page, card(page, '全国群星合唱展播（青澜专场）'))).url()).toBe('https://www.example.org/live/choir');
    await card(page, '春联下乡直播预告：先把墨磨起来').click();
    await expect(page.getByRole('alert').getByText('没有直播链接')).toBeVisible();
  });
});

test('lists and other pages with players are sound on wide screens and on phones', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [path, tenant, site] of [
    ['/newlive?columnId=6115', undefined, '青澜市文化馆'],
    ['/jpkecheng?columnId=7111', 'museum', '望舒博物馆'],
    ['/jpkcdetail?columnId=8111&id=course-0001', 'library', '听松图书馆'],
  ] as const) {
    await open(page, at(path, tenant));
    await expectFineEverywhere(page, site);
  }
});

for (const [name, look] of Object.entries(looks)) {
  test.describe(`on a ${name} screen`, () => {
    test.use({ ...look, contextOptions: { reducedMotion: 'reduce' } });

    test('a page with a player is sound, before and while it plays', async ({ page }) => {
      await open(page, at(stream));
      await expectSound(page);
      expect(await violations(page)).toEqual([]);
      await play(page);
      await player(page).locator('video').dispatchEvent('pointermove');
      expect(await violations(page)).toEqual([]);
      const small = await player(page)
        .locator('.player-controls')
        .locator('button, select')
        .evaluateAll(
          (controls) =>
            controls.map((each) => each.getBoundingClientRect()).filter(({ width, height }) => width < 44 || height < 44).length,
        );
      expect(small).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), 'width of the page').toBeLessThanOrEqual(
        page.viewportSize()?.width ?? 0,
      );
    });
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test("the browser's own player plays films, and chapters lead to their files", async ({ page }) => {
    await page.goto(at('/jpkcdetail?columnId=6117&id=course-0001'));
    await expect(player(page).locator('noscript video, video.player-plain')).toBeVisible();
    await expect(player(page).getByRole('link', { name: '一节一节画竹竿' })).toHaveAttribute('href', '/media/river/index.m3u8');
  });
});

test('a stranger who wants to be reminded of a stream to come logs in, comes back, is noted, and takes it back', async ({
  page,
  request,
}) => {
  const phone = `138${attempt()}004401`;
  await addMember(request, phone);
  await open(page, at(soon));
  await page.locator('#main').getByRole('link', { name: '提醒我' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await quickLogin(page, phone);
  await expect(page).toHaveURL(at(soon));
  const ask = page.locator('#main').getByRole('button', { name: '提醒我' });
  await tabTo(page, ask, { most: 120 });
  await page.keyboard.press('Enter');
  await expect(page.locator('.toasts').getByText('预约成功，开始前15分钟提醒您')).toBeVisible();
  const drop = page.locator('#main').getByRole('button', { name: '取消提醒' });
  await expect(drop).toBeFocused();
  await expectFineEverywhere(page);
  await page.reload();
  await expect(drop, 'it is remembered').toBeVisible();
  await drop.click();
  await expect(page.locator('.toasts').getByText('已取消提醒')).toBeVisible();
  await expect(ask).toBeVisible();
  await open(page, at(stream));
  await expect(ask, 'what is on needs none').toHaveCount(0);
});
