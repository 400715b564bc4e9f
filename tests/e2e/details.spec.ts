import type { Locator, Page } from 'playwright/test';
import { at, expect, looks, newWindow, open, takenOver, test } from './portal';
import { violations } from './violations';

const exhibit = '/exhibitdetail?columnId=6103&id=cexhibit-0001';
const article = '/informationdetail?columnId=6101&id=info-0003';
const sight = '/scenicspotdetail?columnId=6105&id=spot-0002';

const gallery = (page: Page): Locator => page.getByRole('main').locator('figure');
const shown = (page: Page): Locator => page.getByRole('main').locator('.slides-slide[data-on]');

/** How many thumbnails lie within their strip. */
function thumbnailsInSight(page: Page): Promise<number> {
  return gallery(page)
    .getByRole('list')
    .evaluate((strip) => {
      const { left, right } = strip.getBoundingClientRect();
      return [...strip.children].filter((thumbnail) => {
        const box = thumbnail.getBoundingClientRect();
        return box.left >= left - 1 && box.right <= right + 1;
      }).length;
    });
}

for (const [name, look] of Object.entries(looks)) {
  test.describe(name, () => {
    test.use(look);

    test(`[CONV-08] [CONV-12] [EXH-05] a gallery shows three thumbnails at a time and the number of its picture, on a ${name} screen`, async ({
      page,
    }) => {
      await open(page, at(exhibit));
      await expect(gallery(page).getByText('1 / 4')).toBeVisible();
      await expect(gallery(page).getByRole('listitem')).toHaveCount(4);
      expect(await thumbnailsInSight(page)).toBe(3);
      expect(await violations(page)).toEqual([]);
      await gallery(page).getByRole('button', { name: '后一组缩略图' }).click();
      await expect(gallery(page).getByText('4 / 4')).toBeVisible();
      await expect.poll(() => thumbnailsInSight(page)).toBe(3);
      await expect(gallery(page).getByRole('link', { name: '第4张' })).toBeInViewport();
      await gallery(page).getByRole('link', { name: '第2张' }).click();
      await expect(gallery(page).getByText('2 / 4')).toBeVisible();
      await gallery(page).getByRole('button', { name: '下一张' }).click();
      await expect(gallery(page).getByText('3 / 4')).toBeVisible();
      await expect(page).toHaveURL(at(exhibit));
    });
  });
}

test('[EXH-05] a gallery turns by its arrow keys, round its ends', async ({ page }) => {
  await open(page, at(exhibit));
  await gallery(page).getByRole('link', { name: '第1张' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(gallery(page).getByText('2 / 4')).toBeVisible();
  await expect(shown(page).getByRole('img')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(gallery(page).getByText('4 / 4')).toBeVisible();
});

test('an object is looked at closely by keys alone, saved, cited and heard', async ({ page }) => {
  await open(page, at('/exhibitdetail?columnId=7101&id=mexhibit-0001', 'museum'));
  const opener = gallery(page).getByRole('link', { name: /^放大查看/ });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '放大查看：兽面纹铜鼎' });
  const picture = dialog.locator('.zoom-stage');
  await expect(picture).toBeFocused();
  await expect(dialog.locator('.zoom-place[data-shown] canvas')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('+');
  await expect(dialog.getByText('已放大到150%')).toBeAttached();
  await page.keyboard.press('0');
  await expect(dialog.getByText('已放大到100%')).toBeAttached();
  await page.keyboard.press('PageDown');
  await expect(dialog.getByText('2 / 4')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(gallery(page).getByText('2 / 4')).toBeVisible();
  await expect(gallery(page).getByRole('link', { name: '下载图片' })).toHaveAttribute('download', '兽面纹铜鼎-2.svg');
  const main = page.getByRole('main');
  await expect(main.getByRole('blockquote')).toContainText('兽面纹铜鼎，商代晚期，望舒博物馆藏，藏品号望铜00001。');
  await main.getByText('查看文字稿').click();
  await expect(main.getByText('它的肚子')).toBeVisible();
  // The recording is there and can be played.
  await expect
    .poll(() =>
      main.locator('audio').evaluate(async (audio: HTMLAudioElement) => {
        if (audio.readyState === 0) audio.load();
        return audio.error === null && (await fetch(audio.src)).headers.get('content-type');
      }),
    )
    .toBe('audio/mpeg');
});

test.describe('under a finger', () => {
  test.use(looks.phone);

  test('[EXH-05] a gallery turns by a swipe', async ({ page }) => {
    await open(page, at(exhibit));
    const box = await shown(page).boundingBox();
    if (!box) throw new Error('no picture');
    const swipe = async (from: number, to: number): Promise<void> => {
      const touch = await page.context().newCDPSession(page);
      const point = (share: number) => [{ x: box.x + box.width * share, y: box.y + box.height / 2 }];
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(from) });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(to) });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await swipe(0.8, 0.2);
    await expect(gallery(page).getByText('2 / 4')).toBeVisible();
    await swipe(0.2, 0.8);
    await expect(gallery(page).getByText('1 / 4')).toBeVisible();
  });
});

