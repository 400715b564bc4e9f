import { describe, expect, it } from 'vitest';
import { balanceBooks, findLongestPause } from '../../../src/cli/running/balance';

describe('the books of an activity', () => {
  const sound = { told: ['a', 'b'], stored: ['a', 'b', 'c'], taken: 3, places: 3 };

  it('are in order when everybody who was told has one place, also when somebody has one who was told nothing', () => {
    expect(balanceBooks(sound)).toEqual({ acknowledged: 2, lost: 0, repeated: 0, oversold: 0, difference: 0 });
  });

  it('show a confirmed enrolment that is not stored', () => {
    expect(balanceBooks({ ...sound, stored: ['a', 'c'], taken: 2 })).toMatchObject({ lost: 1, difference: 0 });
  });

  it('show one that is stored twice', () => {
    expect(balanceBooks({ ...sound, stored: ['a', 'a', 'b'] })).toMatchObject({ lost: 0, repeated: 1 });
  });

  it('show places that do not exist, whether people have them or they are only counted as taken', () => {
    expect(balanceBooks({ ...sound, places: 2 }).oversold).toBe(1);
    expect(balanceBooks({ ...sound, taken: 5 })).toMatchObject({ oversold: 2, difference: 2 });
  });
});

describe('the longest pause', () => {
  it('is the longest time without a confirmation, in whatever order they came', () => {
    expect(findLongestPause(100, [130, 110, 200, 205], 210)).toBe(70);
  });

  it('counts from what happened on, not from a confirmation before it', () => {
    expect(findLongestPause(100, [20, 90, 104], 105)).toBe(4);
  });

  it('goes on until the end when nothing was confirmed any more', () => {
    expect(findLongestPause(100, [90, 101], 500)).toBe(399);
    expect(findLongestPause(100, [], 500)).toBe(400);
  });
});
