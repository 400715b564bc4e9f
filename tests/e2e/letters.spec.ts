import type { Locator, Page } from 'playwright/test';
import { png } from '../server/rooms/uploads/files';
import { attempt } from './contents';
import { handsOf, tabTo } from './keys';
import { approve, field, joinInPage, nextPicture, pictureText, review, sentItem, toast } from './members';
import { at, cards, expect, expectSound, expectSoundEverywhere, looks, open, takenOver, test } from './portal';
import { violations } from './violations';

const page = '/mailbox?columnId=6175';
const words = '阅览室的灯坏了';
const picture = (name: string, size = 0) => ({ name, mimeType: 'image/png', buffer: png(size) });
const box = (tab: Page) => field(tab, 'mailbox-write', 'title');
const chosen = (tab: Page) => tab.locator('.upload-field-picture');
const publish = (tab: Page) => tab.getByRole('button', { name: '发布' }).click();

for (const [name, look] of Object.entries(looks))
  test.describe(name, () => {
    test.use(look);
    // The command of staff is started several times.
    test.describe.configure({ timeout: 120_000 });
    const wide = name === 'wide';
    /** A page that was asked for a moment before it changed counts as new for a second. */
    const openUntil = async (tab: Page, address: string, target: Locator): Promise<void> =>
      expect(async () => {
        await open(tab, at(address));
        await expect(target).toBeVisible({ timeout: 1_000 });
      }).toPass();

    test(`[MAIL-02, MAIL-04, MAIL-10, MAIL-11] a letter with three pictures is written, looked through, answered, and its member told, on a ${name} screen`, async ({
      page: tab,
    }) => {
      // Each move of staff is a program of its own, on a machine that may be busy.
      test.slow();
      // All is done by keys on a wide screen, by touch on the other.
      const hands = handsOf(tab, wide);
      const said = `${words}（${name}${attempt()}）`;
      await open(tab, at(page));
      await hands.write(box(tab), said);
      await hands.press(tab.getByRole('link', { name: '请先登录' }));
      await expect(tab).toHaveURL(/\/login\?redirect=/);
      await joinInPage(tab, `138${attempt()}${wide ? '000120' : '000121'}`);
      await open(tab, at(page));
      await expect(box(tab)).toHaveValue(said);
      await box(tab).fill('');
      await hands.press(tab.getByRole('button', { name: '发布' }));
      await expect(tab.locator('.form-view-faults')).toContainText('内容不能为空');

      await hands.write(box(tab), said);
      const asked: [path: string, at: number][] = [];
      tab.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/file/') || pathname.endsWith('/mailbox/add')) asked.push([pathname, performance.now()]);
      });
      await field(tab, 'mailbox-write', 'image').setInputFiles(['一.png', '二.png', '三.png'].map((each) => picture(each)));
      await expect(chosen(tab)).toHaveCount(3);
      const refreshed = tab.waitForResponse('**/mailbox/page?*');
      await hands.press(tab.getByRole('button', { name: '发布' }));
      await refreshed;
      await expect(tab.getByRole('dialog')).toContainText('上传成功');
      const [first, last] = [asked[0], asked.at(-1)];
      expect([first?.[0], last?.[0], asked.length]).toEqual(['/api/file/upload', '/api/travel/web/mailbox/add', 4]);
      expect((last?.[1] ?? 0) - (first?.[1] ?? 0)).toBeGreaterThanOrEqual(1000);
      await hands.press(tab.getByRole('button', { name: '知道了' }));
      await expect(box(tab)).toHaveValue('');
      await expect(chosen(tab)).toHaveCount(0);

      const id = await sentItem('mailbox', 'title', said);
      expect(await review('list')).toContain(said);
      expect(await review('move', id, 'answer', '--give', 'answer=明天就修')).toContain('published');
      await open(tab, at('/personalcenter/messages'));
      const notice = tab.getByRole('article').filter({ hasText: '您的留言有了答复' });
      await expect(notice).toContainText('明天就修');
      const unread = tab.getByRole('navigation', { name: '个人中心' }).getByRole('link', { name: /我的消息/ });
      await expect(unread).toContainText('1');
      await expectSound(tab);
      expect(await violations(tab)).toEqual([]);
      await hands.press(notice.getByRole('button', { name: '标为已读' }));
      await expect(unread).not.toContainText('1');
      await expect(notice.getByRole('button')).toHaveCount(0);
      await hands.press(notice.getByRole('link').first());
      await expect(tab).toHaveURL(/\/mailbox\?columnId=6175/);
      const letter = cards(tab).filter({ hasText: said });
      await openUntil(tab, page, letter);
      await expect(letter).toContainText('明天就修');
      await expect(letter.locator('.post-card-pictures img')).toHaveCount(3);
      await expectSound(tab);
    });

    test(`[ORDER-02] a member orders, is answered and rates what was delivered, on a ${name} screen`, async ({ page: tab, context }) => {
      const place = '/culturalorder?columnId=6190';
      const own = (each: string): Locator => field(tab, 'culturalorder-order', each);
      test.slow();
      // All is done by keys on a wide screen, by touch on the other.
      const hands = handsOf(tab, wide);
      const said = `想请人来教漆扇（${name}${attempt()}）`;
      await open(tab, at('/login'));
      await joinInPage(tab, `138${attempt()}${wide ? '000124' : '000125'}`);
      await open(tab, at('/myculturalorders'));
      await expect(tab.getByText('还没有点单')).toBeVisible();
      await expectSound(tab);
      await nextPicture(tab, () => open(tab, at(place)));
      await hands.write(own('orderName'), '林晓');
      await hands.write(own('orderTelphoneNum'), '13800000124');
      await tab.getByRole('combobox', { name: '类型' }).selectOption('培训');
      await tab.getByRole('combobox', { name: '地点' }).selectOption('送到社区');
      await hands.write(own('content'), said);
      await hands.write(own('code'), await pictureText(context));
      await hands.press(tab.getByRole('button', { name: '提交', exact: true }));
      await expect(tab.getByRole('dialog')).toContainText('提交成功，请等待工作人员回复');
      await hands.press(tab.getByRole('button', { name: '知道了' }));

      const id = await sentItem('culturalorder', 'content', said);
      const mine = tab.getByRole('article').filter({ hasText: said });
      await open(tab, at('/myculturalorders'));
      await expect(mine).toContainText('待审核');
      await expect(mine.getByRole('button', { name: '评价' })).toHaveCount(0);
      expect(await review('move', id, 'answer', '--give', 'answer=周六上午到社区')).toContain('published');
      expect(await review('move', id, 'deliver')).toContain('delivered');
      await open(tab, at('/personalcenter/messages'));
      await expect(tab.getByRole('article').filter({ hasText: '您的点单有了答复' })).toBeVisible();
      await hands.press(tab.getByRole('article').filter({ hasText: '您的点单已完成' }).getByRole('button', { name: '查看' }));
      await expect(tab).toHaveURL(/\/myculturalorders/);
      await expect(mine).toContainText('周六上午到社区');
      await takenOver(tab);

      await hands.press(mine.getByRole('button', { name: '评价' }));
      const dialog = tab.getByRole('dialog', { name: '评价这次服务' });
      await expect(dialog).toBeVisible();
      await hands.press(dialog.getByRole('button', { name: '提交评价' }));
      await expect(dialog).toContainText('请选择评分');
      expect(await violations(tab)).toEqual([]);
      const star = (stars: number): Locator => dialog.getByRole('radio', { name: `${stars}星` });
      if (wide) {
        await tabTo(tab, star(1), { key: 'Shift+Tab' });
        await tab.keyboard.press('Space');
        for (const stars of [2, 3, 4]) {
          await tab.keyboard.press('ArrowRight');
          await expect(star(stars)).toBeFocused();
        }
      } else await star(4).check({ force: true });
      await expect(star(4)).toBeChecked();
      await hands.write(dialog.getByRole('textbox', { name: '评价' }), '老师讲得细');
      await hands.press(dialog.getByRole('button', { name: '提交评价' }));
      await expect(toast(tab, '感谢您的评价')).toBeVisible();
      await expect(mine).toContainText('已评价');
      await expect(mine.getByRole('img', { name: '4星' })).toBeVisible();
      await expect(mine).toContainText('老师讲得细');
      await expect(mine.getByRole('button', { name: '评价' })).toHaveCount(0);
      await expectSound(tab);

      const shown = cards(tab).filter({ hasText: said });
      await openUntil(tab, place, shown.getByRole('img', { name: '4星' }));
      await expect(shown).not.toContainText('老师讲得细');
      expect(await review('move', id, 'showRating')).toContain('closed');
      await openUntil(tab, place, shown.getByText('老师讲得细'));
      await expectSound(tab);
      expect(await violations(tab)).toEqual([]);
    });
  });

