import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Database, openDatabase } from '../../database/connection';
import { PortalProcess } from '../running/portalProcess';
import { ask } from '../running/traffic';
import { writeEtcdConfiguration } from './configuration/etcd';
import { writeHaproxyConfiguration } from './configuration/haproxy';
import { writePatroniConfiguration } from './configuration/patroni';
import { writePgbouncerConfiguration, writePgbouncerUsers } from './configuration/pgbouncer';
import { Machine, startProgram } from './machine';
import { askMembers, isWhole, type Member } from './patroniView';
import { metricsPorts, type Plan, ports, serverPorts } from './configuration/plan';
import { type ReadCounts, readCounter } from './readCounts';

const run = promisify(execFile);
const wholeTimeoutMs = 180_000;
const roleTimeoutMs = 20_000;
const lookMs = 250;

/** What a cluster is started from. */
export interface ClusterSettings {
  plan: Plan;
  /** Empty, and its own. */
  folder: string;
  /** The portal's built server, and its master key in hexadecimal. */
  program: string;
  secret: string;
  /** Where the programs of PostgreSQL are. */
  postgres: string;
}

/** Three database nodes under Patroni with three etcd, HAProxy, PgBouncer and three servers of the portal, on this machine. */
export class Cluster {
  readonly databases: Machine[] = [];
  readonly etcd: Machine[] = [];
  readonly servers: PortalProcess[] = [];

  constructor(private readonly settings: ClusterSettings) {}

  /** The portal's database, behind the pooler. */
  get pooledUrl(): string {
    return `postgres://portal:${this.plan.passwords.portal}@127.0.0.1:${ports.pooler}/portal`;
  }

  get plan(): Plan {
    return this.settings.plan;
  }

  /** Starts everything, and waits until it works. */
  async start(): Promise<void> {
    const { plan } = this;
    await Machine.lay(plan);
    for (const place of plan.etcd) this.etcd.push(await Machine.add(plan, place));
    for (const place of plan.databases) this.databases.push(await Machine.add(plan, place));
    for (const machine of this.etcd) await this.startEtcd(machine);
    for (const machine of this.databases) await this.startDatabase(machine);
    await this.waitUntilWhole();
    await this.createPortalDatabase();
    await this.startProxies();
    for (const [index, port] of serverPorts.entries()) this.servers.push(await this.startServer(port, metricsPorts[index] ?? 0));
  }

  /** Returns how many statements that replicas may answer were answered by them, and how many by the primary, since each server started. */
  async countReads(): Promise<ReadCounts> {
    const counts = { replica: 0, primary: 0 };
    for (const port of metricsPorts) {
      const { text } = await ask(port, { path: '/metrics' });
      for (const from of ['replica', 'primary'] as const) counts[from] += readCounter(text, from);
    }
    return counts;
  }

  /** Does work in the portal's database where commits wait for no disk and no second node: what is made before anything happens need not last. */
  async prepareHastily<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const { address } = (await this.findDatabase('leader')).place;
    const options = encodeURIComponent('-c synchronous_commit=off');
    const databaseUrl = `postgres://portal:${this.plan.passwords.portal}@${address}:${ports.postgres}/portal?options=${options}`;
    const database = await openDatabase({ databaseUrl, dataDir: '' });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  /** Starts an etcd, or starts it again. */
  async startEtcd(machine: Machine): Promise<void> {
    const folder = await this.makeFolder(machine.place.name);
    const file = await this.write('etcd.yml', folder, writeEtcdConfiguration(this.plan, machine.place, join(folder, 'etcd')));
    startProgram(['etcd', '--config-file', file], this.findLog(machine.place.name), machine);
  }

  /** Starts a database node, or starts it again. */
  async startDatabase(machine: Machine): Promise<void> {
    const folder = await this.makeFolder(machine.place.name);
    const text = writePatroniConfiguration(this.plan, machine.place, { data: folder, programs: this.settings.postgres });
    startProgram(['patroni', await this.write('patroni.yml', folder, text)], this.findLog(machine.place.name), machine);
  }

