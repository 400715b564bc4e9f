import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright/test';
import { listWaitingBookings } from '../../src/database/bookings/bookingLists';
import { decideOnBooking } from '../../src/database/bookings/bookings';
import { openDatabase } from '../../src/database/connection';
import { listWaitingItems } from '../../src/database/content/review';
import { decideItems } from '../database/decideItems';
import { inTransaction } from '../../src/database/transaction';
import { formatClock } from '../../src/runtime/venueTime';
import { formatDate } from '../../src/runtime/time';
import { packTexts, readScriptTexts } from '../security/scriptTexts';
import { day, worker } from './contents';
import { type DeclaredCall, declaredCalls, declaredLists } from './declared';
import { findArmed, homebound, type Injected, settled, watchScripts } from './injected';
import { addMember, forgetLimits, signIn } from './members';
import { at, expect, test } from './portal';

/** All of them take minutes: `SCRIPT_TEXTS=all npm test -- tests/e2e/scripts.spec.ts`. Else every tenth, of each collection. */
const share = process.env.SCRIPT_TEXTS === 'all' ? 1 : 10;
const all = readScriptTexts();
const texts = all.filter((_, index) => index % share === 0);
/** Addresses that are scripts. Each is sent alone: among other words it is no address, and is refused as one before anybody looks at it. */
const scriptAddresses = ['javascript:alert(1)', 'JaVaScRiPt:alert(2)//', 'data:text/html,<script>alert(3)</script>'];
/** Texts that run wherever a text is taken for markup, for fields of every length. */
const probes = ['x<img src=x onerror=alert(1)>', 'x<svg onload=alert(1)>', 'x<b onclick=x>', '<script>'];
/** What comes with the portal and no other test writes to. */
const column = '6101';
const articles = Array.from({ length: 12 }, (_, index) => `info-00${21 + index}`);
/** An article for each address that is a script, which no other text goes to: what is collected twice is collected no more. */
const addressed = ['info-0033', 'info-0034', 'info-0035'];
const hall = 'venue-0013';
const activityId = 'act-0028';
const members = 3;

/** Values with which a call is accepted, by what its fields are called. */
function soundBody({ name, fields, agreements }: DeclaredCall, serial: number, captcha: string): Record<string, unknown> {
  const [half, ahead] = [serial % 18, 1 + (Math.floor(serial / 18) % 28)];
  const time = `${formatDate(Date.now() + ahead * day)} ${formatClock(540 + half * 30)}-${formatClock(570 + half * 30)}`;
  const id = `110101${1950 + (serial % 50)}0101${String(100 + Math.floor(serial / 50)).slice(-3)}`;
  const checkSign = '10X98765432'[[...id].reduce((sum, digit, index) => sum + Number(digit) * (2 ** (17 - index) % 11), 0) % 11];
  const known: Record<string, unknown> = {
    content: '<p>x</p>',
    dataId: articles[serial % articles.length],
    dataMenuId: column,
    businessId: articles[serial % articles.length],
    menuId: `s${serial}`,
    name: '程立夏',
    cellphone: '13812345678',
    mobilePhone: '13812345678',
    idNo: `${id}${checkSign}`,
    identityCard: `${id}${checkSign}`,
    purpose: '排练',
    venueId: hall,
    venueTime: time,
    verCode: captcha,
    pv: 1,
  };
  const sent = name.startsWith('amount:') ? { ...known, dataId: articles[0], menuId: column } : known;
  const agreed = agreements.map((field): [string, unknown] => [field, true]);
  return Object.fromEntries([...Object.entries(sent).filter(([field]) => fields.has(field)), ...agreed]);
}

/** Calls of a visitor, and pictures whose characters are known. */
class Sender {
  private serial = 0;
  constructor(private readonly token: string) {}

  /** Sends a call with some of its values replaced. @returns whether it was accepted */
  async send(call: DeclaredCall, values: Record<string, string> = {}): Promise<boolean> {
    this.serial += 1;
    const { name, method, path, fields } = call;
    const picture = fields.has('verCode') ? await this.picture() : { cookie: '', text: '' };
    const body = { ...soundBody(call, this.serial, picture.text), ...values };
    const reply = await fetch(at(path), {
      method,
      headers: { authorization: this.token, 'content-type': 'application/json', cookie: picture.cookie },
      body: JSON.stringify(body),
    });
    const said = (await reply.json()) as Record<string, unknown>;
    if (reply.status >= 500) throw new Error(`${name}: ${reply.status} ${JSON.stringify(body)}`);
    return reply.ok && said['rel'] !== false;
  }

