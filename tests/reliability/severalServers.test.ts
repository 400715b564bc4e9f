import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PortalProcess } from '../../src/cli/running/portalProcess';
import type { Outcome } from '../../src/cli/running/traffic';
import type { Json, JsonObject } from '../../src/model/json';
import { accountPortal, type AccountPortal, at, password } from '../server/accountPortal';
import { type DeskBrowser, deskOf } from '../server/desk/staffPortal';
import { demoItems } from '../server/portal';
import { askServer, copyOfProject, type Sign, startServer, watchChange } from './fleet';

/** Alone it is less than a second; beside other tests twice as much is allowed, which is less than what the control takes. */
const soonMs = 2_000;
let portal: AccountPortal;
let root = '';
/** `first` makes the changes; `second` listens as it does, `asking` stands behind a pooler and cannot. */
const servers: Record<string, PortalProcess> = {};
let editor: DeskBrowser;
let admin: DeskBrowser;
beforeAll(async () => {
  portal = await accountPortal();
  await portal.put('centre', 'information', await demoItems('centre', 'information'));
  editor = await deskOf(portal, 'editor');
  admin = await deskOf(portal, 'administrator', 'admin', 'library', 'library.localhost');
  root = await copyOfProject();
  servers['first'] = await startServer(root, portal);
  servers['second'] = await startServer(root, portal);
  servers['asking'] = await startServer(root, portal, { DATABASE_POOLER: 'transaction' });
}, 900_000);
afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.end('SIGTERM')));
  await portal.close();
  await rm(root, { recursive: true, force: true });
}, 300_000);

const first = (): PortalProcess => {
  const { first: server } = servers;
  if (!server) throw new Error('it has not been started');
  return server;
};

