import type { Browser, CDPSession, Page } from 'playwright';
import { measureRuns, slowDown, slowNetworkDown, slowdown } from '../browser';
import { findMedian } from '../report';
import type { Comparison } from './comparison';

const runs = 3;
/** From so many milliseconds on a task keeps what visitors do waiting. */
const longTask = 50;
const patience = 60_000;

/** A kind of page: where the portal has one and where the one that is written by hand is, and what is waited for in each. */
export interface Kind {
  name: string;
  portal: string;
  plain?: string;
  /** The selector of what visitors came for. */
  shows: { portal: string; plain?: string };
}

/** What opening a page took: milliseconds until it shows what visitors came for, those that it was blocked for after the first paint, and bytes. */
interface Opening {
  shown: number;
  blocked: number;
  bytes: { document: number; scripts: number; styles: number };
}

/** Opens pages of each kind on a slow network with a slow processor, by turns, each in a browser that knows nothing yet. */
export async function compareOpenings(browser: Browser, kinds: readonly Kind[]): Promise<Comparison[]> {
  const rows: { shown: Comparison[]; blocked: Comparison[]; bytes: Comparison[] } = { shown: [], blocked: [], bytes: [] };
  for (const kind of kinds) {
    const found: { portal: Opening[]; plain: Opening[] } = { portal: [], plain: [] };
    for (let run = 0; run < runs; run += 1) {
      found.portal.push(...(await measureRuns(browser, [], 1, (page) => open(page, kind.portal, kind.shows.portal))));
      const { plain } = kind;
      if (plain === undefined) continue;
      found.plain.push(...(await measureRuns(browser, [], 1, (page) => open(page, plain, kind.shows.plain ?? kind.shows.portal))));
    }
    const [portal, plain] = [summarize(found.portal), kind.plain === undefined ? undefined : summarize(found.plain)];
    const beside = 'React SSR';
    const conditions = `slow 4G, ${slowdown}x slower`;
    rows.shown.push({ what: `${kind.name}: until shown, ${conditions}`, beside, unit: 'ms', portal: portal.shown, plain: plain?.shown });
    rows.blocked.push({ what: `${kind.name}: total blocking time`, unit: 'ms', portal: portal.blocked, aim: { most: 150 } });
    rows.bytes.push({
      what: `${kind.name}: document + JavaScript + CSS`,
      beside,
      unit: 'KB',
      portal: sum(portal.bytes),
      plain: plain && sum(plain.bytes),
      parts: { portal: toKilobytes(portal.bytes), ...(plain ? { plain: toKilobytes(plain.bytes) } : {}) },
    });
  }
  return [...rows.shown, ...rows.blocked, ...rows.bytes];
}

const toKilobytes = ({ document, scripts, styles }: Opening['bytes']): number[] => [document, scripts, styles].map((bytes) => bytes / 1000);
const sum = (bytes: Opening['bytes']): number => toKilobytes(bytes).reduce((total, each) => total + each, 0);

function summarize(openings: readonly Opening[]): Opening {
  const middle = (read: (opening: Opening) => number): number => findMedian(openings.map(read));
  return {
    shown: middle(({ shown }) => shown),
    blocked: middle(({ blocked }) => blocked),
    bytes: {
      document: middle(({ bytes }) => bytes.document),
      scripts: middle(({ bytes }) => bytes.scripts),
      styles: middle(({ bytes }) => bytes.styles),
    },
  };
}

/** What the page notes of itself from its start on. */
interface Noted {
  shown: number;
  tasks: { start: number; length: number }[];
}

async function open(page: Page, address: string, selector: string): Promise<Opening> {
  const devTools = await slowDown(page);
  await slowNetworkDown(devTools);
  const bytes = countBytes(devTools);
  await page.addInitScript(note, selector);
  await page.goto(address, { waitUntil: 'networkidle', timeout: patience });
  const { shown, tasks, painted } = await page.evaluate(() => ({
    ...(Reflect.get(window, 'noted') as Noted),
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }));
  // Of the task that paints first only what comes after that: as Lighthouse counts total blocking time.
  const blocked = tasks
    .map(({ start, length }) => start + length - Math.max(start, painted))
    .reduce((total, length) => total + Math.max(0, length - longTask), 0);
  return { shown: Math.max(shown, painted), blocked, bytes };
}

/** Runs in the page before anything else does. */
function note(selector: string): void {
  const noted: Noted = { shown: Number.NaN, tasks: [] };
  Reflect.set(window, 'noted', noted);
  new PerformanceObserver((list) => {
    noted.tasks.push(...list.getEntries().map(({ startTime, duration }) => ({ start: startTime, length: duration })));
  }).observe({ type: 'longtask', buffered: true });
  const look = (): void => {
    if (document.querySelector(selector)) noted.shown = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}

/** Counts the bytes that travel from now on, by what they are. */
function countBytes(devTools: CDPSession): Opening['bytes'] {
  const bytes = { document: 0, scripts: 0, styles: 0 };
  const kinds = new Map<string, string>();
  devTools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind === 'Document') bytes.document += encodedDataLength;
    if (kind === 'Script') bytes.scripts += encodedDataLength;
    if (kind === 'Stylesheet') bytes.styles += encodedDataLength;
  });
  return bytes;
}
