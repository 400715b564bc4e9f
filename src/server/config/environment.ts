import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ClusterUrls } from '../../database/clusters';
import { isObject } from '../../model/json';
import { type BackendAccess, parseBackendAccess } from './backendAccess';
import type { EdgeOptions } from './sharedReply';
import { parseProxyTrust, type ProxyTrust } from './proxyTrust';
import { parseStorageAddress, type StorageAddress } from './storageAddress';

/** How the server runs, from its environment variables. */
export interface Environment {
  /** PORT, 3000 unless set. */
  port: number;
  /** HOST, 127.0.0.1 unless set. */
  host: string;
  /** DATA_DIR, ./data in the project unless set: the embedded database and what visitors upload. */
  dataDir: string;
  /** DATABASE_URL; unset: the embedded PostgreSQL. */
  databaseUrl?: string;
  /** DATABASE_URLS: where institutions are that are spread over several servers; unset: all are in one. */
  databaseUrls?: ClusterUrls;
  /** DATABASE_READ_URL, separated by commas: replicas of the server of DATABASE_URL. */
  readUrls: readonly string[];
  /** DATABASE_POOLER=transaction: DATABASE_URL leads to a pooler in transaction mode, such as PgBouncer. */
  pooler?: 'transaction';
  /** FILES_URL, FILES_PUBLIC, FILES_WRITE: the storage of what is uploaded; unset: the database. */
  files?: StorageAddress;
  /** DATABASE_DIRECT_URL: leads to the server of DATABASE_URL without a pooler, for what other servers have changed and for changes of the schema. */
  directUrl?: string;
  /** DEFINITIONS=database: institutions are served as they were published; unset: as their folders are. */
  definitions: 'folder' | 'database';
  /** POOL_SIZE: connections to the database at most, 10 unless set. */
  poolSize: number;
  /** MIN_FREE_MB: megabytes that must be left where DATA_DIR is, 256 unless set; with less, nothing is stored. */
  minFreeMegabytes: number;
  /** ANSWER_SECONDS: for how many seconds an answer may take, files aside, 5 unless set. */
  answerSeconds: number;
  /** LOG_LEVEL of the structured log, info unless set. */
  logLevel: string;
  /** ACCESS_LOG=on: each reply is a line of the log. */
  logReplies: boolean;
  /** SLOW_MS: from how many milliseconds on a reply is told in the log as a slow one, 1000 unless set. */
  slowMs: number;
  /** DRAIN_SECONDS: for how many seconds /readyz says that the server is leaving before it closes, 0 unless set. */
  drainSeconds: number;
  /** METRICS_PORT, METRICS_HOST (127.0.0.1 unless set): where Prometheus reads metrics; unset: nowhere. */
  metrics?: { port: number; host: string };
  /** CDN_MAX_AGE: for how many seconds caches in front may keep what anybody may get, with PURGE_URL and PURGE_TOKEN; unset: they ask each time. */
  edge?: EdgeOptions;
  /** TRUST_PROXY: how many proxies stand in front, or their addresses; unset: none is believed. */
  trustProxy?: ProxyTrust;
  /** ALLOW_PRIVATE_BACKENDS: the addresses besides public ones at which institutions may have back ends of their own. */
  backendAccess: BackendAccess;
  /** SMS_PER_HOUR: text messages in an hour at most, of all institutions, 2000 unless set. */
  messagesPerHour: number;
  /** NODE_ENV=production. */
  production: boolean;
  /** SECRET_KEYS, separated by commas, or SECRET_KEY: at least 32 random bytes each, in base64 or hexadecimal. The first seals, all open. */
  secretKeys?: readonly string[];
}

