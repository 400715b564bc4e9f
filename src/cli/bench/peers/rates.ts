import autocannon from 'autocannon';
import { findMedian } from '../report';
import type { Comparison } from './comparison';
import { type ListScene, writeCall } from './scene';
import { listKeywords } from './manyItems';

const rounds = 5;
const seconds = 3;
const connections = 8;
/** Pages that every search for two letters has. */
const pagesEach = 2;

/** What is asked of one side: an address for each request, or the same one. */
type Asking = string | (() => string);

/**
 * Measures how many requests a second the portal and the pages that are written by hand answer, by turns: the list page made anew for each
 * request, the call behind it, and the page from memory.
 * @param portal where the portal is
 * @param plain where the pages that are written by hand are
 */
export async function compareRates(scene: ListScene, portal: string, plain: string): Promise<Comparison[]> {
  const searched = (write: (keyword: string, page: number) => string): (() => string) => {
    const asked = listKeywords().flatMap((keyword) => Array.from({ length: pagesEach }, (_, index) => write(keyword, index + 1)));
    let count = 0;
    return () => asked[(count += 1) % asked.length] ?? '';
  };
  const state = (keyword: string, page: number): string => `keyword=${keyword}${page > 1 ? `&page=${page}` : ''}`;
  const [pages, calls, cached] = [
    await compare(
      [portal, searched((keyword, page) => `${scene.path}&${state(keyword, page)}`)],
      [plain, searched((keyword, page) => `/list?${state(keyword, page)}`)],
    ),
    await compare(
      [portal, searched((keyword, page) => writeCall(scene, keyword, page))],
      [plain, searched((keyword, page) => `/api/list?${state(keyword, page)}`)],
    ),
    await compare([portal, scene.path], [plain, '/static']),
  ];
  const row = (what: string, beside: string, found: [number, number], least: number): Comparison => ({
    what,
    beside,
    unit: '/s',
    portal: found[0],
    plain: found[1],
    aim: { least },
  });
  return [
    row('list page, made for each request', 'React SSR, one query', pages, 0.4),
    row('list call', 'Fastify and pg', calls, 0.6),
    row('list page from the cache', 'static file from memory', cached, 0.85),
  ];
}

async function compare(...sides: [[string, Asking], [string, Asking]]): Promise<[number, number]> {
  const found: [number[], number[]] = [[], []];
  // The first round warms up what runs; by turns, for the machine may be slower for a while.
  for (let round = -1; round < rounds; round += 1) {
    for (const side of [0, 1] as const) {
      const rate = await measureRate(...sides[side], round < 0 ? 1 : seconds);
      if (round >= 0) found[side].push(rate);
    }
  }
  return [findMedian(found[0]), findMedian(found[1])];
}

async function measureRate(url: string, asking: Asking, duration: number): Promise<number> {
  const headers = { 'accept-encoding': 'gzip, deflate, br' };
  const { requests, non2xx, errors } = await autocannon({
    url,
    connections,
    duration,
    requests: [
      {
        method: 'GET',
        headers,
        path: typeof asking === 'string' ? asking : '/',
        setupRequest: (request) => (typeof asking === 'string' ? request : { ...request, path: asking() }),
      },
    ],
  });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx + errors} requests were not answered`);
  return requests.average;
}
