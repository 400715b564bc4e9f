import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addLetter, type Channel } from '../../../src/database/messages/outbox';
import { deriveAccountKeys } from '../../../src/server/security/keys';
import { testDatabase, type TestDatabase } from '../../database/harness';
import { receiveMail, receiveTexts, type Receiver } from './receivers';

const root = join(import.meta.dirname, '../../..');
const secret = randomBytes(32);
const [texts, mails, kills] = [120, 40, 3];
/** Longer than a lease. */
const leaseMs = 61_000;

let database: TestDatabase;
let outDir = '';
let script = '';
beforeAll(async () => {
  database = await testDatabase();
  // Inside the project, so that the built script finds node_modules.
  outDir = await mkdtemp(join(root, 'node_modules', '.send-child-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(import.meta.dirname, 'sendChild.ts'),
      outDir,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  });
  script = join(outDir, 'child.mjs');
}, 120_000);
afterAll(async () => {
  await rm(outDir, { recursive: true, force: true });
  await database.close();
});

async function fillOutbox(): Promise<void> {
  await sql`truncate message_outbox, throttle`.execute(database.kysely);
  const keys = deriveAccountKeys(secret);
  const add = (channel: Channel, to: string): Promise<void> =>
    addLetter(
      database,
      {
        ...{ tenant: 'centre', member: to, deed: 'test 1', channel, kind: 'test.news' },
        addressCipher: keys.seal('centre', to),
        titleCipher: keys.seal('centre', 'news'),
        wordsCipher: keys.seal('centre', `for ${to}`),
      },
      Date.now(),
    );
  for (let number = 0; number < texts; number += 1) await add('sms', `136${String(number).padStart(8, '0')}`);
  for (let number = 0; number < mails; number += 1) await add('mail', `m${number}@example.org`);
}

/** Sends all of it by processes of which the first ones are killed once something of the next part has arrived, and before it is marked. */
async function sendWithKills(order: 'usual' | 'markFirst'): Promise<{ sms: Receiver; mail: Receiver; close(): Promise<void> }> {
  let [kill, wanted] = [(): void => undefined, Number.POSITIVE_INFINITY];
  let arrived = 0;
  const arrive = (): void => {
    arrived += 1;
    if (arrived >= wanted) kill();
  };
  const [sms, mail] = [await receiveTexts(arrive), await receiveMail(arrive)];
  for (let round = 0; round <= kills; round += 1) {
    const child = fork(script, [database.databaseUrl, secret.toString('hex'), sms.url, mail.url, String(round * leaseMs), order]);
    kill = () => void child.kill('SIGKILL');
    wanted = round < kills ? arrived + 3 + round * 4 : Number.POSITIVE_INFINITY;
    const ended = once(child, 'exit');
    if (round < kills) expect((await ended)[1]).toBe('SIGKILL');
    else {
      expect(await Promise.race([once(child, 'message'), ended])).toEqual(['idle', undefined]);
      kill();
      await ended;
    }
  }
  return { sms, mail, close: async () => void (await Promise.all([sms.close(), mail.close()])) };
}

/** Whoever got something, when what has an id that was there before is left out. */
const readers = ({ arrivals }: Receiver): string[] => [...new Map(arrivals.map(({ id, to }) => [id, to])).values()].sort();
const countUnsent = async (): Promise<number> =>
  (await sql`select id from message_outbox where sent is null`.execute(database.kysely)).rows.length;

it(`${kills} senders are killed between claiming and marking: everybody hears once, nobody nothing`, async () => {
  await fillOutbox();
  const { sms, mail, close } = await sendWithKills('usual');
  expect([new Set(readers(sms)).size, readers(sms).length]).toEqual([texts, texts]);
  expect([new Set(readers(mail)).size, readers(mail).length]).toEqual([mails, mails]);
  expect(await countUnsent()).toBe(0);
  // What was accepted just before a kill came again, or the kills would have shown nothing.
  expect(sms.arrivals.length + mail.arrivals.length).toBeGreaterThan(texts + mails);
  await close();
}, 120_000);

it('marked before it is sent, some would be lost', async () => {
  await fillOutbox();
  const { sms, mail, close } = await sendWithKills('markFirst');
  expect(await countUnsent()).toBe(0);
  expect(readers(sms).length + readers(mail).length).toBeLessThan(texts + mails);
  await close();
}, 120_000);