/** Opens a page whose clock stands still, and answers which picture of its carousel is on. */
async function openStill(page: Page, path: string): Promise<() => Promise<string>> {
  await page.clock.install({ time: new Date('2026-11-20T10:00:00+08:00') });
  await open(page, at(path));
  await page.clock.pauseAt(new Date('2026-11-20T11:00:00+08:00'));
  return async () => (await page.getByRole('main').locator('.slides-dot[aria-current=true]').getAttribute('aria-label')) ?? '';
}

for (const [rows, path] of [
  ['[SCEN-07]', sight],
  ['[DELI-05]', '/delicacydetail?columnId=6146&id=dish-0002'],
  ['[TRAV-06]', '/travelguidedetail?columnId=6104&id=guide-0002'],
]) {
  test(`[CONV-13] ${rows} the carousel of ${path} changes every 4 s`, async ({ page }) => {
    const picture = await openStill(page, path ?? '');
    const first = await picture();
    await page.clock.runFor(4000);
    const second = await picture();
    expect(second).not.toBe(first);
    await page.clock.runFor(3999);
    await page.clock.runFor(1);
    expect(await picture()).not.toBe(second);
    await expect(shown(page).getByRole('img')).toBeVisible();
  });
}

test('[CONV-13] a carousel stands still once it is paused, and under pointer or focus', async ({ page }) => {
  const picture = await openStill(page, sight);
  await page.getByRole('button', { name: '暂停播放' }).click();
  await page.mouse.move(0, 0);
  await page.getByRole('heading', { level: 1 }).click();
  const paused = await picture();
  await page.clock.runFor(9000);
  expect(await picture()).toBe(paused);

  await page.getByRole('button', { name: '继续播放' }).click();
  await page.clock.runFor(9000);
  expect(await picture(), 'under the pointer').toBe(paused);
  await page.getByRole('heading', { level: 1 }).click();
  // The interval starts once the page has taken note that the pointer left.
  await expect
    .poll(async () => {
      await page.clock.runFor(1000);
      return picture();
    })
    .not.toBe(paused);

  const moved = await picture();
  await page.getByRole('button', { name: '暂停播放' }).focus();
  await page.clock.runFor(9000);
  expect(await picture(), 'with the focus').toBe(moved);
});

test('[CONV-13] nothing moves by itself for visitors who prefer reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const picture = await openStill(page, sight);
  const first = await picture();
  await page.clock.runFor(9000);
  expect(await picture()).toBe(first);
});

test('[TRAV-06] a picture of a guide opens its travelUrl', async ({ page }) => {
  await open(page, at('/travelguidedetail?columnId=6104&id=guide-0001'));
  await expect(shown(page).getByRole('link')).toHaveAttribute('href', 'https://www.example.org/routes/beijing-zhongzhou');
  await open(page, at('/travelguidedetail?columnId=6104&id=guide-0002'));
  await expect(shown(page).getByRole('link')).toHaveCount(0);
});

