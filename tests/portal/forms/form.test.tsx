// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { expect, test, vi } from 'vitest';
import type { Form } from '../../../src/model/definitions.g';
import { toOwnPath } from '../../../src/portal/ui/actions/destination';
import { filling } from '../filling';
import { accountForms, formPayload } from '../forms';
import { htmlOf, type Taken } from '../rendered';

vi.mock('../../../src/portal/forms/control/encrypt', () => ({ encryptTo: (key: string, text: string) => `${key}:${text}` }));

const { calls, replies, fetched, close, find, all, settle, type, press, submit, messageOf, toasts, ...page } = filling();
const open = (...args: Parameters<typeof formPayload>): Promise<Taken> => page.open(formPayload(...args));

/** Fills a form in and returns what its fields say when it is sent. */
async function faultsOf(form: string, values: Record<string, string>): Promise<Record<string, string>> {
  await open([form]);
  for (const [name, value] of Object.entries(values)) type(`form-${form}_${name}`, value);
  await submit();
  return Object.fromEntries(
    Object.keys(accountForms[form]?.fields ?? {})
      .map((name) => [name, messageOf(`form-${form}_${name}`)])
      .filter(([, message]) => message !== ''),
  );
}

test('form pages are rendered and hydrated without a complaint', async () => {
  expect(htmlOf(formPayload(['password', 'quick']))).toContain('form-password_mobilePhone');
  const { complaints } = await open(['password', 'quick']);
  expect(complaints).toEqual([]);
});

test('without scripts a form says so, and sends nothing', () => {
  const html = htmlOf(formPayload(['password']));
  expect(html).toContain('需要启用浏览器的 JavaScript');
  expect(html).toMatch(/<button(?=[^>]*type="submit")[^>]* disabled=/);
});

test('[LOGIN-02] two tabs; the open one is in the address, and what was typed stays', async () => {
  await open(['password', 'quick']);
  expect(all('[role=tab]')).toEqual(['密码登录', '快捷登录']);
  type('form-password_passWord', 'secret');
  await press('#form-tab-quick');
  expect(find('#form-tab-quick').getAttribute('aria-selected')).toBe('true');
  await expect.poll(() => new URL(window.location.href).searchParams.get('tab')).toBe('quick');
  await expect.poll(() => find('#form-panel-password').hidden).toBe(true);
  await press('#form-tab-password');
  await expect.poll(() => find('#form-panel-password').hidden).toBe(false);
  // Fields are shown a moment before an effect puts back what was typed into them.
  await expect.poll(() => find<HTMLInputElement>('#form-password_passWord').value).toBe('secret');
});

test('[LOGIN-03] [LOGIN-04] the links carry the redirect', async () => {
  await open(['password'], { query: { redirect: '/information?columnId=6101' } });
  expect([...document.querySelectorAll('.form-view-links a')].map((link) => link.getAttribute('href'))).toEqual([
    '/register?redirect=%2Finformation%3FcolumnId%3D6101',
    '/forget?redirect=%2Finformation%3FcolumnId%3D6101',
  ]);
});

test('[LOGIN-07] [LOGIN-09] [LOGIN-10] empty fields', async () => {
  expect(await faultsOf('password', {})).toEqual({ mobilePhone: '手机号不能为空', passWord: '密码不能为空', verCode: '请输入验证码' });
  expect([all('.form-view-faults-title'), all('form [role=alert]')]).toEqual([['有3处需要修改'], ['有3处需要修改']]);
  expect(document.activeElement?.id).toBe('form-password_mobilePhone');
  expect(find('#form-password_mobilePhone').getAttribute('aria-invalid')).toBe('true');
  expect(find('#form-password_mobilePhone').getAttribute('aria-describedby')).toBe('form-password_mobilePhone-error');
  expect(calls).toEqual([]);
});

test('what was mended leaves the summary of faults, what is wrong in another way stays', async () => {
  await faultsOf('password', {});
  type('form-password_passWord', 'secret');
  type('form-password_mobilePhone', '138');
  expect([all('.form-view-faults-title'), all('.form-view-faults li')]).toEqual([['有2处需要修改'], ['请输入11位', '请输入验证码']]);
  expect(all('form [role=alert]')).toEqual(['有3处需要修改']);
});

test.each(['1380000000', '138000000000'])('[LOGIN-08] a phone of other than 11 characters: %s', async (mobilePhone) => {
  expect(await faultsOf('password', { mobilePhone, passWord: 'x', verCode: 'x' })).toEqual({ mobilePhone: '请输入11位' });
});