/** Makes a call at the desk of the first server. */
async function desk(path: string, body?: object, browser = editor): Promise<JsonObject> {
  const { host, cookie } = browser;
  const asked = { path: `/admin${path}`, host, headers: { cookie }, ...(body ? { method: 'POST', body } : {}) };
  const { status, text } = await askServer(first(), asked);
  const reply = status === 200 ? (JSON.parse(text) as JsonObject) : {};
  if (status !== 200 || Number(reply['status'] ?? 200) !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
  return reply;
}

let made = 0;
const write = async (title: string): Promise<string> => {
  const body = { title, columnId: '6101', content: '<p>一</p>', deskAction: 'publish' };
  return String(at(await desk('/api/desk/information/save', body), 'data', 'id'));
};
const find = async (id: string): Promise<JsonObject> => at(await desk(`/api/desk/information/item/${id}`), 'data') as JsonObject;
const withdraw = async (id: string): Promise<void> => {
  await desk('/api/desk/information/withdraw', { id, revision: (await find(id))['deskRevision'] ?? '' });
};
const rename = async (id: string, title: string): Promise<void> => {
  const { deskForm, deskRevision, deskPublishAt, deskWithdrawAt } = await find(id);
  const times = { deskPublishAt: deskPublishAt ?? '', deskWithdrawAt: deskWithdrawAt ?? '' };
  await desk('/api/desk/information/save', {
    ...(deskForm as JsonObject),
    ...times,
    title,
    deskId: id,
    deskRevision: deskRevision ?? '',
    deskAction: 'publish',
  });
};

const page = { path: '/information?columnId=6101' };
const list = { path: '/api/information/web/page?columnId=6101&page=1&limit=3' };
const others = (): [string, PortalProcess][] => Object.entries(servers);
/** On each server, a page and a list call that show a title, or no longer. */
const titleShown = (title: string, isShown = true): Sign[] =>
  others().flatMap(([name, server]) =>
    [page, list].map((asked) => ({
      of: `${name} ${asked.path.slice(0, 12)}`,
      server,
      asked,
      isNew: ({ status, text }: Outcome) => status === 200 && text.includes(title) === isShown,
    })),
  );
const totalOf = async (): Promise<unknown> => at(JSON.parse((await askServer(first(), list)).text), 'list', 'data', 'total');

/** Cuts the connections over which servers hear of changes, for as long as something is done and a moment longer. */
async function whileCut(work: () => Promise<void>): Promise<void> {
  let [isOver, cut] = [false, 0];
  const cutting = (async () => {
    while (!isOver) {
      const { rows } = await portal.database.pool.query<{ gone: boolean }>(
        `select pg_terminate_backend(pid) as gone from pg_stat_activity
        where application_name = 'portal-changes' and datname = current_database()`,
      );
      cut += rows.length;
      await delay(5);
    }
  })();
  // Each server had a connection that is gone before the change is made.
  await expect.poll(() => cut, { timeout: 10_000, interval: 5 }).toBeGreaterThanOrEqual(others().length);
  await work();
  isOver = true;
  await cutting;
}
const plainly = (work: () => Promise<void>): Promise<void> => work();

/** Milliseconds at most after which a request was answered as before a change. */
const tell = (what: string, late: Map<string, number>): number => {
  process.stdout.write(`${what}: ${JSON.stringify(Object.fromEntries(late))}\n`);
  return Math.max(...late.values());
};

describe.each([
  ['while they listen', plainly],
  ['after what they listen by was cut', whileCut],
] as const)('servers on one database, %s', (how, doing) => {
  it('show within a second what is published, changed and withdrawn at the desk of one', async () => {
    made += 1;
    const [title, renamed] = [`新发布的消息 ${made}`, `改过的消息 ${made}`];
    let id = '';
    const published = await watchChange(titleShown(title), () => doing(async () => void (id = await write(title))));
    expect(tell(`published ${how}`, published)).toBeLessThan(soonMs);
    const changed = await watchChange(titleShown(renamed), () => doing(() => rename(id, renamed)));
    expect(tell(`changed ${how}`, changed)).toBeLessThan(soonMs);
    const total = await totalOf();
    const counted = others().map(([name, server]) => ({
      of: `${name} total`,
      server,
      asked: list,
      isNew: ({ text }: Outcome) => at(JSON.parse(text), 'list', 'data', 'total') === Number(total) - 1,
    }));
    const withdrawn = await watchChange([...titleShown(renamed, false), ...counted], () => doing(() => withdraw(id)));
    expect(tell(`withdrawn ${how}`, withdrawn)).toBeLessThan(soonMs);
  }, 300_000);

  it('refuse within a second who was logged out at one, or whose password was changed there', async () => {
    made += 1;
    const member = await portal.member(`1370000000${made}`);
    const login = await portal.login(member.phone, password);
    const elsewhere = String(at(login.body, 'data', 'token'));
    const refused = (token: string): Sign[] =>
      others().map(([of, server]) => ({
        of,
        server,
        asked: { path: '/api/personal/web/inbox/unread', headers: { authorization: token } },
        isNew: ({ text }) => at(JSON.parse(text), 'status') === 40101,
      }));
    const call = async (method: string, path: string, token: string, body: object): Promise<void> => {
      const { text } = await askServer(first(), { method, path, body, headers: { authorization: token } });
      expect(JSON.parse(text)).toMatchObject({ rel: true });
    };
    const fresh = 'lotus-77';
    const changed = await watchChange(refused(elsewhere), () =>
      doing(() => call('PUT', '/api/auth/jwt/password', member.token, { oldPassword: password, password: fresh, conPassword: fresh })),
    );
    expect(tell(`password changed ${how}`, changed)).toBeLessThan(soonMs);
    const left = await watchChange(refused(member.token), () => doing(() => call('POST', '/api/auth/jwt/logout', member.token, {})));
    expect(tell(`logged out ${how}`, left)).toBeLessThan(soonMs);
  }, 300_000);

  it('refuse at once whom the desk of one has disabled', async () => {
    made += 1;
    const login = `helper${made}`;
    const helper = await deskOf(portal, 'editor', login, 'library', 'library.localhost');
    const rows = at(await desk('/api/desk/staff', undefined, admin), 'data', 'rows') as JsonObject[];
    const id = rows.find((row) => Object.values(row).includes(login))?.['id'] ?? '';
    const refused = others().map(([of, server]): Sign => ({
      of,
      server,
      asked: { path: '/admin/api/desk/information/items?page=1&size=1', host: helper.host, headers: { cookie: helper.cookie } },
      isNew: ({ text }) => !text.includes('"rows"'),
    }));
    const disabled = await watchChange(refused, () =>
      doing(async () => void (await desk('/api/desk/staff/disabled', { id, disabled: true }, admin))),
    );
    expect(tell(`disabled ${how}`, disabled)).toBeLessThan(soonMs);
  }, 300_000);

  it('are of the name that the desk of one has given the institution', async () => {
    made += 1;
    const title = `听松书院 ${made}`;
    const form = at(await desk('/api/desk/settings/form?group=site&file=', undefined, admin), 'data', 'editor') as JsonObject;
    const values = structuredClone(form['values']) as Record<string, JsonObject>;
    (values['/site'] as Record<string, Json>)['title'] = title;
    const named = others().map(([of, server]): Sign => ({
      of,
      server,
      asked: { path: '/', host: admin.host },
      isNew: ({ text }) => text.includes(`${title}</title>`),
    }));
    const save = { group: 'site', hash: form['hash'] ?? '', file: '', values: JSON.stringify(values) };
    const changed = await watchChange(named, () => doing(async () => void (await desk('/api/desk/settings/save', save, admin))));
    expect(tell(`settings ${how}`, changed)).toBeLessThan(soonMs);
  }, 300_000);
});

it('control: servers that are told of nothing show for more than a second what was', async () => {
  await portal.database.pool.query(`
    create function test_swallow() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger test_swallow before insert on change for each row execute function test_swallow()`);
  try {
    // On a machine that is busy for seconds pages grow old by themselves while the change is made.
    let latest = 0;
    for (let attempt = 0; attempt < 5 && latest < soonMs; attempt += 1) {
      const title = `没有人听到的消息 ${attempt}`;
      latest = tell('control', await watchChange(titleShown(title), async () => void (await write(title))));
    }
    expect(latest).toBeGreaterThan(soonMs);
  } finally {
    await portal.database.pool.query('drop trigger test_swallow on change; drop function test_swallow()');
  }
}, 300_000);