test('[CONV-07] [INFO-09] [ENT-06] four sizes of letters, standard first; the choice lasts for the visit', async ({ page }) => {
  await open(page, at(article));
  const sizes = page.getByRole('radiogroup', { name: '字号' });
  const letters = (): Promise<number> =>
    page
      .locator('#article .rich-text p')
      .first()
      .evaluate((paragraph) => parseFloat(getComputedStyle(paragraph).fontSize));
  await expect(sizes.getByRole('radio')).toHaveCount(4);
  await expect(sizes).toContainText(/超大.*大.*标准.*小/);
  await expect(sizes.getByRole('radio', { name: '标准' })).toBeChecked();
  const measured: number[] = [];
  for (const size of ['小', '标准', '大', '超大']) {
    await sizes.getByText(size, { exact: true }).click();
    await expect(sizes.getByRole('radio', { name: size, exact: true })).toBeChecked();
    measured.push(await letters());
  }
  expect([...new Set(measured)].sort((a, b) => a - b)).toEqual(measured);
  await page.goto(at('/enterprisedetail?columnId=6108&id=firm-0001'));
  await takenOver(page);
  await expect(page.getByRole('radio', { name: '超大' })).toBeChecked();
});

test('[SHELL-21] [CONV-09] the button to the top is there after 100 px, and leads there', async ({ page }) => {
  await open(page, at(article));
  const top = page.getByRole('button', { name: '返回顶部' });
  await page.evaluate(() => window.scrollTo(0, 100));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(100);
  await expect(top).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, 101));
  await top.click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(top).toHaveCount(0);
});

test('[CONV-09] [COUNT-09] an item is shared on weibo, in qzone and by a code for WeChat, with share=1', async ({ page }) => {
  await open(page, at(exhibit));
  const tools = page.getByRole('complementary', { name: '页面工具' });
  await tools.getByRole('button', { name: '分享' }).click();
  for (const [link, host] of [
    ['分享到微博', 'service.weibo.com'],
    ['分享到QQ空间', 'sns.qzone.qq.com'],
  ]) {
    const target = new URL((await tools.getByRole('link', { name: link }).getAttribute('href')) ?? '');
    expect(target.hostname).toBe(host);
    expect(new URL(target.searchParams.get('url') ?? '').searchParams.get('share')).toBe('1');
    expect(new URL(target.searchParams.get('url') ?? '').searchParams.get('id')).toBe('cexhibit-0001');
    await expect(tools.getByRole('link', { name: link })).toHaveAttribute('target', '_blank');
  }
  await tools.getByRole('button', { name: '分享到微信' }).click();
  const dialog = page.getByRole('dialog', { name: '分享到微信' });
  const code = dialog.getByRole('img', { name: '本页二维码' });
  await expect.poll(() => code.evaluate((picture) => picture instanceof HTMLImageElement && picture.naturalWidth)).toBeGreaterThan(100);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(tools.getByRole('link', { name: '分享到微博' })).toBeHidden();
  await expect(tools.getByRole('button', { name: '分享', exact: true })).toBeFocused();
});

test('an article and an activity are printed without what is used on screens alone', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  for (const [path, kept] of [
    [article, ['发布时间', '来源']],
    ['/appointmentdetail?columnId=6113&id=act-0033', ['活动时间', '地点', '场次']],
  ] as const) {
    await open(page, at(path));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const words of kept) await expect(page.locator('main').getByText(words, { exact: true }).first()).toBeVisible();
    for (const used of ['header.header', '.rail', '.crumbs', 'footer', '.comments', '.font-sizes', 'main .button'])
      for (const each of await page.locator(used).all()) await expect(each).toBeHidden();
  }
});

/** Opens an article whose clock stands still, and collects what it records. */
async function openRecording(page: Page, path: string): Promise<unknown[]> {
  const records: unknown[] = [];
  await page.route('**/api/communal/web/amount', async (route) => {
    if (route.request().method() === 'PUT') records.push(route.request().postDataJSON());
    await route.fulfill({ json: { status: 200 } });
  });
  await page.clock.install({ time: new Date('2026-11-20T10:00:00+08:00') });
  await page.clock.pauseAt(new Date('2026-11-20T11:00:00+08:00'));
  await open(page, at(path));
  // Set by an effect of the same kind as the records'.
  await expect(page.locator('#main[data-size]')).toHaveCount(1);
  return records;
}

