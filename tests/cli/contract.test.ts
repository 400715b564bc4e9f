import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runContract } from '../../src/cli/contract/command';
import { checkAll, loadDefinitions } from '../../src/definitions/load';
import { project, sound, write } from '../definitions/project';
import { type ForeignServer, startForeignServer } from '../server/foreignBackend';
import { runTyped } from './shell';

let root: string;
let foreign: ForeignServer;

const upstream = {
  list: {
    get: '/items{?skip,take}',
    paging: { offset: 'skip', size: 'take' },
    rows: '/items',
    fields: { '/id': '/no', '/name': '/title', '/added': { at: '/at', time: 'epochSeconds' }, '/price': { at: '/fen', scale: 0.01 } },
  },
  detail: { get: '/items/{id}', fields: { '/id': '/no', '/name': '/title', '/shelf': '/place/shelf' } },
};
const books = { backend: 'shop', endpoints: { list: { upstream: upstream.list }, detail: { upstream: upstream.detail } } };
const file = 'tenants/south/modules/books.json';

beforeAll(async () => {
  foreign = await startForeignServer({
    '/items': () => ({
      items: [{ no: 42, title: '一', at: 1_763_600_400, fen: 990, phone: '13800138000', note: '电 13900139000 s3cret' }],
    }),
    '/items/42': () => ({ no: 42, title: '一', place: { shelf: 'A' }, token: 'abc' }),
  });
  const backends = { shop: { base: foreign.base, headers: { 'X-Token': { secret: 'SHOP_TOKEN' } } } };
  root = await project({
    ...sound(),
    'tenants/south/tenant.json': JSON.stringify({ hosts: ['south.test'], code: 's', fid: '2', backends }),
    [file]: JSON.stringify(books, null, 2),
  });
});
afterAll(() => foreign.close());

const run = (...args: string[]) =>
  runTyped(() => runContract(root, loadDefinitions), ['contract', ...args], {
    SHOP_TOKEN: 's3cret',
    ALLOW_PRIVATE_BACKENDS: '127.0.0.0/8',
  });

test('replies that are as declared are told so, items are found by ids of lists, and recordings hold neither secrets nor phones', async () => {
  const { printed, code } = await run('south', '--record');
  expect(printed).toContain('books:list: as declared\nbooks:detail: as declared\n2 calls, 0 differences');
  expect(code).toBe(0);
  expect(foreign.asked.map(({ url, headers }) => [url, headers['x-token']])).toEqual([
    ['/items?skip=0&take=5', 's3cret'],
    ['/items/42', 's3cret'],
  ]);
  const recorded = await Promise.all(
    ['list', 'detail'].map((name) => readFile(join(root, `tenants/south/recorded/books/${name}.json`), 'utf8')),
  );
  expect(recorded.join()).not.toMatch(/13800138000|13900139000|s3cret|abc/);
  expect(JSON.parse(recorded[0] ?? '')).toMatchObject({ status: 200, body: { items: [{ no: 42, title: '一', fen: 990 }] } });
  expect(await checkAll(root)).toEqual([]);
});

test('what differs is told at its line, by the command and by the checker that reads the recordings', async () => {
  await write(root, { [file]: JSON.stringify(books, null, 2).replace('/title', '/titel').replace('epochSeconds', 'yyyy-MM-dd') });
  const { printed, code } = await run('south');
  expect(code).toBe(1);
  const lines = printed.split('\n').filter((line) => line.startsWith('tenants/'));
  expect(lines).toEqual([
    expect.stringMatching(/^tenants\/south\/modules\/books\.json:14:20 warning reply-lacks The reply has nothing at "\/titel"\.$/),
    expect.stringMatching(/^tenants\/south\/modules\/books\.json:17:21 warning reply-differs .*expected "yyyy-MM-dd", found "integer"\.$/),
  ]);
  const found = await checkAll(root);
  expect(found.map(({ file: of, line, column, message }) => `${of}:${line}:${column} ${message}`)).toEqual(
    lines.map((line) => line.replace(/ warning [\w-]+/, '')),
  );
});

test.each([
  ['no institution', ['nowhere'], 2],
  ['no name', [], 2],
])('%s is said to be wrong', async (_what, args, expected) => expect((await run(...args)).code).toBe(expected));

test('a back end that does not answer is told', async () => {
  await writeFile(join(root, file), JSON.stringify(books));
  foreign.routes['/items'] = (_url, _asked, response) => {
    response.destroy();
    return undefined;
  };
  const { printed, code } = await run('south');
  expect(code).toBe(1);
  expect(printed).toMatch(/books:list: /);
  expect(printed).toContain('books:detail: not asked');
});
