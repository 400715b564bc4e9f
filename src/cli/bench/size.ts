import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type FilledModule, fillInBulk, fillInstitution, keepSamples } from '../../database/benchmarks/sizes';
import { openDatabase } from '../../database/connection';
import { type Definitions, loadDefinitions } from '../../definitions/load';
import { createRandom } from '../../pictures/random';
import { PortalProcess } from '../running/portalProcess';
import { chooseQuestions, type Corpus, readCorpus } from './corpus';
import { writeInstitutions } from './madeUp';
import { readCpuTime } from './cpuTime';
import type { Row } from './report';
import { openDefinitions } from './served';
import { listFilledModules } from './sizeCalls';
import { measureSizes } from './sizeTimes';

const seed = 20_261_123;
const samples = 2_000;
/** Data that are kept have to be opened with the key that they were sealed with. */
const notSecret = createHash('sha256').update('size').digest('hex');
const [megabyte, idleMs] = [1024 * 1024, 20_000];
/** Beyond so many institutions all but these get the modules of those before: to compile them takes longer than to store what they have. */
const [fewInstitutions, mostCompiled] = [1_000, 200];
/** Items in the data that the large one is compared with: those of one institution. */
const fewItems = 10_000;

/**
 * Measures the portal with the data of many institutions: the same calls as with that of one, the site search, starting, memory, and what it
 * costs while nobody comes.
 * @param folder what was stored there before with as many items is used again
 * @param rows items in all
 */
export async function benchSize(root: string, folder: string, rows: number, institutions: number): Promise<Row[]> {
  const place = join(folder, 'place');
  await copyProgram(root, place);
  await writeInstitutions(place, institutions, seed);
  const definitions = await loadDefinitions(place);
  const corpus = await readCorpus(await openDefinitions(root), root);
  const dirs = { few: join(folder, 'few'), many: join(folder, `many-${rows}-${institutions}`) };
  await fillOnce(dirs.few, () => fill(dirs.few, definitions, corpus, definitions.tenants.slice(0, 1), fewItems));
  const { stored, seconds } = await fillOnce(dirs.many, () => fill(dirs.many, definitions, corpus, definitions.tenants, rows));
  const start = async (dataDir: string): Promise<{ portal: PortalProcess; took: number }> => {
    const [program, from] = [join(place, 'dist/server/listen.js'), performance.now()];
    const portal = await PortalProcess.start({ program, dataDir, secret: notSecret });
    return { portal, took: performance.now() - from };
  };
  const first = await startFirst(dirs.many, institutions, start);
  const few = await start(dirs.few);
  try {
    const many = await start(dirs.many);
    try {
      return [
        { what: `${stored} items of ${definitions.tenants.length} institutions stored`, figure: `${seconds} s` },
        { what: 'started with them for the first time, ready after', figure: `${Math.round(first)} ms` },
        { what: 'started with them again, ready after', figure: `${Math.round(many.took)} ms`, aim: 'at most 3,000 ms' },
        { what: 'memory of the process that nobody has asked', figure: `${Math.round((await many.portal.readMemory()) / megabyte)} MiB` },
        { what: 'processor time while nobody comes', figure: `${(await measureIdle(many.portal.pid)).toFixed(1)} ms a second` },
        ...(await measureSizes({ few: few.portal, many: many.portal, definitions, questions: chooseQuestions(corpus) })),
      ];
    } finally {
      await many.portal.end('SIGTERM');
    }
  } finally {
    await few.portal.end('SIGTERM');
  }
}

/**
 * Starts a portal that knows of no definitions that they are sound, and ends it once it has written down which are.
 * @returns the milliseconds until it was ready
 * @throws Error when it has not within a minute for each thousand of them
 */
async function startFirst(
  dataDir: string,
  institutions: number,
  start: (dataDir: string) => Promise<{ portal: PortalProcess; took: number }>,
): Promise<number> {
  await rm(join(dataDir, 'definitions'), { recursive: true, force: true });
  const { portal, took } = await start(dataDir);
  try {
    const end = performance.now() + 60 * Math.max(1_000, institutions);
    while (!existsSync(join(dataDir, 'definitions/sound.json'))) {
      if (performance.now() > end) throw new Error(`${dataDir} does not say which definitions are sound`);
      await delay(100);
    }
    return took;
  } finally {
    await portal.end('SIGTERM');
  }
}

/** Returns how many milliseconds of processor time a process takes in a second while it is left alone. */
async function measureIdle(pid: number): Promise<number> {
  const before = await readCpuTime(pid);
  await delay(idleMs);
  return ((await readCpuTime(pid)) - before) / (idleMs / 1_000);
}

/** The built program with definitions of other institutions. */
async function copyProgram(root: string, place: string): Promise<void> {
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  for (const name of ['dist', 'schemas', 'package.json']) await cp(join(root, name), join(place, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(place, 'node_modules'));
}

/** What was stored, and how long that took. */
interface Filled {
  stored: number;
  seconds: number;
}

/** Stores items where that was not done before, as a note beside them says. */
async function fillOnce(dataDir: string, store: () => Promise<number>): Promise<Filled> {
  const note = `${dataDir}.json`;
  const before = await readFile(note, 'utf8').catch(() => undefined);
  if (before !== undefined) return JSON.parse(before) as Filled;
  await rm(dataDir, { recursive: true, force: true });
  const begin = performance.now();
  const stored = await store();
  const filled = { stored, seconds: Math.round((performance.now() - begin) / 1000) };
  await writeFile(note, JSON.stringify(filled));
  return filled;
}

/** Stores so many items in equal shares. @returns how many */
async function fill(
  dataDir: string,
  definitions: Definitions,
  { titles, sentences }: Corpus,
  tenants: readonly string[],
  rows: number,
): Promise<number> {
  const random = createRandom('size');
  const made = Array.from({ length: samples }, () => ({
    title: random.pick(titles).slice(0, 10) + random.pick(titles).slice(-6),
    text: random.pick(sentences) + random.pick(sentences),
  }));
  const database = await openDatabase({ dataDir });
  const most = tenants.length > fewInstitutions ? mostCompiled : tenants.length;
  const compiled: FilledModule[][] = [];
  let [stored, turn] = [0, 0];
  try {
    await keepSamples(database, made);
    await fillInBulk(database, tenants, async (db, tenant) => {
      const index = compiled.length < most ? compiled.push(listFilledModules(definitions.portal(tenant))) - 1 : (turn += 1) % most;
      const modules = compiled[index] ?? [];
      const each = Math.max(1, Math.round(rows / tenants.length / modules.length));
      await fillInstitution(db, tenant, modules, each);
      stored += each * modules.length;
    });
  } finally {
    await database.close();
  }
  return stored;
}
