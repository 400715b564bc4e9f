import compress from '@fastify/compress';
import fastify, { LogController, type FastifyInstance, type FastifyServerFactory } from 'fastify';
import { createServer } from 'node:http';
import { inEachCluster } from '../database/clusters';
import { compileLinear } from '../definitions/language/linearPattern';
import { setPatternEngine } from '../runtime/pattern';
import { createAdmission } from './api/admission';
import { createBackEnd } from './api/backEnd';
import { createCopies } from './api/copies';
import { joinBackEnds } from './api/joinBackEnds';
import { uploadTimeoutMs } from './api/multipart';
import { findOwnBackend } from './api/ownBackend';
import { createProxy, type FailedCall } from './api/proxy';
import { apiRoutes } from './api/routes';
import { explainFailure, Upstream } from './api/upstream';
import { createSizeReader } from '../database/databaseSize';
import { parseBackendAccess } from './config/backendAccess';
import { walkPortals } from './config/walkPortals';
import { DefinitionFolder } from './config/definitionFolder';
import { PublishedFolder } from './config/publishedFolder';
import { enterPortal } from './api/tenant';
import type { CompiledPortal } from '../model/compiled';
import type { PortalServer, PortalServerOptions } from './config/portalServer';
import { findReadiness } from './config/readiness';
import { createSourceFinder } from './edge/findSources';
import { purging } from './edge/purging';
import { exportRoutes } from './exporting/exportRoutes';
import { removeGone } from './files/storageUpkeep';
import { createPost } from './messages/post';
import { createTimetable } from './desk/timetable';
import { createReminders } from './messages/reminders';
import { changes } from './plugins/changes';
import { traceRequests } from './plugins/traceRequests';
import { amapRoutes } from './plugins/amap';
import { assetRoutes } from './plugins/assets';
import { watchStatements } from './plugins/slowStatements';
import { errorHandler } from './plugins/errorHandler';
import { forwardedHeaders } from './plugins/forwardedHeaders';
import { healthRoutes } from './plugins/health';
import { jsonBodies } from './plugins/jsonBodies';
import { logRequests, buildLoggerOptions } from './plugins/log';
import { mapGroundRoutes } from './plugins/mapGround';
import { mediaRoutes } from './plugins/media';
import { pictureRoutes } from './plugins/pictures';
import { createRequestIds, requestIds } from './plugins/requestIds';
import { precedence } from './plugins/precedence';
import { clusterChoice } from './plugins/clusterChoice';
import { replicaReads } from './plugins/replicaReads';
import { requestTimeout, usualArrivalMs } from './plugins/requestTimeout';
import { secrets } from './plugins/secrets';
import { securityHeaders } from './plugins/securityHeaders';
import { VisitCounts, visitsRestMs } from './figures/visitCounts';
import { type SweepOptions, sweeps } from './plugins/sweeps';
import { turnAway } from './plugins/turnAway';
import { uploadRoutes } from './plugins/uploads';
import { divisionRoutes } from './plugins/divisions';
import { sharedPartRoutes } from './plugins/sharedParts';
import { validatorRoutes } from './plugins/validators';
import { pageRoutes } from './rendering/pages';
import { feedRoutes } from './rendering/feeds';
import { ReadyReplies } from './rendering/readyReplies';
import { iconRoutes } from './rendering/icons';
import { iiifRoutes } from './rendering/iiif';
import { lineRoutes } from './rendering/lineRoutes';
import { shareRoutes } from './rendering/shareRoutes';
import { sitemapRoutes } from './rendering/sitemap';
import { createHereLookup, createLimitLookup, createLineLookup, createRooms, createServiceLookup, createSweep } from './rooms';
import { createDecisions } from './desk/decisions';
import { createAccounts } from './security/accountServices';

const fileRoutes = [healthRoutes, assetRoutes, pictureRoutes, uploadRoutes, mediaRoutes, mapGroundRoutes, amapRoutes];
const allRoutes = [
  ...fileRoutes,
  sharedPartRoutes,
  validatorRoutes,
  divisionRoutes,
  sitemapRoutes,
  feedRoutes,
  iconRoutes,
  shareRoutes,
  iiifRoutes,
  apiRoutes,
  exportRoutes,
  pageRoutes,
];

