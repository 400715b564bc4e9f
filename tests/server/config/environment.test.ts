import { expect, it } from 'vitest';
import { readEnvironment } from '../../../src/server/config/environment';

it.each<[what: string, env: Record<string, string>, seconds: number | RegExp]>([
  ['unset', {}, 5],
  ['empty', { ANSWER_SECONDS: '' }, 5],
  ['a number of seconds', { ANSWER_SECONDS: '20' }, 20],
  ['none at all', { ANSWER_SECONDS: '0' }, /ANSWER_SECONDS must be a whole number from 1 to 120, not "0"/],
  ['no number', { ANSWER_SECONDS: 'long' }, /ANSWER_SECONDS must be a whole number from 1 to 120, not "long"/],
])('the time for an answer, %s', (_what, env, seconds) => {
  const read = (): number => readEnvironment(env, '/').answerSeconds;
  if (typeof seconds === 'number') expect(read()).toBe(seconds);
  else expect(read).toThrow(seconds);
});

it.each<[what: string, env: Record<string, string>, urls: string[] | RegExp]>([
  ['unset', {}, []],
  [
    'several',
    { DATABASE_URL: 'postgres://a/b', DATABASE_READ_URL: 'postgres://c/b, postgresql://d/b' },
    ['postgres://c/b', 'postgresql://d/b'],
  ],
  ['of no database', { DATABASE_READ_URL: 'postgres://c/b' }, /DATABASE_READ_URL needs DATABASE_URL/],
  [
    'none of PostgreSQL',
    { DATABASE_URL: 'postgres://a/b', DATABASE_READ_URL: 'mysql://c/b' },
    /DATABASE_READ_URL must start with postgres/,
  ],
])('replicas, %s', (_what, env, urls) => {
  const read = (): readonly string[] => readEnvironment(env, '/').readUrls;
  if (Array.isArray(urls)) expect(read()).toEqual(urls);
  else expect(read).toThrow(urls);
});

it('reads where definitions come from and where changes are heard of, and nothing that cannot be', () => {
  expect(readEnvironment({}, '/')).toMatchObject({ definitions: 'folder', directUrl: undefined });
  const env = { DEFINITIONS: 'database', DATABASE_URL: 'postgres://pooler/portal', DATABASE_DIRECT_URL: 'postgres://db:5432/portal' };
  expect(readEnvironment(env, '/')).toMatchObject({ definitions: 'database', directUrl: 'postgres://db:5432/portal' });
  expect(() => readEnvironment({ DEFINITIONS: 'nfs' }, '/')).toThrow('DEFINITIONS must be folder or database, not "nfs"');
  expect(() => readEnvironment({ DATABASE_DIRECT_URL: 'postgres://db/portal' }, '/')).toThrow('DATABASE_DIRECT_URL needs DATABASE_URL');
  expect(() => readEnvironment({ DATABASE_DIRECT_URL: 'db:5432' }, '/')).toThrow('DATABASE_DIRECT_URL must start with postgres://');
});

it.each<[what: string, env: Record<string, string>, edge: unknown]>([
  ['unset', {}, undefined],
  ['for how long', { CDN_MAX_AGE: '300' }, { maxAge: 300 }],
  [
    'and who is told',
    { CDN_MAX_AGE: '300', PURGE_URL: 'https://cdn.example.org/purge', PURGE_TOKEN: 'shared' },
    { maxAge: 300, purge: { url: 'https://cdn.example.org/purge', token: 'shared' } },
  ],
  ['no number', { CDN_MAX_AGE: 'long' }, /CDN_MAX_AGE must be a whole number/],
  ['who is told of nothing', { PURGE_URL: 'https://cdn.example.org/purge' }, /PURGE_URL needs CDN_MAX_AGE/],
  ['no address', { CDN_MAX_AGE: '300', PURGE_URL: 'cdn.example.org' }, /PURGE_URL must be an address/],
])('caches in front, %s', (_what, env, edge) => {
  const read = (): unknown => readEnvironment(env, '/').edge;
  if (edge instanceof RegExp) expect(read).toThrow(edge);
  else expect(read()).toEqual(edge);
});
