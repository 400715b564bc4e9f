import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countSealed } from '../../src/database/accounts/sealedValues';
import { openKeyRing } from '../../src/server/security/keyRing';
import { deriveAccountKeys, type KeyRing } from '../../src/server/security/keys';
import { rotateKeys } from '../../src/server/security/rotation';
import { hashContact } from '../../src/server/security/storedHashes';
import { accountPortal, type AccountPortal, type Ask, at, inject, password, type Reply } from '../server/accountPortal';
import { activity, addedContact, type Asker, enrolled, idNumber, listed } from '../server/enrolments';

/** Contacts that are stored while keys are changed; `ROTATED_CONTACTS=10000` for more. */
const contacts = Number(process.env['ROTATED_CONTACTS'] ?? 2_000);
const each = 40;
const fresh = randomBytes(32);

let portal: AccountPortal;
let ring: KeyRing;
let member: Asker;
let both: FastifyInstance;
/** A server that has both keys and seals with the old one. */
let behind: FastifyInstance;
let activityId = '';
let signCode = '';
const enrolledId = idNumber();

beforeAll(async () => {
  portal = await accountPortal();
  await openKeyRing(portal.database, [portal.secret]);
  member = await portal.member('13600000001');
  await fill();
  activityId = 'rotated';
  await portal.put('centre', 'appointment', [activity(portal, activityId)]);
  await enrolled(portal, member, activityId, [await addedContact(portal, member, { id: enrolledId })]);
  signCode = String((await listed(portal, member))[0]?.['signCode']);
  behind = await portal.second('low', await openKeyRing(portal.database, [portal.secret, fresh]));
  ring = await openKeyRing(portal.database, [fresh, portal.secret]);
  both = await portal.second('low', ring);
}, 120_000);
afterAll(() => portal.close());

/** Stores contacts of made-up members in one statement, as many to each as a member may have. */
async function fill(): Promise<void> {
  const keys = deriveAccountKeys(portal.secret);
  const rows = Array.from({ length: contacts }, (_, number) => {
    const [owner, id] = [`m${Math.floor(number / each)}`, idNumber()];
    const [nameCipher, idCipher, phoneCipher] = [`N${number}`, id, '13812345678'].map((text) => keys.seal('centre', text));
    return { owner, id: randomUUID(), nameCipher, idCipher, phoneCipher, idHash: hashContact(keys, 'centre', owner, id)[0] };
  });
  await sql`
    insert into contact (tenant, member_id, id, name_cipher, id_cipher, id_hash, phone_cipher)
    select 'centre', owner, id, "nameCipher", "idCipher", "idHash", "phoneCipher"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      owner text, id text, "nameCipher" text, "idCipher" text, "phoneCipher" text, "idHash" text
    )`.execute(portal.database.kysely);
}

const list = (app: FastifyInstance): Promise<Reply> =>
  inject(app, { url: `/api/activity/ta/contactsList/${member.id}/100001`, token: member.token });
const add = (app: FastifyInstance, idNo: string): Promise<Reply> =>
  inject(app, {
    method: 'POST',
    url: '/api/activity/ta/contacts/add',
    token: member.token,
    body: { name: '张三', idNo, cellphone: '13812345678', userName: member.phone, departmentCode: 'QLWHG01', idNumberConsent: true },
  });
const listOf = async (app: FastifyInstance): Promise<{ id: string }[]> => at((await list(app)).body, 'data') as { id: string }[];
/** A registration of the member's phone with a code that was sent for it. */
async function registration(): Promise<Ask> {
  const phone = member.phone;
  portal.clock.pass(61_000);
  await portal.sendCode(phone, 1);
  const body = { phone, password, conPassword: password, name: 'Li', sex: '1', verCode: portal.codeOf(phone) };
  return { method: 'POST', url: '/api/auth/jwt/registered', body };
}
const signIn = (app: FastifyInstance, code: string): Promise<Reply> =>
  inject(app, { method: 'PUT', url: '/api/activity/web/signIn/code', body: { activityId, signCode: code } });

