import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { putItems } from '../../src/database/content/writeItems';
import type { Database } from '../../src/database/connection';
import type { Problem } from '../../src/model/problem';
import type { Json, JsonObject } from '../../src/model/json';
import { renderPage } from '../../src/portal/app/entryServer';
import { buildThemeCss } from '../../src/portal/app/themeCss';
import { buildApp } from '../../src/server/app';
import type { AccountOptions } from '../../src/server/security/accountServices';
import type { PortalServerOptions } from '../../src/server/config/portalServer';
import type { UpstreamOptions } from '../../src/server/api/upstream';
import type { LogStream } from '../../src/server/plugins/log';
import { toRecord } from '../../src/server/items/record';
import type { DefinitionStore } from '../../src/server/config/definitionStore';
import { testDatabase, type TestDatabase } from '../database/harness';
import { patientMs } from './patience';
import { copyOfDefinitions, openDefinitions, projectRoot } from './projectDefinitions';

/** A whole portal on a database of its own, asked by injection. */
export interface TestPortal {
  app: FastifyInstance;
  database: TestDatabase;
  definitions: DefinitionStore;
  problems: Problem[];
  /** The folder whose schemas and tenants are served; a copy when asked for. */
  root: string;
  /** Stores items of a tenant's module as an import would. */
  put(tenant: string, module: string, items: JsonObject[]): Promise<void>;
  /** GET of a call or page; the body is parsed when it is JSON. */
  get(
    url: string,
    host?: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: JsonObject; text: string; headers: Record<string, unknown> }>;
  /** Has it listened to, and returns the port when it has heard what was changed before: what it remembered until then it forgets at that. */
  listen(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Starts a portal over the project's definitions.
 * @param copy serve a copy of schemas and tenants that the test may change
 * @param root the folder of schemas and tenants, unless a copy is asked for
 * @param clock what counts as now
 * @param stopwatch milliseconds that only grow, for how long pages are kept; absent: they grow with the clock
 * @param deadlineMs milliseconds that an answer may take; absent: longer than visitors wait, as a busy machine may be slow
 * @param through returns the database that the portal uses in place of the one of the test, such as another way to it
 * @param environment variables that settings name
 * @param accounts keys and what is slow on purpose; absent: as portals have them
 * @param assetFolder the folder with the built files for browsers; absent: none are served
 * @param backends how institutions' own back ends are reached; absent: at public addresses alone
 * @param logTo takes warnings and errors of the log; absent: there is none
 * @param watched how the server is watched, and which proxies it believes; absent: as by default
 */
export async function testPortal({
  copy = false,
  clock = Date.now,
  root = projectRoot,
  environment = {},
  stopwatch = clock,
  through = async (database) => database,
  deadlineMs = patientMs,
  accounts,
  assetFolder,
  backends,
  logTo,
  watched = {},
}: {
  copy?: boolean;
  clock?: () => number;
  root?: string;
  environment?: Record<string, string>;
  stopwatch?: () => number;
  through?: (database: TestDatabase) => Promise<Database>;
  deadlineMs?: number;
  accounts?: AccountOptions;
  assetFolder?: string;
  backends?: UpstreamOptions;
  logTo?: LogStream;
  watched?: Pick<PortalServerOptions, 'metrics' | 'departure' | 'logReplies' | 'slowMs' | 'trustProxy' | 'edge' | 'tracing' | 'disk'>;
} = {}): Promise<TestPortal> {
  if (copy) root = await copyOfDefinitions();
  const problems: Problem[] = [];
  // A test changes files faster than anybody: each of its requests looks at them anew.
  let looked = 0;
  const definitions = await openDefinitions(root, problems, copy && clock === Date.now ? () => (looked += 1_000) : clock);
  const database = await testDatabase();
  const app = await buildApp({
    definitions,
    database: await through(database),
    render: renderPage,
    themeStyles: buildThemeCss,
    assets: { scripts: ['/assets/entry.js'], parts: {} },
    mapFolder: join(projectRoot, 'schemas/maps'),
    environment,
    commonTexts: JSON.parse(await readFile(join(root, 'schemas/texts.json'), 'utf8')) as Record<string, string>,
    logLevel: logTo ? (watched.logReplies ? 'info' : 'warn') : 'silent',
    logTo,
    ...watched,
    clock,
    stopwatch,
    deadlineMs,
    accounts,
    assetFolder,
    backends,
    tenantFolder: join(root, 'tenants'),
  });
  return {
    app,
    database,
    definitions,
    problems,
    root,
    async put(tenant, name, items) {
      const module = definitions.portal(tenant)?.modules[name];
      if (!module) throw new Error(`${tenant} has no module ${name}`);
      await putItems(
        database,
        items.map((item) => toRecord(tenant, module, item)),
      );
    },
    async get(url, host = 'localhost', headers = {}) {
      const reply = await app.inject({ url, headers: { host, ...headers } });
      const isJson = String(reply.headers['content-type']).includes('json');
      return {
        status: reply.statusCode,
        body: isJson ? (JSON.parse(reply.body) as JsonObject) : {},
        text: reply.body,
        headers: reply.headers,
      };
    },
    async listen() {
      const heard = new Promise<void>((resolve) => database.changes.follow(() => resolve()));
      const address = await app.listen({ port: 0, host: '127.0.0.1' });
      await heard;
      return Number(new URL(address).port);
    },
    async close() {
      await app.close();
      await database.close();
    },
  };
}

/** The demo items of a tenant's module, as its content file has them. */
export async function demoItems(tenant: string, module: string): Promise<JsonObject[]> {
  const text = await readFile(join(projectRoot, 'tenants', tenant, 'content', `${module}.ndjson`), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject);
}

/** The value at a path of keys; undefined when it leads nowhere. */
export function at(value: Json | undefined, ...path: (string | number)[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (place, key) => (place !== null && typeof place === 'object' ? (place as Record<string | number, Json>)[key] : undefined),
    value,
  );
}
