import { sql } from 'kysely';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addMember } from '../../../../src/database/accounts/members';
import { putCaptcha } from '../../../../src/database/accounts/oneTimeCodes';
import { createAccounts, type AccountServices } from '../../../../src/server/security/accountServices';
import { accountPortal, type AccountPortal } from '../../accountPortal';
import { activity, addedContact, day } from '../../enrolments';

const root = join(import.meta.dirname, '../../../..');
/** Each at another place of a transaction; `npm run chaos` goes on for as long as one likes. */
const kills = 8;
const [memberCount, contactsEach, places] = [10, 40, 350];
interface Server {
  process: ChildProcess;
  port: number;
}
interface Visitor {
  token: string;
  contact: string;
  captcha: string;
  text: string;
}

let portal: AccountPortal;
let kit: AccountServices;
let outDir = '';
let script = '';
const servers: Server[] = [];
beforeAll(async () => {
  portal = await accountPortal();
  kit = createAccounts(portal.database, { secret: portal.secret }, portal.clock.now);
  // Inside the project, so that the built script finds node_modules.
  outDir = await mkdtemp(join(root, 'node_modules', '.enrolment-child-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    // One file loads in half the time of many, and it is loaded for every kill; what brings programs or workers of its own stays outside.
    ssr: {
      noExternal: true,
      external: ['@node-rs/jieba', '@resvg/resvg-js', 'pg-native', 'pg-cloudflare', 'pino', 'sharp', 'sm-crypto', 'wawoff2'],
    },
    build: {
      ssr: join(import.meta.dirname, 'enrolmentChild.ts'),
      outDir,
      emptyOutDir: false,
      target: 'node20',
      // Half as long, and read that much sooner.
      minify: true,
      rolldownOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  });
  script = join(outDir, 'child.mjs');
}, 120_000);
afterAll(async () => {
  for (const { process: child } of servers) child.kill('SIGKILL');
  await rm(outDir, { recursive: true, force: true });
  await portal.close();
});

async function start(): Promise<Server> {
  const child = fork(script, [portal.database.databaseUrl, portal.secret.toString('hex')], { serialization: 'advanced' });
  child.send(portal.definitions.portal('centre') ?? {});
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the server ended with ${code}`);
    }),
  ])) as [{ port: number }];
  const server = { process: child, port: message.port };
  servers.push(server);
  return server;
}

/** Members with contacts, and for each contact a captcha whose answer is known. */
async function visitors(): Promise<Visitor[]> {
  const all: Visitor[] = [];
  for (let number = 0; number < memberCount; number += 1) {
    const id = `m${number}`;
    await addMember(portal.database, 'centre', {
      id,
      phoneHash: id,
      phoneCipher: kit.keys.seal('centre', `1360000${String(number).padStart(4, '0')}`),
      nameCipher: '',
      sex: '1',
      image: '',
      passwordHash: '',
    });
    const { token } = await kit.sessions.open('centre', id);
    for (let each = 0; each < contactsEach; each += 1) {
      const captcha = `captcha-${number}-${each}`;
      await putCaptcha(
        portal.database,
        'centre',
        kit.keys.mark('captcha', 'centre', captcha),
        kit.keys.mark('captcha answer', 'centre', captcha, 'ABCD'),
        portal.clock.now() + day,
      );
      all.push({ token, contact: await addedContact(portal, { id }), captcha, text: 'abcd' });
    }
  }
  return all;
}

/** Enrols one; whatever the server could say before it was killed. @returns 'given' only when it was told so */
function ask(port: number, agent: Agent, { token, contact, captcha, text }: Visitor): Promise<'given' | 'refused' | 'unknown'> {
  return new Promise((done) => {
    const call = request(
      {
        port,
        host: '127.0.0.1',
        agent,
        method: 'PUT',
        path: '/api/activity/ta/signUp',
        headers: {
          host: 'localhost',
          authorization: token,
          cookie: `captcha=${captcha}`,
          'content-type': 'application/json',
          'idempotency-key': captcha,
        },
      },
      (reply) => {
        let said = '';
        reply.on('data', (chunk) => {
          said += String(chunk);
        });
        reply.on('end', () => {
          done((JSON.parse(said) as { rel?: boolean }).rel === true ? 'given' : 'refused');
        });
        reply.on('error', () => done('unknown'));
        reply.on('aborted', () => done('unknown'));
      },
    );
    call.on('error', () => done('unknown'));
    call.end(JSON.stringify({ activityId: 'killed', verCode: text, contactsId: contact }));
  });
}

it(`${kills} kills of a server under load lose no enrolment that was acknowledged; who heard nothing and asks again is enrolled once; the sums agree`, async () => {
  await portal.put('centre', 'appointment', [activity(portal, 'killed', { number: places })]);
  const queue = await visitors();
  const acknowledged: Visitor[] = [];
  const unheard: Visitor[] = [];
  let next = start();
  for (let kill = 0; kill < kills; kill += 1) {
    const server = await next;
    // The next one starts while this one is under load, as behind a load balancer.
    next = start();
    next.catch(() => undefined);
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const wanted = acknowledged.length + 5 + ((kill * 7) % 20);
    let killed = false;
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let visitor = queue.pop(); visitor && !killed; visitor = killed ? undefined : queue.pop()) {
          const outcome = await ask(server.port, agent, visitor);
          if (outcome === 'given') acknowledged.push(visitor);
          if (outcome === 'unknown') unheard.push(visitor);
          if (acknowledged.length >= wanted && !killed) {
            killed = true;
            server.process.kill('SIGKILL');
          }
        }
      }),
    );
    expect(killed).toBe(true);
    agent.destroy();
  }
  const survivor = await next;
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const again = await Promise.all(unheard.map((visitor) => ask(survivor.port, agent, visitor)));
  expect(again.filter((outcome) => outcome !== 'given')).toEqual([]);
  agent.destroy();
  survivor.process.kill('SIGKILL');
  // The database ends what the killed servers were doing.
  const under = async (): Promise<number> =>
    (
      await sql<{
        count: number;
      }>`select count(*)::integer as count from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(
        portal.database.kysely,
      )
    ).rows[0]?.count ?? -1;
  await expect.poll(under, { timeout: 20_000 }).toBe(0);

  const { rows } = await sql<{
    contact: string;
    count: number;
  }>`select contact_id as contact, count(*)::integer as count from enrolment where status = 'enrolled' group by contact_id`.execute(
    portal.database.kysely,
  );
  const stored = new Map(rows.map(({ contact, count }) => [contact, count]));
  expect([...acknowledged, ...unheard].filter(({ contact }) => stored.get(contact) !== 1)).toEqual([]);
  expect([...stored.values()].every((count) => count === 1)).toBe(true);
  const counted = await sql<{ taken: number }>`select taken from enrol_place where activity_id = 'killed' and session_id = ''`.execute(
    portal.database.kysely,
  );
  expect(counted.rows[0]?.taken).toBe(stored.size);
  expect(stored.size).toBe(acknowledged.length + unheard.length);
  expect(acknowledged.length).toBeGreaterThan(kills * 5);
}, 240_000);