  /** @returns how many of them were accepted */
  async sendAll(call: DeclaredCall, bodies: readonly Record<string, string>[]): Promise<number> {
    let accepted = 0;
    for (const body of bodies) if (await this.send(call, body)) accepted += 1;
    return accepted;
  }

  private async picture(): Promise<{ cookie: string; text: string }> {
    const reply = await fetch(at(`/api/auth/jwt/getCode?timestamp=${this.serial}`));
    const cookie =
      reply.headers
        .getSetCookie()
        .find((each) => each.startsWith('captcha='))
        ?.replace(/;.*/, '') ?? '';
    const lines = (await readFile(join(process.env.PORTAL_DATA ?? '', 'outbox.ndjson'), 'utf8')).trim().split('\n');
    const shown = lines.map((line) => JSON.parse(line) as { to: string; code: string }).findLast(({ to }) => to === cookie.slice(8));
    return { cookie, text: shown?.code ?? '' };
  }
}

/** Sends all texts through every field that takes any of them, of every call that takes anything. */
async function sendEverywhere(senders: readonly Sender[]): Promise<{ fields: string[]; sent: number; accepted: number }> {
  const fields: string[] = [];
  let [sent, accepted] = [0, 0];
  for (const call of declaredCalls) {
    await forgetLimits();
    if (call.fields.size === 0 || !(await senders[0]?.send(call))) continue;
    const open: [name: string, longest: number][] = [];
    for (const [name, longest] of call.fields) {
      const probe = probes.find(({ length }) => length <= longest);
      await forgetLimits();
      if (probe !== undefined && (await senders[0]?.send(call, { [name]: probe }))) open.push([name, longest]);
    }
    fields.push(...open.map(([name]) => `${call.name} ${name}`));
    // What names a thing decides where it is shown, and is seldom shown itself: that comes after the texts, with a part of them.
    for (const isName of [false, true]) {
      const packs = open
        .filter(([name]) => name.endsWith('Id') === isName)
        .map(([name, longest]) => ({
          name,
          packs: packTexts(isName ? texts.filter((_, index) => index % 5 === 0) : texts, Math.min(longest, 1_000), 6),
        }));
      const bodies = Array.from({ length: Math.max(0, ...packs.map((each) => each.packs.length)) }, (_, number) =>
        Object.fromEntries(packs.map(({ name, packs: all }) => [name, `${all[number % all.length]?.join('\n') ?? ''}`])),
      );
      sent += bodies.length;
      while (bodies.length > 0) {
        await forgetLimits();
        // As many as a member may write in a minute.
        const outcomes = await Promise.all(senders.map((sender) => sender.sendAll(call, bodies.splice(0, 5))));
        accepted += outcomes.reduce((sum, each) => sum + each, 0);
      }
    }
    await forgetLimits();
    await senders[0]?.sendAll(call, listAddressBodies(call, open));
  }
  return { fields, sent, accepted };
}

/** Returns bodies in which every field that takes texts has an address that is a script, for an item of its own. */
const listAddressBodies = (
  { fields }: DeclaredCall,
  open: readonly (readonly [name: string, longest: number])[],
): Record<string, string>[] =>
  scriptAddresses.map((address, index) => {
    const filled = open.flatMap(([name, longest]) => (name.endsWith('Id') || address.length > longest ? [] : [[name, address]]));
    const item = ['dataId', 'businessId'].flatMap((name) => (fields.has(name) ? [[name, addressed[index]]] : []));
    return Object.fromEntries([...filled, ...item]) as Record<string, string>;
  });

/** Publishes what the visitors wrote, and approves what they booked. */
async function approveAll(): Promise<number> {
  const database = await openDatabase({
    databaseUrl: process.env.DATABASE_URL || undefined,
    dataDir: process.env.PORTAL_DATA ?? '',
    poolSize: 2,
  });
  try {
    const waiting = (await listWaitingItems(database, 'centre')).filter(({ doc }) => articles.includes(String(doc['dataId'])));
    await decideItems(
      database,
      'centre',
      waiting.map(({ id }) => id),
      true,
    );
    const bookings = (await listWaitingBookings(database, 'centre', Date.now())).filter(({ venue: place }) => place === hall);
    for (const { id } of bookings) await inTransaction(database, (tx) => decideOnBooking(tx, { tenant: 'centre', id }, true, Date.now()));
    return waiting.length + bookings.length;
  } finally {
    await database.close();
  }
}

/** A browser without the policy, and what ran in it. */
interface Unguarded {
  context: BrowserContext;
  found: Injected;
}

