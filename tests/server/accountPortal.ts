import type { Render } from '../../src/server/rendering/document';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { FastifyInstance } from 'fastify';
import smCrypto from 'sm-crypto';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { putItems } from '../../src/database/content/writeItems';
import type { Database } from '../../src/database/connection';
import type { JsonObject } from '../../src/model/json';
import type { Costs } from '../../src/server/security/costs';
import type { StorageUse } from '../../src/server/files/uploadContents';
import type { KeyRing } from '../../src/server/security/keys';
import { createMemoryOutbox, type OutboxEntry } from '../../src/server/security/outbox';
import { buildApp } from '../../src/server/app';
import type { LogStream } from '../../src/server/plugins/log';
import { toRecord } from '../../src/server/items/record';
import type { EdgeOptions } from '../../src/server/config/sharedReply';
import { parseProxyTrust } from '../../src/server/config/proxyTrust';
import type { DefinitionStore } from '../../src/server/config/definitionStore';
import { testDatabase, type TestDatabase } from '../database/harness';
import { patientMs } from './patience';
import { openDefinitions, projectRoot } from './projectDefinitions';

/** A reply as tests look at it. */
export interface Reply {
  status: number;
  body: JsonObject;
  text: string;
  cookies: Record<string, string>;
  setCookies: string[];
  raw: Buffer;
  type: string;
}
/** A visitor's browser as far as calls go. */
export interface Ask {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  body?: unknown;
  token?: string;
  host?: string;
  cookies?: Record<string, string>;
  headers?: Record<string, string>;
  address?: string;
}

/** A wish for a code: for what, and where it comes from. */
export interface CodeAsk extends Pick<Ask, 'host' | 'address' | 'cookies'> {
  phone: string;
  status: number;
}

const renderNothing: Render = () => {
  throw new Error('no pages here');
};

/** Servers over one database, asked by injection; pages are rendered where a way to is given. */
export interface AccountPortal {
  app: FastifyInstance;
  database: TestDatabase;
  definitions: DefinitionStore;
  secret: Buffer;
  outbox: OutboxEntry[];
  /** What counts as now may be moved on. */
  clock: { now: () => number; pass(milliseconds: number): void };
  ask(ask: Ask): Promise<Reply>;
  /** Another server process on the same database, with other keys when they are named; its hashes and tasks cost next to nothing too, or what they cost by default. */
  second(costs?: 'low' | 'default', keys?: Buffer | KeyRing): Promise<FastifyInstance>;
  put(tenant: string, module: string, items: JsonObject[]): Promise<void>;
  /** The newest code that a phone got. */
  codeOf(phone: string): string;
  sendCode(phone: string, status: 1 | 2 | 3, host?: string): Promise<Reply>;
  /** Asks for a code from an address, as a browser does: with a proof of work. */
  askForCode(ask: CodeAsk, app?: FastifyInstance): Promise<Reply>;
  captcha(phone?: string, host?: string): Promise<{ cookies: Record<string, string>; text: string }>;
  encrypted(value: unknown, host?: string): Promise<{ userMsg: string }>;
  register(phone: string, values?: JsonObject, host?: string): Promise<Reply>;
  login(phone: string, password: string, host?: string): Promise<Reply>;
  /** Registers and logs in by a code; returns the token and the id. */
  member(phone: string, values?: JsonObject, host?: string): Promise<{ token: string; id: string; phone: string }>;
  close(): Promise<void>;
}

export const password = 'peony-88';
export const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (found, key) => (found !== null && typeof found === 'object' ? (found as Record<string, unknown>)[key] : undefined),
    value,
  );

/** Next to nothing: what a hash or a task costs is looked at where it is made. */
const low: Costs = { password: { ln: 4, r: 8, p: 1 }, challenge: { rounds: 50, fewest: 20, most: 40 } };

/** What a test has a portal with accounts made of. */
interface AccountPortalParts {
  /** Takes the lines of the log, down to the last detail; absent: there is none. */
  logTo?: LogStream;
  /** Renders pages; absent: there are none. */
  render?: Render;
  /** Where files go; absent: into the database. */
  storage?: StorageUse;
  /** Returns the database that a server uses in place of the one of the test, such as another way to it. */
  through?: (database: TestDatabase) => Promise<Database>;
  /** What caches in front may keep; then pages grow old by the clock. */
  edge?: EdgeOptions;
}

/**
 * Starts a portal with accounts; limits count per address, so that each phone gets an address of its own.
 * @param root the folder of schemas and tenants
 */
