import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { inEachCluster, inInstitution, openClusters } from '../database/clusters';
import { type Database, type DatabaseOptions, openDatabase } from '../database/connection';
import { isPlaceForDemo } from '../database/content/demoPlace';
import { prepareWords } from '../database/search/words';
import { formatProblem } from '../definitions/problems/problemText';
import { loadDemoContent } from '../demo/loadDemoContent';
import { asObject, asText } from '../model/json';
import type { Problem } from '../model/problem';
import { buildApp } from './app';
import { type DefinitionSource, DefinitionStore } from './config/definitionStore';
import { Departure } from './config/departure';
import { DiskSpace } from './config/diskSpace';
import { KeptDefinitions } from './config/keptDefinitions';
import { isTraced } from './config/tracing';
import { type Environment, readEnvironment } from './config/environment';
import { PublishedDefinitions } from './config/publishedDefinitions';
import { openStorage } from './files/openStorage';
import { keepEntering } from './items/searchDue';
import { keepShapes } from './items/storedShapes';
import { findLiveStream } from './liveStream';
import { createMailCourier } from './messages/mail';
import { readAssets, readDeskAssets } from './rendering/builtAssets';
import { importRenderer } from './rendering/renderer';
import { loadKeyRing } from './security/keyRing';
import { type AccountKeys, deriveAccountKeys, type KeyRing } from './security/keys';
import { createFileOutbox, createOutboxMail, noOutbox } from './security/outbox';
import { sealPlainValues } from './security/rotation';
import { createSmsGateway } from './security/sms';
import { ensureDemoStaff } from './staff/demoStaff';
import { Metrics } from './watching/metrics';
import { serveMetrics } from './watching/metricsServer';
import { addListeners } from './listeners';
import { closeServer, stopOnSignals } from './shutdown';

/** How long a transaction of a visitor's waits until others have ended. */
const writerPatienceMs = 1_500;

/** Connections that wait to be accepted. Beyond that many the system drops them, and browsers try again only after seconds. */
const backlog = 4096;

const megabyte = 1024 * 1024;

/**
 * How much the memory may grow, in percent of what is in use, before what is no longer in use is looked for. V8 lets it grow to three times
 * as much while institutions are compiled, whose remains live just long enough to be taken for old.
 */
const growth = 50;

const built = dirname(fileURLToPath(import.meta.url));
const root = resolve(built, '../..');