/**
 * Reads the environment.
 * @param root the project's folder
 * @throws with a clear message when a value cannot be used
 */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>, root: string): Environment {
  const secretKeys = readKeys(env['SECRET_KEYS'] || env['SECRET_KEY']);
  const databaseUrls = readClusters(env['DATABASE_URLS'], root);
  const databaseUrl = readUrls(env, 'DATABASE_URL')[0] ?? databaseUrls?.default;
  const replicas = readUrls(env, 'DATABASE_READ_URL', ',');
  if (replicas.length > 0 && databaseUrl === undefined) throw new Error('DATABASE_READ_URL needs DATABASE_URL: it names replicas of it');
  const [directUrl] = readUrls(env, 'DATABASE_DIRECT_URL');
  if (directUrl !== undefined && !env['DATABASE_URL']) throw new Error('DATABASE_DIRECT_URL needs DATABASE_URL: it is another way there');
  if (databaseUrls && (env['DATABASE_URL'] || replicas.length > 0))
    throw new Error('DATABASE_URLS stands in the place of DATABASE_URL and DATABASE_READ_URL');
  if (databaseUrls && secretKeys === undefined) throw new Error('DATABASE_URLS needs SECRET_KEY: all of them are opened with the same key');
  const files = parseStorageAddress(env);
  if (databaseUrls && files) throw new Error('FILES_URL belongs to one database: with DATABASE_URLS files stay in the databases');
  const definitions = readChoice(env, 'DEFINITIONS', ['folder', 'database']);
  if (databaseUrls && definitions === 'database')
    throw new Error('DEFINITIONS=database belongs to one database: with DATABASE_URLS they come from folders');
  return {
    port: readInteger(env, 'PORT', 3000, 0, 65_535),
    host: env['HOST'] || '127.0.0.1',
    dataDir: resolve(root, env['DATA_DIR'] || 'data'),
    databaseUrl,
    databaseUrls,
    readUrls: replicas,
    pooler: readPooler(env['DATABASE_POOLER']),
    directUrl,
    files,
    definitions,
    poolSize: readInteger(env, 'POOL_SIZE', 10, 1, 200),
    minFreeMegabytes: readInteger(env, 'MIN_FREE_MB', 256, 0, 999_999),
    answerSeconds: readInteger(env, 'ANSWER_SECONDS', 5, 1, 120),
    logLevel: env['LOG_LEVEL'] || 'info',
    logReplies: readSwitch(env, 'ACCESS_LOG'),
    slowMs: readInteger(env, 'SLOW_MS', 1_000, 1, 999_999),
    drainSeconds: readInteger(env, 'DRAIN_SECONDS', 0, 0, 300),
    metrics: env['METRICS_PORT']
      ? { port: readInteger(env, 'METRICS_PORT', 0, 0, 65_535), host: env['METRICS_HOST'] || '127.0.0.1' }
      : undefined,
    edge: readEdge(env),
    trustProxy: parseProxyTrust(env['TRUST_PROXY']),
    backendAccess: parseBackendAccess(env['ALLOW_PRIVATE_BACKENDS']),
    messagesPerHour: readInteger(env, 'SMS_PER_HOUR', 2_000, 1, 999_999),
    production: env['NODE_ENV'] === 'production',
    secretKeys,
  };
}

/**
 * @param text JSON, or the path of a file with it: connection strings by institution, and under `default` that of all others
 * @throws with a clear message when it is neither
 */
function readClusters(text: string | undefined, root: string): ClusterUrls | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const given: unknown = JSON.parse(/^\s*\{/.test(text) ? text : readFileSync(resolve(root, text), 'utf8'));
  const urls = isObject(given) ? Object.entries(given).map(([name, url]) => [name, String(url)] as const) : [];
  if (urls.some(([, url]) => !isPostgres(url)))
    throw new Error('DATABASE_URLS must name addresses that start with postgres:// or postgresql://');
  const { default: others, ...own } = Object.fromEntries(urls);
  if (others === undefined) throw new Error('DATABASE_URLS must say under "default" where all other institutions are');
  return { ...own, default: others };
}

const isPostgres = (url: string): boolean => /^postgres(ql)?:\/\//.test(url);

/** @param separator of several; absent: there is one at most */
function readUrls(env: Readonly<Record<string, string | undefined>>, name: string, separator?: string): string[] {
  const text = (env[name] ?? '').trim();
  const urls = (separator === undefined ? [text] : text.split(separator)).map((url) => url.trim()).filter((url) => url !== '');
  if (!urls.every(isPostgres)) throw new Error(`${name} must start with postgres:// or postgresql://`);
  return urls;
}

function readInteger(env: Readonly<Record<string, string | undefined>>, name: string, byDefault: number, min: number, max: number): number {
  const text = env[name];
  if (text === undefined || text === '') return byDefault;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= min && number <= max))
    throw new Error(`${name} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text.slice(0, 40))}`);
  return number;
}

function readEdge(env: Readonly<Record<string, string | undefined>>): EdgeOptions | undefined {
  const maxAge = readInteger(env, 'CDN_MAX_AGE', 0, 0, 999_999);
  const [url, token] = [env['PURGE_URL'] || undefined, env['PURGE_TOKEN'] || undefined];
  if (url === undefined) return maxAge === 0 ? undefined : { maxAge };
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new Error('PURGE_URL must be an address that starts with https:// or http://');
  if (maxAge === 0) throw new Error('PURGE_URL needs CDN_MAX_AGE: without it nothing is kept that would have to be purged');
  return { maxAge, purge: { url, token } };
}

function readPooler(text: string | undefined): 'transaction' | undefined {
  if (text === undefined || text === '' || text === 'transaction') return text === 'transaction' ? text : undefined;
  throw new Error(`DATABASE_POOLER must be transaction or unset, not ${JSON.stringify(text.slice(0, 40))}`);
}

function readSwitch(env: Readonly<Record<string, string | undefined>>, name: string): boolean {
  return readChoice(env, name, ['off', 'on']) === 'on';
}

/** @param words the first is the one unless another is set */
function readChoice<Word extends string>(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  words: readonly [Word, Word],
): Word {
  const text = env[name] || words[0];
  const found = words.find((word) => word === text);
  if (found === undefined)
    throw new Error(`${name} must be ${words.toSorted().reverse().join(' or ')}, not ${JSON.stringify(text.slice(0, 40))}`);
  return found;
}

function readKeys(text: string | undefined): string[] | undefined {
  const keys = (text ?? '').split(',').map((key) => key.trim());
  return keys.some((key) => key !== '') ? keys.filter((key) => key !== '') : undefined;
}