test.describe('by touch', () => {
  test.use(looks.phone);

  test('[MAIL-05, MAIL-06, MAIL-07, MAIL-08, MAIL-12, TENANT-14] which pictures a letter takes, and that nothing is lost when it cannot be sent', async ({
    page: tab,
    complaints,
  }) => {
    await open(tab, at(page));
    await expect(box(tab)).toHaveAttribute('placeholder', '说说您的想法，限50字');
    await open(tab, at('/mailbox?columnId=7175', 'museum'));
    await expect(box(tab)).toHaveAttribute('placeholder', '想对望舒说的话，限50字');
    await expect(tab.locator('h1')).toHaveText('写给望舒');

    await open(tab, at('/login'));
    await joinInPage(tab, `138${attempt()}000122`);
    await open(tab, at(page));
    // The list begins on the first screen, and its head leads to the form below it.
    await expect(cards(tab).first()).toBeInViewport();
    await tab.getByRole('link', { name: '我要写信' }).click();
    await expect(box(tab)).toBeInViewport();
    const input = field(tab, 'mailbox-write', 'image');
    const fault = tab.locator('.field').filter({ has: input }).locator('p');
    for (const [file, told] of [
      [{ name: '动.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }, '请选择图片文件'],
      [picture('大.png', 5 * 1024 * 1024 + 1), '上传的文件不要超过5M。'],
    ] as const) {
      await input.setInputFiles(file);
      await expect(fault).toContainText(told);
      await expect(chosen(tab)).toHaveCount(0);
    }
    await input.setInputFiles(['一', '二', '三', '四'].map((name) => picture(`${name}.png`)));
    await expect(fault).toContainText('当前板块最多允许上传3个文件');
    await expect(chosen(tab)).toHaveCount(3);

    await box(tab).fill(words);
    await tab.route('**/mailbox/add', (route) => route.fulfill({ json: { rel: false, message: '系统繁忙' } }));
    await Promise.all([tab.waitForResponse('**/mailbox/add'), publish(tab)]);
    await expect(tab.getByRole('button', { name: '发布' })).toBeEnabled();
    await expect(tab.getByText('系统繁忙')).toHaveCount(0);
    await expect(box(tab)).toHaveValue(words);
    expect(complaints).toEqual([]);
  });

  test('[ORDER-02, ORDER-03, ORDER-04, ORDER-05, ORDER-06, ORDER-07, ORDER-15, ORDER-16, ORDER-17] an order is written, refused for its captcha, sent, looked through and shown', async ({
    page: tab,
    context,
    complaints,
  }) => {
    const place = '/culturalorder?columnId=6190';
    const own = (name: string) => field(tab, 'culturalorder-order', name);
    const send = () => tab.getByRole('button', { name: '提交', exact: true }).click();
    await nextPicture(tab, () => open(tab, at(place)));
    await send();
    for (const told of ['请输入姓名', '请输入联系方式', '请选择类型', '请输入内容', '请输入验证码'])
      await expect(tab.locator('.form-view-faults')).toContainText(told);
    await own('orderName').fill('林晓');
    await own('orderTelphoneNum').fill('13800000123');
    await tab.getByRole('combobox', { name: '类型' }).selectOption('演出');
    await expect(tab.locator('.form-view-faults')).toContainText('请选择地点');
    await tab.getByRole('combobox', { name: '地点' }).selectOption('送到社区');
    await own('content').fill('想看一场木偶戏');
    await own('code').fill('wrong');
    await nextPicture(tab, send);
    await expect(tab.locator('.form-view-refusal')).toContainText('验证码');
    await own('code').fill(await pictureText(context));
    await tab.route('**/CultureOrder/web/upload', (route) => route.fulfill({ json: { status: 500, message: '今日点单已满' } }), {
      times: 1,
    });
    await nextPicture(tab, send);
    await expect(tab.getByRole('alert').getByText('今日点单已满').first()).toBeVisible();
    await own('code').fill(await pictureText(context));
    await send();
    await expect(tab.getByRole('dialog')).toContainText('提交成功，请等待工作人员回复');
    await tab.getByRole('button', { name: '知道了' }).click();
    await expect(own('content')).toHaveValue('');
    await approve('想看一场木偶戏');
    await expect(async () => {
      await open(tab, at(place));
      await expect(cards(tab).first()).toContainText('想看一场木偶戏', { timeout: 1_000 });
    }).toPass();
    await expect(cards(tab).first()).toContainText('送到社区');
    await expect(tab.getByRole('link', { name: '加载更多' }).or(tab.getByText('已显示全部点单')).first()).toBeVisible();
    await expectSoundEverywhere(tab);
    // The captcha was wrong once.
    complaints.length = 0;
  });
});
