import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type CDPSession, type Page } from 'playwright';

/** How much slower than this machine a cheap phone is taken to be. */
export const slowdown = 4;

/** The window of a phone. */
const phone: BrowserContextOptions = { locale: 'zh-CN', timezoneId: 'Asia/Shanghai', viewport: { width: 390, height: 844 } };

/** Starts a browser; gives undefined on a machine without one, where nothing can be measured in one. */
export const openBrowser = (): Promise<Browser | undefined> =>
  chromium.launch({ executablePath: process.env['CHROMIUM_PATH'], args: ['--no-sandbox', '--disable-gpu'] }).catch(() => undefined);

/** A slow connection of the fourth generation, as Lighthouse has it. */
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

/** Opens an address so many times as a phone, each time in a page of its own, and measures something there. */
export async function measureRuns<T>(
  browser: Browser,
  cookies: Parameters<BrowserContext['addCookies']>[0],
  runs: number,
  measure: (page: Page) => Promise<T>,
): Promise<T[]> {
  const context = await browser.newContext(phone);
  await context.addCookies(cookies);
  const found: T[] = [];
  for (let run = 0; run < runs; run += 1) {
    const page = await context.newPage();
    found.push(await measure(page));
    await page.close();
  }
  return found;
}

/** Slows a page down from now on. @returns what its script time is read from */
export async function slowDown(page: Page): Promise<CDPSession> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return devTools;
}

/** Gives a page a slow network from now on, and tells of its requests. */
export async function slowNetworkDown(devTools: CDPSession): Promise<void> {
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', slowNetwork);
}

/** Returns the milliseconds of script that something takes, at the speed of a page that was slowed down. */
export async function measureScriptTime(devTools: CDPSession, work: () => Promise<void>): Promise<number> {
  const total = async (): Promise<number> =>
    (await devTools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN;
  const before = await total();
  await work();
  return ((await total()) - before) * 1000;
}
