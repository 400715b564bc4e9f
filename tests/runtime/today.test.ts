import { describe, expect, it } from 'vitest';
import type { TodaySection } from '../../src/model/definitions.g';
import { pickToday } from '../../src/runtime/today';

const now = Date.parse('2026-11-24T12:00:00+08:00');
const section: TodaySection = {
  section: 'today',
  lists: {
    events: { rows: '/events/rows', card: 'event:tile', begin: '/row/begin', end: '/row/end' },
    tickets: { rows: '/tickets/rows', card: 'ticket:stub', begin: '/row/begin' },
  },
};
const row = (id: string, begin: string, end?: string) => ({
  id,
  begin: `2026-${begin}`,
  ...(end === undefined ? {} : { end: `2026-${end}` }),
});
const rows = {
  over: row('over', '11-24 09:00', '11-24 12:00'),
  now: row('now', '11-24 11:00', '11-24 13:00'),
  later: row('later', '11-24 19:30'),
  begun: row('begun', '11-24 10:00'),
  show: row('show', '11-01 09:00', '12-20 17:00'),
  other: row('other', '11-05 09:00', '12-24 17:00'),
  third: row('third', '11-06 09:00', '12-26 17:00'),
  next: row('next', '11-25 09:00', '11-25 10:00'),
  far: row('far', '12-01 09:00'),
  undated: { id: 'undated' },
};
const pick = (events: (keyof typeof rows)[], tickets: (keyof typeof rows)[], limit?: number): string[] =>
  pickToday(
    { ...section, ...(limit === undefined ? {} : { limit }) },
    { events: { rows: events.map((name) => rows[name]) }, tickets: { rows: tickets.map((name) => rows[name]) } },
    now,
  ).map(({ row: { id }, standing }) => `${String(id)} ${standing}`);

describe('what is on today', () => {
  it.each<[string, (keyof typeof rows)[], (keyof typeof rows)[], number | undefined, string[]]>([
    ['what runs today stands before what comes today', ['now'], ['later', 'begun'], undefined, ['begun now', 'now now', 'later later']],
    ['what is over, and what has no time, is left out', ['over', 'undated'], [], undefined, []],
    [
      'half of what goes on for days leaves room for what comes',
      ['show', 'other', 'third', 'next'],
      ['far'],
      undefined,
      ['show lasting', 'other lasting', 'next coming', 'far coming'],
    ],
    ['what goes on for days has all the room when nothing comes', ['show', 'other', 'third'], [], 2, ['show lasting', 'other lasting']],
    ['what comes has the room that nothing else takes', ['next'], ['far'], undefined, ['next coming', 'far coming']],
    ['no more than asked for', ['now', 'show'], ['later', 'far'], 3, ['now now', 'later later', 'show lasting']],
  ])('%s', (_what, events, tickets, limit, expected) => {
    expect(pick(events, tickets, limit)).toEqual(expected);
  });
});
