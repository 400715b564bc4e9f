import { expect, test } from 'vitest';
import { RowsById } from '../../../src/server/importing/rowsById';

test('the row that had an id before is told, of few rows and of very many', () => {
  const rows = new RowsById();
  const known = new Map<string, number>();
  const wrong: string[] = [];
  for (let row = 1; row <= 300_000; row += 1) {
    // Every seventh has an id of long ago, and ids differ in a character alone.
    const id = row % 7 === 0 ? `n${Math.floor(row / 3)}` : `n${row}`;
    if (rows.note(id, row) !== known.get(id)) wrong.push(id);
    known.set(id, row);
  }
  expect(wrong).toEqual([]);
  expect(known.size).toBeLessThan(300_000);
});

test('ids in any writing are told apart', () => {
  const rows = new RowsById();
  const ids = [
    '',
    'a',
    'b',
    'ab',
    'ba',
    '\u5c55',
    '\u89c8',
    '\u5c55\u89c8',
    '\ud83d\ude00',
    '\ud83d\ude01',
    '0',
    '00',
    '1',
    'x'.repeat(200),
  ];
  expect(ids.map((id, index) => rows.note(id, index + 1))).toEqual(ids.map(() => undefined));
  expect(ids.map((id) => rows.note(id, 99))).toEqual(ids.map((_id, index) => index + 1));
});

test('of more ids than are kept in mind the later ones are not compared, and those before are', () => {
  const rows = new RowsById();
  for (let row = 1; row <= 1_500_001; row += 1) rows.note(`n${row}`, row);
  expect(rows.note('n1500001', 1_500_002)).toBeUndefined();
  expect(rows.note('n1500000', 1_500_003)).toBe(1_500_000);
});
