import { describe, expect, it, test } from 'vitest';
import { findMissed, findUnread, formatStatuses, formatTable } from '../../../src/cli/cluster/report';

const met = {
  key: 'kill',
  what: 'primary killed',
  sent: 2390,
  seconds: 21.34,
  acknowledged: 700,
  lost: 0,
  repeated: 0,
  oversold: 0,
  difference: 0,
  unanswered: 0,
  statuses: new Map([
    [503, 12],
    [200, 700],
    [0, 3],
    [409, 1500],
  ]),
  seen: { found: 390, missing: 0, unanswered: 4 },
};

describe('the table', () => {
  it('has a line for each scenario, also for those that came to no result', () => {
    const lines = formatTable([met, { ...met, key: 'pause', seconds: 31, lost: 2 }, { key: 'cut', failure: 'No node is the leader' }]);
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      ['scenario', 'sent', 'acknowledged', 'lost', 'oversold', 'writes again', 'looked up: found, missing, no answer', 'verdict'],
      ['kill', '2390', '700', '0', '0', '21.3 s', '390, 0, 4', 'met'],
      ['pause', '2390', '700', '2', '0', '31.0 s', '390, 0, 4', 'MISSED'],
      ['cut', '-', '-', '-', '-', '-', '-', 'NO RESULT'],
      ['pause: nobody could enrol for 31.0 s, at most 30 s are allowed'],
      ['pause: 2 confirmed enrolments are lost'],
      ['cut: No node is the leader'],
    ]);
  });

  it('is laid out in columns', () => {
    const [head = '', first = ''] = formatTable([met]);
    expect(first.indexOf('700')).toBe(head.indexOf('acknowledged'));
  });
});

it('says how often each status was answered', () => {
  expect(formatStatuses(met.statuses)).toBe('none: 3, 200: 700, 409: 1500, 503: 12');
});

it('a result that meets every aim misses none', () => {
  expect(findMissed(met)).toEqual([]);
});

test.each([
  [{ seconds: 30.1 }, 'nobody could enrol for 30.1 s, at most 30 s are allowed'],
  [{ lost: 1 }, '1 confirmed enrolments are lost'],
  [{ repeated: 2 }, '2 confirmed enrolments are stored more than once'],
  [{ oversold: 3 }, '3 places too many were given away'],
  [{ difference: 4 }, 'the places that count as taken are 4 apart from those that people have'],
  [{ unanswered: 5 }, '5 members were never told what became of their enrolment'],
  [{ seen: { found: 1, missing: 7, unanswered: 0 } }, '7 members did not find what had just been confirmed'],
  [{ statuses: new Map([[500, 6]]) }, '6 replies had the status 500'],
])('an aim that is missed is told: %o', (change, told) => {
  expect(findMissed({ ...met, ...change })).toEqual([told]);
});

it('replicas that answer nothing are told', () => {
  expect(findUnread({ replica: 1, primary: 9 })).toEqual([]);
  expect(findUnread({ replica: 0, primary: 9 })).toEqual(['replicas answered nothing']);
});
