import { randomBytes } from 'node:crypto';
import { streamItems } from '../../database/content/items';
import type { Page } from 'playwright';
import { measureRuns, openBrowser, measureScriptTime, slowDown, slowdown } from './browser';
import { findMedian, type Row } from './report';
import { createMemberCookies } from './members';
import { serve, type Served } from './served';

const runs = 7;

/**
 * Measures script time of the time picker in a browser that is slowed down: opening its dialog, which paints the first day, and painting
 * another day. Without a browser there is no row.
 */
export async function benchPicker(root: string, dataDir: string): Promise<Row[]> {
  const secret = randomBytes(32);
  const served = await serve(root, dataDir, { secret });
  const browser = await openBrowser();
  try {
    const address = await findFormWithTimes(served);
    if (!browser || address === undefined) return [];
    const cookies = await createMemberCookies(served.database, served.portal.tenant, secret, served.origin);
    const times = await measureRuns(browser, cookies, runs, (page) => measure(page, served.origin + address));
    const opened = `${findMedian(times.map((time) => time.opened)).toFixed(0)} ms`;
    const painted = `${findMedian(times.flatMap((time) => time.painted)).toFixed(0)} ms`;
    return [
      { what: `time picker: script to open, ${slowdown}x slower, p50`, figure: opened, aim: 'under 50 ms' },
      { what: `time picker: script to paint a day, ${slowdown}x slower, p50`, figure: painted, aim: 'under 50 ms' },
    ];
  } finally {
    await browser?.close();
    await served.close();
  }
}

/** The address of the first page with a form that times are picked in, for the first item of its module. */
async function findFormWithTimes({ portal, database }: Served): Promise<string | undefined> {
  const page = [...portal.pages.values()].find(({ forms }) =>
    Object.values(forms).some(({ fields }) => Object.values(fields).some(({ field }) => field === 'timeSlots')),
  );
  if (!page) return undefined;
  for await (const { id } of streamItems(database, portal.tenant, page.module, { batch: 1 }))
    return `${page.path}?id=${encodeURIComponent(id)}`;
  return undefined;
}

async function measure(page: Page, address: string): Promise<{ opened: number; painted: number[] }> {
  await page.goto(address, { waitUntil: 'networkidle' });
  const opener = page.locator('button[aria-haspopup="dialog"].field-times');
  // Its files are fetched once; what is measured is what happens on every opening.
  await opener.click();
  await page.locator('[data-slot]').first().waitFor();
  await page.keyboard.press('Escape');
  const devTools = await slowDown(page);
  const opened = await measureScriptTime(devTools, async () => {
    await opener.click();
    await page.locator('[data-slot]').first().waitFor();
  });
  const painted: number[] = [];
  const days = await page.locator('[data-day]:not(.picker-day-off)').all();
  for (const day of days.slice(1, 4)) {
    painted.push(
      await measureScriptTime(devTools, async () => {
        await day.click();
        await page.waitForLoadState('networkidle');
      }),
    );
  }
  return { opened, painted };
}