export async function accountPortal(
  root = projectRoot,
  { logTo, render = renderNothing, storage, through = async (database) => database, edge }: AccountPortalParts = {},
): Promise<AccountPortal> {
  let shift = 0;
  const clock = {
    now: () => Date.now() + shift,
    pass: (milliseconds: number) => {
      shift += milliseconds;
    },
  };
  const definitions = await openDefinitions(root);
  const database = await testDatabase();
  const outbox = createMemoryOutbox();
  const secret = randomBytes(32);
  const texts = JSON.parse(await readFile(join(root, 'schemas/texts.json'), 'utf8')) as Record<string, string>;
  const build = async (costs: 'low' | 'default' = 'low', keys: Buffer | KeyRing = secret): Promise<FastifyInstance> =>
    buildApp({
      definitions,
      definitionFolder: root,
      database: await through(database),
      accounts: { secret: keys, outbox, costs: costs === 'low' ? low : undefined, storage },
      clock: clock.now,
      commonTexts: texts,
      logLevel: logTo ? 'trace' : 'silent',
      logTo,
      deadlineMs: patientMs,
      trustProxy: parseProxyTrust('1'),
      render,
      themeStyles: () => '',
      assets: { scripts: [], parts: {} },
      ...(edge ? { edge, stopwatch: clock.now } : {}),
      ...(render === renderNothing ? {} : { deskAssets: { scripts: [], sheets: [] } }),
    });
  const app = await build();
  const apps = [app];
  const ask = ({ method = 'GET', url, body, token, host = 'localhost', cookies, headers, address }: Ask): Promise<Reply> =>
    inject(app, { method, url, body, token, host, cookies, headers, address });
  const portal: AccountPortal = {
    app,
    database,
    definitions,
    secret,
    outbox: outbox.entries,
    clock,
    ask,
    async second(costs, keys) {
      const other = await build(costs, keys);
      apps.push(other);
      return other;
    },
    async put(tenant, name, items) {
      const module = definitions.portal(tenant)?.modules[name];
      if (!module) throw new Error(`${tenant} has no module ${name}`);
      await putItems(
        database,
        items.map((item) => toRecord(tenant, module, item)),
      );
    },
    codeOf: (phone) => outbox.entries.findLast((entry) => entry.kind === 'sms' && entry.to === phone)?.code ?? '',
    sendCode: (phone, status, host) => portal.askForCode({ phone, status, host, address: addressOf(phone) }),
    async askForCode({ phone, status, ...from }, other = app) {
      const proof = await earnProof(other, { phone, status, ...from });
      return inject(other, { url: `/api/auth/jwt/${status}/VERCode?unitName=x&phone=${phone}&proof=${proof}`, ...from });
    },
    async captcha(phone = '', host) {
      const { cookies } = await ask({ url: `/api/auth/jwt/getCode?timestamp=1&phone=${phone}`, host, address: addressOf(phone) });
      return { cookies, text: outbox.entries.findLast((entry) => entry.kind === 'captcha')?.code ?? '' };
    },
    async encrypted(value, host) {
      const { body } = await ask({ url: '/api/auth/jwt/publicKey', host });
      return { userMsg: smCrypto.sm2.doEncrypt(JSON.stringify(value), String(at(body, 'data', 'publicKey')), 1) };
    },
    async register(phone, values = {}, host) {
      await portal.sendCode(phone, 1, host);
      const body = { phone, password, conPassword: password, name: 'Li', sex: '1', verCode: portal.codeOf(phone), ...values };
      return ask({ method: 'POST', url: '/api/auth/jwt/registered', body, host });
    },
    async login(phone, secretWord, host) {
      const { cookies, text } = await portal.captcha(phone, host);
      return ask({
        method: 'POST',
        url: '/api/auth/jwt/member-token-enc',
        body: await portal.encrypted({ mobilePhone: phone, passWord: secretWord, verCode: text }, host),
        cookies,
        host,
      });
    },
    async member(phone, values, host) {
      await portal.register(phone, values, host);
      clock.pass(61_000);
      await portal.sendCode(phone, 3, host);
      const { body } = await ask({
        method: 'POST',
        url: '/api/auth/jwt/login-phone',
        body: { phone, verCode: portal.codeOf(phone) },
        host,
      });
      return { token: String(at(body, 'data', 'token')), id: String(at(body, 'data', 'id')), phone };
    },
    async close() {
      for (const each of apps) await each.close();
      await database.close();
    },
  };
  return portal;
}

const addressOf = (phone: string): string =>
  `10.${Number(phone.slice(-6, -4)) || 0}.${Number(phone.slice(-4, -2)) || 0}.${Number(phone.slice(-2)) || 0}`;

/** Returns the solution of a task for one text message, as it stands in an address. @throws when none was set */
export async function earnProof(app: FastifyInstance, { phone, status, host, address }: CodeAsk): Promise<string> {
  const { body } = await inject(app, { url: `/api/auth/jwt/challenge?status=${status}&phone=${phone}`, host, address });
  const challenge = at(body, 'data') as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return encodeURIComponent(Buffer.from(JSON.stringify({ challenge, solution })).toString('base64'));
}

/** Asks one server. */
export async function inject(
  app: FastifyInstance,
  { method = 'GET', url, body, token, host = 'localhost', cookies, headers, address }: Ask,
): Promise<Reply> {
  const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const cookie = Object.entries(cookies ?? {})
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ');
  const reply = await app.inject({
    method,
    url,
    payload,
    headers: {
      host,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: token }),
      ...(cookie === '' ? {} : { cookie }),
      ...(address === undefined ? {} : { 'x-forwarded-for': address }),
      ...headers,
    },
  });
  const type = String(reply.headers['content-type']);
  const setCookies = [reply.headers['set-cookie'] ?? []].flat();
  return {
    status: reply.statusCode,
    text: reply.body,
    raw: reply.rawPayload,
    type,
    setCookies,
    body: type.includes('json') ? (JSON.parse(reply.body) as JsonObject) : {},
    cookies: Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value])),
  };
}