test('[LOGIN-11] [LOGIN-12] quick login needs phone and code', async () => {
  expect(await faultsOf('quick', { phone: '138' })).toEqual({ phone: '请输入11位', verCode: '请输入验证码' });
});

test('[LOGIN-13] [REG-11] [PWD-10] a code cannot be asked for without a phone', async () => {
  for (const form of ['quick', 'registration', 'reset']) {
    await open([form]);
    await press('.field-smsCode .field-button');
    expect(toasts()).toEqual(['请填写手机号']);
    expect(calls).toEqual([]);
    await settle(2000);
    close();
  }
});

test('[LOGIN-14] a phone that is not registered is told, once for each phone', async () => {
  replies['account:phoneExists'] = { ok: false, message: '该手机号未注册' };
  await open(['quick']);
  type('form-quick_phone', '1380000000');
  type('form-quick_phone', '13800000000');
  await settle();
  expect(calls).toEqual([{ name: 'account:phoneExists', values: { phone: '13800000000', fid: 'fid-1' } }]);
  expect(all('.toasts-warning')).toEqual(['该手机号未注册']);
  await settle(3000);
  const box = (): HTMLElement => find('#form-quick_phone');
  expect([all('.toasts-warning'), document.getElementById(box().getAttribute('aria-describedby') ?? '')?.textContent]).toEqual([
    [],
    '该手机号未注册',
  ]);
  replies['account:phoneExists'] = { ok: true };
  type('form-quick_phone', '13800000001');
  expect([all('.field-warning'), box().getAttribute('aria-describedby')]).toEqual([[], null]);
});

test('[LOGIN-16] [REG-12] [PWD-11] the code button counts 60 seconds down, over a reload too', async () => {
  await open(['quick']);
  type('form-quick_phone', '13800000000');
  await press('.field-smsCode .field-button');
  expect(calls.at(-1)).toEqual({ name: 'account:sendCode', values: { status: 3, phone: '13800000000', unitName: '青澜市文化馆' } });
  const words = (): string => find('.field-smsCode .field-button').textContent ?? '';
  expect(words()).toBe('重新发送 60s');
  await settle(1000);
  expect(words()).toBe('重新发送 59s');
  const sent = calls.length;
  await press('.field-smsCode .field-button');
  expect(calls).toHaveLength(sent);
  close();
  await open(['quick']);
  expect(words()).toBe('重新发送 59s');
  await settle(59_000);
  expect(words()).toBe('获取验证码');
});

test('[LOGIN-28] a code that could not be sent', async () => {
  replies['account:sendCode'] = { ok: false, message: '操作太频繁，请稍后再试' };
  await open(['quick']);
  type('form-quick_phone', '13800000000');
  await press('.field-smsCode .field-button');
  expect(all('.toasts-danger')).toEqual(['操作太频繁，请稍后再试']);
  expect(find('.field-smsCode .field-button').textContent).toBe('获取验证码');
});

test('[LOGIN-17] [LOGIN-19] the message goes encrypted; 登录成功 for 1.5 s, then back after 2 s', async () => {
  await open(['password'], { query: { redirect: '/information?columnId=6101' } });
  for (const [name, value] of [
    ['mobilePhone', '13800000000'],
    ['passWord', 'abc123'],
    ['verCode', 'k7pq'],
  ] as const)
    type(`form-password_${name}`, value);
  await submit();
  await act(() => vi.dynamicImportSettled());
  await settle();
  expect(calls.at(-1)?.name).toBe('account:login');
  expect(String(calls.at(-1)?.values['userMsg'])).toBe(
    '04ab:{"mobilePhone":"13800000000","passWord":"abc123","verCode":"k7pq","departmentCode":"centre"}',
  );
  expect(all('.toasts-positive')).toEqual(['登录成功']);
  expect(find('.form-view-buttons [type=submit]').getAttribute('aria-disabled')).toBe('true');
  await settle(1400);
  expect(toasts()).toEqual(['登录成功']);
  await settle(100);
  expect(toasts()).toEqual([]);
  await settle(450);
  expect(fetched).toEqual([]);
  await settle(50);
  expect(fetched).toEqual(['/portal/page?url=%2Finformation%3FcolumnId%3D6101']);
});

