import type { JsonObject } from '../../src/model/json';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CompiledPortal } from '../../src/model/compiled';
import type { Effects, Form } from '../../src/model/definitions.g';
import type { Reply } from '../../src/model/payload';
import { resolveTarget } from '../../src/runtime/action';
import { formatDisplays } from '../../src/runtime/display';
import { serializeForm } from '../../src/runtime/form';
import { checkForm } from '../checkForm';
import { chooseEffects, buildReplyRoot } from '../../src/runtime/outcome';
import { listChoices } from '../../src/runtime/pick';
import { readReply } from '../../src/runtime/reply';
import type { Scope } from '../../src/runtime/roots';
import { formatText } from '../../src/runtime/text';
import { activity, idNumber, listed, type Asker } from '../server/enrolments';
import { openAccounts } from './harness';

/** A member of each institution: the centre is in normal mode, the library in custom mode. */
const members = new Map<string, Asker>();
const hosts = { centre: 'localhost', library: 'library.localhost' } as const;
type Tenant = keyof typeof hosts;

const portal = openAccounts(async ({ member }) => {
  members.set('centre', await member('13600000001'));
  members.set('library', await member('13600000102', {}, hosts.library));
});
beforeAll(async () => {
  for (const tenant of ['centre', 'library'] as const) {
    await addContact(tenant, '程小满', 'female', '20160301');
    await addContact(tenant, '程谷雨', 'male', '19900101');
  }
});

const compiled = (tenant: Tenant): CompiledPortal => {
  const found = portal.definitions.portal(tenant);
  if (!found) throw new Error(`${tenant} has errors`);
  return found;
};
const formOf = (tenant: Tenant, name: string): Form => {
  const form = compiled(tenant).modules['appointment']?.definition.forms?.[name];
  if (!form) throw new Error(`no form ${name}`);
  return form;
};
const findMember = (tenant: Tenant): Asker => members.get(tenant) ?? { token: '', id: '', phone: '' };

/** What the dialog after a call says, by label. */
const factsOf = (effects: Effects | undefined, scope: Scope, tenant: Tenant): Record<string, string> => {
  const { patterns, texts } = compiled(tenant);
  const facts = formatDisplays(effects?.dialog?.fields, scope, { patterns, texts, labels: {}, now: 0 });
  return Object.fromEntries(facts.map(([, { label, text }]) => [label, text]));
};

