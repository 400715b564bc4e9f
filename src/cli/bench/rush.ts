import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Enrolling } from './enrolling';
import { PortalProcess } from '../running/portalProcess';
import { ask, findPercentile, type Outcome, readAgain, repeat, spread } from '../running/traffic';
import type { Row } from './report';
import { openDefinitions } from './served';
import type { Turn } from './turns';

const [places, arrivalMs] = [500, 10_000];
/** A portal that has just started runs code that is not compiled yet; no rush meets it then. */
const [visitorsBefore, timeBeforeMs] = [200, 8_000];
/** Who hears that the server is busy asks again after so many seconds, as the form does. */
const busySeconds = 3;
/** Nobody asks more often than that; it stands for a line that does not move. */
const mostQuestions = 200;

/** A visitor who asked until there was an answer. */
interface Visitor {
  turn: Turn;
  /** All answers, the last one last. */
  outcomes: Outcome[];
  /** Milliseconds from the first question to the last answer. */
  took: number;
}

/**
 * Has 2,000 members come to one activity within ten seconds, each of whom waits in the line as the form does, while others browse. The portal is
 * a process of its own; those who ask share its machine.
 */
export async function benchRush(root: string, dataDir: string): Promise<Row[]> {
  const secret = randomBytes(32);
  const portal = await PortalProcess.start({ program: join(root, 'dist/server/listen.js'), dataDir, secret: secret.toString('hex') });
  try {
    const enrolling = await Enrolling.prepare(dataDir, await openDefinitions(root), secret, 1);
    const { port } = portal;
    const before = (await enrolling.createTurns()).slice(0, visitorsBefore);
    let page = 0;
    const browse = (): Promise<Outcome> => ask(port, { path: `/?page=${(page += 1)}` });
    const warming = repeat(10, browse);
    await spread(before, timeBeforeMs, (turn) => waitInLine(port, enrolling, turn));
    await warming.stop();
    const turns = await enrolling.createTurns({ places });
    const [cached, fresh] = [repeat(10, () => ask(port, { path: '/' })), repeat(10, browse)];
    const visitors = await spread(turns, arrivalMs, (turn) => waitInLine(port, enrolling, turn));
    const browsing = [...(await cached.stop()), ...(await fresh.stop())];
    return await report(enrolling, visitors, browsing);
  } finally {
    await portal.end('SIGTERM');
  }
}

async function waitInLine(port: number, enrolling: Enrolling, turn: Turn): Promise<Visitor> {
  const visit = enrolling.describe(turn);
  const [begin, outcomes]: [number, Outcome[]] = [performance.now(), []];
  while (outcomes.length < mostQuestions) {
    const outcome = await ask(port, visit);
    outcomes.push(outcome);
    const again = outcome.status === 503 ? busySeconds : readAgain(outcome);
    if (again === undefined) break;
    await delay(again * 1000);
  }
  return { turn, outcomes, took: performance.now() - begin };
}

const tally = (outcomes: readonly Outcome[]): string => {
  const statuses = [...new Set(outcomes.map(({ status }) => status))].sort((one, other) => one - other);
  return statuses.map((status) => `${status}: ${outcomes.filter((outcome) => outcome.status === status).length}`).join(', ');
};

const milliseconds = (outcomes: readonly Outcome[], share: number): string =>
  `${Math.round(
    findPercentile(
      outcomes.map(({ took }) => took),
      share,
    ),
  )} ms`;

async function report(enrolling: Enrolling, visitors: readonly Visitor[], browsing: readonly Outcome[]): Promise<Row[]> {
  const last = visitors.flatMap(({ turn, outcomes }) => outcomes.slice(-1).map((outcome) => ({ turn, outcome })));
  const { acknowledged, lost, repeated, oversold, difference } = await enrolling.balance(last, places);
  const first = visitors.flatMap(({ outcomes }) => outcomes.slice(0, 1));
  const all = visitors.flatMap(({ outcomes }) => outcomes);
  const served = visitors.filter(({ outcomes }) => outcomes.at(-1)?.status === 200).map(({ took }) => took);
  const named = `${visitors.length} visitors in ${arrivalMs / 1000} s for ${places} places`;
  return [
    { what: `${named}: told that they are enrolled`, figure: String(acknowledged), aim: `exactly ${places}` },
    {
      what: 'of them not stored, or more than once; more than there are places; places apart from people',
      figure: `${lost + repeated}; ${oversold}; ${difference}`,
      aim: '0; 0; 0',
    },
    { what: `first answer, a place in line or more, p95 (${tally(first)})`, figure: milliseconds(first, 0.95), aim: 'at most 2,000 ms' },
    { what: `all answers, p95 (${tally(all)})`, figure: milliseconds(all, 0.95), aim: 'at most 2,000 ms' },
    { what: 'answers at the end', figure: tally(last.map(({ outcome }) => outcome)) },
    { what: 'from the first question until enrolled, p50', figure: `${(findPercentile(served, 0.5) / 1000).toFixed(1)} s` },
    { what: 'until everybody knew', figure: `${(Math.max(...visitors.map(({ took }) => took)) / 1000).toFixed(1)} s at most` },
    { what: `browsing meanwhile, p95 (${tally(browsing)})`, figure: milliseconds(browsing, 0.95), aim: 'at most 1,000 ms' },
  ];
}