test('[LOGIN-18] after a quick login the visitor is back after 2 s, and in no less', async () => {
  await open(['quick'], { query: { redirect: '/information?columnId=6101' } });
  type('form-quick_phone', '13800000000');
  type('form-quick_verCode', '123456');
  await submit();
  expect(calls.at(-1)).toEqual({ name: 'account:loginByCode', values: { phone: '13800000000', verCode: '123456', fid: 'fid-1' } });
  await settle(1950);
  expect(fetched).toEqual([]);
  await settle(50);
  expect(fetched).toEqual(['/portal/page?url=%2Finformation%3FcolumnId%3D6101']);
});

test('[LOGIN-06] a picture is asked for by the password form alone', async () => {
  await open(['password', 'quick']);
  expect(find('#form-panel-password .field-captcha img').getAttribute('src')).toMatch(/^\/api\/auth\/jwt\/getCode\?/);
  await press('#form-tab-quick');
  await expect.poll(() => all('#form-panel-quick .field')).not.toEqual([]);
  expect(all('#form-panel-quick .field-captcha')).toEqual([]);
});

test('[LOGIN-25] [LOGIN-26] [LOGIN-27] a refused login says why and changes the picture', async () => {
  replies['account:login'] = { ok: false, message: '密码错误' };
  await open(['password']);
  const picture = (): string | null => find('.field-picture img').getAttribute('src');
  const first = picture();
  await settle(10);
  type('form-password_mobilePhone', '13800000000');
  await settle();
  const second = picture();
  expect(second).toContain('phone=13800000000');
  expect(second).not.toBe(first);
  await settle(10);
  await press('.field-picture');
  expect(picture()).not.toBe(second);
  type('form-password_passWord', 'x');
  type('form-password_verCode', 'x');
  const third = picture();
  await settle(10);
  await submit();
  await act(() => vi.dynamicImportSettled());
  await settle();
  expect(all('.toasts-danger')).toEqual(['密码错误']);
  expect(picture()).not.toBe(third);
  expect(find<HTMLInputElement>('#form-password_verCode').value).toBe('');
  expect(find<HTMLInputElement>('#form-password_passWord').value).toBe('x');
});

test('[LOGIN-31] only addresses of this site are come back to', () => {
  const own = (address: unknown): string => toOwnPath(address, '/login');
  expect(own('/a?b=1#c')).toBe('/a?b=1#c');
  for (const address of [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    undefined,
    '/login?redirect=/login',
    '/.//evil.example',
  ])
    expect(own(address)).toBe('/');
});

test('[REG-03] [REG-05] [REG-06] [REG-09] [REG-10] registration with empty fields', async () => {
  expect(await faultsOf('registration', {})).toEqual({
    mobilePhone: '手机号不能为空',
    password: '请输入密码',
    conPassword: '请再次输入密码',
    name: '请输入姓名',
    sex: '请选择性别',
    verCode: '请输入验证码',
    terms: '请阅读并同意用户注册协议',
  });
});

test('[REG-04] [REG-05] [REG-07] [REG-08] registration with wrong fields', async () => {
  expect(
    await faultsOf('registration', {
      mobilePhone: '12800000001',
      password: '123456',
      conPassword: '123457',
      name: '名'.repeat(101),
      verCode: '1',
    }),
  ).toMatchObject({
    mobilePhone: '请输入正确的手机号',
    password: '请输入正确的密码格式',
    conPassword: '两次输入的密码不一致！',
    name: '长度不能超过100个字符',
  });
});

test('[REG-02] [REG-19] the fields of registration, in their order, under a tab of its own', async () => {
  await open(['registration']);
  expect(all('[role=tab]')).toEqual(['新用户注册']);
  expect(all('.field-label, .field-radio legend').map((label) => label.replace('*', ''))).toEqual([
    '手机号',
    '密码',
    '确认密码',
    '姓名',
    '性别',
    '短信验证码',
  ]);
  expect(document.querySelectorAll('form.form-view-fields input[type=password]')).toHaveLength(2);
  expect(all('.field-radio label').map((label) => label.trim())).toEqual(['男', '女']);
});

/** Fills registration in as it should be and sends it. */
async function register(redirect?: string): Promise<void> {
  await open(['registration'], { path: '/register', query: redirect === undefined ? {} : { redirect } });
  for (const [name, value] of [
    ['mobilePhone', '13800000000'],
    ['password', 'abc123'],
    ['conPassword', 'abc123'],
    ['name', '张三'],
    ['verCode', '123456'],
  ] as const)
    type(`form-registration_${name}`, value);
  await press('.field-radio input');
  await press('.field-agreement .quiet-link');
  await press('.dialog-answers button:last-child');
  await submit();
}

