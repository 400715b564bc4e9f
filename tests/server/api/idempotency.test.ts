import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { CompiledEndpoint, CompiledPortal } from '../../../src/model/compiled';
import type { Form } from '../../../src/model/definitions.g';
import type { JsonObject } from '../../../src/model/json';
import { RequestError } from '../../../src/server/api/errors';
import { withIdempotencyKey } from '../../../src/server/api/idempotency';
import type { ApiRequest } from '../../../src/server/api/room';
import { testDatabase, type TestDatabase } from '../../database/harness';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
}, 120_000);
afterAll(() => database.close());

const form: Form = {
  fields: { purpose: { field: 'text' }, verCode: { field: 'captcha' }, code: { field: 'smsCode' } },
  submit: { source: 'x:send', label: 'Send' },
};
const portal = { tenant: 'centre', modules: { x: { definition: { forms: { send: form } } } } } as object as CompiledPortal;
const request = (key: string, body: JsonObject): ApiRequest => ({
  portal,
  body,
  endpoint: { name: 'x:send', module: 'x', form: 'send' } as CompiledEndpoint,
  parameters: new Map() as object as ApiRequest['parameters'],
  now: 0,
  viewer: { id: 'm1' } as ApiRequest['viewer'],
  caller: { address: '', cookies: {}, secure: false, arrived: 0, key },
});

it.each([
  ['the same', { purpose: 'a', verCode: 'k7pq' }, 'same answer'],
  ['another captcha', { purpose: 'a', verCode: 'a2bc' }, 'same answer'],
  ['another code', { purpose: 'a', verCode: 'k7pq', code: '123456' }, 'same answer'],
  ['something else', { purpose: 'b', verCode: 'k7pq' }, 422],
])('a submission that is repeated under its name with %s', async (what, again, outcome) => {
  const work = vi.fn(() => Promise.resolve({ item: { number: work.mock.calls.length } }));
  const send = (body: JsonObject) =>
    withIdempotencyKey(request(`key ${what}`, body), database, { work }).catch((error: unknown) =>
      error instanceof RequestError ? error.status : Promise.reject(error),
    );
  const first = await send({ purpose: 'a', verCode: 'k7pq' });
  expect(await send(again)).toEqual(outcome === 'same answer' ? first : outcome);
  expect(work).toHaveBeenCalledTimes(1);
});
