import { describe, expect, it } from 'vitest';
import { comparisonHead, writeComparison } from '../../../src/cli/bench/peers/comparison';

const cells = (line: string): string[] => line.split(/ {2,}/);

describe('a line of the table of comparisons', () => {
  it('has the figures, how they relate, and whether the aim was missed', () => {
    const rate = { what: 'list', beside: 'SSR', unit: '/s', portal: 39, plain: 100, aim: { least: 0.4 } } as const;
    expect(cells(writeComparison(rate))).toEqual(['list', '39/s', '100/s (SSR)', '0.39', '≥ 0.40', 'missed']);
    expect(cells(writeComparison({ ...rate, portal: 40 }))).toEqual(['list', '40/s', '100/s (SSR)', '0.40', '≥ 0.40']);
    expect(cells(writeComparison({ ...rate, portal: 160, aim: { most: 1.5 } }))).toEqual([
      'list',
      '160/s',
      '100/s (SSR)',
      '1.60',
      '≤ 1.50',
      'missed',
    ]);
  });

  it('holds what has no peer to a figure', () => {
    const blocked = { what: 'blocked', unit: 'ms', portal: 150.4, aim: { most: 150 } } as const;
    expect(cells(writeComparison(blocked))).toEqual(['blocked', '150 ms', '≤ 150 ms', 'missed']);
    expect(cells(writeComparison({ ...blocked, portal: 12.34 }))).toEqual(['blocked', '12.3 ms', '≤ 150 ms']);
  });

  it('says what a sum is made of, and stands below the head', () => {
    const bytes = {
      what: 'bytes',
      beside: 'SSR',
      unit: 'KB',
      portal: 60,
      plain: 30,
      parts: { portal: [20, 40], plain: [10, 20] },
    } as const;
    const line = writeComparison(bytes);
    expect(cells(line)).toEqual(['bytes', '60.0 KB = 20.0 + 40.0', '30.0 KB = 10.0 + 20.0 (SSR)', '2.00']);
    expect(line.indexOf('60.0')).toBe(comparisonHead.indexOf('portal'));
  });
});