test.each([
  [undefined, '/login'],
  ['/information?columnId=6101', '/login?redirect=%2Finformation%3FcolumnId%3D6101'],
])('[REG-13] 注册成功, and after 2 s the login page with the redirect: %s', async (redirect, address) => {
  replies['account:register'] = { message: '注册成功' };
  await register(redirect);
  expect(calls.at(-1)).toEqual({
    name: 'account:register',
    values: {
      phone: '13800000000',
      password: 'abc123',
      conPassword: 'abc123',
      name: '张三',
      sex: '1',
      verCode: '123456',
      departmentCode: 'centre',
    },
  });
  expect(all('.toasts-positive')).toEqual(['注册成功']);
  await settle(1950);
  expect(fetched).toEqual([]);
  await settle(50);
  expect(fetched).toEqual([`/portal/page?url=${encodeURIComponent(address)}`]);
});

test('terms are ticked by agreeing to them in their dialog', async () => {
  await open(['registration']);
  const tick = (): boolean => find<HTMLInputElement>('#form-registration_terms').checked;
  await press('.field-agreement .quiet-link');
  expect(all('.dialog-title')).toEqual(['用户注册协议']);
  await press('.dialog-answers button:first-child');
  expect(tick()).toBe(false);
  await press('.field-agreement .quiet-link');
  await press('.dialog-answers button:last-child');
  expect(tick()).toBe(true);
});

test('[PWD-02] [PWD-03] [PWD-06] [PWD-07] the next step opens only when the fields of this one are right', async () => {
  await open(['reset']);
  expect(all('.step-head-label')).toEqual(['确认账号', '重置密码', '完成']);
  type('form-reset_phone', '12800000000');
  await submit();
  expect([messageOf('form-reset_phone'), messageOf('form-reset_verCode')]).toEqual(['请输入正确的手机号', '验证码不能为空']);
  expect(find('[aria-current=step]').textContent).toContain('确认账号');
  type('form-reset_phone', '13800000000');
  type('form-reset_verCode', '123456');
  await submit();
  expect(find('[aria-current=step]').textContent).toContain('重置密码');
  expect(calls).toEqual([]);
});

test('[PWD-04] [PWD-08] [PWD-09] [PWD-13] [PWD-14] the second step sends, the last one leads to the login', async () => {
  replies['account:reset'] = { message: '操作成功' };
  await open(['reset'], { query: { redirect: '/a' } });
  type('form-reset_phone', '13800000000');
  type('form-reset_verCode', '123456');
  await submit();
  type('form-reset_password', '12345');
  await submit();
  expect([messageOf('form-reset_password'), messageOf('form-reset_conPassword')]).toEqual(['请输入正确的密码格式', '请再次输入密码']);
  type('form-reset_password', 'abc123');
  type('form-reset_conPassword', 'abc123');
  await submit();
  expect(calls.at(-1)).toEqual({
    name: 'account:reset',
    values: { phone: '13800000000', verCode: '123456', password: 'abc123', conPassword: 'abc123', departmentCode: 'centre' },
  });
  expect(toasts()).toEqual(['操作成功']);
  expect(find('.form-view-last a').getAttribute('href')).toBe('/login?redirect=%2Fa');
});

test('[PWD-15] reset says of phone, password and mismatch what registration says', async () => {
  const wrong = { mobilePhone: '12800000000', password: 'abcdef', conPassword: 'abcdeg' };
  const registration = await faultsOf('registration', wrong);
  close();
  await open(['reset']);
  type('form-reset_phone', wrong.mobilePhone);
  await submit();
  expect(messageOf('form-reset_phone')).toBe(registration['mobilePhone']);
  type('form-reset_phone', '13800000000');
  type('form-reset_verCode', '123456');
  await submit();
  type('form-reset_password', wrong.password);
  type('form-reset_conPassword', wrong.conPassword);
  await submit();
  expect([messageOf('form-reset_password'), messageOf('form-reset_conPassword')]).toEqual([
    registration['password'],
    registration['conPassword'],
  ]);
  expect([registration['mobilePhone'], registration['password'], registration['conPassword']]).toEqual([
    '请输入正确的手机号',
    '请输入正确的密码格式',
    '两次输入的密码不一致！',
  ]);
});

