import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sendDue } from '../../../../src/server/messages/sendDue';
import type { Letter } from '../../../../src/server/messages/couriers';
import { deriveAccountKeys } from '../../../../src/server/security/keys';
import { accountPortal, type AccountPortal, at, type Reply } from '../../accountPortal';
import type { Asker } from '../../enrolments';

let portal: AccountPortal;
let member: Asker;
let other: Asker;
beforeAll(async () => {
  portal = await accountPortal();
  member = await portal.member('13600000001');
  other = await portal.member('13600000002');
  const centre = portal.definitions.portal('centre');
  if (!centre) throw new Error('no portal');
  centre.settings.messages = { ...centre.settings.messages, channels: ['mail'] };
}, 60_000);
afterAll(() => portal.close());
beforeEach(async () => {
  await sql`truncate message_choice, message_outbox, throttle, one_time_code`.execute(portal.database.kysely);
});

const address = 'li@example.org';
const choice = async (who = member) => at((await portal.ask({ url: '/api/personal/web/inbox/choice', token: who.token })).body, 'data');
const choose = (body: object): Promise<Reply> =>
  portal.ask({ method: 'PUT', url: '/api/personal/web/inbox/choice', token: member.token, body });
const askCode = (to = address, who = member): Promise<Reply> =>
  portal.ask({ url: `/api/personal/web/inbox/mailCode?address=${encodeURIComponent(to)}`, token: who.token });
const prove = (verCode: string, who = member, to = address): Promise<Reply> =>
  portal.ask({ method: 'PUT', url: '/api/personal/web/inbox/mailAddress', token: who.token, body: { address: to, verCode } });
const readCode = async (): Promise<string> => {
  const sent: Letter[] = [];
  await sendDue({
    db: portal.database,
    keys: deriveAccountKeys(portal.secret),
    couriers: { mail: async (letter) => void sent.push(letter) },
    clock: portal.clock.now,
    perMinuteOf: () => 60,
  });
  expect(sent).toMatchObject([{ to: address, title: '邮箱验证码' }]);
  return /\d{6}/.exec(sent[0]?.text ?? '')?.[0] ?? '';
};

it('is text messages of what is urgent until the member chooses; of mail only with an address', async () => {
  expect(await choice()).toEqual({ sms: 'urgent', mail: 'none', address: '', isMailOpen: true });
  expect((await choose({ sms: 'all' })).body).toMatchObject({ status: 200, message: '通知方式已保存' });
  expect(await choice()).toMatchObject({ sms: 'all', mail: 'none' });
  expect(await choose({ sms: 'all', mail: 'all' })).toMatchObject({ status: 400, body: { message: '请先验证邮箱地址' } });
  expect((await choose({ sms: 'often' })).status).toBe(400);
  expect(await choice(other)).toMatchObject({ sms: 'urgent' });
});

it('takes an address whose code the member knows, once, and that member alone', async () => {
  expect((await askCode()).body).toMatchObject({ status: 200 });
  const code = await readCode();
  expect((await prove(code, other)).status).toBe(400);
  expect((await prove(code, member, 'else@example.org')).status).toBe(400);
  expect((await prove(code)).body).toMatchObject({ status: 200 });
  expect((await prove(code)).status).toBe(400);
  expect(await choice()).toMatchObject({ mail: 'all', address: 'l***@example.org' });
  const { rows } = await sql<{ row: string }>`select c::text as row from message_choice c`.execute(portal.database.kysely);
  expect(rows.map(({ row }) => row).join()).not.toContain('example');
  expect((await choose({ sms: 'none', mail: 'urgent' })).body).toMatchObject({ status: 200 });
  const file = await portal.ask({ url: '/api/personal/web/profile/export', token: member.token });
  expect(file.text).toContain(address);
});

it('asks no more than five times an hour, and nothing that is no address', async () => {
  for (const wrong of ['li', 'a@b', 'a@b.c, d@e.f', 'x <a@b.cc>']) expect((await askCode(wrong)).status).toBe(400);
  for (let time = 0; time < 5; time += 1) expect((await askCode()).status).toBe(200);
  expect((await askCode()).status).toBe(429);
});
