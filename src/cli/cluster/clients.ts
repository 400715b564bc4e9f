import { setTimeout as delay } from 'node:timers/promises';
import { type Bench, buildEnrolment, isConfirmed, type Turn } from '../bench/turns';
import { ask, readAgain } from '../running/traffic';
import type { Lookers } from './looking';
import { ports } from './configuration/plan';

/** For how long somebody tries again, and between which milliseconds after a failure. */
const patienceMs = 120_000;
const [soonestMs, latestMs] = [1_000, 3_000];

/** An enrolment that was confirmed: when the request was sent that was answered so, and when it was. */
interface Confirmed {
  contact: string;
  sent: number;
  at: number;
}

/** Browsers of members who enrol in one activity, and what they were told. */
export class Clients {
  readonly confirmed: Confirmed[] = [];
  /** How many members have asked. */
  sent = 0;
  /** How often each status was answered; 0 stands for no answer. */
  readonly statuses = new Map<number, number>();
  /** Who was told that there is no place, and who was never told anything certain. */
  refused = 0;
  unanswered = 0;

  /** @param lookers look for each enrolment as soon as it is confirmed; absent: nobody does */
  constructor(
    private readonly bench: Omit<Bench, 'database'>,
    private readonly lookers?: Lookers,
  ) {}

  /** Enrols as a browser does: what may have been done or not is sent again under the same name, and who is in a line waits. Never throws. */
  async enrol(turn: Turn): Promise<void> {
    this.sent += 1;
    const { method, url: path, body, headers } = buildEnrolment(this.bench, turn);
    const end = performance.now() + patienceMs;
    for (;;) {
      const sent = performance.now();
      const outcome = await ask(ports.portal, { method, path, body, headers });
      this.statuses.set(outcome.status, (this.statuses.get(outcome.status) ?? 0) + 1);
      if (isConfirmed(outcome)) {
        this.confirmed.push({ contact: turn.contact, sent, at: performance.now() });
        return this.lookers?.look(turn);
      }
      const again = readAgain(outcome);
      if (again === undefined && outcome.status > 0 && outcome.status < 500) return void (this.refused += 1);
      if (performance.now() > end) return void (this.unanswered += 1);
      await delay(again === undefined ? soonestMs + Math.random() * (latestMs - soonestMs) : again * 1_000);
    }
  }

  /** Lets one after the other of some members enrol, until there is none on the list any more. */
  async enrolAll(turns: Turn[]): Promise<void> {
    while (turns.length > 0) await this.enrolNext(turns);
  }

  /** Lets the next of some members enrol, and takes them off the list. */
  async enrolNext(turns: Turn[]): Promise<void> {
    const turn = turns.shift();
    if (turn) await this.enrol(turn);
  }
}
