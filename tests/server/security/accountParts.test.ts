import { createCaptchaText } from '../../../src/server/security/captcha';
import { randomBytes, scryptSync } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import smCrypto from 'sm-crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serializeCookie } from '../../../src/server/api/cookies';
import { drawCaptcha } from '../../../src/server/rooms/accounts/drawCaptcha';
import { deriveMessageKey } from '../../../src/server/security/encryption';
import { deriveAccountKeys } from '../../../src/server/security/keys';
import { createFileOutbox, createMemoryOutbox } from '../../../src/server/security/outbox';
import { hashPassword, verifyPassword } from '../../../src/server/security/password';
import { createSmsGateway } from '../../../src/server/security/sms';
import { readMasterKeys } from '../../../src/server/security/secrets';
import { testDatabase, type TestDatabase } from '../../database/harness';

let db: TestDatabase;
let folder = '';
beforeAll(async () => {
  db = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'portal-accounts-'));
}, 60_000);
afterAll(async () => {
  await db.close();
  await rm(folder, { recursive: true, force: true });
});

describe('passwords', () => {
  it('are hashed slowly, with a salt each, and told from others', async () => {
    const [first, second] = await Promise.all([hashPassword('peony-88'), hashPassword('peony-88')]);
    expect(first).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/);
    expect(first).not.toBe(second);
    expect(await verifyPassword('peony-88', first)).toEqual({ ok: true, weak: false });
    expect(await verifyPassword('peony-89', first)).toMatchObject({ ok: false });
  });

  it('with weaker hashes are to be hashed again', async () => {
    const salt = randomBytes(16);
    const weak = `$scrypt$ln=12,r=8,p=1$${salt.toString('base64url')}$${scryptSync('old', salt, 32, { N: 2 ** 12, r: 8, p: 1 }).toString('base64url')}`;
    expect(await verifyPassword('old', weak)).toEqual({ ok: true, weak: true });
  });

  it.each([undefined, '', 'x', '$scrypt$ln=15,r=8,p=1$$', '$2b$10$abc'])('have no match in %j', async (stored) =>
    expect((await verifyPassword('', stored)).ok).toBe(false),
  );

  it('of composed and decomposed characters are the same', async () =>
    expect((await verifyPassword('cafe\u0301-1', await hashPassword('caf\u00e9-1'))).ok).toBe(true));
});

describe('the master key', () => {
  const source = (extra: object = {}) => ({
    sharedDatabase: false,
    dataDir: join(folder, 'data'),
    db,
    production: false,
    ...extra,
  });

  it('is made once in DATA_DIR, for its owner alone, whoever asks first', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => readMasterKeys(source())));
    expect(new Set(keys.map(([key]) => key.toString('hex'))).size).toBe(1);
    expect((await stat(join(folder, 'data/secret.key'))).mode & 0o777).toBe(0o600);
  });

  it('is shared by all servers of a database', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => readMasterKeys(source({ sharedDatabase: true }))));
    expect(new Set(keys.map(([key]) => key.toString('hex'))).size).toBe(1);
  });

  it('comes from SECRET_KEY first, in base64 or hexadecimal', async () => {
    const key = randomBytes(32);
    for (const secretKey of [key.toString('hex'), key.toString('base64'), key.toString('base64url')])
      expect(await readMasterKeys(source({ secretKeys: [secretKey], production: true }))).toEqual([key]);
  });

  it.each([false, true])('is demanded in production, where the database is shared: %s', async (sharedDatabase) =>
    expect(readMasterKeys(source({ sharedDatabase, production: true }))).rejects.toThrow(/SECRET_KEY is not set, and production needs it/),
  );

  it.each(['short', 'zz zz', '', 'a'.repeat(30)])('cannot be %j', async (secretKey) => {
    await expect(readMasterKeys(source({ secretKeys: [secretKey] }))).rejects.toThrow(/SECRET_KEY must hold at least 32 random bytes/);
  });

  it('that was damaged is told', async () => {
    await writeFile(join(folder, 'secret.key'), 'half');
    await expect(readMasterKeys(source({ dataDir: folder }))).rejects.toThrow(/secret\.key must hold/);
  });
});

describe('phones', () => {
  it('are opened by the institution that sealed them, with the same key', () => {
    const keys = deriveAccountKeys(randomBytes(32));
    const sealed = keys.seal('centre', '13800000001');
    expect(sealed).not.toBe(keys.seal('centre', '13800000001'));
    expect(keys.open('centre', sealed)).toBe('13800000001');
    expect(() => keys.open('museum', sealed)).toThrow();
    expect(() => deriveAccountKeys(randomBytes(32)).open('centre', sealed)).toThrow();
    expect(keys.phoneHash('centre', '1')).not.toBe(keys.phoneHash('museum', '1'));
  });
});

