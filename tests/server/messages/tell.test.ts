import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Extent, putChoice } from '../../../src/database/messages/choices';
import { inTransaction } from '../../../src/database/transaction';
import type { CompiledPortal } from '../../../src/model/compiled';
import type { MessageKind } from '../../../src/model/definitions.g';
import { type News, tell, type Teller } from '../../../src/server/messages/tell';
import { deriveAccountKeys } from '../../../src/server/security/keys';
import { rotateKeys } from '../../../src/server/security/rotation';
import { accountPortal, type AccountPortal } from '../accountPortal';
import { type Asker, activity, addedContact, enrolled } from '../enrolments';

let portal: AccountPortal;
let centre: CompiledPortal;
let member: Asker;
beforeAll(async () => {
  portal = await accountPortal();
  const found = portal.definitions.portal('centre');
  if (!found) throw new Error('no portal');
  centre = found;
  member = await portal.member('13600000001');
}, 60_000);
afterAll(() => portal.close());
beforeEach(async () => {
  await sql`truncate inbox_message, message_outbox, message_choice`.execute(portal.database.kysely);
});

const both = ['sms', 'mail'] as const;
/** The institution, with a kind of news that goes by these channels. */
const teller = (channels: readonly ('sms' | 'mail')[], kind: Partial<MessageKind> = {}): Teller => ({
  tenant: 'centre',
  settings: {
    ...centre.settings,
    hosts: ['centre.example'],
    messages: { channels: [...channels], kinds: { 'test.news': { label: '新事', channels: [...both], ...kind } } },
  },
});
const news = (more: Partial<News> = {}): News => ({ member: member.id, kind: 'test.news', key: '1', title: '标题', text: '正文', ...more });
const keys = () => ({ keys: deriveAccountKeys(portal.secret) });
const say = (who: Teller, what = news()): Promise<boolean> =>
  inTransaction(portal.database, (tx) => tell(tx, keys(), who, what, portal.clock.now()));
const choose = (sms: Extent, mail: Extent, address = 'li@example.org'): Promise<void> =>
  putChoice(portal.database, 'centre', member.id, { sms, mail, mailCipher: address && keys().keys.seal('centre', address) });
interface Row {
  channel: string;
  address_cipher: string;
  title_cipher: string;
  words_cipher: string;
}
const letters = async (): Promise<string[][]> => {
  const { rows } = await sql<Row>`select * from message_outbox order by channel`.execute(portal.database.kysely);
  const open = (sealed: string): string => keys().keys.open('centre', sealed);
  return rows.map((row) => [row.channel, open(row.address_cipher), open(row.title_cipher), open(row.words_cipher)]);
};
const inbox = async (): Promise<number> => (await sql`select 1 from inbox_message`.execute(portal.database.kysely)).rows.length;

describe('news for a member', () => {
  it.each<[string, Parameters<typeof teller>, [Extent, Extent, string?] | undefined, string[]]>([
    ['the institution opens no channel', [[]], ['all', 'all'], []],
    ['nothing chosen, not urgent', [both], undefined, []],
    ['nothing chosen, urgent', [both, { urgent: true }], undefined, ['sms']],
    ['everything chosen', [both], ['all', 'all'], ['mail', 'sms']],
    ['one channel opened', [['mail']], ['all', 'all'], ['mail']],
    ['a kind of one channel', [both, { channels: ['mail'] }], ['all', 'all'], ['mail']],
    ['no address was proved', [both], ['all', 'all', ''], ['sms']],
    ['only what is urgent, and it is not', [both], ['urgent', 'urgent'], []],
    ['only what is urgent, and it is', [both, { urgent: true }], ['urgent', 'urgent'], ['mail', 'sms']],
    ['nothing wanted', [both, { urgent: true }], ['none', 'none'], []],
  ])('is in the inbox whatever goes outside: %s', async (_case, who, choice, channels) => {
    if (choice) await choose(...choice);
    expect(await say(teller(...who))).toBe(true);
    expect((await letters()).map(([channel]) => channel)).toEqual(channels);
    expect(await inbox()).toBe(1);
  });

  it('goes to the phone in its words, and by mail with where more is to be read', async () => {
    await choose('all', 'all');
    await say(teller(both), news({ link: '/there' }));
    expect(await letters()).toEqual([
      ['mail', 'li@example.org', '标题', `正文\n\nhttps://centre.example/there\n\n${centre.settings.site.title}`],
      ['sms', member.phone, '标题', '正文'],
    ]);
  });

  it('is told once, however often and by however many at once; another thing is another', async () => {
    await choose('all', 'none');
    const told = await Promise.all(Array.from({ length: 8 }, () => say(teller(both))));
    expect(told.filter(Boolean)).toHaveLength(1);
    expect(await say(teller(both), news({ key: '2' }))).toBe(true);
    expect([await inbox(), (await letters()).length]).toEqual([2, 2]);
  });

  it('goes with its transaction', async () => {
    await choose('all', 'all');
    const undone = inTransaction(portal.database, async (tx) => {
      await tell(tx, keys(), teller(both), news(), portal.clock.now());
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect([await inbox(), await letters()]).toEqual([0, []]);
  });

  it('can be opened after keys were changed', async () => {
    await choose('all', 'all');
    await say(teller(both));
    const [old] = [portal.secret];
    const fresh = Buffer.alloc(32, 7);
    const after = deriveAccountKeys({ masters: [fresh, old], marking: old });
    expect(await rotateKeys(portal.database, after, portal.clock.now())).toEqual([]);
    const { rows } = await sql<Row>`select * from message_outbox`.execute(portal.database.kysely);
    const alone = deriveAccountKeys(fresh);
    expect(rows.map((row) => alone.open('centre', row.title_cipher))).toEqual(['标题', '标题']);
    expect(await rotateKeys(portal.database, keys().keys, portal.clock.now()).catch(String)).toMatch(/No key is known/);
    await rotateKeys(portal.database, deriveAccountKeys({ masters: [old, fresh], marking: old }), portal.clock.now());
  });
});

it('who enrols several people hears of it once, in one message', async () => {
  await portal.put('centre', 'appointment', [activity(portal, 'show')]);
  const people = [await addedContact(portal, member, { name: '王一' }), await addedContact(portal, member, { name: '王二' })];
  expect((await enrolled(portal, member, 'show', people)).body).toMatchObject({ rel: true });
  const { rows } = await sql`select kind, title, body from inbox_message`.execute(portal.database.kysely);
  expect(rows).toEqual([{ kind: 'enrolment.enrol', title: '报名成功', body: '您已报名“A show”，共2人，请按时参加。' }]);
});
