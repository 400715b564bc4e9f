import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompiledEndpoint } from '../../src/model/compiled';
import { createBackEnd } from '../../src/server/api/backEnd';
import type { Service } from '../../src/server/api/room';
import { createAccounts, type AccountServices } from '../../src/server/security/accountServices';
import { accountPortal, type AccountPortal } from '../server/accountPortal';
import { type Asker, day } from '../server/enrolments';
import { type Belongings, giveBelongings, openHouse } from './belongings';
import { type Call, findDeclaredCalls } from './calls';
import { type Actor, checkCalls, createSnapshot, type Expectations, gatherActors, isAnswered, openSession, sendTo, toSeen } from './matrix';
import { composeRequest, nameThings, type Said, writeAddress } from './requests';

let portal: AccountPortal;
let owner: Asker;
let calls: Call[];
let actors: Actor[];
let belongings: Belongings;
let expectations: Expectations;
beforeAll(async () => {
  portal = await accountPortal();
  await openHouse(portal);
  owner = await portal.member('13612340001', { name: '禹碧岚' });
  const other = await portal.member('13612340002');
  const stranger = await portal.member('13612340003', {}, 'museum.localhost');
  belongings = await giveBelongings(portal, owner);
  calls = findDeclaredCalls(portal.definitions);
  const now = portal.clock.now();
  actors = await gatherActors(portal, { ...owner, now }, { other: { ...other, now }, stranger: { ...stranger, now } });
  const snapshot = await createSnapshot(portal, belongings.ids);
  expectations = { send: sendTo(portal), belongings, snapshot, now: portal.clock.now };
}, 120_000);
afterAll(() => portal.close());

const isMembers = ({ endpoint }: Call): boolean => endpoint.viewer === true;
const order = ['GET', 'PUT', 'POST', 'DELETE'];

describe('every call of every module and service', () => {
  it('the owner has a thing of every kind', async () => {
    expect(belongings.ids.filter((id) => id === '' || id === 'undefined')).toEqual([]);
    const tables = new Set((await expectations.snapshot()).map((row) => row.split(' ')[0]));
    for (const table of [
      'member',
      'contact',
      'enrolment',
      'booking',
      'inbox_message',
      'member_flag',
      'point_order',
      'point_account',
      'point_entry',
      'item',
      'upload',
    ])
      expect(tables).toContain(table);
  });

  it('is answered to whom its definition lets in, and neither reads nor changes what is of another', async () => {
    const faults: string[] = [];
    let requests = 0;
    for (const actor of actors) {
      // What institutions declare differently is asked of the one that does.
      const theirs = calls.filter(({ host }) => actor.host === undefined || host === 'localhost' || host === actor.host);
      const checked = await checkCalls(theirs, actor, expectations);
      requests += checked.requests;
      faults.push(...checked.faults);
    }
    expect(faults).toEqual([]);
    expect(requests).toBeGreaterThan(10 * calls.length);
  }, 120_000);

  it('is answered to the owner when it is asked in the same words, so that the refusals are no accident', async () => {
    const members = calls.filter(isMembers).sort((a, b) => order.indexOf(a.endpoint.method) - order.indexOf(b.endpoint.method));
    const unanswered: string[] = [];
    for (const call of members) {
      // Another day than the one that others have booked.
      const speaker = { ...owner, now: portal.clock.now() + day };
      const by = { token: await openSession(portal, 'centre', owner.id), host: 'localhost' };
      const isRefused = async (said: Said): Promise<boolean> => !isAnswered(call, await expectations.send(call, said, by));
      let refused = await isRefused(composeRequest(call, speaker));
      for (const said of nameThings(call, speaker, belongings.ids, true)) refused &&= await isRefused(said);
      if (refused) unanswered.push(call.endpoint.name);
    }
    // They want a code of a text message or a mail, an activity that is full, a work, a file that was uploaded, or a form that is filled in.
    expect(unanswered.length).toBeLessThan(members.length / 4);
  });
});

/** Services that do not ask whose things they are; each is declared as it should be. */
const careless: [string, Partial<CompiledEndpoint>, Service<AccountServices>, RegExp][] = [
  [
    'reads what is of another',
    { viewer: true },
    async ({ parameters }, { db, keys }) => {
      const { rows } = await portal.database.pool.query<{ name: string }>('select name_cipher as name from contact where id = $1', [
        parameters.get('id'),
      ]);
      return { item: { names: rows.map(({ name }) => keys.open('centre', name)), db: typeof db } };
    },
    /as another member.*read 禹碧/,
  ],
  [
    'changes what is of another',
    { viewer: true, method: 'DELETE' },
    async ({ parameters }) => {
      await portal.database.pool.query('update inbox_message set read = now() where id::text = $1', [parameters.get('id')]);
      return {};
    },
    /made:up as another member changed inbox_message/,
  ],
  [
    'lists what all have',
    {},
    async (_request, { keys }) => {
      const { rows } = await portal.database.pool.query<{ name: string }>('select name_cipher as name from contact');
      return { rows: rows.map(({ name }) => keys.open('centre', name)) };
    },
    /as nobody.*read 禹碧/,
  ],
];

describe('control: a made-up service without its guard is found', () => {
  /** A call that is declared in one way and answered in another. */
  function makeUp(
    declared: Partial<CompiledEndpoint>,
    answered: Partial<CompiledEndpoint>,
    service: Service<AccountServices>,
  ): { call: Call; send: Expectations['send'] } {
    const base = calls.find(
      ({ endpoint }) => endpoint.variables.join() === 'id' && endpoint.service === undefined && endpoint.item !== undefined,
    );
    if (!base) throw new Error('no call has an id alone');
    const endpoint = { ...base.endpoint, name: 'made:up', template: '/api/made/up/{id}', params: {}, rows: '/rows', service: 'made.up' };
    const compiled = { ...base.portal, endpoints: { 'made:up': { ...endpoint, ...answered } } };
    const backEnd = createBackEnd(
      () => service,
      createAccounts(portal.database, { secret: portal.secret }, portal.clock.now),
      portal.clock.now,
    );
    return {
      call: { ...base, portal: compiled, endpoint: { ...endpoint, ...declared } },
      send: async (call, said, { token }) => {
        const url = writeAddress(call, said);
        const { status, body } = await backEnd.answer(compiled, {
          method: call.endpoint.method,
          url,
          headers: token === undefined ? {} : { authorization: token },
        });
        return toSeen(status, JSON.stringify(body));
      },
    };
  }
  const check = async (call: Call, send: Expectations['send']): Promise<string> => {
    const found: string[] = [];
    for (const actor of actors.filter(({ host }) => host === undefined))
      found.push(...(await checkCalls([call], actor, { ...expectations, send })).faults);
    return found.join('\n');
  };

  it.each(careless)('that %s', async (_what, declared, service, fault) => {
    const { call, send } = makeUp(declared, declared, service);
    expect(await check(call, send)).toMatch(fault);
  });

  it('that answers whom its definition turns away', async () => {
    const { call, send } = makeUp({ viewer: true }, { viewer: undefined }, async () => ({ item: {} }));
    expect(await check(call, send)).toMatch(
      /as nobody.*was answered[^]*whose session is over.*was answered[^]*forged token.*was answered[^]*institution.*was answered/,
    );
  });

  it('and one that asks whose things they are is not', async () => {
    const { call, send } = makeUp({ viewer: true }, { viewer: true }, async () => ({ item: {} }));
    expect(await check(call, send)).toBe('');
  });
});