// One step after the other, as keys are changed once.
describe('while keys are changed', { shuffle: false }, () => {
  it('sessions, phones, people and codes of before are known to servers with both keys', async () => {
    expect((await list(both)).body['status']).toBe(200);
    expect((await inject(both, await registration())).body).toMatchObject({ message: '该手机号已注册' });
    expect((await add(both, enrolledId)).status).toBe(409);
    const again = await enrolled({ ...portal, ask: (ask) => inject(both, ask) }, member, activityId, [(await listOf(both))[0]?.id ?? '']);
    expect(again.body).toMatchObject({ message: expect.stringContaining('已报名') as string });
  });

  it('sealing anew may be stopped and begun again', async () => {
    const stop = new Error('interrupted');
    const keys = deriveAccountKeys(ring);
    await expect(
      rotateKeys(portal.database, keys, Date.now(), () => {
        throw stop;
      }),
    ).rejects.toBe(stop);
    const labels = new Set((await countSealed(portal.database)).map(({ label }) => label));
    expect(labels.size).toBe(2);
  });

  it(`${contacts} contacts are sealed anew by two at once, while members read and write and lose nothing`, async () => {
    let done = false;
    const written: string[] = [];
    const visit = async (): Promise<void> => {
      while (!done) {
        expect((await listOf(both)).length).toBe(written.length + 1);
        if (written.length >= 30) continue;
        const number = idNumber();
        // Servers that still seal with the old key write, too.
        expect((await add(written.length % 2 === 0 ? both : behind, number)).status).toBe(200);
        expect((await add(both, number)).status).toBe(409);
        written.push(number);
      }
    };
    const visiting = visit();
    const keys = deriveAccountKeys(ring);
    const rotating = [1, 2].map(() => rotateKeys(portal.database, keys, Date.now()));
    await Promise.all(rotating).finally(() => {
      done = true;
    });
    await visiting;
    expect(written.length).toBeGreaterThan(0);
    // What the old server wrote meanwhile.
    expect(await rotateKeys(portal.database, keys, Date.now())).toEqual([]);
    expect(new Set((await countSealed(portal.database)).map(({ label }) => label))).toEqual(new Set([keys.label]));
    const { rows } = await sql<{ owner: string; nameCipher: string; idCipher: string; idHash: string }>`
      select member_id as owner, name_cipher as "nameCipher", id_cipher as "idCipher", id_hash as "idHash"
      from contact where member_id like 'm%'`.execute(portal.database.kysely);
    const alone = deriveAccountKeys(fresh);
    const names = rows.map(({ nameCipher }) => alone.open('centre', nameCipher));
    expect(new Set(names)).toEqual(new Set(Array.from({ length: contacts }, (_, number) => `N${number}`)));
    expect(rows.every((row) => row.idHash === hashContact(alone, 'centre', row.owner, alone.open('centre', row.idCipher))[0])).toBe(true);
  }, 120_000);

  it('afterwards the new key alone knows who is a member, a contact, enrolled, and whose code it is', async () => {
    const app = await portal.second('low', await openKeyRing(portal.database, [fresh]));
    expect((await list(both)).body['status']).toBe(200);
    // Tokens that the old key signed end with it.
    expect((await list(app)).body['status']).toBe(40101);
    expect((await signIn(app, signCode)).body).toMatchObject({ rel: true });
    const keys = deriveAccountKeys(fresh);
    const { rows } = await sql<{ same: boolean }>`
      select phone_hash = ${keys.phoneHash('centre', member.phone)} as same from member where id = ${member.id}`.execute(
      portal.database.kysely,
    );
    expect(rows[0]?.same).toBe(true);
  });
});

describe('codes that check in', () => {
  it('are tried 300 times in ten minutes for one activity, however many try, and then again', async () => {
    await portal.put('centre', 'appointment', [activity(portal, 'tried')]);
    const tryFrom = (number: number): Promise<Reply> =>
      portal.ask({
        method: 'PUT',
        url: '/api/activity/web/signIn/code',
        body: { activityId: 'tried', signCode: '000000' },
        address: `10.8.${Math.floor(number / 20)}.1`,
      });
    const statuses: number[] = [];
    for (let number = 0; number < 310; number += 10)
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, (_, more) => tryFrom(number + more)))).map(({ status }) => status));
    expect([statuses.filter((status) => status === 400).length, statuses.filter((status) => status === 429).length]).toEqual([300, 10]);
    portal.clock.pass(601_000);
    expect((await tryFrom(0)).status).toBe(400);
  });
});
