/** Numbers that a seed decides, so that what was found can be done again (xorshift, G. Marsaglia 2003). */
export class Random {
  private state: number;

  constructor(seed: number) {
    // Seeds that are near each other are to give different numbers, and none may be zero.
    this.state = Math.imul((seed >>> 0) + 0x9e3779b9, 0x85ebca6b) | 1;
    for (let turn = 0; turn < 8; turn += 1) this.below(2);
  }

  /** A whole number below another. */
  below(most: number): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % most;
  }

  /** Whether something that happens once in so many times does. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  /** One of them. @throws when there are none */
  pick<T>(from: readonly T[]): T {
    const found = from[this.below(from.length)];
    if (found === undefined) throw new Error('there is nothing to pick');
    return found;
  }

  /** The same ones in another order. */
  shuffle<T>(from: readonly T[]): T[] {
    return from
      .map((one) => ({ one, place: this.below(1_000_000) }))
      .sort((a, b) => a.place - b.place)
      .map(({ one }) => one);
  }
}
