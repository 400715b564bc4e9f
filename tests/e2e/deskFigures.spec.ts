import { enter, headed, sizes } from './deskStaff';
import { at, expect, test } from './portal';
import { violations } from './violations';

// Machines that say what they are do not count.
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

for (const [name, viewport] of Object.entries(sizes)) {
  test.describe(`figures on a ${name} screen`, () => {
    test.use({ viewport, userAgent });

    test('an administrator sees how often pages were opened and what was searched for in vain, by period, and takes it out', async ({
      page,
    }, testInfo) => {
      const term = `找不到的${name}${testInfo.retry}`;
      await page.goto(at('/information?columnId=7102', 'museum'));
      const counted = page.waitForResponse((reply) => reply.url().includes('/web/search/record'));
      await page.goto(at(`/search?key=${encodeURIComponent(term)}`, 'museum'));
      await counted;
      await enter(page, `figures-${name}-${testInfo.retry}`, 'administrator', 'museum');
      const misses = page.getByRole('region', { name: '没有结果的搜索词' });
      const visits = page.getByRole('region', { name: '访问', exact: true });
      const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format();
      // Pages are counted every few seconds.
      await expect(async () => {
        await page.goto(at('/admin/figures', 'museum'));
        await headed(page, '数据');
        await expect(misses.getByRole('row').filter({ hasText: term })).toBeVisible({ timeout: 500 });
        await expect(visits.getByRole('row').filter({ hasText: today }).getByRole('cell')).toHaveText(/^[1-9]/, { timeout: 500 });
      }).toPass({ timeout: 30_000 });
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

      await page.getByRole('link', { name: '近7天' }).press('Enter');
      await expect(visits.getByRole('row')).toHaveCount(8);
      await page.getByRole('textbox', { name: '从' }).fill('2026-01-02');
      await page.getByRole('textbox', { name: '到' }).fill('2026-01-01');
      await page.getByRole('button', { name: '显示这段时间' }).press('Enter');
      await expect(page.getByText(/开始不能晚于结束/).first()).toBeVisible();
      await page.getByRole('textbox', { name: '到' }).fill('2026-01-04');
      await page.getByRole('button', { name: '显示这段时间' }).press('Enter');
      await expect(visits.getByRole('row')).toHaveCount(4);
      await expect(misses).toContainText('这段时间没有数据');

      await page.getByRole('link', { name: '近7天' }).press('Enter');
      await expect(visits.getByRole('row')).toHaveCount(8);
      await page.getByRole('link', { name: '表格与导出' }).first().press('Enter');
      await headed(page, '访问');
      await expect(page.getByRole('row')).toHaveCount(8);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: '导出 CSV' }).press('Enter');
      const chunks: Buffer[] = [];
      for await (const chunk of await (await download).createReadStream()) chunks.push(Buffer.from(chunk as Uint8Array));
      const lines = Buffer.concat(chunks).toString('utf8').trim().split('\r\n');
      expect(lines).toHaveLength(8);
      expect(lines[0]).toContain('打开的页面');
      expect(lines.some((line) => line.startsWith(today))).toBe(true);
    });
  });
}
