import { resolve } from 'node:path';
import { type BackendAccess, parseBackendAccess } from './backendAccess';
import { parseProxyTrust, type ProxyTrust } from './proxyTrust';

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
  /** POOL_SIZE: connections to the database at most, 10 unless set. */
  poolSize: number;
  /** MIN_FREE_MB: megabytes that must be left where DATA_DIR is, 256 unless set; with less, nothing is stored. */
  minFreeMegabytes: number;
  /** ANSWER_SECONDS: for how many seconds an answer may take, files aside, 5 unless set. */
  answerSeconds: number;
  /** LOG_LEVEL of the structured log, info unless set. */
  logLevel: string;
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
  const databaseUrl = env['DATABASE_URL'];
  if (databaseUrl !== undefined && databaseUrl !== '' && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new Error('DATABASE_URL must start with postgres:// or postgresql://');
  return {
    port: readInteger(env, 'PORT', 3000, 0, 65_535),
    host: env['HOST'] || '127.0.0.1',
    dataDir: resolve(root, env['DATA_DIR'] || 'data'),
    databaseUrl: databaseUrl === '' ? undefined : databaseUrl,
    poolSize: readInteger(env, 'POOL_SIZE', 10, 1, 200),
    minFreeMegabytes: readInteger(env, 'MIN_FREE_MB', 256, 0, 999_999),
    answerSeconds: readInteger(env, 'ANSWER_SECONDS', 5, 1, 120),
    logLevel: env['LOG_LEVEL'] || 'info',
    trustProxy: parseProxyTrust(env['TRUST_PROXY']),
    backendAccess: parseBackendAccess(env['ALLOW_PRIVATE_BACKENDS']),
    messagesPerHour: readInteger(env, 'SMS_PER_HOUR', 2_000, 1, 999_999),
    production: env['NODE_ENV'] === 'production',
    secretKeys: readKeys(env['SECRET_KEYS'] || env['SECRET_KEY']),
  };
}

function readInteger(env: Readonly<Record<string, string | undefined>>, name: string, byDefault: number, min: number, max: number): number {
  const text = env[name];
  if (text === undefined || text === '') return byDefault;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= min && number <= max))
    throw new Error(`${name} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text.slice(0, 40))}`);
  return number;
}

function readKeys(text: string | undefined): string[] | undefined {
  const keys = (text ?? '').split(',').map((key) => key.trim());
  return keys.some((key) => key !== '') ? keys.filter((key) => key !== '') : undefined;
}
