import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';

/** An enrolment as the statements need it; `captcha` is the hash under which its picture is kept. */
export interface PlainEnrolment {
  tenant: string;
  module: string;
  activity: string;
  member: string;
  contact: string;
  captcha: string;
  capacity: number;
}

/**
 * What enrolling somebody means to the database, without anything around it: the picture is used up, item, member and contact are
 * read, what the member left unused is counted, a place is taken, the enrolment and the answer are kept and read back. Statements are prepared, as those of the portal are.
 */
export async function enrolPlainly(
  client: PoolClient,
  { tenant, module, activity, member, contact, captcha, capacity }: PlainEnrolment,
): Promise<void> {
  const id = randomUUID();
  const ask = (name: string, text: string, values: unknown[]) => client.query({ name: `bench-${name}`, text, values });
  await client.query('begin');
  await ask(
    'claim',
    `insert into submission (tenant, member_id, key, call, body_hash) values ($1, $2, $3, 'bench', '') on conflict do nothing returning key`,
    [tenant, member, id],
  );
  await ask('captcha', 'delete from captcha where tenant = $1 and id_hash = $2 returning answer_hash', [tenant, captcha]);
  await ask('item', 'select doc from item where tenant = $1 and module = $2 and id = $3', [tenant, module, activity]);
  await ask('member', 'select id from member where tenant = $1 and id = $2 for update', [tenant, member]);
  await ask(
    'person',
    'select name_cipher, phone_cipher, id_cipher, id_hash from contact where tenant = $1 and member_id = $2 and id = $3',
    [tenant, member, contact],
  );
  await client.query('savepoint work');
  await ask(
    'unused',
    "select activity_id, count(*) from enrolment where tenant = $1 and member_id = $2 and status = 'enrolled' and signed_in is null group by activity_id",
    [tenant, member],
  );
  await ask(
    'bookings',
    'select count(*) from booking where tenant = $1 and member_id = $2 and status = 1 and check_in and checked_in is null and ends <= now()',
    [tenant, member],
  );
  const place = await ask(
    'place',
    `insert into enrol_place (tenant, module, activity_id, session_id, capacity, taken) values ($1, $2, $3, '', $4, 1)
    on conflict (tenant, module, activity_id, session_id) do update set taken = enrol_place.taken + 1 where enrol_place.taken < $4 returning taken`,
    [tenant, module, activity, capacity],
  );
  if (place.rows.length === 0) throw new Error('There was no place left');
  await ask(
    'enrol',
    `insert into enrolment (tenant, id, module, activity_id, session_id, member_id, contact_id, name_cipher, phone_cipher, id_cipher, id_hash, status, sign_hash, sign_cipher, created)
    select $1, $4, $2, $3, '', $5, id, name_cipher, phone_cipher, id_cipher, id_hash, 'enrolled', $4, $4, now() from contact where tenant = $1 and member_id = $5 and id = $6`,
    [tenant, module, activity, id, member, contact],
  );
  await ask('answer', `update submission set answer = '{}'::jsonb where tenant = $1 and member_id = $2 and key = $3`, [tenant, member, id]);
  await client.query('commit');
  await ask('read', 'select name_cipher, phone_cipher from enrolment where tenant = $1 and id = $2', [tenant, id]);
}