test('[COUNT-07] [COUNT-10] [COUNT-19] the view of an item is recorded once, 1000 ms after its opening', async ({ page }) => {
  const records = await openRecording(page, article);
  await page.clock.runFor(999);
  expect(records).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => records).toEqual([{ menuId: '6101', dataId: 'info-0003', pv: 1 }]);
  await page.clock.runFor(20_000);
  expect(records).toHaveLength(1);
});

test('[COUNT-08] an item opened from a shared address records one share besides its view', async ({ page }) => {
  const records = await openRecording(page, `${article}&share=1`);
  await page.clock.runFor(20_000);
  await expect.poll(() => records).toHaveLength(2);
  expect(records).toContainEqual({ menuId: '6101', dataId: 'info-0003', share: 1 });
  expect(records).toContainEqual({ menuId: '6101', dataId: 'info-0003', pv: 1 });
});

test('[COUNT-05] [COUNT-07] the views of an item grow by one when it is viewed', async ({ page }) => {
  const views = async (): Promise<number> => (await (await page.request.get(at('/api/communal/web/amount/6101/info-0020'))).json()).data.pv;
  const before = await views();
  const recorded = page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().endsWith('/amount'));
  await open(page, at('/informationdetail?columnId=6101&id=info-0020'));
  expect((await recorded).status()).toBe(200);
  await expect.poll(views).toBe(before + 1);
});

test('[SCEN-10] [SCEN-11] a link of a sight without an address says 暂无相关内容～; Escape leads back', async ({ page }) => {
  await open(page, at(sight));
  for (const label of ['推荐攻略', '文化旅游发现']) {
    const button = page.getByRole('main').getByRole('button', { name: label });
    await button.click();
    const dialog = page.getByRole('dialog', { name: label });
    await expect(dialog).toContainText('暂无相关内容～');
    if (label === '推荐攻略') expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  }
  await open(page, at('/scenicspotdetail?columnId=6105&id=spot-0010'));
  await expect(page.getByRole('main').getByRole('link', { name: '推荐攻略' })).toHaveAttribute(
    'href',
    'https://www.example.org/routes/xihu',
  );
});

