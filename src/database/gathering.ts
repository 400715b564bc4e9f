/** Asks for so many at once. @param now the latest time at which one of them asked, in milliseconds since 1970 */
type AskFor = (count: number, now: number) => Promise<number>;

interface Group {
  count: number;
  now: number;
  first: Promise<number>;
}

/** Lets those who want one of something ask together: one question is under way, and whoever comes meanwhile is part of the next. */
export class Gathering {
  private last: Promise<unknown> = Promise.resolve();
  private under = 0;
  private group: Group | undefined;

  /** Whether nobody waits for an answer. */
  get isIdle(): boolean {
    return this.under === 0;
  }

  /**
   * Joins those who ask next.
   * @param ask asks for all of them, if this is the first of them
   * @returns what was answered to all, and the place among them, from 0 on; throws what `ask` throws
   */
  async join(now: number, ask: AskFor): Promise<{ first: number; index: number }> {
    this.under += 1;
    try {
      const group = (this.group ??= this.open(ask));
      const index = group.count;
      group.count += 1;
      group.now = Math.max(group.now, now);
      return { first: await group.first, index };
    } finally {
      this.under -= 1;
    }
  }

  private open(ask: AskFor): Group {
    const group: Group = { count: 0, now: 0, first: Promise.resolve(0) };
    group.first = this.last.then(() => {
      this.group = undefined;
      return ask(group.count, group.now);
    });
    this.last = group.first.catch(() => undefined);
    return group;
  }
}
