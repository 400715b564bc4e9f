import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSignin } from '../../src/cli/signin/command';
import { loadKnownDefinitions, projectRoot } from '../server/projectDefinitions';
import { accountPortal, type AccountPortal } from '../server/accountPortal';
import { activity, addedContact, type Asker, enrolled, listed, unsubscribe } from '../server/enrolments';
import { type Run, runAlone, runTyped } from './shell';

let portal: AccountPortal;
let member: Asker;
beforeAll(async () => {
  portal = await accountPortal();
  member = await portal.member('13600000001');
  await portal.put('centre', 'appointment', [
    activity(portal, 'hall', { number: 3, waiting: 1, sessionList: [{ id: 's1', sessionName: '上午\u001b[31m场' }] }),
  ]);
  for (const name of ['甲', '乙', '丙'])
    await enrolled(portal, member, 'hall', [await addedContact(portal, member, { name, phone: '13911112222' })], { sessionId: 's1' });
  await enrolled(portal, member, 'hall', [await addedContact(portal, member, { name: '丁' })], { sessionId: 's1' }, { path: 'wait' });
}, 60_000);
afterAll(() => portal.close());

const signin = (...args: string[]): Promise<Run> =>
  runTyped(() => runSignin(projectRoot, loadKnownDefinitions), ['signin', ...args], {
    DATABASE_URL: portal.database.databaseUrl,
    SECRET_KEY: portal.secret.toString('hex'),
  });

describe('the sign-in command', () => {
  it('lists who is enrolled and who has come, phones masked, without control characters', async () => {
    const [wait, third, , first] = await listed(portal, member);
    expect(wait).toMatchObject({ name: '丁' });
    await portal.ask({ method: 'PUT', url: '/api/activity/web/signIn/code', body: { activityId: 'hall', signCode: first?.['signCode'] } });
    await unsubscribe(portal, member, String(third?.['id']));
    const { printed, code } = await signin('list', 'centre', 'hall');
    expect(printed.split('\n').map((line) => line.split('\t').slice(0, 4))).toEqual([
      ['used', '甲', '139****2222', '上午 [31m场'],
      ['unused', '乙', '139****2222', '上午 [31m场'],
      ['unsubscribed', '-', '-', '上午 [31m场'],
      ['unused', '丁', '138****5678', '上午 [31m场'],
      ['3 enrolled, 1 checked in, 0 waiting'],
    ]);
    expect(printed).not.toContain(String(first?.['signCode']));
    expect(code).toBe(0);
  });

  it('[SIGN-03] tells the codes when asked for them', async () => {
    const codes = (await listed(portal, member, '?status=0')).map((row) => String(row['signCode']));
    const { printed } = await signin('code', 'centre', 'hall');
    for (const code of codes) expect(printed).toContain(code);
  });

  it('knows each institution by itself', async () => {
    expect(await signin('list', 'museum', 'hall')).toEqual({ printed: 'There is no activity hall.', code: 2 });
  });

  it.each([
    ['list', 'nope', 'hall', 'There is no institution nope. Known are centre, library, museum.'],
    ['undo', 'nope', 'hall', 'There is no institution nope. Known are centre, library, museum.', '123456'],
    ['list', 'centre', 'nosuch', 'There is no activity nosuch.'],
    ['cancel', 'centre', 'nosuch', 'There is no activity nosuch.', 'all'],
  ])('says what there is not: %s %s %s', async (action, tenant, id, printed, ...rest) => {
    expect(await signin(action, tenant, id, ...rest)).toEqual({ printed, code: 2 });
  });

  it('knows activities that nobody has enrolled for', async () => {
    await portal.put('centre', 'appointment', [activity(portal, 'empty', {})]);
    expect(await signin('list', 'centre', 'empty')).toEqual({ printed: '0 enrolled, 0 checked in, 0 waiting', code: 1 });
  });

  it.each([[], ['list'], ['list', 'centre'], ['sign', 'centre', 'hall'], ['list', 'centre', 'hall', 'x']])(
    'says how it is used: %j',
    async (...args: string[]) => {
      const { printed, code } = await signin(...args);
      expect(printed).toContain('Usage: npm run signin');
      expect(code).toBe(2);
    },
  );
});

it('the program ends with the exit code of the command', async () => {
  const { code, printed } = await runAlone('signin', () => import('../../src/cli/signin'));
  expect(code).toBe(2);
  expect(printed).toContain('Usage: npm run signin');
});