/** Makes a call as a page would, and reads its reply as a page does. */
async function called(
  tenant: Tenant,
  source: string,
  path: string,
  {
    method = 'GET',
    body,
    cookies,
    headers,
  }: { method?: 'GET' | 'PUT' | 'POST'; body?: JsonObject; cookies?: Record<string, string>; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const endpoint = compiled(tenant).endpoints[source];
  if (!endpoint) throw new Error(`no call ${source}`);
  const { body: reply, status } = await portal.ask({
    method,
    url: path,
    host: hosts[tenant],
    token: findMember(tenant).token,
    body,
    cookies,
    headers,
  });
  return readReply(endpoint, reply, status);
}

/** What a form of the page of an activity sees. */
async function scopeOf(tenant: Tenant, id: string): Promise<Scope> {
  const {
    settings: { code },
  } = compiled(tenant);
  const member = findMember(tenant);
  const [detail, contacts, sessions] = await Promise.all([
    called(tenant, 'appointment:detail', `/api/activity/web/${id}`),
    called(tenant, 'contact:list', `/api/activity/ta/contactsList/${member.id}/${code}?activityId=${id}`),
    called(tenant, 'activitysession:list', `/api/activity/web/session/${id}`),
  ]);
  return {
    activity: detail,
    contacts,
    sessions,
    query: { id, columnId: '6113' },
    viewer: { signedIn: true, id: member.id, phone: member.phone },
    tenant: { code },
    texts: compiled(tenant).texts,
  };
}

async function addContact(tenant: Tenant, name: string, sex: 'male' | 'female', birth: string): Promise<void> {
  const reply = await called(tenant, 'contact:add', '/api/activity/ta/contacts/add', {
    method: 'POST',
    body: { name, cellphone: '13812345678', idNo: idNumber(sex, birth), idNumberConsent: true, guardianConsent: true },
  });
  expect(reply.ok).toBe(true);
}

const messages = (form: Form, values: Readonly<Record<string, unknown>>, scope: Scope, tenant: Tenant = 'centre'): string[] =>
  checkForm(form, values, scope, compiled(tenant).patterns).map(({ message }) => message);
const contactKeys = (form: Form, scope: Scope): string[] =>
  (form.fields['contacts']?.pick ? listChoices(form.fields['contacts'].pick, scope, {}) : []).flatMap(({ key, reason }) =>
    reason === undefined ? [key] : [],
  );

describe('what the form asks for', () => {
  const rows = (count: number): JsonObject[] =>
    Array.from({ length: count }, (_, index) => ({ id: `c${index + 1}`, name: `N${index + 1}`, fit: 'ok' }));
  const filled = { contacts: ['c1'], verCode: 'abcd', terms: true, session: 's1' };
  const scope = (more: Scope = {}): Scope => ({
    contacts: { rows: rows(3) },
    sessions: {
      rows: [
        { id: 's1', sessionName: '上午场', countSurplus: 2 },
        { id: 's2', sessionName: '下午场', countSurplus: 0 },
      ],
    },
    activity: { item: {} },
    query: {},
    ...more,
  });

  test.each([
    ['[ENR-07] no ticked contact', { contacts: [] }, '请勾选联系人'],
    ['[ENR-08] no code', { verCode: '' }, '验证码不能为空'],
    ['[ENR-09] terms that were not accepted', { terms: false }, '请勾选我已阅读并接受相关条款'],
    ['[ENR-10] no session where there are some', { session: undefined }, '请选择场次'],
    ['[ENR-10] a session that is full', { session: 's2' }, '请选择场次'],
  ])('%s', (_, change, message) => {
    expect(messages(formOf('centre', 'enrol'), filled, scope())).toEqual([]);
    expect(messages(formOf('centre', 'enrol'), { ...filled, ...change }, scope())).toEqual([message]);
  });

  test('[ENR-10] without sessions none has to be chosen', () => {
    expect(messages(formOf('centre', 'enrol'), { ...filled, session: undefined }, scope({ sessions: { rows: [] } }))).toEqual([]);
  });

  test('who waits may choose a session that is full', () => {
    expect(messages(formOf('centre', 'wait'), { ...filled, session: 's2' }, scope())).toEqual([]);
  });

  test.each([
    [2, ['c1', 'c2', 'c3'], ['该活动限制2人参加']],
    [3, ['c1', 'c2', 'c3'], []],
  ])('[ENR-11, ENR-38] with multipleSet on at most %i', (multipleNumber, contacts, told) => {
    const limited = scope({ activity: { item: { multipleSet: { code: 1 }, multipleNumber } } });
    expect(messages(formOf('centre', 'enrol'), { ...filled, contacts }, limited)).toEqual(told);
  });

  test.each([
    ['enrol', 2, 2, '该活动每个账户限报2人，您还可以选2人', '该活动限制2人参加'],
    ['enrol', 2, 1, '该活动每个账户限报2人，您还可以选1人', '该活动限制2人参加，您还可以选1人'],
    ['wait', 3, 1, '该活动每个账户限报3人，您还可以选1人', '该活动限制3人参加，您还可以选1人'],
    ['enrol', 2, 0, '该活动每个账户限报2人，您的名额已用完', undefined],
  ])('%s of at most %i with %i left says so before it is sent', (name, multipleNumber, left, hint, refused) => {
    const form = formOf('centre', name);
    const contacts = rows(3).map((row) => ({ ...row, left, ...(left === 0 ? { fit: 'most' } : {}) }));
    const limited = scope({ contacts: { rows: contacts }, activity: { item: { multipleSet: { code: 1 }, multipleNumber } } });
    expect(formatText(form.fields['contacts']?.hint, limited, compiled('centre').patterns)).toBe(hint);
    expect(contactKeys(form, limited)).toEqual(left === 0 ? [] : ['c1', 'c2', 'c3']);
    if (refused !== undefined) expect(messages(form, { ...filled, contacts: ['c1', 'c2', 'c3'] }, limited)).toEqual([refused]);
  });

  test('[ENR-11] with multipleSet off as many as there are', () => {
    const unlimited = scope({ activity: { item: { multipleSet: { code: 0 }, multipleNumber: 1 } } });
    expect(messages(formOf('centre', 'enrol'), { ...filled, contacts: ['c1', 'c2', 'c3'] }, unlimited)).toEqual([]);
    expect(formatText(formOf('centre', 'enrol').fields['contacts']?.hint, unlimited, compiled('centre').patterns)).toBe('');
  });

  test('[ENR-12, ENR-13] its button needs the terms and locks for three seconds', () => {
    const usual = { value: { otherwise: { const: '报名' } } };
    expect(formOf('centre', 'enrol').submit).toMatchObject({ label: usual, enabled: { '/form/terms': true }, lock: 3000, once: true });
    expect(formOf('library', 'wait').submit).toMatchObject({ label: '候补报名', enabled: { '/form/terms': true }, lock: 3000, once: true });
  });

  test('[ENR-04] contacts are added in a dialog', () => {
    expect(formOf('centre', 'enrol').fields['contacts']?.pick?.add).toEqual({ form: 'contact:add', label: '添加联系人' });
  });

  test.each([
    ['appointmentenroll', 'login'],
    ['appointmentwait', 'login'],
    ['activitysignin', undefined],
  ])('[ENR-01, ENR-06, SIGN-08] /%s requires %s', (name, requires) => {
    expect(compiled('centre').pages.get(`/${name}`)?.definition.requires).toBe(requires);
  });
});

describe('from the form to the server and back', () => {
  test.each([
    ['[ENR-05, ENR-17] men alone', { sexSet: { code: 1 }, sex: { code: 1 } }, ['仅限男性参加', undefined]],
    ['[ENR-05, ENR-17] women alone', { sexSet: { code: 1 }, sex: { code: 2 } }, [undefined, '仅限女性参加']],
    ['[ENR-05, ENR-16] children alone', { ageSet: { code: 1 }, minAge: 6, maxAge: 12 }, [undefined, '年龄不符合活动要求']],
    ['[ENR-05, ENR-18] men from 40', { ageSet: { code: 1 }, maleMinAge: 40 }, [undefined, '年龄不符合活动要求']],
    ['[ENR-05] everybody', {}, [undefined, undefined]],
  ])('%s', async (_, limits, reasons) => {
    await portal.put('centre', 'appointment', [activity(portal, 'limited', limits)]);
    const { pick } = formOf('centre', 'enrol').fields['contacts'] ?? {};
    expect(pick && listChoices(pick, await scopeOf('centre', 'limited'), {}).map(({ reason }) => reason)).toEqual(reasons);
  });

  test.each([
    ['[ENR-30] normal', 'centre', ['activityId', 'contactsId', 'memberId', 'museumCode', 'phone', 'sessionId', 'verCode']],
    ['[ENR-02, ENR-31] custom', 'library', ['activityId', 'contacts', 'memberId', 'phone', 'sessionId', 'verCode']],
  ] as const)('%s mode: what is sent is taken, and the dialog says who comes', async (_, tenant, names) => {
    await portal.put(tenant, 'appointment', [
      activity(portal, 'sent', { name: '皮影工作坊', sessionList: [{ id: 's1', sessionName: '上午场', countLimit: 5 }] }),
    ]);
    const form = formOf(tenant, 'enrol');
    const scope = await scopeOf(tenant, 'sent');
    const keys = contactKeys(form, scope);
    const { cookies, text } = await portal.captcha(findMember(tenant).phone, hosts[tenant]);
    const values = { contacts: keys, session: 's1', verCode: text, terms: true };
    expect(messages(form, values, scope, tenant)).toEqual([]);
    const body = serializeForm(form, values, scope, compiled(tenant).patterns);
    expect(Object.keys(body).sort()).toEqual([...names]);
    if (tenant === 'library')
      expect(
        String(body['contacts'])
          .split(',')
          .map((entry) => entry.split(':')),
      ).toEqual(
        keys.map((key) => [key, expect.stringMatching(/^\d{4}\*+\w{4}$/), expect.any(String), expect.stringMatching(/^138\*+5678$/)]),
      );
    const reply = await called(tenant, form.submit.source, `/api/activity/ta/${form.submit.source.split(':')[1]}`, {
      method: 'PUT',
      body,
      cookies,
    });
    expect(reply).toMatchObject({ ok: true });
    expect((await scopeOf(tenant, 'sent'))['sessions']).toMatchObject({ rows: [{ countSurplus: 5 - keys.length }] });
    const success = chooseEffects(form.submit.success, { reply: buildReplyRoot(reply) });
    const outcome = { ...scope, reply: buildReplyRoot(reply) };
    expect(factsOf(success, outcome, tenant)).toEqual({
      活动: '皮影工作坊',
      场次: '上午场',
      时间: expect.stringMatching(/^\d{4}年\d+月\d+日 周. \d\d:\d\d ?– ?(.+ )?\d\d:\d\d$/),
      地点: '1 Test Road',
      姓名: expect.stringMatching(/程小满/),
      手机号: expect.stringMatching(/^138\*+5678/),
      状态: '待参加',
      签到码: expect.stringMatching(keys.length === 1 ? /^\d{6}$/ : /^\d{6}、\d{6}/),
    });
    const links = Object.values(success?.dialog?.links ?? {}).map((link) =>
      resolveTarget(link, outcome, { patterns: {}, login: '/login', here: '/', signedIn: true }),
    );
    expect(links.map((link) => [link?.label, link?.href ?? link?.action.call])).toEqual([
      ['返回活动', '/appointmentdetail?columnId=6113&id=sent'],
      ['加入日历', 'enrolment:calendar'],
      ['查看票券', '/personalcenter'],
    ]);
  });

  test('[ENR-36] a failure shows what the server said, and another picture', async () => {
    const { failure } = formOf('centre', 'enrol').submit;
    const reply: Reply = { ok: false, rows: [], total: 0, message: '已报满' };
    expect(formatText(failure?.toast, { reply: buildReplyRoot(reply) }, {})).toBe('已报满');
    expect(failure).toMatchObject({ tone: 'danger', refresh: 'verCode' });
  });

  test('who comes too late waits', async () => {
    await portal.put('centre', 'appointment', [activity(portal, 'late', { number: 5, surplus: 0, waiting: 1 })]);
    const form = formOf('centre', 'wait');
    const scope = await scopeOf('centre', 'late');
    const { cookies, text } = await portal.captcha(findMember('centre').phone);
    const body = serializeForm(
      form,
      { contacts: contactKeys(form, scope).slice(0, 1), verCode: text, terms: true },
      scope,
      compiled('centre').patterns,
    );
    const reply = await called('centre', 'appointment:wait', '/api/activity/ta/wait', { method: 'PUT', body, cookies });
    expect(reply).toMatchObject({ ok: true });
    const outcome = { ...scope, reply: buildReplyRoot(reply) };
    expect(factsOf(chooseEffects(form.submit.success, outcome), outcome, 'centre')).toMatchObject({ 状态: '候补中' });
  });
});

describe('checking in', () => {
  const step = (reply: Reply): unknown => {
    const { success, failure } = formOf('centre', 'signIn').submit;
    const effects = chooseEffects(reply.ok ? success : failure, { reply: buildReplyRoot(reply) });
    return effects?.step ?? formatText(effects?.toast, { reply: buildReplyRoot(reply) }, {});
  };
  const signIn = (signCode: string, activityId = 'checked'): Promise<Reply> =>
    called('centre', 'appointment:signIn', '/api/activity/web/signIn/code', { method: 'PUT', body: { activityId, signCode } });

  test('[SIGN-02] a code is needed', () => {
    expect(messages(formOf('centre', 'signIn'), { signCode: '' }, {})).toEqual(['校验码不能为空']);
  });

  test('[SIGN-04, SIGN-06, SIGN-07] the reply decides on the state: success, wrong, already verified; else its words', async () => {
    const member = findMember('centre');
    await portal.put('centre', 'appointment', [activity(portal, 'checked')]);
    const scope = await scopeOf('centre', 'checked');
    const form = formOf('centre', 'enrol');
    const { cookies, text } = await portal.captcha(member.phone);
    await called('centre', 'appointment:signUp', '/api/activity/ta/signUp', {
      method: 'PUT',
      cookies,
      body: serializeForm(
        form,
        { contacts: contactKeys(form, scope).slice(0, 1), verCode: text, terms: true },
        scope,
        compiled('centre').patterns,
      ),
    });
    const code = String(
      (await listed(portal, member)).find((row) => JSON.stringify(row['activityInfo']).includes('checked'))?.['signCode'],
    );
    expect([
      step(await signIn('00000000')),
      step(await signIn(code)),
      step(await signIn(code)),
      step(await signIn(code, 'nowhere')),
    ]).toEqual(['wrong', 'success', 'repeated', '内容不存在或已下线']);
  });

  test('[SIGN-04, SIGN-05] every state says what came of it and has a button back to the start', () => {
    const { entry, ...states } = formOf('centre', 'signIn').steps ?? {};
    expect(entry?.outcome).toBeUndefined();
    expect(Object.entries(states).map(([name, { outcome, again }]) => [name, outcome, again !== undefined])).toEqual([
      ['success', 'positive', true],
      ['wrong', 'danger', true],
      ['repeated', 'warning', true],
    ]);
    expect(formatText(states['success']?.text, {}, {})).toContain('验证成功');
  });
});