/** Opens pages, and those that follow them where asked, several at once, and notes what is armed in them. @returns all words that they show */
async function look({ context, found }: Unguarded, addresses: readonly string[], { follows = false } = {}): Promise<string> {
  const queue = [...addresses];
  const words: string[] = [];
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      const page = await context.newPage();
      for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
        await page.goto(at(address), { waitUntil: 'domcontentloaded' });
        await settled(page);
        found.armed.push(...(await findArmed(page)));
        words.push(await page.evaluate(() => document.documentElement.innerText));
        const next = page.locator('a.pager-forward').first();
        if (follows && (await next.count()) > 0) queue.push((await next.getAttribute('href')) ?? '/');
      }
      await page.close();
    }),
  );
  return words.join('\n');
}

async function openUnguarded(browser: Browser): Promise<Unguarded> {
  // Words and what is armed are read, not seen: a window of a few lines is drawn in no time.
  const context = await browser.newContext({ ...homebound, bypassCSP: true, locale: 'zh-CN', viewport: { width: 1280, height: 100 } });
  return { context, found: await watchScripts(context) };
}

test.describe('texts that run as scripts elsewhere, without the Content-Security-Policy', () => {
  test.skip(texts.length === 0, 'the collections of such texts (../shared/corpora) are not here');

  test('control: a page that writes them as they are runs some of them, and is found to', async ({ browser, complaints }) => {
    const { context, found } = await openUnguarded(browser);
    await context.route('**/raw-*', (route) => {
      const index = Number(/raw-(\d+)/.exec(route.request().url())?.[1]);
      return route.fulfill({ contentType: 'text/html', body: `<!doctype html><footer>${all[index] ?? ''}</footer>` });
    });
    const page = await context.newPage();
    for (const index of all.keys())
      if (index % 8 === 0) {
        await page.goto(at(`/raw-${index}`));
        found.armed.push(...(await findArmed(page)));
      }
    expect(found.ran.length).toBeGreaterThan(5);
    expect(found.armed.length).toBeGreaterThan(10);
    await context.close();
    complaints.length = 0;
  });

  test('through every field of every call: none runs on any page that shows them', async ({ browser, complaints }) => {
    // Some 200 pages are opened, several at a time.
    test.setTimeout(360_000);
    const names = packTexts(texts, 100, 1).flat();
    const visitors = await Promise.all(
      Array.from({ length: members }, async (_, index) => {
        const opened = await openUnguarded(browser);
        const phone = `138${worker}0009${String(index).padStart(2, '0')}`;
        await addMember(opened.context.request, phone, names[index * 7]);
        await signIn(opened.context, phone);
        const token = (await opened.context.cookies(at('/'))).find(({ name }) => name === 'token')?.value ?? '';
        return { ...opened, sender: new Sender(decodeURIComponent(token)) };
      }),
    );
    const [first] = visitors;
    if (!first) throw new Error('nobody');
    const sent = await sendEverywhere(visitors.map(({ sender }) => sender));
    const approved = await approveAll();
    process.stdout.write(`scripts: ${sent.accepted} of ${sent.sent} accepted, ${approved} approved; in ${sent.fields.join(', ')}\n`);
    expect([sent.accepted > texts.length, approved > texts.length / 5, sent.fields.length > 15]).toEqual([true, true, true]);
    const words = await look(
      first,
      articles.map((id) => `/informationdetail?columnId=${column}&id=${id}`),
    );
    const own = [
      ...declaredLists.filter(({ ofMember }) => ofMember).map(({ path }) => path),
      '/personalcenter/account',
      `/appointmentenroll?id=${activityId}&columnId=6113`,
    ];
    const mine = await Promise.all(visitors.map((visitor) => look(visitor, own, { follows: true })));
    const shown = [words, ...mine].join('\n').replace(/\s+/g, ' ');
    const seen = texts.filter((text) => shown.includes(text.replace(/\s+/g, ' ').trim()));
    process.stdout.write(`scripts: ${seen.length} of ${texts.length} are read as they were sent\n`);
    // What is too long for a card, or was all markup, is not read as it was sent.
    expect(seen.length).toBeGreaterThan(texts.length / 2);
    let turn = 0;
    const addresses = declaredLists.map(({ path, query }) => {
      const values = query.map((name): [string, string] => [name, texts[(turn += 1) % texts.length] ?? '']);
      return `${path}?${new URLSearchParams(values).toString()}`;
    });
    const packs = packTexts(texts, 1_500, 40);
    const searches = packs.map((pack) => `/search?${new URLSearchParams({ key: pack.join(' ') }).toString()}`);
    await look(first, [...addresses, ...searches]);
    expect(visitors.flatMap(({ found }) => found.ran)).toEqual([]);
    expect([...new Set(visitors.flatMap(({ found }) => found.armed))]).toEqual([]);
    for (const { context } of visitors) await context.close();
    complaints.length = 0;
  });
});
