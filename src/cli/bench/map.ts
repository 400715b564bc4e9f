import { multiplyPlaces } from '../../database/benchmarks/items';
import type { Page } from 'playwright';
import type { CompiledPage } from '../../model/compiled';
import type { MapSection } from '../../model/definitions.g';
import { measureRuns, openBrowser, measureScriptTime, slowDown, slowdown } from './browser';
import { findMedian, type Row } from './report';
import { serve, type Served } from './served';

/** As many places at as many points as a national list of heritage has: where its counties stand, several lie upon each other. */
const places = 3_610;
const points = 1_725;
const runs = 5;
const pans = 6;
/** Movements of the pointer in a pan. */
const steps = 10;

/**
 * Measures a map with many places in a browser that is slowed down: how long until its marks stand there, and the script that moving it
 * takes. Without a browser or a module with a map there is no row.
 */
export async function benchMap(root: string, dataDir: string): Promise<Row[]> {
  const served = await serve(root, dataDir);
  const browser = await openBrowser();
  try {
    const address = await fill(served);
    if (!browser || address === undefined) return [];
    const times = await measureRuns(browser, [], runs, (page) => measure(page, served.origin + address));
    const ready = `${findMedian(times.map((time) => time.ready)).toFixed(0)} ms`;
    const panned = `${findMedian(times.flatMap((time) => time.panned)).toFixed(0)} ms`;
    const map = `map with ${places} places`;
    return [
      { what: `${map}: until its marks can be used, ${slowdown}x slower, p50`, figure: ready },
      {
        what: `${map}: script of a pan in ${steps} moves, ${slowdown}x slower, p50`,
        figure: panned,
        aim: `under ${steps * 16} ms, a frame each`,
      },
    ];
  } finally {
    await browser?.close();
    await served.close();
  }
}

/**
 * Multiplies the places of the first page with a map, up to 4 degrees around them.
 * @returns the address of the page
 */
async function fill({ portal, database }: Served): Promise<string | undefined> {
  for (const page of portal.pages.values()) {
    const pointer = findMap(page)?.place.coordinate;
    if (typeof pointer !== 'string') continue;
    const path = pointer.split('/').slice(2);
    const column = await multiplyPlaces(database, { tenant: portal.tenant, module: page.module, path, places, points });
    if (column !== undefined) return `${page.path}?columnId=${encodeURIComponent(column)}`;
  }
  return undefined;
}

function findMap({ definition }: CompiledPage): MapSection | undefined {
  const sections = 'sections' in definition ? Object.values(definition.sections ?? {}) : [];
  return sections.find((section) => section.section === 'map');
}

async function measure(page: Page, address: string): Promise<{ ready: number; panned: number[] }> {
  const devTools = await slowDown(page);
  await page.goto(address);
  const ready = await page
    .waitForFunction(() => (document.querySelector('.map-area .map-mark') ? performance.now() : 0))
    .then((handle) => handle.jsonValue());
  await page.waitForLoadState('networkidle');
  const panned: number[] = [];
  const box = await page.locator('.map-canvas').boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 3];
  for (let pan = 0; pan < pans; pan += 1) {
    const far = pan % 2 === 0 ? 150 : -150;
    panned.push(
      await measureScriptTime(devTools, async () => {
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + far, y + far / 2, { steps });
        await page.mouse.up();
        await page.locator('.leaflet-pan-anim').waitFor({ state: 'detached' });
      }),
    );
  }
  return { ready, panned };
}
