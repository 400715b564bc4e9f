import compress from '@fastify/compress';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import { createAccounts } from './security/accountServices';
import { apiRoutes } from './api/routes';
import { createBackEnd } from './api/backEnd';
import { createServiceLookup } from './rooms';
import type { PortalServer, PortalServerOptions } from './config/portalServer';
import { createProxy } from './api/proxy';
import { handleErrors } from './plugins/errorHandler';
import { healthRoute } from './plugins/health';
import { logRequests, loggerOptions } from './plugins/log';
import { pictureRoutes } from './plugins/pictures';
import { pageRoutes } from './rendering/pages';
import { sitemapRoutes } from './rendering/sitemap';
import { assetRoutes } from './plugins/assets';
import { fileRoutes } from './plugins/uploads';
import { amapRoute } from './plugins/amap';
import { groundRoute } from './plugins/mapGround';
import { mediaRoutes } from './plugins/media';
import { limitRequestTime } from './plugins/requestTimeout';
import { uploadTimeoutMs } from './api/multipart';

/** What gateways say of a failure may name the phone; the log holds no personal data. */
const withoutNumbers = (error: unknown): string =>
  String(error instanceof Error ? error.message : error)
    .replace(/\d{5,}/g, '#')
    .slice(0, 500);

/** Builds the server without listening. */
export async function buildApp(options: PortalServerOptions): Promise<FastifyInstance> {
  const clock = options.clock ?? Date.now;
  const accounts = createAccounts(options.database, options.accounts ?? {}, clock, (error) =>
    app.log.error({ reason: withoutNumbers(error) }, 'accounts: something failed behind a reply'),
  );
  const serviceOf = createServiceLookup((host) => options.definitions.portalOfHost(host));
  const builtIn = createBackEnd(serviceOf, accounts, clock);
  const proxied = createProxy();
  const server: PortalServer = { ...options, clock, backEndOf: (portal) => (portal.settings.backend ? proxied : builtIn) };
  const app = fastify({
    logger: loggerOptions(options.logLevel ?? 'info'),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy === true,
    routerOptions: { maxParamLength: 500 },
    requestTimeout: uploadTimeoutMs,
    connectionTimeout: 60_000,
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
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(self)',
    });
  });
  limitRequestTime(app);
  logRequests(app);
  handleErrors(app, server);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], global: true });
  healthRoute(app, server);
  if (options.assetFolder !== undefined) await assetRoutes(app, options.assetFolder);
  pictureRoutes(app, server);
  fileRoutes(app, server);
  mediaRoutes(app, server);
  groundRoute(app, server);
  amapRoute(app, server, options.environment ?? {});
  sitemapRoutes(app, server);
  await apiRoutes(app, server);
  pageRoutes(app, server);
  return app;
}
