import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { asObject, asObjects, asString, asText } from '../../../src/model/json';
import { Metrics } from '../../../src/server/watching/metrics';
import { Declarations } from './declared';
import { isInstalled, write, type WrittenFolder } from './written';

const sdk = '@grafana/grafana-foundation-sdk/dist';
const any = { kind: 'any' } as const;
const dashboards = new Declarations(sdk, ['dashboard/types.gen.d.ts', 'common/types.gen.d.ts'], { 'cog.Dataquery': any });
const queries = new Declarations(sdk, ['prometheus/types.gen.d.ts', 'common/types.gen.d.ts']);
const panels: Record<string, Declarations> = Object.fromEntries(
  ['timeseries', 'stat'].map((type) => [type, new Declarations(sdk, [`${type}/types.gen.d.ts`, 'common/types.gen.d.ts'])]),
);

let written: WrittenFolder;
let dashboard: Record<string, unknown>;
let rules: Record<string, unknown>[];
let known: Set<string>;
beforeAll(async () => {
  written = await write('compose');
  dashboard = asObject(JSON.parse(written.read('grafana.json')));
  rules = asObjects(asObject(written.parse('alerts.yaml')[0])['groups']).flatMap(({ rules }) => asObjects(rules));
  const metrics = new Metrics();
  metrics.count({ name: 'page', method: 'GET', status: 200, milliseconds: 1 });
  metrics.watch({
    pool: { totalCount: 1, idleCount: 1, waitingCount: 0 },
    countInstitutions: () => 1,
    findReadiness: () => Promise.resolve({ isReady: true, parts: { disk: true } }),
    findFreeBytes: () => Promise.resolve(1),
    measureDatabase: () => Promise.resolve(1),
  });
  known = new Set([...(await metrics.write()).matchAll(/^([a-z]\w*)/gm)].map(([, name = '']) => name)).add('up');
});
afterAll(() => written.remove());

const shown = (): Record<string, unknown>[] => asObjects(dashboard['panels']);
const targets = (): Record<string, unknown>[] => shown().flatMap((panel) => asObjects(panel['targets']));
/** What Grafana puts in its place before it asks. */
const filled = (expr: unknown): string => asString(expr).replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*');

/** The metrics that an expression asks for, and the parts of it that are no PromQL. */
function readExpression(text: string): { metrics: string[]; faults: string[] } {
  const [metrics, faults]: [string[], string[]] = [[], []];
  parser.parse(text).iterate({
    enter: ({ type, from, to, node }) => {
      if (type.isError) faults.push(`${text.slice(0, from)}▸${text.slice(from)}`);
      if (type.name === 'Identifier' && node.parent?.type.name === 'VectorSelector') metrics.push(text.slice(from, to));
    },
  });
  return { metrics, faults };
}

