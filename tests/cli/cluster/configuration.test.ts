import { expect, it } from 'vitest';
import { writeEtcdConfiguration } from '../../../src/cli/cluster/configuration/etcd';
import { writeHaproxyConfiguration } from '../../../src/cli/cluster/configuration/haproxy';
import { writePatroniConfiguration } from '../../../src/cli/cluster/configuration/patroni';
import { writePgbouncerConfiguration, writePgbouncerUsers } from '../../../src/cli/cluster/configuration/pgbouncer';
import { buildInstallation, chooseEtcdSpeech } from '../../../src/cli/cluster/packages';
import { isWhole, readMembers } from '../../../src/cli/cluster/patroniView';
import { drawPlan } from '../../../src/cli/cluster/configuration/plan';

const plan = drawPlan(true);
const [first = plan.gateway] = plan.databases;
const [etcd = plan.gateway] = plan.etcd;

it('a synchronous cluster has Patroni wait for a second node, also when there is none', () => {
  const folders = { data: '/d', programs: '/p' };
  const strict = writePatroniConfiguration(plan, first, folders);
  expect(strict).toContain('synchronous_mode: true\n    synchronous_mode_strict: true\n');
  const loose = writePatroniConfiguration(drawPlan(false), first, folders);
  expect(loose).toContain('synchronous_mode: false\n    synchronous_mode_strict: false\n');
});

it('a lease outlasts a look and two attempts, as Patroni wants it', () => {
  const text = writePatroniConfiguration(plan, first, { data: '/d', programs: '/p' });
  const [ttl = 0, loop = 0, retry = 0] = ['ttl', 'loop_wait', 'retry_timeout'].map((name) =>
    Number(new RegExp(` ${name}: (\\d+)`).exec(text)?.[1]),
  );
  expect(ttl).toBeGreaterThanOrEqual(Math.max(20, loop + 2 * retry));
});

it('each etcd knows all of them', () => {
  const text = writeEtcdConfiguration(plan, etcd, '/d');
  for (const { name, address } of plan.etcd) expect(text).toContain(`${name}=http://${address}:2380`);
  expect(text).toContain(`name: ${etcd.name}\n`);
});

it('an old Patroni speaks to etcd as etcd then has to allow, a newer one by what replaced it', () => {
  const speeches = ['patroni 3.0.2', 'patroni 3.1.0', 'patroni 4.0.4', 'patroni 2.1.7'].map(chooseEtcdSpeech);
  expect(speeches).toEqual(['etcd', 'etcd3', 'etcd3', 'etcd']);
  for (const [speech, allowed] of [
    ['etcd', true],
    ['etcd3', false],
  ] as const) {
    const drawn = drawPlan(true, speech);
    expect(writePatroniConfiguration(drawn, first, { data: '/d', programs: '/p' })).toContain(`\n${speech}:\n  hosts: `);
    expect(writeEtcdConfiguration(drawn, etcd, '/d')).toContain(`enable-v2: ${allowed}\n`);
  }
});

it('HAProxy asks Patroni who the primary is, and the servers whether they want visitors', () => {
  const text = writeHaproxyConfiguration(plan, [4001, 4002]);
  const [, primary = '', portal = ''] = text.split(/^listen /m);
  expect(primary).toContain('OPTIONS /primary');
  for (const { address } of plan.databases) expect(primary).toContain(`${address}:5432 check port 8008`);
  expect(portal).toContain('GET /readyz');
  expect(portal.match(/127\.0\.0\.1:400[12] check/g)).toHaveLength(2);
});

it('PgBouncer hands connections on after each transaction, and leads to the primary', () => {
  const text = writePgbouncerConfiguration({ users: '/d/users.txt', folder: '/d' });
  expect(text).toContain('pool_mode = transaction');
  expect(text).toContain('portal = host=127.0.0.1 port=16432 dbname=portal');
  expect(writePgbouncerUsers(plan)).toBe(`"portal" "${plan.passwords.portal}"\n`);
});

it('missing packages are named by the command that installs them', () => {
  expect(buildInstallation(['patroni', 'haproxy']).join(' ')).toBe('apt-get install -y --no-install-recommends patroni haproxy');
});

it('a cluster is whole when all nodes follow one primary and one of them confirms its commits', () => {
  const node = (name: string, role: string, timeline = 3) => ({ name, role, state: 'running', timeline });
  const whole = [node('a', 'leader'), node('b', 'sync_standby'), node('c', 'replica')];
  const judge = (members: ReturnType<typeof node>[], of = plan) => isWhole(readMembers({ members }), of);
  expect(judge(whole)).toBe(true);
  expect(judge(whole.slice(0, 2))).toBe(false);
  expect(judge([...whole.slice(0, 2), node('c', 'replica', 2)])).toBe(false);
  expect(judge([...whole.slice(0, 2), { ...node('c', 'replica'), state: 'starting' }])).toBe(false);
  expect(judge([node('a', 'replica'), node('b', 'sync_standby'), node('c', 'replica')])).toBe(false);
  const unconfirmed = [node('a', 'leader'), node('b', 'replica'), node('c', 'replica')];
  expect([judge(unconfirmed), judge(unconfirmed, drawPlan(false))]).toEqual([false, true]);
});
