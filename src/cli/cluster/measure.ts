import { setTimeout as delay } from 'node:timers/promises';
import { type Bench, createTurns, readStored, type Turn } from '../bench/turns';
import { type Balance, balanceBooks, findLongestPause } from '../running/balance';
import { repeat } from '../running/traffic';
import { Clients } from './clients';
import type { Cluster } from './cluster';
import { Lookers, type Seen } from './looking';
import { tell } from './progress';
import type { Scenario } from './scenarios';

/** What a scenario came to. */
export interface Result extends Balance {
  /** The word by which it is chosen. */
  key: string;
  what: string;
  /** Members who asked. */
  sent: number;
  /** Seconds in which nobody could enrol, the longest there were after it happened. */
  seconds: number;
  /** Members who were never told anything certain. */
  unanswered: number;
  /** How often each status was answered; 0 stands for no answer. */
  statuses: ReadonlyMap<number, number>;
  /** What members saw who looked for what had just been confirmed. */
  seen: Seen;
}

type Counted = Omit<Result, 'key' | 'what' | 'seconds' | 'seen'>;

/** Members who all want one of few places, so many of them at once; it happens when so many have one. */
const [places, wanting, atOnce, placesBefore] = [500, 1_800, 40, 150];
/** Enrolments in another activity, where there is a place for each, so many a second: by them it is seen when writes work. */
const [beatsPerSecond, beats] = [4, 1_000];
/** Writes work again when somebody enrols who asked so many milliseconds after it happened; that is waited for this long. */
const [afterMs, againMs] = [3_000, 90_000];
const lookMs = 100;

/** What members were told in one activity, to be compared with what is stored. */
interface Ledger {
  activity: string;
  places: number;
  clients: Clients;
}

/** Runs scenarios in a cluster, and remembers what members were told. */
export class Measurement {
  private readonly ledgers: Ledger[] = [];

  constructor(
    private readonly cluster: Cluster,
    private readonly bench: Bench,
  ) {}

  /** Lets members enrol, 2,000 at least, does in their midst what the scenario says, sets it right once writes work again, and counts. */
  async run({ key, what, act }: Scenario): Promise<Result> {
    await this.cluster.waitUntilWhole();
    const [wanted, others] = await this.cluster.prepareHastily((database) => {
      const bench = { ...this.bench, database };
      return Promise.all([createTurns(bench, { places, count: wanting }), createTurns(bench, { count: beats })]);
    });
    const lookers = new Lookers(this.bench);
    const [rush, pulse] = [this.open(wanted, places), this.open(others, beats, lookers)];
    const beating = repeat(beatsPerSecond, () => pulse.clients.enrolNext(others));
    const rushing = Promise.all(Array.from({ length: atOnce }, () => rush.clients.enrolAll(wanted)));
    await waitFor(() => rush.clients.confirmed.length >= placesBefore);
    tell(`  ${rush.clients.confirmed.length} have a place; it happens`);
    const from = performance.now();
    const setRight = await act(this.cluster);
    await waitFor(() => pulse.clients.confirmed.some(({ sent }) => sent > from + afterMs));
    tell('  writes work; it is set right');
    await setRight();
    await rushing;
    tell('  everybody was answered; the cluster has to be whole again');
    await this.cluster.waitUntilWhole();
    const end = performance.now();
    await beating.stop();
    const moments = pulse.clients.confirmed.map(({ at }) => at);
    const counted = await this.count([rush, pulse]);
    return { key, what, seconds: findLongestPause(from, moments, end) / 1_000, seen: lookers.seen, ...counted };
  }

  /** Counts everything once more that members were told since the first scenario: what comes later may lose what was there. */
  async countAll(): Promise<Result> {
    const seen = { found: 0, missing: 0, unanswered: 0 };
    return { key: 'all', what: 'all of it, counted once more', seconds: 0, seen, ...(await this.count(this.ledgers)) };
  }

  private open(turns: readonly Turn[], capacity: number, lookers?: Lookers): Ledger {
    const ledger = { activity: turns[0]?.activity ?? '', places: capacity, clients: new Clients(this.bench, lookers) };
    this.ledgers.push(ledger);
    return ledger;
  }

  private async count(ledgers: readonly Ledger[]): Promise<Counted> {
    const total = { acknowledged: 0, lost: 0, repeated: 0, oversold: 0, difference: 0 };
    const statuses = new Map<number, number>();
    for (const { activity, places: capacity, clients } of ledgers) {
      const told = clients.confirmed.map(({ contact }) => contact);
      const balance = balanceBooks({ told, places: capacity, ...(await readStored(this.bench, activity)) });
      for (const key of ['acknowledged', 'lost', 'repeated', 'oversold', 'difference'] as const) total[key] += balance[key];
      for (const [status, count] of clients.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
    }
    const sum = (of: (clients: Clients) => number): number => ledgers.reduce((all, { clients }) => all + of(clients), 0);
    return { ...total, sent: sum(({ sent }) => sent), unanswered: sum(({ unanswered }) => unanswered), statuses };
  }
}

/** Waits until something is so, but not longer than what may take longest. */
async function waitFor(isSo: () => boolean): Promise<void> {
  const end = performance.now() + againMs;
  while (!isSo() && performance.now() < end) await delay(lookMs);
}
