import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMember } from '../../src/database/accounts/members';
import { readEnvironment } from '../../src/server/config/environment';
import { loadKeyRing, openKeyRing } from '../../src/server/security/keyRing';
import { deriveAccountKeys } from '../../src/server/security/keys';
import { rotateKeys, sealPlainValues } from '../../src/server/security/rotation';
import { labelKey } from '../../src/server/security/secrets';
import { testDatabase, type TestDatabase } from '../database/harness';

const [a, b] = [randomBytes(32), randomBytes(32)];
let db: TestDatabase;
let folder = '';
beforeAll(async () => {
  db = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'portal-keys-'));
}, 60_000);
afterAll(async () => {
  await db.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => sql`truncate key_generation, member`.execute(db.kysely));

/** Stores a member as a server with the key does; `labelled` false: as one did before keys had labels. */
async function store(master: Buffer, { labelled = true, phone = '13800000001' } = {}): Promise<void> {
  const keys = deriveAccountKeys(master);
  const [sealed, name] = [keys.seal('centre', phone), keys.seal('centre', 'Li')];
  await addMember(db, 'centre', {
    id: phone,
    phoneHash: keys.phoneHash('centre', phone),
    phoneCipher: labelled ? sealed : (sealed.split('.')[1] ?? ''),
    nameCipher: labelled ? name : '',
    sex: '1',
    image: '',
    passwordHash: '',
  });
}
const start = (...masters: [Buffer, ...Buffer[]]): Promise<unknown> => openKeyRing(db, masters);
const refused = /sealed with another key \((\w+)\)[\s\S]*Nothing was changed[\s\S]*SECRET_KEYS=<new>,<old>/;

describe('a start with', () => {
  it('the key of the first start goes on, as often as it likes', async () => {
    await start(a);
    await store(a);
    await expect(start(a)).resolves.toBeTruthy();
  });

  it('another key is refused, and told which one is missing and what to do', async () => {
    await start(a);
    await store(a);
    await expect(start(b)).rejects.toThrow(refused);
    await expect(start(b)).rejects.toThrow(labelKey(a));
    await start(a);
  });

  it('another key is refused too where keys had no marks yet', async () => {
    await store(a, { labelled: false });
    await expect(start(b)).rejects.toThrow(refused);
    await start(a);
  });

  it('another key is refused before anything is stored: of two servers that start at once one is told', async () => {
    const outcomes = await Promise.allSettled([start(a), start(b)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('a new key beside the old one goes on; without the old one only once everything was sealed anew', async () => {
    await start(a);
    await store(a);
    await start(b, a);
    await expect(start(b)).rejects.toThrow(refused);
    expect(await rotateKeys(db, deriveAccountKeys({ masters: [b, a], marking: a }), Date.now())).toEqual([]);
    await start(b);
    await expect(start(a)).rejects.toThrow(labelKey(b));
  });

  it('a new key alone is refused while a server still seals with the old one', async () => {
    await start(a);
    await start(b, a);
    await rotateKeys(db, deriveAccountKeys({ masters: [b, a], marking: a }), Date.now());
    await store(a);
    await expect(start(b)).rejects.toThrow(refused);
  });

  it('a database that came without its secret.key is refused, and no new key is made', async () => {
    const surroundings = { dataDir: join(folder, 'home'), production: false };
    await loadKeyRing(db, surroundings);
    const moved = { ...surroundings, dataDir: join(folder, 'moved') };
    for (let time = 0; time < 2; time += 1)
      await expect(loadKeyRing(db, moved)).rejects.toThrow(/moved.secret\.key is missing, and the database was sealed with the key in it/);
  });

  it('no key is refused in production', async () => {
    const environment = readEnvironment({ NODE_ENV: 'production' }, folder);
    await expect(loadKeyRing(db, environment)).rejects.toThrow(/SECRET_KEY is not set, and production needs it/);
  });

  it.each([
    [{ SECRET_KEY: a.toString('base64') }, [a]],
    [{ SECRET_KEYS: `${b.toString('base64')}, ${a.toString('hex')}` }, [b, a]],
    [{ SECRET_KEYS: b.toString('hex'), SECRET_KEY: a.toString('hex') }, [b]],
  ])('keys of the environment (%#) has these keys, the first of which seals', async (variables, masters) => {
    const environment = readEnvironment({ NODE_ENV: 'production', ...variables }, folder);
    expect((await loadKeyRing(db, environment)).masters).toEqual(masters);
  });
});

it('names from before they were sealed are sealed, and nothing stays of them', async () => {
  await start(a);
  await store(a, { labelled: false });
  await sql`update member set name = 'Old Li'`.execute(db.kysely);
  expect(await sealPlainValues(db, deriveAccountKeys(a))).toBe(1);
  const { rows } = await sql<{ name: string; cipher: string }>`select name, name_cipher as cipher from member`.execute(db.kysely);
  expect(rows[0]?.name).toBe('');
  expect(deriveAccountKeys(a).open('centre', rows[0]?.cipher ?? '')).toBe('Old Li');
  expect(await sealPlainValues(db, deriveAccountKeys(a))).toBe(0);
});