test('[BRAND-07] [BRAND-08] [BRAND-09] [BRAND-10] [BRAND-11] [BRAND-12] [BRAND-13] the tabs of a series are those that have something to show', async ({
  page,
}) => {
  await open(page, at('/brandactivitydetail?columnId=6102&id=brand-0001'));
  await expect(page.getByRole('tab')).toHaveText(['图文介绍', '文化资讯', '相关活动']);
  await expect(page.getByRole('tab', { name: '图文介绍' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: '图文介绍' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tabpanel', { name: '图文介绍' })).toBeHidden();
  const infos = page.getByRole('tabpanel', { name: '文化资讯' });
  await expect(infos.getByRole('article')).toHaveCount(3);
  await expect(infos.getByRole('article').first().getByRole('link')).toHaveAttribute(
    'href',
    /^\/informationdetail\?columnId=\d+&id=info-\d+$/,
  );
  await expect(infos.getByRole('link', { name: '更多' })).toHaveAttribute('href', /^\/information\?columnId=\d+$/);
  await page.getByRole('tab', { name: '相关活动' }).click();
  const activities = page.getByRole('tabpanel', { name: '相关活动' });
  await expect(activities.getByRole('article')).toHaveCount(3);
  await expect(activities.getByRole('article').first().getByRole('link')).toHaveAttribute(
    'href',
    /^\/appointmentdetail\?columnId=6113&id=act-\d+$/,
  );
  await expect(activities.getByRole('link', { name: '更多' })).toHaveAttribute('href', '/appointment?columnId=6113');
  await page.reload();
  await expect(activities).toBeVisible();

  await open(page, at('/brandactivitydetail?columnId=6102&id=brand-0003'));
  await expect(page.getByRole('tab')).toHaveText(['图文介绍', '文化资讯']);
  await open(page, at('/brandactivitydetail?columnId=6102&id=brand-0005'));
  await expect(page.getByRole('tab')).toHaveText(['图文介绍']);
  await expect(page.locator('#article').getByText('暂无介绍').first()).toBeVisible();
});

test('[CONV-14] [CMDY-06] [CMDY-07] [CMDY-05] goods recommend four others, lead to all of them, and are bought in a new window', async ({
  page,
}) => {
  await open(page, at('/culturalcommoditydetail?columnId=6112&id=goods-0001'));
  const others = page.getByRole('region', { name: '热门推荐' });
  await expect(others.getByRole('article')).toHaveCount(4);
  const name = await page.getByRole('heading', { level: 1 }).innerText();
  expect((await others.getByRole('heading', { level: 3 }).allInnerTexts()).filter((title) => title.startsWith(name))).toEqual([]);
  const buy = page.getByRole('main').getByRole('link', { name: '立即购买' });
  await expect(buy).toHaveAttribute('target', '_blank');
  await expect(buy).toHaveAttribute('href', 'https://www.example.org/goods/solar-planner');
  await others.getByRole('link', { name: '更多' }).click();
  await expect(page).toHaveURL(at('/culturalcommodity?columnId=6112'));
});

test('[HOTEL-07] [HOTEL-10] [HOTEL-11] [HOTEL-12] a hotel recommends five others and leads to booking', async ({ page }) => {
  await open(page, at('/homestayhoteldetail?columnId=6106&id=hotel-0001'));
  const others = page.getByRole('region', { name: '相关推荐' });
  await expect(others.getByRole('article')).toHaveCount(5);
  await expect(others.getByRole('link', { name: /^云山半舍/ })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: '立即预定' })).toHaveAttribute(
    'href',
    'https://www.example.org/booking/yunshan',
  );
  await others.getByRole('link', { name: '更多' }).click();
  await expect(page).toHaveURL(at('/homstayhotel?columnId=6106'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('民宿酒店');
});

test('[INFO-10] an article names its source only when it has one, and links to its original', async ({ page }) => {
  await open(page, at(article));
  const original = page.getByRole('link', { name: '查看原文' });
  await expect(original).toHaveAttribute('href', 'https://www.example.org/news/three-houses');
  await expect(original).toHaveAttribute('rel', /noopener/);
  await expect(page.getByRole('main').locator('header')).toContainText('来源');
  await open(page, at('/informationdetail?columnId=6101&id=info-0005'));
  await expect(page.getByRole('main').locator('header')).not.toContainText('来源');
  await expect(page.getByRole('main').locator('header')).toContainText('作者');
});

test('[SHELL-08] [SHELL-09] an item opened from a part of the site keeps leading back to that part', async ({ page }) => {
  await open(page, at('/scenicspot?columnId=6105&subhomepage=travel'));
  const detail = await newWindow(page, page.locator('#list').getByRole('article').first().getByRole('heading').getByRole('link'));
  const steps = detail.getByRole('navigation', { name: '当前位置' });
  await expect(steps.getByRole('link').nth(0)).toHaveAttribute('href', '/scenicspot?columnId=6105&subhomepage=travel');
  await expect(steps.getByRole('link').nth(1)).toHaveAttribute('href', '/scenicspot?columnId=6105&subhomepage=travel');
});

test('what is read and written on details has one width, which begins where the page does', async ({ page }) => {
  await page.setViewportSize(looks.wide.viewport);
  for (const [path, tenant] of [
    [article, undefined],
    [sight, undefined],
    ['/activitystyledetail?columnId=6264&id=style-0001', undefined],
    ['/venuedetail?columnId=6140&id=venue-0001', undefined],
    ['/homestayhoteldetail?columnId=6106&id=hotel-0022', undefined],
    ['/exhibitdetail?columnId=7101&id=mexhibit-0001', 'museum'],
  ] as const) {
    await open(page, at(path, tenant));
    const sides = await page.locator('main').evaluate((main) =>
      ['.rich-text', '.section-comments'].map((selector) => {
        const { left, width } = main.querySelector(selector)?.getBoundingClientRect() ?? { left: 0, width: 0 };
        return { left, width };
      }),
    );
    expect(sides, path).toEqual([
      { left: 120, width: 832 },
      { left: 120, width: 832 },
    ]);
  }
});