describe('user messages', () => {
  it('[LOGIN-30] are opened by the private key alone, the same in every process', () => {
    const seed = randomBytes(32);
    const key = deriveMessageKey(seed);
    expect(deriveMessageKey(seed).publicKey).toBe(key.publicKey);
    expect(key.publicKey).toMatch(/^04[0-9a-f]{128}$/);
    const cipher = smCrypto.sm2.doEncrypt('{"a":"中"}', key.publicKey, 1);
    expect(key.open(cipher)).toEqual({ a: '中' });
    expect(key.open(`04${cipher}`)).toEqual({ a: '中' });
    expect(() => deriveMessageKey(randomBytes(32)).open(cipher)).toThrow('invalidBody');
    expect(() => key.open(smCrypto.sm2.doEncrypt('{"__proto__":{"x":1}}', key.publicKey, 1))).toThrow('invalidBody');
    expect(() => key.open(`${cipher.slice(0, -2)}${cipher.endsWith('00') ? '11' : '00'}`)).toThrow('invalidBody');
  });
});

describe('text messages', () => {
  it('go to the outbox in development', async () => {
    const outbox = createMemoryOutbox();
    await createSmsGateway({}, outbox, false).sendCode({ phone: '1', code: '2', purpose: 'login' });
    expect(outbox.entries).toMatchObject([{ kind: 'sms', to: '1', code: '2' }]);
  });

  it('are written a line each, for the owner alone', async () => {
    const outbox = createFileOutbox(join(folder, 'out'));
    await outbox.write({ time: 't', kind: 'sms', to: '1', code: '2' });
    await outbox.write({ time: 't', kind: 'captcha', to: '1', code: '3' });
    expect(
      (await readFile(join(folder, 'out/outbox.ndjson'), 'utf8'))
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { code: string }).code),
    ).toEqual(['2', '3']);
    expect((await stat(join(folder, 'out/outbox.ndjson'))).mode & 0o777).toBe(0o600);
  });

  it('fail clearly in production without a gateway', async () => {
    await expect(createSmsGateway({}, createMemoryOutbox(), true).sendCode({ phone: '1', code: '2', purpose: 'login' })).rejects.toThrow(
      /SMS_DRIVER/,
    );
  });

  const settings = { SMS_ACCESS_KEY_ID: 'a', SMS_ACCESS_KEY_SECRET: 'b', SMS_SIGN_NAME: 'c', SMS_TEMPLATE: 'd', SMS_APP_ID: 'e' };
  it.each([
    ['aliyun', '@alicloud/dysmsapi20170525'],
    ['tencent', 'tencentcloud-sdk-nodejs-sms'],
  ])('by %s need their package', async (driver, name) => {
    await expect(
      createSmsGateway({ ...settings, SMS_DRIVER: driver }, createMemoryOutbox(), true).sendCode({
        phone: '1',
        code: '2',
        purpose: 'login',
      }),
    ).rejects.toThrow(`npm install ${name}`);
  });

  it('say which settings are missing, and which drivers there are', () => {
    expect(() => createSmsGateway({ SMS_DRIVER: 'tencent' }, createMemoryOutbox(), true)).toThrow(/SMS_ACCESS_KEY_ID.*SMS_APP_ID/);
    expect(() => createSmsGateway({ SMS_DRIVER: 'pigeon' }, createMemoryOutbox(), true)).toThrow(/aliyun, tencent or http/);
  });
});

describe('captchas', () => {
  it('are pictures of 240 by 84 dots, never the same', () => {
    const [first, second] = [drawCaptcha('ACDE'), drawCaptcha('ACDE')];
    expect(first.readUInt32BE(16)).toBe(240);
    expect(first.readUInt32BE(20)).toBe(84);
    expect(inflateSync(first.subarray(41, 41 + first.readUInt32BE(33)))).toHaveLength(84 * (240 * 3 + 1));
    expect(first.equals(second)).toBe(false);
    expect(Array.from({ length: 50 }, createCaptchaText).every((text) => /^[ACDEFHJKLMNPRTWXY3467]{4,5}$/.test(text))).toBe(true);
  });
});

describe('cookies', () => {
  it('carry any value safely', () => {
    expect(serializeCookie('a', 'x; Path=/\r\n王\ud800', { maxAge: 5, secure: true })).toBe(
      'a=x%3B%20Path%3D%2F%0D%0A%E7%8E%8B%EF%BF%BD; Max-Age=5; Path=/; Secure; SameSite=Lax',
    );
  });
});
