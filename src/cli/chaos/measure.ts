import { setTimeout as delay } from 'node:timers/promises';
import type { Row } from '../bench/report';
import type { Turn } from '../bench/turns';
import type { Disturbance } from './disturbances';
import type { Balance } from '../running/balance';
import type { Asked, Enrolling } from '../bench/enrolling';
import { PortalProcess, type PortalSettings } from '../running/portalProcess';
import { ask, findPercentile, type Outcome, repeat, spread } from '../running/traffic';

/** A line of the report, and whether the aim was missed. */
export interface Finding extends Row {
  failed: boolean;
}

/** What is disturbed. */
export interface Scene {
  settings: PortalSettings;
  portal: PortalProcess;
  enrolling: Enrolling;
}

/** Within how many milliseconds of a disturbance's end somebody must be enrolled again. */
const servedAgainMs = 5_000;
const settleMs = 500;
const aim = (what: string, figure: number, most: number, unit: string): Finding => ({
  what,
  figure: `${Math.round(figure)} ${unit}`,
  aim: `at most ${most} ${unit}`,
  failed: !(figure <= most),
});
const findTimes = (outcomes: readonly Outcome[]): number[] => outcomes.map(({ took }) => took);
const isHonest = ({ outcome: { status } }: Asked): boolean => status === 200 || status === 429 || status === 503;

/** A portal that has just started runs code that is not compiled yet, many times slower; no rush meets it then. */
const [visitorsBefore, timeBeforeMs] = [200, 6_000];

/** Everybody wants to enrol within one second, while others browse and the server is asked whether it is ready. */
export async function measureRush({ portal, enrolling }: Scene): Promise<Finding[]> {
  const { port } = portal;
  let page = 0;
  const browse = (): Promise<Outcome> => ask(port, { path: `/?page=${(page += 1)}` });
  const before = (await enrolling.createTurns()).slice(0, visitorsBefore);
  const visits = repeat(10, browse);
  await spread(before, timeBeforeMs, (turn) => enrolling.enrol(port, turn));
  await visits.stop();
  const turns = await enrolling.createTurns();
  const cached = repeat(10, () => ask(port, { path: '/' }));
  const fresh = repeat(10, browse);
  const probes = repeat(10, () => ask(port, { path: '/readyz' }));
  const asked = await spread(turns, 1_000, (turn) => enrolling.enrol(port, turn));
  const browsing = [...(await cached.stop()), ...(await fresh.stop())];
  const ready = await probes.stop();
  const given = asked.filter(({ outcome }) => outcome.status === 200);
  return [
    { what: `rush: enrolled of ${turns.length} who asked within a second`, figure: String(given.length), failed: given.length === 0 },
    aim('rush: p95 of all answers to them', findPercentile(findTimes(asked.map(({ outcome }) => outcome)), 0.95), 2_000, 'ms'),
    aim(
      `rush: answers other than 200, 429 (in line) and 503 (${tally(asked.map(({ outcome }) => outcome))})`,
      asked.filter((each) => !isHonest(each)).length,
      0,
      '',
    ),
    aim('rush: p95 of browsing', findPercentile(findTimes(browsing), 0.95), 1_000, 'ms'),
    aim('rush: pages that failed', browsing.filter(({ status }) => status !== 200).length, 0, `of ${browsing.length}`),
    aim('rush: /readyz that did not say 200', ready.filter(({ status }) => status !== 200).length, 0, `of ${ready.length}`),
    ...judge('rush', await enrolling.balance(asked)),
  ];
}

/** Something happens while visitors enrol one after the other. */
export async function measureDisturbance({ portal, enrolling, settings }: Scene, { name, act }: Disturbance): Promise<Finding[]> {
  const turns = await enrolling.createTurns();
  const asked: Asked[] = [];
  const traffic = repeat(40, async () => {
    const turn = turns.pop();
    if (!turn) return ask(portal.port, { path: '/healthz' });
    const each = await enrolling.enrol(portal.port, turn);
    asked.push(each);
    return each.outcome;
  });
  await delay(settleMs);
  await act(portal, settings.dataDir);
  const took = await waitForEnrolment(portal, enrolling, turns, asked);
  await delay(settleMs);
  await traffic.stop();
  return [aim(`${name}: enrolling again`, took, servedAgainMs, 'ms'), ...judge(name, await enrolling.balance(asked))];
}

/** Waits until somebody enrols. @returns milliseconds */
async function waitForEnrolment(portal: PortalProcess, enrolling: Enrolling, turns: Turn[], asked: Asked[]): Promise<number> {
  const begin = performance.now();
  for (let turn = turns.pop(); turn; turn = turns.pop()) {
    const each = await enrolling.enrol(portal.port, turn);
    asked.push(each);
    if (each.outcome.status === 200) return performance.now() - begin;
    await portal.waitUntilReady(60_000);
  }
  return Number.POSITIVE_INFINITY;
}

/** Two portals over one database are ended and started one after the other, behind whoever asks the other one when one does not answer. */
export async function measureRollingRestart({ settings, portal }: Scene): Promise<Finding[]> {
  const other = await PortalProcess.start(settings);
  const both = [portal, other];
  let turn = 0;
  const traffic = repeat(40, async () => {
    const [first = portal, second = other] = (turn += 1) % 2 === 0 ? both : both.toReversed();
    const outcome = await ask(first.port, { path: '/' });
    return outcome.status === 0 || outcome.status === 503 ? ask(second.port, { path: '/' }) : outcome;
  });
  const ends: number[] = [];
  for (const each of both) {
    ends.push((await each.end('SIGTERM')).took);
    await each.start();
  }
  const outcomes = await traffic.stop();
  ends.push((await other.end('SIGTERM')).took);
  return [
    aim(
      `rolling restart: pages that failed (${tally(outcomes)})`,
      outcomes.filter(({ status }) => status !== 200).length,
      0,
      `of ${outcomes.length}`,
    ),
    aim('SIGTERM: the slowest end, with connections that are kept open', Math.max(...ends), 10_000, 'ms'),
  ];
}

/** How often each status was answered; 0 stands for no answer. */
function tally(outcomes: readonly Outcome[]): string {
  const counts = new Map<number, number>();
  for (const { status } of outcomes) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${status}: ${count}`).join(', ');
}

const judge = (name: string, { acknowledged, lost, repeated, difference }: Balance): Finding[] => [
  aim(`${name}: acknowledged enrolments that are not stored once`, lost + repeated, 0, `of ${acknowledged}`),
  aim(`${name}: places taken against people enrolled`, difference, 0, 'apart'),
];