async function main(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${growth}`);
  const environment = readEnvironment(process.env, root);
  const { databaseUrl, databaseUrls, directUrl, readUrls } = environment;
  const options: DatabaseOptions = {
    dataDir: environment.dataDir,
    pooler: environment.pooler,
    poolSize: environment.poolSize,
    writerPatienceMs,
    onReplicaChange: (line) => process.stderr.write(`${line}\n`),
    onMigration: (line) => process.stderr.write(`${line}\n`),
    onReattached: () => process.stderr.write('The embedded PostgreSQL was gone and is back.\n'),
    onLost: shutdown.fail,
    onConnectionError: ({ message }) => process.stderr.write(`A connection to the database was lost: ${message}\n`),
  };
  const opening = databaseUrls ? openClusters(databaseUrls, options) : openDatabase({ ...options, databaseUrl, directUrl, readUrls });
  // It may fail while the definitions are still looked for; who waits for it is told.
  opening.catch(() => undefined);
  shutdown.beforeEnd(async () => (await opening.catch(() => undefined))?.close());
  const { source, kept, published } = await findSource(environment, opening);
  // The database starts in processes of its own while the definitions are read.
  const loading = importRenderer(join(built, 'entryServer.js'));
  const [definitions, database, renderer] = await Promise.all([DefinitionStore.open(source, printProblems), opening, loading]);
  // Several databases keep their files themselves.
  const storage = databaseUrls ? undefined : await openStorage(database, environment.files, (line) => process.stderr.write(`${line}\n`));
  const rings: KeyRing[] = [];
  await inEachCluster(database, async () => rings.push(await loadKeyRing(database, environment)));
  const [secret] = rings;
  if (!secret) throw new Error('There is no key');
  const keys = deriveAccountKeys(secret);
  await inEachCluster(database, () => sealPlainValues(database, keys));
  const forDemo = !environment.production && !databaseUrls && (await isPlaceForDemo(database));
  const demo = forDemo ? await loadDemoContent(database, definitions, root, Date.now()) : [];
  for (const line of demo) process.stderr.write(`${line}\n`);
  const outbox = environment.production ? noOutbox : createFileOutbox(environment.dataDir);
  const clientFolder = join(root, 'dist/client');
  const departure = new Departure();
  const metrics = environment.metrics && new Metrics();
  // Loaded only where somebody takes them: it is larger than all else that watches the server.
  const tracing = isTraced(process.env) ? (await import('./watching/openTracing')).openTracing() : undefined;
  if (tracing) shutdown.beforeEnd(() => tracing.close());
  const app = await buildApp({
    definitions,
    database,
    disk: new DiskSpace(environment.dataDir, environment.minFreeMegabytes * megabyte),
    accounts: {
      secret,
      storage,
      outbox,
      sms: createSmsGateway(process.env, outbox, environment.production),
      mail: createMailCourier(process.env) ?? (environment.production ? undefined : createOutboxMail(outbox)),
      messagesPerHour: environment.messagesPerHour,
    },
    render: renderer.renderPage,
    themeStyles: renderer.buildThemeCss,
    assets: await readAssets(clientFolder),
    deskAssets: await readDeskAssets(clientFolder),
    assetFolder: existsSync(join(clientFolder, 'assets')) ? clientFolder : undefined,
    mapFolder: join(root, 'schemas/maps'),
    environment: process.env,
    definitionFolder: root,
    ...(published && { published }),
    tenantFolder: join(published?.root ?? root, 'tenants'),
    commonTexts: await kept.readCommonTexts(),
    deadlineMs: environment.answerSeconds * 1_000,
    departure,
    metrics,
    tracing,
    logReplies: environment.logReplies,
    slowMs: environment.slowMs,
    logLevel: environment.logLevel,
    edge: environment.edge,
    trustProxy: environment.trustProxy,
    backends: { access: environment.backendAccess },
  });
  const listeners: Server[] = [];
  shutdown.beforeEnd(() => closeServer(app, listeners));
  if (metrics && environment.metrics) {
    const served = await serveMetrics(metrics, environment.metrics);
    shutdown.beforeEnd(served.close);
  }
  await app.listen({ port: environment.port, host: environment.host, backlog });
  listeners.push(...(await addListeners(app.server, join(built, 'returnListeners.js'))));
  await printAddresses(definitions, environment.port, database, forDemo ? keys : undefined);
  prepareWords();
  kept.watch(definitions);
  if (published) {
    published.watch(definitions, database);
    shutdown.beforeEnd(() => published.close());
  }
  shutdown.beforeEnd(
    keepEntering(database, { portal: (tenant) => definitions.inPassing.portal(tenant) }, (error) =>
      app.log.error({ err: error }, 'what is due could not be entered'),
    ),
  );
  const endShapes = keepShapes(database, definitions, keys, (error) =>
    app.log.error({ err: error }, 'stored fields could not be brought up to date'),
  );
  shutdown.beforeEnd(async () => endShapes());
  // Added last, it comes first.
  const drainMs = environment.drainSeconds * 1_000;
  shutdown.beforeEnd(() => departure.announce(drainMs), drainMs);
}

/** Returns where the definitions come from: the folder of the project, or what was published in the database. */
async function findSource(
  { dataDir, definitions }: Environment,
  opening: Promise<Database>,
): Promise<{ source: DefinitionSource; kept: KeptDefinitions; published?: PublishedDefinitions }> {
  const build = await readFile(join(root, 'dist/stamp'), 'utf8').catch(() => undefined);
  const note = (line: string): void => void process.stderr.write(`${line}\n`);
  const program = await readVersion();
  const keep = (place: string): KeptDefinitions =>
    new KeptDefinitions({ root: place, folder: join(dataDir, 'definitions'), program, build, note });
  if (definitions === 'folder') {
    const kept = keep(root);
    return { source: kept, kept };
  }
  const folder = join(dataDir, 'published');
  const place = { schemas: join(root, 'schemas'), folder, build, database: () => opening, note };
  const published: PublishedDefinitions = new PublishedDefinitions(place, () => kept);
  const kept = keep(published.root);
  return { source: published, kept, published };
}

async function readVersion(): Promise<string> {
  return asText(asObject(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))['version']);
}

function printProblems(problems: readonly Problem[]): void {
  for (const problem of problems) process.stderr.write(`${formatProblem(problem)}\n`);
}

/**
 * Where each institution can be seen, and where a live stream of its own, if one is on the air.
 * @param demoKeys given for a demo alone, where it is told how to come in to the desks
 */
async function printAddresses(definitions: DefinitionStore, port: number, database: Database, demoKeys?: AccountKeys): Promise<void> {
  const lines: string[] = [];
  for (const tenant of definitions.tenants.slice(0, 10)) {
    const portal = definitions.portal(tenant);
    if (!portal) continue;
    const { hosts, site } = portal.settings;
    const root = `http://${hosts[0] ?? ''}:${port}`;
    const live = await inInstitution(database, tenant, () => findLiveStream(database, portal, Date.now()));
    const staff = demoKeys && (await ensureDemoStaff(database, demoKeys, portal));
    const desk = staff ? [`    desk: ${root}/admin  ${staff.login}  ${staff.password}`] : [];
    lines.push(`  ${root}/  ${site.title}`, ...desk, ...(live ? [`    live: ${root}${live.page}  ${root}${live.playlist}`] : []));
  }
  process.stdout.write(`ready\n${lines.join('\n')}\n`);
}

const shutdown = stopOnSignals();
main().catch(shutdown.fail);
