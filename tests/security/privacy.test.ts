import { afterAll, beforeAll, expect, it } from 'vitest';
import { countPersonalData } from '../../src/database/accounts/personalData';
import { accountPortal, type AccountPortal } from '../server/accountPortal';
import { addedContact, type Asker } from '../server/enrolments';

let portal: AccountPortal;
let member: Asker;
beforeAll(async () => {
  portal = await accountPortal();
  member = await portal.member('13600000001');
  await addedContact(portal, member);
  await addedContact(portal, member);
}, 60_000);
afterAll(() => portal.close());

it('personal data is counted by institution and kind', async () => {
  const counted = await countPersonalData(portal.database);
  expect(counted.map(({ tenant, kind, count }) => [tenant, kind, count])).toEqual([
    ['centre', 'contact id', 2],
    ['centre', 'contact name', 2],
    ['centre', 'contact phone', 2],
    ['centre', 'member name', 1],
    ['centre', 'member phone', 1],
  ]);
  expect(counted.every(({ oldest }) => oldest instanceof Date)).toBe(true);
});
