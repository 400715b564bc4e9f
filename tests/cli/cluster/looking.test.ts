import { expect, it } from 'vitest';
import { judgeList } from '../../../src/cli/cluster/looking';
import { readCounter } from '../../../src/cli/cluster/readCounts';

const reply = (status: number, text: string) => judgeList({ status, text, took: 1 });

it('a member finds the enrolment, misses it, or is not answered', () => {
  expect(reply(200, '{"status":200,"data":{"total":1,"rows":[{}]}}')).toBe('found');
  expect(reply(200, '{"status":200,"data":{"total":0,"rows":[]}}')).toBe('missing');
  expect(reply(200, '{"status":500}')).toBe('missing');
  expect([reply(503, '<html>'), reply(0, '')]).toEqual(['unanswered', 'unanswered']);
});

it('reads from the metrics how many statements replicas and the primary answered', () => {
  const metrics =
    'portal_replicas_away 1\nportal_database_reads_total{from="replica"} 120\nportal_database_reads_total{from="primary"} 7\n';
  expect([readCounter(metrics, 'replica'), readCounter(metrics, 'primary'), readCounter('', 'primary')]).toEqual([120, 7, 0]);
});