test.each([
  ['none is there', {}],
  ['it cannot be fetched', { reset: '/portal/validators/gone.js' }],
  ['it is no validator', { reset: 'data:text/javascript,export default 1' }],
])('without what checks it a form says so, and the server judges what is sent: %s', async (_why, validators) => {
  replies['account:reset'] = { ok: false, message: '手机号码格式不正确', errors: { phone: '手机号码格式不正确' } };
  await open(['reset'], { validators });
  await act(() => vi.dynamicImportSettled());
  expect(all('form [role=status]').join()).toContain('填写内容暂时无法即时校验，提交后由服务器检查。');
  type('form-reset_phone', '1');
  await submit();
  await submit();
  expect(calls.map(({ name }) => name)).toContain('account:reset');
  expect(messageOf('form-reset_phone')).toBe('手机号码格式不正确');
});

test("the server's messages land on their fields, in an earlier step too", async () => {
  replies['account:reset'] = { ok: false, message: '验证码错误', errors: { verCode: '验证码错误' } };
  await open(['reset']);
  type('form-reset_phone', '13800000000');
  type('form-reset_verCode', '123456');
  await submit();
  type('form-reset_password', 'abc123');
  type('form-reset_conPassword', 'abc123');
  await submit();
  expect(find('[aria-current=step]').textContent).toContain('确认账号');
  expect(messageOf('form-reset_verCode')).toBe('验证码错误');
  expect(document.activeElement?.id).toBe('form-reset_verCode');
  type('form-reset_verCode', '654321');
  expect(messageOf('form-reset_verCode')).toBe('');
});

test('[REG-16] what was typed survives a failure and a reload, but no password and no code', async () => {
  replies['account:register'] = { ok: false, message: '注册失败' };
  await open(['registration']);
  for (const [name, value] of [
    ['mobilePhone', '13800000000'],
    ['password', 'abc123'],
    ['conPassword', 'abc123'],
    ['name', '张三'],
    ['verCode', '123456'],
  ] as const)
    type(`form-registration_${name}`, value);
  close();
  await open(['registration']);
  const value = (name: string): string => find<HTMLInputElement>(`#form-registration_${name}`).value;
  expect(['mobilePhone', 'password', 'conPassword', 'name', 'verCode'].map(value)).toEqual(['13800000000', '', '', '张三', '']);
});

const plain: Form = {
  fields: { name: { field: 'text', label: '姓名', required: '请输入姓名' } },
  submit: {
    source: 'account:register',
    label: '提交',
    lock: 5000,
    confirm: { title: '确认', text: '确定提交吗？', cancelled: '已取消' },
    success: { toast: '已提交', reset: true },
  },
};

test.each([
  ['a refusal', { ok: false, message: '不能提交' }, '不能提交'],
  ['success', { ok: true }, ''],
])('after %s the form is still locked but is not said to be on its way', async (_what, reply, refusal) => {
  replies['account:register'] = reply;
  const { confirm: _, ...once } = plain.submit;
  await open(['plain'], {}, { plain: { ...plain, submit: { ...once, failure: { toast: '/reply/message' } } } });
  type('form-plain_name', '张三');
  await submit();
  const button = find('.form-view-buttons [type=submit]');
  expect([button.getAttribute('aria-disabled'), button.getAttribute('aria-busy')]).toEqual(['true', null]);
  expect([all('.form-view-buttons [role=status]'), all('.form-view-refusal')]).toEqual([[''], refusal === '' ? [] : [refusal]]);
  await settle(5000);
  expect(button.getAttribute('aria-disabled')).toBeNull();
});

test('a form asks first, is locked while it waits, and is emptied', async () => {
  await open(['plain'], {}, { plain });
  type('form-plain_name', '张三');
  await submit();
  await press('.dialog-answers button:first-child');
  expect(toasts()).toEqual(['已取消']);
  expect(calls).toEqual([]);
  await submit();
  await press('.dialog-answers button:last-child');
  expect(calls).toHaveLength(1);
  type('form-plain_name', '李四');
  await submit();
  expect(calls).toHaveLength(1);
  await settle(5000);
  expect(find('.form-view-buttons [type=submit]').getAttribute('aria-disabled')).toBeNull();
  expect(sessionStorage.getItem('draft /login plain')).not.toContain('张三');
});
