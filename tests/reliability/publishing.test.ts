import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PortalProcess } from '../../src/cli/running/portalProcess';
import type { Outcome } from '../../src/cli/running/traffic';
import { findNewestVersion, publishVersion, readVersion } from '../../src/database/definitions/versions';
import { inTransaction } from '../../src/database/transaction';
import type { Json, JsonObject } from '../../src/model/json';
import { accountPortal, type AccountPortal, at } from '../server/accountPortal';
import { type DeskBrowser, deskOf } from '../server/desk/staffPortal';
import { askServer, copyOfProject, type Sign, startServer, watchChange } from './fleet';

/** Alone it is less than a second; beside other tests checking a version takes longer. */
const soonMs = 5_000;
const host = 'library.localhost';
const fromDatabase = { DEFINITIONS: 'database' };
let portal: AccountPortal;
let admin: DeskBrowser;
/** Two machines that have no folder in common. */
const roots: string[] = [];
const servers: PortalProcess[] = [];
beforeAll(async () => {
  portal = await accountPortal();
  // Content of its own keeps the demo's from being brought in.
  await portal.put('library', 'information', [{ id: 'one', title: '消息', columnId: '6101' }]);
  admin = await deskOf(portal, 'administrator', 'admin', 'library', host);
  for (let machine = 0; machine < 2; machine += 1) roots.push(await copyOfProject());
  expect(await publish('library', '--message', 'the beginning')).toMatchObject({ code: 0 });
  for (const root of roots) servers.push(await startServer(root, portal, fromDatabase));
}, 900_000);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGTERM')));
  await portal.close();
  for (const root of roots) await rm(root, { recursive: true, force: true });
}, 60_000);

/** Runs the command on the first machine. */
const publish = (...args: string[]): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, DATABASE_URL: portal.database.databaseUrl };
    const child = execFile(process.execPath, [join(roots[0] ?? '', 'dist/server/publish.js'), ...args], { env }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, said: out + err }),
    );
  });
const folder = (): string => join(roots[0] ?? '', 'tenants/library');
const nameIt = async (title: string): Promise<void> => {
  const path = join(folder(), 'tenant.json');
  const settings = JSON.parse(await readFile(path, 'utf8')) as JsonObject;
  await writeFile(path, JSON.stringify({ ...settings, site: { ...(settings['site'] as JsonObject), title } }));
};
const shown = (title: string, where = servers): Sign[] =>
  where.map((server, index) => ({
    of: `server ${index}`,
    server,
    asked: { path: '/', host },
    isNew: ({ status, text }: Outcome) => status === 200 && text.includes(`${title}</title>`),
  }));
const tell = (what: string, late: Map<string, number>): number => {
  process.stdout.write(`${what}: ${JSON.stringify(Object.fromEntries(late))}\n`);
  return Math.max(...late.values());
};

describe('servers that take definitions from the database', () => {
  it('serve what is published within a second, and what was before after a rollback', async () => {
    await nameIt('听松书院');
    const published = await watchChange(shown('听松书院'), async () => {
      expect(await publish('library', '--message', 'renamed', '--author', 'li')).toMatchObject({ code: 0 });
    });
    expect(tell('published', published)).toBeLessThan(soonMs);
    const back = await watchChange(shown('听松图书馆'), async () => {
      expect(await publish('library', '--rollback')).toMatchObject({ code: 0 });
    });
    expect(tell('rolled back', back)).toBeLessThan(soonMs);
    const { said } = await publish('library', '--versions');
    expect(said.trim().split('\n')).toEqual([
      expect.stringMatching(/^3\t.*\tas version 1$/),
      expect.stringMatching(/^2\t[^\t]*\tli\t[0-9a-f]{12}\trenamed$/),
      expect.stringMatching(/^1\t.*\tthe beginning$/),
    ]);
    expect(await publish('library', '--rollback', '9')).toMatchObject({ code: 1 });
  }, 240_000);

  it('get nothing that has errors, nor a host that another institution has', async () => {
    await writeFile(join(folder(), 'modules/information.json'), '{ "pages": { "information": { "pageSize": "many" } } }');
    expect(await publish('library')).toMatchObject({ code: 1, said: expect.stringContaining('tenants/library/modules/information.json') });
    await rm(join(folder(), 'modules/information.json'));
    const other = join(roots[0] ?? '', 'other');
    await mkdir(other);
    await writeFile(join(other, 'tenant.json'), await readFile(join(folder(), 'tenant.json')));
    expect(await publish('copy', '--from', other)).toMatchObject({ code: 1, said: expect.stringContaining('library.localhost') });
    expect((await publish('library', '--versions')).said.trim().split('\n')).toHaveLength(3);
  }, 240_000);

  it('go on with the last version that is sound for them, as a server does that is started then, and say why', async () => {
    const newest = await findNewestVersion(portal.database, 'library');
    if (!newest) throw new Error('nothing was published');
    const files = await readVersion(portal.database, newest);
    // As a later program may publish it, which knows more.
    files.set('modules/news.json', Buffer.from('{ "ofLater": true }'));
    const later = { tenant: 'library', at: new Date(), author: 'later', message: '', build: 'later' };
    await inTransaction(portal.database, (tx) => publishVersion(tx, later, files));
    const told = expect.stringMatching(
      /Version 4 of tenants\/library \(later\) has errors for this program, version 3 stays: .*news\.json/,
    );
    for (const server of servers) await expect.poll(() => server.lastWords, { timeout: 20_000 }).toEqual(told);
    for (const server of servers) expect((await askServer(server, { path: '/', host })).text).toContain('听松图书馆</title>');
    const late = await startServer(roots[1] ?? '', portal, fromDatabase);
    expect((await askServer(late, { path: '/', host })).text).toContain('听松图书馆</title>');
    expect(late.lastWords).toContain('version 3 is tried');
    await late.end('SIGTERM');
    expect(await publish('library', '--rollback', '3')).toMatchObject({ code: 0 });
  }, 240_000);

  it('show within a second what the desk of one has changed, which is a version like others', async () => {
    const headers = { cookie: admin.cookie };
    const call = async (path: string, body?: object): Promise<JsonObject> => {
      const [server] = servers;
      if (!server) throw new Error('it has not been started');
      const { text } = await askServer(server, {
        path: `/admin/api/desk/settings/${path}`,
        host,
        headers,
        ...(body ? { method: 'POST', body } : {}),
      });
      return JSON.parse(text) as JsonObject;
    };
    const form = at(await call('form?group=site&file='), 'data', 'editor') as JsonObject;
    const values = structuredClone(form['values']) as Record<string, JsonObject>;
    (values['/site'] as Record<string, Json>)['title'] = '松下书院';
    const changed = await watchChange(shown('松下书院'), async () => {
      const body = { group: 'site', hash: form['hash'] ?? '', file: '', values: JSON.stringify(values) };
      expect(await call('save', body)).toMatchObject({ status: 200 });
    });
    expect(tell('changed at the desk', changed)).toBeLessThan(soonMs);
    expect((await publish('library', '--versions')).said).toMatch(/^6\t[^\t]*\tadmin\t/);
  }, 240_000);

  it('serve the pictures of what is published', async () => {
    const [, other] = servers;
    if (!other) throw new Error('it has not been started');
    const { status, text } = await askServer(other, { path: '/media/accounts/site.svg', host });
    expect([status, text.slice(0, 4)]).toEqual([200, '<svg']);
  });
});
