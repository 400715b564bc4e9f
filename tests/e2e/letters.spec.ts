import type { Page } from 'playwright/test';
import { png } from '../server/rooms/uploads/files';
import { approveAll, field, joinInPage, nextPicture, pictureText } from './members';
import { cards, expect, expectSoundEverywhere, looks, open, at, test } from './portal';

const page = '/mailbox?columnId=6175';
const words = '阅览室的灯坏了';
const picture = (name: string, size = 0) => ({ name, mimeType: 'image/png', buffer: png(size) });
const box = (tab: Page) => field(tab, 'mailbox-write', 'title');
const chosen = (tab: Page) => tab.locator('.upload-field-picture');
const publish = (tab: Page) => tab.getByRole('button', { name: '发布' }).click();

test.use(looks.phone);

test('[MAIL-02, MAIL-04, MAIL-10, MAIL-11] a letter with three pictures is written, looked through and shown', async ({ page: tab }) => {
  await open(tab, at(page));
  await box(tab).fill(words);
  await tab.getByRole('link', { name: '请先登录' }).click();
  await expect(tab).toHaveURL(/\/login\?redirect=/);
  await joinInPage(tab, '13800000121');
  await open(tab, at(page));
  await expect(box(tab)).toHaveValue(words);
  await box(tab).fill('');
  await publish(tab);
  await expect(tab.locator('.form-view-faults')).toContainText('内容不能为空');

  await box(tab).fill(words);
  const asked: [path: string, at: number][] = [];
  tab.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/file/') || pathname.endsWith('/mailbox/add')) asked.push([pathname, performance.now()]);
  });
  await field(tab, 'mailbox-write', 'image').setInputFiles(['一.png', '二.png', '三.png'].map((name) => picture(name)));
  await expect(chosen(tab)).toHaveCount(3);
  const refreshed = tab.waitForResponse('**/mailbox/page?*');
  await publish(tab);
  await refreshed;
  await expect(tab.getByRole('dialog')).toContainText('上传成功');
  const [first, last] = [asked[0], asked.at(-1)];
  expect([first?.[0], last?.[0], asked.length]).toEqual(['/api/file/upload', '/api/travel/web/mailbox/add', 4]);
  expect((last?.[1] ?? 0) - (first?.[1] ?? 0)).toBeGreaterThanOrEqual(1000);
  await tab.getByRole('button', { name: '知道了' }).click();
  await expect(box(tab)).toHaveValue('');
  await expect(chosen(tab)).toHaveCount(0);

  await approveAll();
  // A page that was asked for a moment before the approval counts as new for a second.
  await expect(async () => {
    await open(tab, at(page));
    await expect(cards(tab).first()).toContainText(words, { timeout: 1_000 });
  }).toPass();
  await expect(cards(tab).first().locator('img')).toHaveCount(3);
  await expectSoundEverywhere(tab);
});

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
  await joinInPage(tab, '13800000122');
  await open(tab, at(page));
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
  await open(tab, at(place));
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
  await tab.route('**/CultureOrder/web/upload', (route) => route.fulfill({ json: { status: 500, message: '今日点单已满' } }), { times: 1 });
  await nextPicture(tab, send);
  await expect(tab.getByRole('alert').getByText('今日点单已满').first()).toBeVisible();
  await own('code').fill(await pictureText(context));
  await send();
  await expect(tab.getByRole('dialog')).toContainText('提交成功，请等待工作人员回复');
  await tab.getByRole('button', { name: '知道了' }).click();
  await expect(own('content')).toHaveValue('');
  await approveAll();
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
