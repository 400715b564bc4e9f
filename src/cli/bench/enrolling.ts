import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../database/connection';
import type { DefinitionStore } from '../../server/config/definitionStore';
import { type Bench, buildEnrolment, createTurns, isConfirmed, prepareBench, readStored, type Turn, turnCount } from './turns';
import { type Balance, balanceBooks } from '../running/balance';
import { ask, type Outcome, type Visit } from '../running/traffic';

const [recounts, recountMs] = [10, 500];

/** An enrolment that was asked for, and what was said. */
export interface Asked {
  turn: Turn;
  outcome: Outcome;
}

/** Visitors with contacts and captchas who want to enrol, and the count of what became of it. */
export class Enrolling {
  private constructor(
    private readonly dataDir: string,
    private readonly bench: Omit<Bench, 'database'>,
  ) {}

  /** Registers the visitors in the database of a portal. */
  static async prepare(dataDir: string, definitions: DefinitionStore, secret: Buffer, contactsEach?: number): Promise<Enrolling> {
    const database = await openDatabase({ dataDir });
    try {
      const { database: _database, ...bench } = await prepareBench(database, definitions, secret, contactsEach);
      return new Enrolling(dataDir, bench);
    } finally {
      await database.close();
    }
  }

  /** Makes an activity with a place for everybody, or so many, and returns what everybody asks for. */
  async createTurns(activity: { places?: number } = {}): Promise<Turn[]> {
    const database = await openDatabase({ dataDir: this.dataDir });
    try {
      return await createTurns({ ...this.bench, database }, activity);
    } finally {
      await database.close();
    }
  }

  /** Returns how one enrolment is asked for; who asks again with it asks for the same one. */
  describe(turn: Turn): Visit {
    const { method, url: path, body, headers } = buildEnrolment(this.bench, turn);
    return { method, path, body, headers };
  }

  /** Asks for one enrolment. */
  async enrol(port: number, turn: Turn): Promise<Asked> {
    return { turn, outcome: await ask(port, this.describe(turn)) };
  }

  /** Compares what is stored with what visitors were told; all of them asked for the same activity. @param places that it has */
  async balance(asked: readonly Asked[], places = turnCount): Promise<Balance> {
    const activity = asked[0]?.turn.activity ?? '';
    const database = await openDatabase({ dataDir: this.dataDir });
    try {
      const told = asked.filter(({ outcome }) => isConfirmed(outcome)).map(({ turn }) => turn.contact);
      const count = async (): Promise<Balance> =>
        balanceBooks({ told, places, ...(await readStored({ ...this.bench, database }, activity)) });
      // Who gave up waiting may still be given a place between the two questions.
      let balance = await count();
      for (let again = 0; again < recounts && balance.difference > 0; again += 1) {
        await delay(recountMs);
        balance = await count();
      }
      return balance;
    } finally {
      await database.close();
    }
  }
}
