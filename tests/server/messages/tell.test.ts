import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Extent, putChoice } from '../../../src/database/messages/choices';
import { inTransaction } from '../../../src/database/transaction';
import type { CompiledPortal } from '../../../src/model/compiled';
import type { MessageKind } from '../../../src/model/definitions.g';
import { type News, tell, type Teller } from '../../../src/server/messages/tell';
import { tellOfMove } from '../../../src/server/messages/tellOfMove';
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

/** What the words of any move may say. */
const item = {
  ...{ id: 'x', menuId: '1', activityId: 'a', name: '王一', count: 2, startTime: '11月25日', serviceTime: 5 },
  ...{ activityInfo: { name: '社戏' }, venueData: { name: '剧场' }, venueTime: '11月25日', commodityName: '杯', price: 9 },
  ...{ dataTitle: '文章', worksTitle: '春', content: '想看木偶戏', projectName: '竹编' },
};
const given = { reason: '缘由', answer: '答复', hours: 2, about: '讲解' };
const told = (): [string, string][] =>
  Object.values(centre.modules).flatMap(({ name, lifecycle }) =>
    Object.entries(lifecycle.moves).flatMap(([move, { message }]) => (message ? [[name, move] as [string, string]] : [])),
  );

describe('every move that tells something', () => {
  it('has channels in the settings that institutions start from, and no others have', () => {
    const kinds = Object.keys(centre.settings.messages?.kinds ?? {});
    expect(kinds.filter((kind) => !['account.password', 'item.reminder', 'enrolment.message'].includes(kind)).toSorted()).toEqual(
      told()
        .map((names) => names.join('.'))
        .toSorted(),
    );
  });

  it.each<[string, readonly ('sms' | 'mail')[]]>([
    ['the inbox alone', []],
    ['text messages', ['sms']],
    ['mail', ['mail']],
    ['both', both],
  ])('is told once in its words: %s', async (_what, channels) => {
    await choose('all', 'all');
    const open = { ...centre, settings: { ...centre.settings, messages: { ...centre.settings.messages, channels: [...channels] } } };
    for (const [name, move] of told()) {
      const module = open.modules[name];
      if (!module) throw new Error(name);
      const moved = { module, name: move, member: member.id, key: `${channels.join()} 1`, item, given };
      const tellIt = () => inTransaction(portal.database, (tx) => tellOfMove(tx, keys(), open, moved, portal.clock.now()));
      expect([name, move, await tellIt(), await tellIt()]).toEqual([name, move, true, false]);
    }
    const kinds = told().map((names) => names.join('.'));
    const { rows } = await sql<{ kind: string; title: string; body: string }>`select kind, title, body from inbox_message`.execute(
      portal.database.kysely,
    );
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted());
    for (const { kind, title, body } of rows) expect([kind, title, body].join(' ')).toMatch(/^\S+ [^{}]+ [^{}]+$/);
    const sent = await letters();
    expect(sent).toHaveLength(kinds.length * channels.length);
    for (const channel of channels)
      expect(
        sent
          .filter(([by]) => by === channel)
          .map(([, , title]) => title)
          .toSorted(),
      ).toEqual(rows.map(({ title }) => title).toSorted());
  });

  it('is told again when it is made again, and nothing of what its definition leaves out', async () => {
    const module = centre.modules['declarerecord'];
    if (!module) throw new Error('no declarations');
    const tellIt = (name: string, key: string) =>
      inTransaction(portal.database, (tx) =>
        tellOfMove(tx, keys(), centre, { module, name, member: member.id, key, item, given }, portal.clock.now()),
      );
    expect([await tellIt('return', 'x 2'), await tellIt('return', 'x 4'), await tellIt('withdraw', 'x 5')]).toEqual([true, true, false]);
    expect(await inbox()).toBe(2);
  });
});

it('who enrols several people hears of it once, in one message', async () => {
  await portal.put('centre', 'appointment', [activity(portal, 'show')]);
  const people = [await addedContact(portal, member, { name: '王一' }), await addedContact(portal, member, { name: '王二' })];
  expect((await enrolled(portal, member, 'show', people)).body).toMatchObject({ rel: true });
  const { rows } = await sql`select kind, title, body from inbox_message`.execute(portal.database.kysely);
  expect(rows).toEqual([{ kind: 'enrolment.enrol', title: '报名成功', body: '您已报名“A show”，共2人，请按时参加。' }]);
});