  /** Returns the node of a role. Throws when there is none for a while. */
  async findDatabase(role: Member['role']): Promise<Machine> {
    const end = performance.now() + roleTimeoutMs;
    for (;;) {
      const name = (await askMembers(this.plan.databases)).find((each) => each.role === role)?.name;
      const machine = this.databases.find(({ place }) => place.name === name);
      if (machine) return machine;
      if (performance.now() > end) throw new Error(`No node is the ${role}`);
      await delay(lookMs);
    }
  }

  /** Waits until every node follows the primary. Throws when that does not come to be. */
  async waitUntilWhole(): Promise<void> {
    const end = performance.now() + wholeTimeoutMs;
    for (;;) {
      const members = await askMembers(this.plan.databases);
      if (isWhole(members, this.plan)) return;
      if (performance.now() > end) throw new Error(`The cluster did not become whole: ${JSON.stringify(members)}`);
      await delay(lookMs);
    }
  }

  private findLog = (name: string): string => join(this.settings.folder, `${name}.log`);

  private startServer(port: number, metricsPort: number): Promise<PortalProcess> {
    const { program, secret, folder } = this.settings;
    const dataDir = join(folder, `server-${port}`);
    // Each leads to one node; which of them is the primary for now does not matter.
    const readUrls = this.plan.databases.map(
      ({ address }) => `postgres://portal:${this.plan.passwords.portal}@${address}:${ports.postgres}/portal`,
    );
    const variables = {
      DATABASE_URL: this.pooledUrl,
      DATABASE_POOLER: 'transaction',
      DATABASE_READ_URL: readUrls.join(','),
      METRICS_PORT: String(metricsPort),
    };
    return PortalProcess.start({ program, dataDir, secret, port, variables });
  }

  private async startProxies(): Promise<void> {
    const folder = await this.makeFolder('proxies');
    const haproxy = await this.write('haproxy.cfg', folder, writeHaproxyConfiguration(this.plan, serverPorts));
    const users = await this.write('users.txt', folder, writePgbouncerUsers(this.plan));
    const pgbouncer = await this.write('pgbouncer.ini', folder, writePgbouncerConfiguration({ users, folder }));
    startProgram(['haproxy', '-db', '-f', haproxy], this.findLog('haproxy'));
    startProgram(['pgbouncer', pgbouncer], this.findLog('pgbouncer'));
    await this.waitForPooler();
  }

  private async waitForPooler(): Promise<void> {
    const end = performance.now() + wholeTimeoutMs;
    const isThere = (): Promise<boolean> =>
      this.ask(this.pooledUrl, 'select 1').then(
        () => true,
        () => false,
      );
    while (!(await isThere())) {
      if (performance.now() > end) throw new Error('PgBouncer does not reach the primary');
      await delay(lookMs);
    }
  }

  private async createPortalDatabase(): Promise<void> {
    const { address } = (await this.findDatabase('leader')).place;
    const { superuser, portal } = this.plan.passwords;
    const url = `postgres://postgres:${superuser}@${address}:${ports.postgres}/postgres`;
    await this.ask(url, `create role portal login password '${portal}'`);
    await this.ask(url, `alter role portal set statement_timeout = '30s'`);
    await this.ask(url, 'create database portal owner portal');
  }

  private ask = (url: string, statement: string): Promise<unknown> =>
    run(join(this.settings.postgres, 'psql'), ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-c', statement, url]);

  private async write(name: string, folder: string, text: string): Promise<string> {
    const file = join(folder, name);
    await writeFile(file, text);
    return file;
  }

  private async makeFolder(name: string): Promise<string> {
    const path = join(this.settings.folder, name);
    await mkdir(path, { recursive: true });
    return path;
  }
}