/** Calls under way that change something. A portal answers some 100 to 150 of them in a second: nobody is to wait for much longer. */
const mostWriting = 100;

/** Of those that wait in lines so many besides: they are answered many at a time, and at 200 in a second each takes less than a second. */
const mostAside = 1_000;

/** Milliseconds between two looks for files in the storage that were removed. */
const goneRestMs = 60_000;

/** In the time that headers may take, connections are looked through so often for those that took longer. */
const looksPerArrival = 3;

/** For how many milliseconds a connection may be silent while a request or its answer is under way, and between requests. */
const [silenceMs, keepAliveMs] = [60_000, 72_000];

/** Creates the server that a portal listens with: what was sent a moment ago it sends again, all else goes its way. */
const createServerFactory =
  (
    { ready, departure, metrics }: Pick<PortalServer, 'ready' | 'departure' | 'metrics'>,
    connectionsCheckingInterval: number,
  ): FastifyServerFactory =>
  (handler) => {
    const server = createServer(
      { connectionsCheckingInterval, requestTimeout: uploadTimeoutMs, keepAliveTimeout: keepAliveMs },
      (request, response) => {
        // Who still comes while it closes is told to go elsewhere.
        const stays = server.listening && departure?.isAnnounced !== true;
        if (stays && ready.answer(request, response)) metrics?.countFromMemory();
        else handler(request, response);
      },
    );
    server.setTimeout(silenceMs);
    return server;
  };

/** What gateways say of a failure may name the phone; the log holds no personal data. */
const maskNumbers = (error: unknown): string => {
  const message = String(error instanceof Error ? error.message : error);
  return message.replace(/\d{5,}/g, '#').slice(0, 500);
};

/** Returns the files that staff change when they change settings; undefined where nobody can. */
function findFolder({ published, definitionFolder, definitions }: PortalServerOptions): DefinitionFolder | undefined {
  if (published) return new PublishedFolder(published, definitions);
  return definitionFolder === undefined ? undefined : new DefinitionFolder(definitionFolder, definitions);
}

