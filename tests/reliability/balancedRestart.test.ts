import { Agent, request } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountPortal, type AccountPortal } from '../server/accountPortal';
import { activity, addedContact, type Asker } from '../server/enrolments';
import { patientMs } from '../server/patience';
import { demoItems } from '../server/portal';
import { Balancer } from './balancer';
import { Server } from './server';

/** As DRAIN_SECONDS: some times longer than the balancer needs to notice. */
const drainMs = 1_500;
/** Of busy machines; what is looked at is whether anything is lost. */
const patience = { graceMs: 10_000, writerMs: patientMs, deadlineMs: patientMs };
const [browsing, activities] = [6, 400];
const phones = ['13700000001', '13700000002', '13700000003'];

let portal: AccountPortal;
let members: (Asker & { contact: string })[];
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  portal = await accountPortal();
  for (const module of ['information', 'exhibit']) await portal.put('centre', module, await demoItems('centre', module));
  await portal.put(
    'centre',
    'appointment',
    Array.from({ length: activities }, (_none, n) => activity(portal, `a${n}`)),
  );
  members = [];
  for (const phone of phones) {
    const member = await portal.member(phone);
    members.push({ ...member, contact: await addedContact(portal, member) });
  }
}, 120_000);
afterAll(async () => {
  agent.destroy();
  await portal.close();
});

interface Asking {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** What a visitor's browser gets: the status and the text, or why there is none. */
const ask = (port: number, { method = 'GET', path, headers = {}, body }: Asking): Promise<{ status: number; text: string }> =>
  new Promise((done) => {
    const call = request({ port, host: '127.0.0.1', agent, method, path, headers: { host: 'localhost', ...headers } }, (reply) => {
      let text = '';
      reply
        .setEncoding('utf8')
        .on('data', (piece: string) => (text += piece))
        .on('end', () => done({ status: reply.statusCode ?? 0, text }))
        .on('error', (error) => done({ status: 0, text: error.message }));
    });
    call.on('error', (error) => done({ status: 0, text: error.message }));
    call.end(body);
  });

let captchas: Promise<unknown> = Promise.resolve();
/** One after the other: which the last one is says whose it is. */
const nextCaptcha = (phone: string): ReturnType<AccountPortal['captcha']> => {
  const next = captchas.then(() => portal.captcha(phone));
  captchas = next;
  return next;
};

const pages = ['/', '/exhibit?columnId=6102', '/api/information/web/page?columnId=6101&page=1&limit=3', '/api/activity/web/a0'];

/** What visitors and members are told while it goes on. */
class Traffic {
  readonly failed: string[] = [];
  readonly enrolled: string[] = [];
  seen = 0;
  private isOver = false;
  private readonly all: Promise<unknown>;

  /** @param first the first of the activities that members enrol in, one after the other */
  constructor(
    private readonly port: number,
    private readonly first: number,
  ) {
    this.all = Promise.all([
      ...Array.from({ length: browsing }, (_none, turn) => this.browse(turn)),
      ...members.map((each) => this.enrol(each)),
    ]);
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.all;
  }

  private async browse(turn: number): Promise<void> {
    for (let n = turn; !this.isOver; n += 1) {
      const path = pages[n % pages.length] ?? '/';
      const { status, text } = await ask(this.port, { path });
      if (status === 200) this.seen += 1;
      else this.failed.push(`${path}: ${status} ${text.slice(0, 100)}`);
    }
  }

  private async enrol({ id, token, phone, contact }: Asker & { contact: string }): Promise<void> {
    for (let n = this.first; !this.isOver && n < activities; n += 1) {
      const { cookies, text: verCode } = await nextCaptcha(phone);
      const cookie = Object.entries(cookies)
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join('; ');
      const body = JSON.stringify({ activityId: `a${n}`, verCode, memberId: id, phone, museumCode: 'QLWHG01', contactsId: contact });
      const headers = { cookie, authorization: token, 'content-type': 'application/json', 'x-forwarded-for': `10.1.${n >> 8}.${n & 255}` };
      const { status, text } = await ask(this.port, { method: 'PUT', path: '/api/activity/ta/signUp', headers, body });
      if (status === 200 && (JSON.parse(text) as { rel?: boolean }).rel === true) this.enrolled.push(`a${n} ${id}`);
      else this.failed.push(`enrolling in a${n}: ${status} ${text.slice(0, 200)}`);
    }
  }
}

/** Ends and starts three servers one after the other, behind a balancer, while visitors browse and members enrol. */
async function roll(drain: number, first: number): Promise<Traffic> {
  const servers = [1, 2, 3].map(() => new Server(portal, patience));
  for (const server of servers) await server.start();
  const balancer = await Balancer.start(servers.map(({ port }) => port));
  const used = (port: number) => expect.poll(() => balancer.uses(port), { timeout: 10_000, interval: 20 }).toBe(true);
  for (const { port } of servers) await used(port);
  const traffic = new Traffic(balancer.port, first);
  for (const server of servers) {
    await server.leave(drain);
    if (drain > 0) expect(balancer.uses(server.port), 'the balancer has heard of it before it closes').toBe(false);
    await server.stop();
    await server.start();
    await used(server.port);
    const before = balancer.countSent(server.port);
    await expect.poll(() => balancer.countSent(server.port), { timeout: 10_000, interval: 20 }).toBeGreaterThan(before + 5);
  }
  await traffic.end();
  await balancer.close();
  for (const server of servers) await server.stop();
  process.stdout.write(
    `three behind a balancer, ${drain} ms: ${traffic.seen} seen, ${traffic.enrolled.length} enrolled, ${traffic.failed.length} failed\n`,
  );
  return traffic;
}

const listEnrolled = async (): Promise<string[]> =>
  (await sql<{ said: string }>`select activity_id || ' ' || member_id as said from enrolment`.execute(portal.database.kysely)).rows.map(
    ({ said }) => said,
  );

it('three servers behind a balancer, restarted one after the other, fail nobody, and each enrolment is there once', async () => {
  const { failed, enrolled, seen } = await roll(drainMs, 0);
  expect(failed).toEqual([]);
  expect(seen).toBeGreaterThan(100);
  expect(enrolled.length).toBeGreaterThan(10);
  expect((await listEnrolled()).sort()).toEqual([...enrolled].sort());
}, 60_000);

it('control: servers that close as soon as they are told fail some', async () => {
  const { failed } = await roll(0, activities / 2);
  expect(failed.length).toBeGreaterThan(0);
}, 60_000);
