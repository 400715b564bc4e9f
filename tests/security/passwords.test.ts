import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonPasswordsPath } from '../../src/cli/generate/commonPasswords';
import { refuseWeakPassword } from '../../src/server/security/weakPassword';
import { accountPortal, type AccountPortal, at, inject, password, type Reply } from '../server/accountPortal';
import { copyOfDefinitions, openDefinitions, projectRoot } from '../server/projectDefinitions';

const texts = { passwordCommon: 'common', passwordPersonal: 'personal' };
const member = { phone: '13712345678', names: ['李明华', 'Ann Lee'] };

/** Why a password is refused; undefined when it is not. */
function weakness(text: string): unknown {
  try {
    refuseWeakPassword({ texts }, text, member);
    return undefined;
  } catch (error) {
    return at(error, 'detail', 'message');
  }
}

describe('a password is refused', () => {
  it.each([
    ...[
      'password1',
      'Password123',
      'abc123',
      'a123456',
      'qwe123',
      '1qaz2wsx',
      'P@ssw0rd',
      'p@$$w0rd',
      'woaini1314',
      'admin123',
      'iloveyou1',
    ],
    ...[
      'q1w2e3r4',
      'aa123456',
      '123456a',
      'qq123456',
      'wang123456',
      'zhangwei123',
      'beijing2008',
      '!!dragon!!',
      'DRAGON88',
      'qwerty123!',
      'a1a1a1a1',
    ],
    ...['ｐａｓｓｗｏｒｄ１', '5201314a', 'Zxcvbnm1'],
  ])('that is common: %s', (text) => expect(weakness(text)).toBe('common'));

  it.each(['13712345678a', 'x-12345678', 'ANN LEE-77', '我是李明华呀1', 'ann lee99x'])('that has the phone or the name in it: %s', (text) =>
    expect(weakness(text)).toBe('personal'),
  );

  it.each([
    password,
    'qinglan-2026',
    'lotus_77',
    '牡丹亭外-柳絮飞',
    'correct horse battery staple',
    'x7#kP2!v',
    `${'peony-88 '.repeat(7)}!`,
  ])('when it is none of these it is not: %s', (text) => expect(weakness(text)).toBeUndefined());

  it('from a list of more than 10,000 that a form would otherwise admit', async () => {
    const list = (await readFile(join(projectRoot, commonPasswordsPath), 'utf8')).trim().split('\n');
    const admitted = list.filter((line) => line.length >= 6 && /[a-z]/.test(line) && /[^a-z]/.test(line));
    expect([new Set(list).size, admitted.length > 10_000]).toEqual([list.length, true]);
  });
});

describe('accounts', () => {
  let portal: AccountPortal;
  beforeAll(async () => {
    portal = await accountPortal();
  }, 60_000);
  afterAll(() => portal.close());
  const reset = (phone: string, secretWord: string): Promise<Reply> =>
    portal.ask({
      method: 'POST',
      url: '/api/auth/jwt/reset',
      body: { phone, verCode: portal.codeOf(phone), password: secretWord, conPassword: secretWord },
    });
  const tooCommon = {
    status: 400,
    body: { message: '这个密码太常见，容易被猜到，请换一个', errors: { password: '这个密码太常见，容易被猜到，请换一个' } },
  };
  const personal = {
    status: 400,
    body: { message: '密码中不能有手机号或姓名，请换一个', errors: { password: '密码中不能有手机号或姓名，请换一个' } },
  };
  const hashOf = async (id: string): Promise<string> => {
    const { rows } = await portal.database.pool.query('select password_hash as hash from member where id = $1', [id]);
    return String(at(rows, '0', 'hash'));
  };

  it('[REG-05] are not opened with a weak password, in words at the field, and the code stays good', async () => {
    const phone = '13600000077';
    const common = { password: 'wang123456', conPassword: 'wang123456' };
    expect(await portal.register(phone, common)).toMatchObject(tooCommon);
    const body = { phone, name: '王小明', sex: '1', verCode: portal.codeOf(phone) };
    const register = (secretWord: string): Promise<Reply> =>
      portal.ask({ method: 'POST', url: '/api/auth/jwt/registered', body: { ...body, password: secretWord, conPassword: secretWord } });
    expect(await register('王小明-2026')).toMatchObject(personal);
    expect(await register(`a${phone}`)).toMatchObject(personal);
    expect((await register(`${'peony-88'.repeat(8)}`)).status).toBe(200);
  });

  it('[PWD-08] are not given a weak password by a reset, and nobody without the code learns the name', async () => {
    const { phone } = await portal.member('13600000078', { name: '王小明' });
    portal.clock.pass(61_000);
    await portal.sendCode(phone, 2);
    expect(await reset(phone, 'qwerty123')).toMatchObject(tooCommon);
    const right = portal.codeOf(phone);
    const guess = { phone, verCode: right === '000000' ? '000001' : '000000', password: '王小明-2026', conPassword: '王小明-2026' };
    expect(at((await portal.ask({ method: 'POST', url: '/api/auth/jwt/reset', body: guess })).body, 'message')).toBe(
      '短信验证码错误或已过期',
    );
    expect(await reset(phone, '王小明-2026')).toMatchObject(personal);
    expect((await reset(phone, 'lotus_77')).status).toBe(200);
    expect((await portal.login(phone, 'lotus_77')).status).toBe(200);
  });

  it('get a slower hash at the next login when theirs is weak', async () => {
    const { id, phone } = await portal.member('13600000079');
    expect(await hashOf(id)).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$/);
    const usual = await portal.second('default');
    const picture = await portal.captcha(phone);
    const body = await portal.encrypted({ mobilePhone: phone, passWord: password, verCode: picture.text });
    expect((await inject(usual, { method: 'POST', url: '/api/auth/jwt/member-token-enc', body, cookies: picture.cookies })).status).toBe(
      200,
    );
    expect(await hashOf(id)).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
    expect((await portal.login(phone, password)).status).toBe(200);
    expect(await hashOf(id)).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
  });
});

it('an institution may keep to the 16 characters of the documents', async () => {
  const root = await copyOfDefinitions();
  const file = join(root, 'tenants/museum/tenant.json');
  const settings = JSON.parse(await readFile(file, 'utf8')) as { presets?: string[] };
  await writeFile(file, JSON.stringify({ ...settings, presets: [...(settings.presets ?? []), 'passwordsOfTheDocuments'] }));
  const definitions = await openDefinitions(root);
  const longest = (tenant: string): unknown[] =>
    ['registration', 'reset'].map((form) =>
      at(definitions.portal(tenant)?.modules['account']?.definition.forms?.[form]?.fields, 'password', 'schema', 'maxLength'),
    );
  expect([longest('museum'), longest('centre')]).toEqual([
    [16, 16],
    [64, 64],
  ]);
});
