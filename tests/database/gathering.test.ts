import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import type { Queryable } from '../../src/database/connection';
import { Gatherings, SharedReading } from '../../src/database/gathering';

/** A database that nothing is asked of. */
function unasked(more: Pick<Queryable, 'replicas'> = {}): Queryable {
  const pool = new pg.Pool();
  return { pool, kysely: new Kysely({ dialect: new PostgresDialect({ pool }) }), ...more };
}

/** Doubles numbers, each time once it is let; notes which were asked together. */
function double() {
  const asked: (readonly number[])[] = [];
  const held: (() => void)[] = [];
  const askAll = async (questions: readonly number[]): Promise<number[]> => {
    asked.push([...questions]);
    await new Promise<void>((resolve) => held.push(resolve));
    return questions.map((question) => question * 2);
  };
  const release = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      await vi.waitUntil(() => held.length > 0);
      held.shift()?.();
    }
  };
  return { asked, askAll, release };
}

describe('questions that are asked at the same time', () => {
  it('are one from the second on, each with an answer of its own; those of other names are asked apart', async () => {
    const [db, gatherings, { asked, askAll, release }] = [unasked(), new Gatherings<number, number>(), double()];
    const ask = (name: string, question: number): Promise<number> => gatherings.ask(db, [name], question, askAll);
    const first = ask('a', 1);
    await vi.waitUntil(() => asked.length === 1);
    const others = [2, 3, 4].map((question) => ask('a', question));
    const apart = ask('b', 9);
    await release(3);
    expect(await Promise.all([first, ...others, apart])).toEqual([2, 4, 6, 8, 18]);
    expect(asked).toEqual([[1], [9], [2, 3, 4]]);
  });

  it('are asked apart in transactions, in other databases, and where replicas answer', async () => {
    const [gatherings, { asked, askAll, release }] = [new Gatherings<number, number>(), double()];
    const reading = unasked({ replicas: { isReading: true } });
    const all = [unasked(), unasked(), reading, reading].map((db, index) => gatherings.ask(db, ['a'], index, askAll));
    await release(4);
    expect(await Promise.all(all)).toEqual([0, 2, 4, 6]);
    expect(asked).toHaveLength(4);
  });

  it('fail together, and leave nothing behind for those who ask next', async () => {
    const [db, gatherings] = [unasked(), new Gatherings<number, number>()];
    const fail = async (): Promise<number[]> => Promise.reject(new Error('gone'));
    const failed = await Promise.allSettled([1, 2].map((question) => gatherings.ask(db, ['a'], question, fail)));
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await gatherings.ask(db, ['a'], 3, async (questions) => questions)).toBe(3);
    await expect(gatherings.ask(db, ['a'], 4, async () => [])).rejects.toThrow('a question was not answered');
  });

  it('wait for others once several came together, and only then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    try {
      const [db, gatherings] = [unasked(), new Gatherings<number, number>(50)];
      const asked: number[] = [];
      const ask = (question: number): Promise<number> =>
        gatherings.ask(db, ['a'], question, async (questions) => {
          asked.push(questions.length);
          return questions;
        });
      await ask(1);
      await ask(2);
      await Promise.all([ask(3), ask(4)]);
      const next = ask(5);
      await vi.advanceTimersByTimeAsync(40);
      const late = ask(6);
      expect(asked).toEqual([1, 1, 2]);
      await vi.advanceTimersByTimeAsync(10);
      expect(await Promise.all([next, late])).toEqual([5, 6]);
      expect(asked).toEqual([1, 1, 2, 2]);
    } finally {
      vi.useRealTimers();
    }
  });
});

it('shares what is read only with those who asked before it was begun', async () => {
  const [db, reading] = [unasked(), new SharedReading<number>()];
  let [value, begun] = [1, 0];
  const held: (() => void)[] = [];
  const ask = (): Promise<number> =>
    reading.read(db, ['a'], async () => {
      begun += 1;
      const read = value;
      await new Promise<void>((resolve) => held.push(resolve));
      return read;
    });
  const before = ask();
  await vi.waitUntil(() => begun === 1);
  value = 2;
  const after = [ask(), ask()];
  held.shift()?.();
  expect(await before).toBe(1);
  await vi.waitUntil(() => held.length > 0);
  held.shift()?.();
  expect(await Promise.all(after)).toEqual([2, 2]);
  expect(begun).toBe(2);
});
