import autocannon from 'autocannon';
import type { Queryable } from '../../../database/connection';
import { findMedian } from '../report';
import type { Comparison } from './comparison';
import { measureCpuTime } from '../cpuTime';
import { listKeywords } from './manyItems';
import { type ListScene, writeCall } from './scene';

/** Of fewer the ratio of one run is a tenth from that of the next. */
const rounds = 9;
const seconds = 2;
/** So long V8 takes until it has compiled all that a page of the portal runs; of a page that is written by hand a second would do. */
const warmUpSeconds = 15;
const connections = 8;
/** Pages that every search for two letters has. */
const pagesEach = 2;

/** A server on loopback: where it is, and its process. */
export interface Side {
  origin: string;
  pid: number;
}

/** The addresses that are asked for, one after the other. */
type Asking = readonly string[];

/**
 * Measures how many requests a second the portal and the pages that are written by hand answer, and what each takes of the processors, by
 * turns: the list page made anew for each request, the call behind it, and the page from memory.
 */
export async function compareRates(db: Queryable, scene: ListScene, portal: Side, plain: Side): Promise<Comparison[]> {
  const searched = (write: (keyword: string, page: number) => string): Asking =>
    listKeywords().flatMap((keyword) => Array.from({ length: pagesEach }, (_, index) => write(keyword, index + 1)));
  const state = (keyword: string, page: number): string => `keyword=${keyword}${page > 1 ? `&page=${page}` : ''}`;
  const compare = (ours: Asking, theirs: Asking): Promise<[Answering, Answering]> => takeTurns(db, [portal, ours], [plain, theirs]);
  const pages = await compare(
    searched((keyword, page) => `${scene.path}&${state(keyword, page)}`),
    searched((keyword, page) => `/list?${state(keyword, page)}`),
  );
  const calls = await compare(
    searched((keyword, page) => writeCall(scene, keyword, page)),
    searched((keyword, page) => `/api/list?${state(keyword, page)}`),
  );
  const cached = await compare([scene.path], ['/static']);
  return [
    ...toRows('list page, made for each request', 'React SSR, one query', pages, 0.4),
    ...toRows('list call', 'Fastify and pg', calls, 0.6),
    ...toRows('list page from the cache', 'file from memory', cached, 0.85),
  ];
}

/** Requests a second, and milliseconds of the processors for each. */
interface Answering {
  rate: number;
  cost: number;
}

function toRows(what: string, beside: string, [portal, plain]: [Answering, Answering], least: number): Comparison[] {
  return [
    { what, beside, unit: '/s', portal: portal.rate, plain: plain.rate, aim: { least } },
    { what: `${what}: processor time`, beside, unit: 'ms', portal: portal.cost, plain: plain.cost },
  ];
}

async function takeTurns(db: Queryable, ...sides: [[Side, Asking], [Side, Asking]]): Promise<[Answering, Answering]> {
  const found: [Answering[], Answering[]] = [[], []];
  // The first round warms up what runs, for a server runs for days; by turns, for the machine may be slower for a while.
  for (let round = -1; round < rounds; round += 1) {
    for (const index of [0, 1] as const) {
      const [side, asking] = sides[index];
      const answering = await load(db, side, asking, round < 0 ? warmUpSeconds : seconds);
      if (round >= 0) found[index].push(answering);
    }
  }
  const middle = (of: Answering[]): Answering => ({
    rate: findMedian(of.map(({ rate }) => rate)),
    cost: findMedian(of.map(({ cost }) => cost)),
  });
  return [middle(found[0]), middle(found[1])];
}

/** Where the addresses were left off: no two rounds ask for the same ones until all were asked for. */
const places = new Map<Asking, number>();

async function load(db: Queryable, { origin, pid }: Side, asking: Asking, duration: number): Promise<Answering> {
  const next = (): string => {
    const place = (places.get(asking) ?? -1) + 1;
    places.set(asking, place);
    return asking[place % asking.length] ?? '';
  };
  let answered = 0;
  let took = 0;
  const cpu = await measureCpuTime(db, pid, async () => {
    const {
      requests,
      duration: lasted,
      non2xx,
      errors,
    } = await autocannon({
      url: origin,
      connections,
      duration,
      headers: { 'accept-encoding': 'gzip, deflate, br' },
      requests: [{ method: 'GET', path: '/', setupRequest: (request) => ({ ...request, path: next() }) }],
    });
    if (non2xx + errors > 0) throw new Error(`${origin}: ${non2xx + errors} requests failed`);
    [answered, took] = [requests.total, lasted];
  });
  return { rate: answered / took, cost: cpu / answered };
}