describe.each([
  ['the dashboard', () => targets().map(({ expr }) => filled(expr)), 18],
  ['the alerts', () => rules.map(({ expr }) => asString(expr)), 9],
] as const)('%s', (_name, list, least) => {
  it('asks for metrics that there are, in PromQL', () => {
    const asked = list().map(readExpression);
    expect(asked.length).toBeGreaterThanOrEqual(least);
    expect(asked.flatMap(({ faults }) => faults)).toEqual([]);
    for (const { metrics } of asked) expect(metrics.filter((name) => known.has(name)).length).toBeGreaterThan(0);
    expect(asked.flatMap(({ metrics }) => metrics).filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('the dashboard', () => {
  it('is one by the types of Grafana, with its panels and queries', () => {
    expect(dashboards.findFaults(dashboard, 'Dashboard')).toEqual([]);
    expect(targets().flatMap((target) => queries.findFaults(target, 'Dataquery'))).toEqual([]);
    for (const { type, options } of shown()) expect(panels[asText(type)]?.findFaults(options, 'Options')).toEqual([]);
    expect(dashboards.findFaults({ ...dashboard, pannels: [], schemaVersion: '39' }, 'Dashboard')).toHaveLength(2);
  });

  it('has panels beside each other, none over another', () => {
    const places = shown().map(({ id, gridPos }) => {
      const { x, y, w, h } = asObject(gridPos);
      return { id, x: Number(x), y: Number(y), right: Number(x) + Number(w), bottom: Number(y) + Number(h) };
    });
    expect(new Set(places.map(({ id }) => id)).size).toBe(places.length);
    expect(places.filter(({ right }) => right > 24)).toEqual([]);
    const over = places.filter((one) =>
      places.some(
        (other) => one.id !== other.id && one.x < other.right && other.x < one.right && one.y < other.bottom && other.y < one.bottom,
      ),
    );
    expect(over).toEqual([]);
  });
});

it('the metrics are asked for where servers give them', () => {
  const [prometheus] = written.parse('prometheus.yaml');
  const [{ job_name, static_configs } = {}] = asObjects(asObject(prometheus)['scrape_configs']);
  expect([job_name, asObjects(static_configs)[0]?.['targets']]).toEqual(['portal', ['127.0.0.1:9464', '127.0.0.1:9465', '127.0.0.1:9466']]);
  expect(asObject(prometheus)['rule_files']).toEqual(['alerts.yaml']);
});

describe.runIf(isInstalled('promtool'))('Prometheus', () => {
  /** That after twenty minutes an alert calls as told, or not at all. */
  const alert = (alertname: string, called?: { labels: Record<string, string>; annotations: Record<string, string> }): unknown => ({
    ...{ eval_time: '20m', alertname },
    exp_alerts: called ? [{ exp_labels: { severity: 'critical', ...called.labels }, exp_annotations: called.annotations }] : [],
  });
  const series = (name: string, values: string): unknown => ({ series: name, values });

  it('takes its settings and the rules', () => {
    const printed = execFileSync('promtool', ['check', 'config', 'prometheus.yaml'], {
      cwd: written.folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    expect(printed).toContain('9 rules found');
  });

  it('calls for a full disk, for faults and for a portal that is gone, and for nothing while all is well', () => {
    const test = (input_series: unknown[], alert_rule_test: unknown[]): unknown => ({ interval: '1m', input_series, alert_rule_test });
    const [calm, server] = ['0+600x30', 'instance="a",job="portal"'];
    const good = [series(`portal_ready{${server}}`, '1x30'), series(`up{${server}}`, '1x30')];
    const counted = (status: string, values: string): unknown => series(`portal_reply_seconds_count{status="${status}",${server}}`, values);
    const part = (name: string): unknown => series(`portal_ready_part{part="${name}",${server}}`, '0x30');
    const tests = [
      test(
        [...good, counted('200', calm)],
        ['PortalGone', 'PortalServerDown', 'PortalFails', 'PortalDiskFull', 'PortalNotReady'].map((name) => alert(name)),
      ),
      test(
        [...good, part('disk'), part('database'), part('staying')],
        [
          alert('PortalDiskFull', {
            labels: { part: 'disk', instance: 'a', job: 'portal' },
            annotations: { summary: 'a has less than MIN_FREE_MB left and stores nothing more.' },
          }),
          alert('PortalNotReady', {
            labels: { part: 'database', instance: 'a', job: 'portal' },
            annotations: { summary: 'a takes no visitors: database.' },
          }),
        ],
      ),
      test(
        [...good, counted('200', calm), counted('500', '0+60x30')],
        [alert('PortalFails', { labels: {}, annotations: { summary: '9.091% of replies are faults of the portal.' } })],
      ),
      test(
        [],
        [
          alert('PortalGone', {
            labels: {},
            annotations: {
              summary: 'No server of the portal takes visitors.',
              description: 'Ask /readyz of each server which part is missing.',
            },
          }),
        ],
      ),
    ];
    writeFileSync(join(written.folder, 'test.yaml'), stringify({ rule_files: ['alerts.yaml'], evaluation_interval: '1m', tests }));
    expect(execFileSync('promtool', ['test', 'rules', 'test.yaml'], { cwd: written.folder, encoding: 'utf8', stdio: 'pipe' })).toContain(
      'SUCCESS',
    );
  });
});
