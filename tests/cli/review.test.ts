import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runReview } from '../../src/cli/review/command';
import { loadKnownDefinitions, projectRoot } from '../server/projectDefinitions';
import { getItem } from '../../src/database/content/items';
import { putItems } from '../../src/database/content/writeItems';
import { testDatabase, type TestDatabase } from '../database/harness';
import { type Run, runAlone, runTyped } from './shell';

let db: TestDatabase;
const item = (id: string, tenant: string) => ({
  tenant,
  module: 'comment',
  id,
  status: 0,
  pub: new Date(0),
  title: `About\u001b[31m ${id}`,
  doc: { content: `<p>Words of ${id}</p>` },
});
beforeAll(async () => {
  db = await testDatabase();
}, 60_000);
beforeEach(async () => {
  await sql`truncate item cascade`.execute(db.kysely);
  await putItems(db, [item('a', 'centre'), item('b', 'centre'), item('c', 'museum'), item('d', 'museum')]);
});
afterAll(() => db.close());

const review = (...args: string[]): Promise<Run> =>
  runTyped(() => runReview(projectRoot, loadKnownDefinitions), ['review', ...args], { DATABASE_URL: db.databaseUrl });
const statusOf = async (tenant: string, id: string) => (await getItem(db, tenant, 'comment', id))?.status;

describe('the review command', () => {
  it('[SESSION-24] lists what awaits review, without control characters', async () => {
    const { printed, code } = await review('list');
    expect(printed).toContain('4 await review');
    expect(printed).toContain('Words of a');
    expect(printed).not.toContain('\u001b');
    expect(code).toBe(0);
    expect((await review('list', '--tenant', 'museum')).printed).toContain('2 await review');
  });

  it('[COM-09] publishes and rejects, in one institution alone when told so', async () => {
    expect((await review('approve', '--tenant=centre', 'a', 'c')).code).toBe(1);
    expect([await statusOf('centre', 'a'), await statusOf('museum', 'c')]).toEqual([1, 0]);
    expect((await review('reject', 'b')).code).toBe(0);
    expect(await statusOf('centre', 'b')).toBe(2);
    expect((await review('approve', 'b')).code).toBe(1);
    expect((await review('approve', 'all')).code).toBe(0);
    expect([await statusOf('museum', 'c'), await statusOf('museum', 'd')]).toEqual([1, 1]);
  });

  it.each([
    ['list', '--tenant', 'nope'],
    ['approve', '--tenant', 'nope', 'a'],
  ])('says that there is no such institution: %j', async (...args: string[]) => {
    expect(await review(...args)).toEqual({ printed: 'There is no institution nope. Known are centre, library, museum.', code: 2 });
  });

  it.each([
    [],
    ['publish', 'a'],
    ['move', 'a'],
    ['move', 'a', 'approve', 'b'],
    ['list', '--state', 'waiting'],
    ['approve', 'a', '--give', 'reason'],
    ['approve'],
    ['list', 'a'],
    ['approve', '--force', 'a'],
    ['list', '--tenant'],
  ])('says how it is used: %j', async (...args: string[]) => {
    const { printed, code } = await review(...args);
    expect(printed).toContain('Usage: npm run review');
    expect(code).toBe(2);
  });
});

it('the program ends with the exit code of the command', async () => {
  const { code, printed } = await runAlone('review', () => import('../../src/cli/review'));
  expect(code).toBe(2);
  expect(printed).toContain('Usage: npm run review');
});
