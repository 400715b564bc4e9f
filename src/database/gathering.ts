import { setTimeout as delay } from 'node:timers/promises';
import type { Queryable } from './connection';

/** Asks all questions at once. @returns the answers, in the order of the questions */
type AskAll<Question, Answer> = (questions: readonly Question[]) => Promise<readonly Answer[]>;

interface Group<Question, Answer> {
  questions: Question[];
  answers: Promise<readonly Answer[]>;
}

function answerAt<Answer>(answers: readonly Answer[], index: number): Answer {
  if (!(index in answers)) throw new Error('a question was not answered');
  return answers[index] as Answer;
}

/** Lets those who ask the same kind of question ask together: one is under way, and whoever comes meanwhile is part of the next. */
class Gathering<Question, Answer> {
  private last: Promise<unknown> = Promise.resolve();
  private under = 0;
  private group: Group<Question, Answer> | undefined;
  /** When the next group may ask, by `performance.now()`. */
  private rested = 0;

  constructor(private readonly restMs: number) {}

  /** Milliseconds until it may be forgotten: nobody waits for an answer, and whoever comes next need not wait for others. */
  get idleIn(): number {
    return this.under > 0 ? Infinity : Math.max(0, this.rested - performance.now());
  }

  async join(question: Question, ask: AskAll<Question, Answer>): Promise<Answer> {
    this.under += 1;
    try {
      const group = (this.group ??= this.open(ask));
      const index = group.questions.push(question) - 1;
      return answerAt(await group.answers, index);
    } finally {
      this.under -= 1;
    }
  }

  private open(ask: AskAll<Question, Answer>): Group<Question, Answer> {
    const questions: Question[] = [];
    const answers = this.last.then(async () => {
      const rest = this.rested - performance.now();
      if (rest > 0) await delay(rest);
      this.group = undefined;
      // Who is alone is answered at once; where one of many asks, more are about to.
      if (questions.length > 1) this.rested = performance.now() + this.restMs;
      return ask(questions);
    });
    this.last = answers.catch(() => undefined);
    return { questions, answers };
  }
}

/** Milliseconds that nobody notices, in which a rush brings several. */
const usualRestMs = 20;

/**
 * Gathers questions by the database that they are asked of and by a name: in a rush, many of the same kind are one statement. What is read is
 * read after each of them was asked, so that nobody is told anything older than by a statement of their own. Within a transaction, and where
 * replicas answer, everybody asks alone: a replica need only be as far as the work was when it began that it answers.
 */
export class Gatherings<Question, Answer> {
  private readonly known = new WeakMap<Queryable['kysely'], Map<string, Gathering<Question, Answer>>>();

  /** @param restMs for how many milliseconds, after several asked together, whoever comes next waits for others */
  constructor(private readonly restMs = usualRestMs) {}

  /**
   * @param name what questions that are asked together have in common; the institution first, as each may be in a database of its own
   * @param askAll asks for all of them, if this is the first of them
   * @returns the answer to the question; throws what `askAll` throws
   */
  async ask(db: Queryable, name: readonly string[], question: Question, askAll: AskAll<Question, Answer>): Promise<Answer> {
    if (db.replicas?.isReading) return answerAt(await askAll([question]), 0);
    const all = this.known.get(db.kysely) ?? new Map<string, Gathering<Question, Answer>>();
    this.known.set(db.kysely, all);
    const key = JSON.stringify(name);
    const gathering = all.get(key) ?? new Gathering<Question, Answer>(this.restMs);
    all.set(key, gathering);
    try {
      return await gathering.join(question, askAll);
    } finally {
      this.forget(all, key);
    }
  }

  private forget(all: Map<string, Gathering<Question, Answer>>, key: string): void {
    const idleIn = all.get(key)?.idleIn ?? Infinity;
    if (idleIn === 0) all.delete(key);
    else if (idleIn < Infinity) setTimeout(() => this.forget(all, key), Math.ceil(idleIn)).unref();
  }
}

/** Has those who ask the same thing at the same time share one answer, read after the last of them asked. */
export class SharedReading<Answer> {
  private readonly gatherings = new Gatherings<undefined, Answer>();

  /** @param name what is read; the institution first */
  read(db: Queryable, name: readonly string[], ask: () => Promise<Answer>): Promise<Answer> {
    return this.gatherings.ask(db, name, undefined, async (questions) => {
      const answer = await ask();
      return questions.map(() => answer);
    });
  }
}
