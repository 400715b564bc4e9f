import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import type { CompiledPage } from '../../model/compiled';
import { measureRuns, measureScriptTime, openBrowser, slowDown, slowNetworkDown, slowdown } from './browser';
import { longForm, typedInto } from './longForm';
import { servePlainForm } from './baselines/servePlainForm';
import { describeFields, findOpenForm } from './openForm';
import { findMedian, type Row } from './report';
import { serve } from './served';

const runs = 9;
/** Keys in a round, and rounds of which the one in the middle counts: the first ones are slower, until the browser has compiled what runs. */
const keys = 20;
const keyRounds = 7;

/**
 * Measures the page of the longest form that is open to anyone: the scripts of its first load, and on a slow telephone how long until it is shown
 * and can be sent, beside a form of the same fields that is written by hand and rendered by a server. Besides, the script of a key press in a form
 * of 40 fields. Without a browser there are the scripts alone.
 */
export async function benchForm(root: string, folder: string): Promise<Row[]> {
  const definitions = join(folder, 'definitions');
  for (const part of ['schemas', 'tenants']) await cp(join(root, part), join(definitions, part), { recursive: true });
  await writeFile(join(definitions, 'schemas/modules', `${longForm.name}.json`), JSON.stringify(longForm.module));
  const served = await serve(root, join(folder, 'data'), { definitions });
  const browser = await openBrowser();
  try {
    const page = findOpenForm(served.portal);
    const ready = browser && (await compareReady(browser, root, served.origin, page));
    const pressed = browser && (await measureKeys(browser, `${served.origin}/${longForm.name}`));
    return [await measureScripts(served.origin, page.path), ...(ready ?? []), ...(pressed ?? [])];
  } finally {
    await browser?.close();
    await served.close();
  }
}

async function measureScripts(origin: string, path: string): Promise<Row> {
  const html = await (await fetch(origin + path)).text();
  const addresses = [...html.matchAll(/(?:<script type="module" src|<link rel="modulepreload" href)="([^"]+)"/g)].map(
    ([, found]) => found ?? '',
  );
  const sizes = await Promise.all(
    addresses.map(async (address) => brotliCompressSync(await (await fetch(origin + address)).arrayBuffer()).length),
  );
  const size = sizes.reduce((sum, each) => sum + each, 0);
  return { what: `form page ${path}: JavaScript, brotli`, figure: formatKilobytes(size), aim: 'at most 120 KB' };
}

async function compareReady(browser: Browser, root: string, origin: string, page: CompiledPage): Promise<Row[]> {
  const plain = await servePlainForm(root, describeFields(page));
  const times: Record<'portal' | 'plain', Opening[]> = { portal: [], plain: [] };
  try {
    // By turns, for the machine may be slower for a while; each in a browser that knows nothing yet.
    for (let run = 0; run < runs; run += 1) {
      times.portal.push(...(await measureRuns(browser, [], 1, (tab) => measureOpening(tab, origin + page.path))));
      times.plain.push(...(await measureRuns(browser, [], 1, (tab) => measureOpening(tab, plain.origin))));
    }
  } finally {
    plain.close();
  }
  const compare = (moment: keyof Opening, words: string, aim?: string): Row[] => {
    const [ours, theirs] = [times.portal, times.plain].map((openings) => openings.map((opening) => opening[moment]));
    const ratio = findMedian(ours ?? []) / findMedian(theirs ?? []);
    return [
      { what: `form page: until it ${words}, slow 4G, ${slowdown}x slower, p50`, figure: formatSpread(ours ?? []) },
      { what: `the same written by hand, ${formatKilobytes(plain.scriptSize)} of script`, figure: formatSpread(theirs ?? []) },
      { what: `form page: until it ${words}, portal to written by hand`, figure: `${ratio.toFixed(2)} x`, aim },
    ];
  };
  return [...compare('shown', 'is shown'), ...compare('ready', 'can be sent', '1.4 x or better')];
}

/** Milliseconds from the start of a navigation until a form is shown, and until it can be sent. */
interface Opening {
  shown: number;
  ready: number;
}

async function measureOpening(page: Page, address: string): Promise<Opening> {
  const devTools = await slowDown(page);
  await slowNetworkDown(devTools);
  await page.goto(address, { waitUntil: 'commit' });
  const ready = await page.waitForFunction(
    () => (document.querySelector('.form-view-fields button[type="submit"]:enabled') ? performance.now() : 0),
    undefined,
    { polling: 'raf' },
  );
  const shown = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN);
  return { shown, ready: await ready.jsonValue() };
}

async function measureKeys(browser: Browser, address: string): Promise<Row[]> {
  const [times] = await measureRuns(browser, [], 1, async (page) => {
    await page.goto(address, { waitUntil: 'networkidle' });
    const devTools = await slowDown(page);
    const press = async (): Promise<number> => {
      await page.locator(typedInto).focus();
      const rounds: number[] = [];
      for (let round = 0; round < keyRounds; round += 1)
        rounds.push(
          await measureScriptTime(devTools, async () => {
            for (let key = 0; key < keys; key += 1) await page.keyboard.press('a');
          }),
        );
      return findMedian(rounds) / keys;
    };
    const clean = await press();
    await page.locator('.form-view-fields button[type="submit"]').click();
    await page.locator('.form-view-faults li').first().waitFor();
    return { clean, tried: await press() };
  });
  const what = `form of ${longForm.length} fields: script of a key press`;
  const row = (when: string, time = Number.NaN): Row => ({
    what: `${what}${when}, ${slowdown}x slower, p50`,
    figure: `${time.toFixed(1)} ms`,
    aim: 'at most 16 ms, a frame',
  });
  return [row('', times?.clean), row(' after faults were found', times?.tried)];
}

const formatKilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;

const formatSpread = (times: readonly number[]): string =>
  `${findMedian(times).toFixed(0)} ms (${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)})`;
