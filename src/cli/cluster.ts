import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../database/connection';
import { openDefinitions } from './bench/served';
import { type Bench, prepareBench } from './bench/turns';
import { Cluster } from './cluster/cluster';
import { Measurement, type Result } from './cluster/measure';
import { endWithOutside, findInside, runInside } from './cluster/namespaces';
import {
  buildInstallation,
  chooseEtcdSpeech,
  findMissingPackages,
  findPostgres,
  installPackages,
  readPatroniVersion,
} from './cluster/packages';
import { drawPlan } from './cluster/configuration/plan';
import { tell } from './cluster/progress';
import type { ReadCounts } from './cluster/readCounts';
import { type Failure, findMissed, findUnread, formatStatuses, formatTable } from './cluster/report';
import { lossyScenario, type Scenario, scenarios } from './cluster/scenarios';
import { findProjectFolder, parseWord, runCommand, UsageError } from './terminal/command';

const root = findProjectFolder(import.meta.url);
const keys = scenarios.map(({ key }) => key);
const usage = `Usage: npm run cluster-test [-- --only ${keys.join(',')}] [--asynchronous] [--install] [--keep]
Starts three database nodes (PostgreSQL, Patroni), three etcd, HAProxy, PgBouncer and three servers of the portal on this machine, each node in a
network of its own, and while 2,000 members enrol kills, pauses and cuts them off. Then it compares what members were told with what is stored, and
prints a table. Ends with 1 when an aim is missed. Needs Linux, packages of Debian, and no root: all of it runs in namespaces of its own, which end
with this command. Only --install needs root.
${scenarios.map(({ key, what }) => `  ${key.padEnd(9)}${what}`).join('\n')}
--asynchronous  does without the second node that a commit waits for, and shows that enrolments are lost then
--install       installs the packages that are missing
--keep          keeps configurations and logs in the temporary folder`;

const options = {
  only: { type: 'string', default: keys.join(',') },
  asynchronous: { type: 'boolean', default: false },
  install: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
} as const;

/** Makes sure that the programs are there. Throws when packages are missing. */
function requirePrograms(install: boolean): void {
  const missing = findMissingPackages();
  if (missing.length > 0 && install) installPackages(missing);
  else if (missing.length > 0)
    throw new Error(`Packages are missing. As root: ${buildInstallation(missing).join(' ')}\nnpm run cluster-test -- --install does that.`);
}

/** Starts a cluster in these namespaces, and runs scenarios in it until one comes to no result. @returns the exit code */
async function measure(folder: string, chosen: readonly Scenario[], synchronous: boolean): Promise<number> {
  const secret = randomBytes(32);
  const plan = drawPlan(synchronous, chooseEtcdSpeech(readPatroniVersion()));
  const program = join(root, 'dist/server/listen.js');
  const cluster = new Cluster({ plan, folder, program, secret: secret.toString('hex'), postgres: findPostgres() ?? '' });
  tell('The cluster is started.');
  await cluster.start();
  tell('Members are registered.');
  const measurement = new Measurement(cluster, await prepare(cluster, secret));
  const outcomes: (Result | Failure)[] = [];
  const run = async (key: string, work: () => Promise<Result>): Promise<void> => {
    const failed = (error: unknown): Failure => ({ key, failure: error instanceof Error ? error.message : String(error) });
    outcomes.push(await work().catch(failed));
  };
  for (const scenario of chosen) {
    if (outcomes.some((each) => 'failure' in each))
      outcomes.push({ key: scenario.key, failure: 'not begun, as the one before came to no result' });
    else {
      tell(`${scenario.key}: ${scenario.what}`);
      await run(scenario.key, () => measurement.run(scenario));
    }
  }
  await run('all', () => measurement.countAll());
  return report(outcomes, await cluster.countReads());
}

async function prepare(cluster: Cluster, secret: Buffer): Promise<Bench> {
  const definitions = await openDefinitions(root);
  const bench = await cluster.prepareHastily((database) => prepareBench(database, definitions, secret, 1));
  return { ...bench, database: await openDatabase({ databaseUrl: cluster.pooledUrl, dataDir: '', pooler: 'transaction' }) };
}

function report(outcomes: readonly (Result | Failure)[], reads: ReadCounts): number {
  for (const line of formatTable(outcomes)) console.log(line);
  for (const each of outcomes) if (!('failure' in each)) console.log(`${each.key}: replies ${formatStatuses(each.statuses)}`);
  console.log(`Statements that replicas may answer: ${reads.replica} answered by replicas, ${reads.primary} by the primary`);
  const missed = outcomes.flatMap((each) => ('failure' in each ? [each.failure] : findMissed(each)));
  const count = missed.length + findUnread(reads).length;
  for (const each of findUnread(reads)) console.log(each);
  console.log(count === 0 ? 'Every aim was met.' : `${count} aims were missed.`);
  return count === 0 ? 0 : 1;
}

const code = await runCommand(usage, options, async (words, { only, asynchronous, install, keep }) => {
  if (words.length > 0) throw new UsageError();
  const chosen = only.split(',').map((word) => parseWord(keys, word));
  const inside = findInside();
  if (inside !== undefined) {
    endWithOutside();
    return measure(inside, asynchronous ? [lossyScenario] : scenarios.filter(({ key }) => chosen.includes(key)), !asynchronous);
  }
  requirePrograms(install);
  const folder = await mkdtemp(join(tmpdir(), 'portal-cluster-'));
  try {
    return await runInside(folder);
  } finally {
    if (keep) console.log(`Configurations and logs are in ${folder}`);
    else await rm(folder, { recursive: true, force: true });
  }
});
process.exit(code);