/** Builds the server without listening. */
export async function buildApp({ logLevel = 'info', logTo, ...options }: PortalServerOptions): Promise<FastifyInstance> {
  setPatternEngine(compileLinear);
  const clock = options.clock ?? Date.now;
  const accounts = createAccounts(options.database, options.accounts ?? {}, clock, (error) =>
    app.log.error({ reason: maskNumbers(error) }, 'accounts: something failed behind a reply'),
  );
  const { clusters } = options.database;
  const isHere = (tenant: string): boolean => clusters?.isHere(tenant) ?? true;
  const listPortals = (signal?: AbortSignal): AsyncIterable<CompiledPortal> => {
    const { tenants, portal } = options.definitions.inPassing;
    return walkPortals({ tenants: tenants.filter(isHere), portal }, signal);
  };
  const everywhere = ({ sweep, ...times }: SweepOptions): SweepOptions => ({
    ...times,
    sweep: (signal) => inEachCluster(options.database, () => sweep(signal)),
  });
  const storeVisits = (): Promise<void> => visits.store(isHere);
  const portalOf = (tenant: string): CompiledPortal | undefined => options.definitions.inPassing.portal(tenant);
  const folder = findFolder(options);
  const rooms = createRooms((host) => options.definitions.portalOfHost(host), { definitions: folder, tenants: options.tenantFolder });
  const admission = createAdmission({ mostWriting, mostAside, isDiskLow: async () => (await options.disk?.isLow()) ?? false });
  const builtIn = createBackEnd(createServiceLookup(rooms), accounts, clock, admission, options.edge && createSourceFinder(rooms));
  const upstream = new Upstream(options.backends ?? { access: parseBackendAccess(undefined) });
  const report = (call: FailedCall, failure: unknown): void =>
    app.log.warn({ ...call, reason: explainFailure(failure) }, 'the back end of an institution gave no answer');
  const proxy = createProxy({
    upstream,
    limitOf: createLimitLookup(rooms),
    hereOf: createHereLookup(rooms),
    context: accounts,
    sessions: accounts.sessions,
    clock,
    variables: options.environment,
    copies: createCopies({ db: options.database, clock, report: accounts.report }),
    report,
  });
  const visits = new VisitCounts(options.database, clock);
  const ready = new ReadyReplies(
    (address) => options.trustProxy?.isTrusted(address, 0) ?? false,
    options.stopwatch ?? (() => performance.now()),
  );
  options.definitions.onChange(() => ready.clear());
  const { contents, staff } = accounts;
  const settled = new Set(rooms.flatMap((room) => room.settled ?? []));
  const server: PortalServer = { ...options, clock, visits, ready, contents, staff, settled, backEnd: joinBackEnds(builtIn, proxy) };
  const app = fastify({
    logger: buildLoggerOptions(logLevel, logTo),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(options.trustProxy),
    trustProxy: options.trustProxy?.isTrusted ?? false,
    rewriteUrl: (request) => enterPortal(request, options.definitions),
    routerOptions: { maxParamLength: 500 },
    serverFactory: createServerFactory(server, Math.ceil((options.arrivalMs ?? usualArrivalMs) / looksPerArrival)),
    bodyLimit: 1024 * 1024,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    frameworkErrors: (_error, _request, reply) => {
      reply.raw
        .writeHead(400, { 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify({ status: 400, message: options.commonTexts['invalidRequest'] ?? '' }));
    },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  });
  app.addHook('onClose', async () => upstream.close());
  await app.register(precedence);
  await app.register(forwardedHeaders, { trust: options.trustProxy });
  await app.register(securityHeaders);
  await app.register(requestTimeout, { timeoutMs: options.arrivalMs, deadlineMs: options.deadlineMs });
  await app.register(clusterChoice, options);
  await app.register(replicaReads, { database: options.database });
  // After the time for bodies is set: who is turned away may go on sending.
  await app.register(turnAway, { server, admission, isBuiltIn: (portal, endpoint) => findOwnBackend(portal, endpoint) === undefined });
  await app.register(jsonBodies);
  await app.register(requestIds);
  await app.register(logRequests, options);
  await app.register(watchStatements, { database: options.database, slowMs: options.slowMs });
  await app.register(traceRequests, { tracing: options.tracing, trust: options.trustProxy, database: options.database });
  // A connection that is kept open would be used again just when it is closed.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (options.departure?.isAnnounced) reply.header('connection', 'close');
    done();
  });
  options.metrics?.watch({
    pool: clusters ?? options.database.pool,
    replicas: options.database.replicas,
    countInstitutions: () => options.definitions.tenants.length,
    findReadiness: () => findReadiness(server),
    findFreeBytes: options.disk && options.disk.findFree.bind(options.disk),
    measureDatabase: createSizeReader(options.database),
  });
  await app.register(errorHandler, server);
  await app.register(changes, { database: options.database, ready, accounts, rooms });
  await app.register(sweeps, everywhere({ sweep: createSweep(rooms, accounts, listPortals), report: accounts.report }));
  await app.register(sweeps, everywhere(createPost(accounts, portalOf)));
  await app.register(sweeps, everywhere(createTimetable(rooms, accounts, portalOf)));
  await app.register(sweeps, everywhere(createDecisions(rooms, accounts, portalOf)));
  await app.register(sweeps, everywhere(createReminders(rooms, accounts, portalOf)));
  const { storage } = contents;
  if (storage) {
    const sweep = async (signal?: AbortSignal): Promise<void> => void (await removeGone(options.database, storage.store, clock(), signal));
    await app.register(sweeps, everywhere({ sweep, report: accounts.report, restMs: goneRestMs }));
  }
  await app.register(sweeps, everywhere({ sweep: storeVisits, report: accounts.report, firstMs: visitsRestMs, restMs: visitsRestMs }));
  app.addHook('onClose', () => inEachCluster(options.database, storeVisits).catch(accounts.report));
  await app.register(purging, {
    database: options.database,
    definitions: options.definitions,
    edge: options.edge,
    report: accounts.report,
  });
  app.addHook('onClose', async () => {
    for (const room of rooms) await room.close?.().catch(accounts.report);
  });
  await app.register(secrets, { definitions: options.definitions, variables: options.environment ?? {} });
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], global: true });
  await app.register(lineRoutes, { server, accounts, lines: createLineLookup(rooms) });
  for (const routes of allRoutes) await app.register(routes, server);
  return app;
}
