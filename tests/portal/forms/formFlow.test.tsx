// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { describe, expect, test, vi } from 'vitest';
import type { Form, Submission } from '../../../src/model/definitions.g';
import type { PagePayload, Reply } from '../../../src/model/payload';
import { filling } from '../filling';
import { forgetTyped } from '../../../src/portal/forms/control/draft';
import { formPayload } from '../forms';

const { calls, replies, pages, find, all, settle, type, press, submit, messageOf, toasts, fetched, close, open: openPage } = filling();
const open = (form: Form, rest: Partial<PagePayload> = {}): ReturnType<typeof openPage> =>
  openPage(formPayload(['plain'], { path: '/plain', ...rest }, { plain: form }));
const button = (): HTMLElement => find('.form-view-buttons [type=submit]');
const isOff = (): boolean => button().getAttribute('aria-disabled') === 'true';
const tick = async (): Promise<void> => {
  await press('#form-plain_accept');
};

const booking = (submission: Partial<Submission> = {}): Form => ({
  fields: {
    touse: { field: 'text', label: '用途', required: '请填写用途' },
    accept: { field: 'checkbox', label: '我已阅读并接受', required: '请勾选我已阅读并接受相关条款', local: true },
  },
  submit: { source: 'account:register', label: '预订', enabled: { '/form/accept': true }, ...submission },
});

test('[ENR-12] [BOOK-06] the button can be used only once the terms are ticked; before, it tells what is missing', async () => {
  const { complaints } = await open(booking());
  expect(isOff()).toBe(true);
  await submit();
  expect(messageOf('form-plain_touse')).toBe('请填写用途');
  expect(document.activeElement?.id).toBe('form-plain_touse');
  type('form-plain_touse', '排练');
  await submit();
  expect([calls, messageOf('form-plain_accept')]).toEqual([[], '请勾选我已阅读并接受相关条款']);
  await tick();
  expect(isOff()).toBe(false);
  await submit();
  expect(calls.map(({ values }) => values)).toEqual([{ touse: '排练' }]);
  await tick();
  expect(isOff()).toBe(true);
  await submit();
  expect([calls.length, messageOf('form-plain_accept')]).toEqual([1, '请勾选我已阅读并接受相关条款']);
  expect(complaints).toEqual([]);
});

test('a condition that no field speaks of is told in passing', async () => {
  await open({ ...booking(), fields: { touse: { field: 'text' } } });
  await submit();
  expect([calls, toasts()]).toEqual([[], ['请先完成上面各项的填写']]);
});

test('[BOOK-09] [BOOK-10] booking asks first; taking it back says so and sends nothing', async () => {
  await open(booking({ confirm: { text: '确定要预订吗?', cancelled: '已取消' } }));
  type('form-plain_touse', '排练');
  await tick();
  await submit();
  expect(all('.dialog-text')).toEqual(['确定要预订吗?']);
  await press('.dialog-answers button:first-child');
  expect([calls, toasts()]).toEqual([[], ['已取消']]);
  expect(find<HTMLInputElement>('#form-plain_touse').value).toBe('排练');
  await submit();
  await press('.dialog-answers button:last-child');
  expect(calls).toHaveLength(1);
});

describe('a submission that is done once', () => {
  const keys = (): (string | undefined)[] => calls.map(({ options }) => options?.key);
  const form: Form = {
    fields: { name: { field: 'text', label: '姓名' }, code: { field: 'captcha', label: '验证码', code: { source: 'account:picture' } } },
    submit: { source: 'account:register', label: '提交', once: true },
  };

  test.each([
    ['has a new name after a success', { ok: true }, false],
    ['has a new name after a refusal', { ok: false, message: '失败' }, false],
    ['has the same name after no answer', { ok: false, fault: 'network', status: 504 }, true],
    ['has the same name after an accident', { ok: false, fault: 'http', status: 500 }, true],
    ['has a new name after an HTTP refusal', { ok: false, fault: 'http', status: 400 }, false],
  ] as const)('%s', async (_what, reply, same) => {
    replies['account:register'] = reply;
    await open(form);
    type('form-plain_name', '张三');
    await submit();
    await submit();
    const [first, second] = keys();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second === first).toBe(same);
  });

  test('is another one when something else is sent, but not for another captcha', async () => {
    replies['account:register'] = { ok: false, fault: 'network' };
    await open(form);
    type('form-plain_name', '张三');
    type('form-plain_code', 'k7pq');
    await submit();
    type('form-plain_code', 'a2bc');
    await submit();
    type('form-plain_name', '李四');
    await submit();
    const [first, second, third] = keys();
    expect([second === first, third === first]).toEqual([true, false]);
  });

  test('others have no name', async () => {
    await open(booking());
    type('form-plain_touse', '排练');
    await tick();
    await submit();
    expect(keys()).toEqual([undefined]);
  });
});

describe('what comes of a form', () => {
  const signIn: Form = {
    fields: { signCode: { field: 'text', label: '校验码', required: '校验码不能为空' } },
    steps: {
      entry: { label: '签到' },
      done: { label: '验证成功', outcome: 'positive', text: '祝您活动愉快', again: '完成' },
      wrong: {
        label: '校验码错误',
        outcome: 'danger',
        text: '请核对后重试',
        again: '重新输入',
        actions: { home: { label: '返回首页', to: '/' } },
      },
      repeated: { label: '已经签到', outcome: 'warning', again: '返回' },
    },
    submit: {
      source: 'account:register',
      label: '签到',
      success: { step: 'done' },
      failure: { step: 'wrong', cases: { repeated: { when: { '/reply/message': { pattern: '重复' } }, step: 'repeated' } } },
    },
  };
  const states = [
    ['1', { ok: true }, '验证成功', 'positive', '完成'],
    ['2', { ok: false, message: '校验码不存在' }, '校验码错误', 'danger', '重新输入'],
    ['3', { ok: false, message: '请勿重复签到' }, '已经签到', 'warning', '返回'],
  ] as const;

  test.each(states)('[SIGN-04] [SIGN-05] state %s after %j; its button begins anew', async (_state, reply, title, tone, again) => {
    replies['account:register'] = reply;
    const { complaints } = await open(signIn);
    expect(all('.step-head')).toEqual([]);
    await submit();
    expect(messageOf('form-plain_signCode')).toBe('校验码不能为空');
    type('form-plain_signCode', '1234');
    await submit();
    expect(all('.last-step-title')).toEqual([title]);
    expect(find('.last-step').className).toContain(`last-step-${tone}`);
    expect(find('.last-step').getAttribute('role')).toBe('status');
    expect(document.activeElement).toBe(find('.last-step'));
    expect(all('form.form-view-fields')).toEqual([]);
    expect(all('.last-step button')).toEqual([again]);
    await press('.last-step button');
    expect(find<HTMLInputElement>('#form-plain_signCode').value).toBe('');
    expect(document.activeElement?.id).toBe('form-plain_signCode');
    expect(toasts()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('an outcome is not counted among the steps', async () => {
    await open({
      ...signIn,
      steps: {
        entry: { label: '签到', next: '下一步' },
        more: { label: '确认' },
        done: { label: '验证成功', outcome: 'positive', again: '完成' },
      },
      fields: { ...signIn.fields, note: { field: 'text', label: '备注', step: 'more' } },
      submit: { ...signIn.submit, failure: undefined },
    });
    expect(all('.step-head-label')).toEqual(['签到', '确认']);
    type('form-plain_signCode', '1234');
    await submit();
    await submit();
    expect([all('.step-head-label'), all('.last-step-title')]).toEqual([[], ['验证成功']]);
    await press('.last-step button');
    expect(find('[aria-current=step]').textContent).toContain('签到');
  });

  test('[ENR-19] [ENR-20] a dialog after success has lines, facts and ways to go on instead of two buttons', async () => {
    const next = { text: '{name}\n{phone}\n待参加', with: { name: '/reply/item/name', phone: '/reply/item/phone' } };
    const links = {
      back: { label: '返回活动', to: '/appointmentdetail{?columnId,id}', with: { columnId: '/query/columnId', id: '/query/id' } },
      own: { label: '个人中心', to: '/personalcenter', tone: 'plain' },
    } as const;
    const fields = {
      code: { value: '/reply/item/id', label: '签到码', format: 'qr' },
      session: { value: '/reply/item/session', label: '场次' },
    } as const;
    replies['account:register'] = { item: { id: '314159', name: '林一', phone: '138****0000' } };
    await openPage(
      formPayload(
        ['plain'],
        { path: '/plain', query: { columnId: '6102', id: 'a1' }, patterns: await patterns(next.text) },
        { plain: booking({ enabled: undefined, success: { dialog: { title: '报名成功', text: next, fields, links } } }) },
      ),
    );
    type('form-plain_touse', '排练');
    await tick();
    await submit();
    expect([all('.dialog-title'), all('.dialog-text p'), all('.dialog-answers > *')]).toEqual([
      ['报名成功'],
      ['林一', '138****0000', '待参加'],
      ['返回活动', '个人中心'],
    ]);
    expect([all('.dialog-facts dt'), all('.dialog-facts .words-qr-words')]).toEqual([['签到码'], ['314159']]);
    expect([...document.querySelectorAll('.dialog-answers a')].map((link) => link.getAttribute('href'))).toEqual([
      '/appointmentdetail?columnId=6102&id=a1',
      '/personalcenter',
    ]);
    await press('.dialog-answers a:last-child');
    expect([all('dialog'), fetched]).toEqual([[], ['/portal/page?url=%2Fpersonalcenter']]);
  });

  test('a failure without effects says why', async () => {
    replies['account:register'] = { ok: false, message: '名额已满' };
    await open(booking({ enabled: undefined }));
    type('form-plain_touse', '排练');
    await tick();
    await submit();
    expect(toasts()).toEqual(['名额已满']);
  });

  test('[ENR-36] [LOGIN-26] why an attempt failed stays above the button, and is what it is described by, until the next attempt', async () => {
    replies['account:register'] = { ok: false, message: '验证码错误' };
    const { complaints } = await open(booking({ enabled: undefined, failure: { toast: '/reply/message', tone: 'danger' } }));
    const why = (): string[] => all('.form-view-refusal');
    type('form-plain_touse', '排练');
    await tick();
    await submit();
    await settle(3000);
    expect([toasts(), why()]).toEqual([[], ['验证码错误']]);
    expect(document.getElementById(button().getAttribute('aria-describedby') ?? '')?.textContent).toBe('验证码错误');
    replies['account:register'] = () => new Promise(() => {});
    await submit();
    expect([why(), button().getAttribute('aria-describedby')]).toEqual([[], null]);
    expect(complaints).toEqual([]);
  });

  test.each([
    ['at a field', { errors: { touse: '请填写用途' } }, {}],
    ['in a dialog', {}, { dialog: { title: '温馨提示', text: '/reply/message' } }],
    ['on the page of the login', { fault: 'session' }, { toast: '/reply/message' }],
  ] as const)('a failure that is told %s is not told above the button', async (_where, reply, failure) => {
    replies['account:register'] = { ok: false, message: '不行', ...reply };
    await open(booking({ enabled: undefined, failure }));
    type('form-plain_touse', '排练');
    await tick();
    await submit();
    expect(all('.form-view-refusal')).toEqual([]);
  });
});

test('a consent that was refused, because its words have changed, is asked for anew; what else was typed stays', async () => {
  const form: Form = {
    fields: {
      touse: { field: 'text', label: '用途' },
      agreed: { field: 'checkbox', label: '同意', consent: 'idNumber', version: '/query/version', sendAs: 'ok' },
    },
    submit: { source: 'account:register', label: '预订' },
  };
  const message = '说明的内容已经更新，请重新阅读后再勾选同意';
  replies['account:register'] = { ok: false, message, errors: { agreed: message } };
  const { complaints } = await open(form, { query: { version: 'v1' } });
  type('form-plain_touse', '排练');
  await press('#form-plain_agreed');
  await submit();
  expect(calls.map(({ values }) => values)).toEqual([{ touse: '排练', ok: true, okVersion: 'v1' }]);
  expect([find<HTMLInputElement>('#form-plain_touse').value, find<HTMLInputElement>('#form-plain_agreed').checked]).toEqual([
    '排练',
    false,
  ]);
  expect([messageOf('form-plain_agreed'), document.activeElement?.id, fetched]).toEqual([
    message,
    'form-plain_agreed',
    ['/portal/page?url=%2Fplain%3Fversion%3Dv1'],
  ]);
  await submit();
  expect(calls.at(-1)?.values).toEqual({ touse: '排练', ok: false });
  expect(complaints).toEqual([]);
});

test("values follow the page's data until the visitor changes them", async () => {
  const form: Form = {
    fields: { name: { field: 'text', default: '/viewer/name' }, note: { field: 'text', default: { const: '无' } } },
    submit: { source: 'account:register', label: '保存' },
  };
  await open(form);
  const value = (name: string): string => find<HTMLInputElement>(`#form-plain_${name}`).value;
  expect([value('name'), value('note')]).toEqual(['', '无']);
  type('form-plain_note', '有');
  const { beginSession } = await import('../../../src/portal/data/session');
  await act(async () => {
    beginSession({ token: 't', mobilePhone: '13800000000', image: '', id: 'm1', name: '林一' });
  });
  await settle();
  expect([value('name'), value('note')]).toEqual(['林一', '有']);
  await submit();
  expect(calls.at(-1)?.values).toEqual({ name: '林一', note: '有' });
  vi.clearAllTimers();
});

const patterns = async (...texts: string[]): Promise<PagePayload['patterns']> => (await import('../payloads')).patternsOf(...texts);

describe('a definition that changes while its form is filled in', () => {
  const form: Form = {
    steps: { one: { label: '一', next: '下一步' }, two: { label: '二' } },
    fields: {
      unit: { field: 'text', label: '单位', step: 'one' },
      pieces: { field: 'rows', label: '展品', step: 'two', fields: { title: { field: 'text', label: '名称' } } },
    },
    submit: { source: 'account:register', label: '提交', failure: { toast: '/reply/message' } },
  };
  const next: Form = { ...form, fields: { ...form.fields, use: { field: 'text', label: '用途', step: 'one', required: '用途不能为空' } } };
  const fillIn = async (): Promise<void> => {
    await open(form);
    type('form-plain_unit', '云岭博物馆');
    await submit();
    await press('#form-plain_pieces');
    type('form-plain_pieces_0_title', '青瓷罐');
  };

  test.each([
    ['a new field', { errors: { use: '用途不能为空' }, message: '用途不能为空' }],
    ['a field that is gone', { message: '提交的内容不正确' }],
  ])('%s is told, nothing that was typed is lost, and it can be sent', async (what, refused) => {
    replies['account:register'] = { ok: false, status: 400, ...refused };
    await fillIn();
    const page = formPayload(['plain'], { path: '/plain' }, { plain: next }).page;
    pages.next = page;
    await submit();
    await settle();
    expect(all('.form-view-refusal')).toEqual(['这个表单刚刚更新过。您填写的内容都还在，请检查后重新提交']);
    if (what === 'a new field')
      expect([messageOf('form-plain_use'), document.activeElement?.id]).toEqual(['用途不能为空', 'form-plain_use']);
    else await press('.form-view-buttons [type=button]');
    expect(find<HTMLInputElement>('#form-plain_unit').value).toBe('云岭博物馆');
    type('form-plain_use', '展览');
    await submit();
    delete replies['account:register'];
    await submit();
    expect(calls.at(-1)?.values).toEqual({ unit: '云岭博物馆', use: '展览', pieces: [{ title: '青瓷罐' }] });
    expect(all('.form-view-refusal')).toEqual([]);
  });

  test('an option that is gone is told, and can no more be chosen; nothing else is lost', async () => {
    const options = { one: { value: 'a', label: '甲厅' }, two: { value: 'b', label: '乙厅' } };
    const hall: Form['fields'][string] = {
      field: 'select',
      label: '展厅',
      required: '请选择展厅',
      options,
      errors: { schema: '没有这个展厅' },
    };
    const { submit: sending } = form;
    const before: Form = { fields: { unit: { field: 'text', label: '单位' }, hall }, submit: sending };
    const after: Form = { ...before, fields: { ...before.fields, hall: { ...hall, options: { two: options.two } } } };
    await open(before);
    type('form-plain_unit', '云岭博物馆');
    type('form-plain_hall', '0');
    replies['account:register'] = { ok: false, status: 400, errors: { hall: '没有这个展厅' }, message: '没有这个展厅' };
    pages.next = formPayload(['plain'], { path: '/plain' }, { plain: after }).page;
    await submit();
    await settle();
    expect(all('.form-view-refusal')).toEqual(['这个表单刚刚更新过。您填写的内容都还在，请检查后重新提交']);
    expect([messageOf('form-plain_hall'), all('#form-plain_hall option')]).toEqual(['没有这个展厅', ['请选择', '乙厅']]);
    type('form-plain_hall', '0');
    delete replies['account:register'];
    await submit();
    expect(calls.at(-1)?.values).toEqual({ unit: '云岭博物馆', hall: 'b' });
  });

  test('is not blamed when the form is as it was', async () => {
    replies['account:register'] = { ok: false, status: 400, message: '提交的内容不正确' };
    await fillIn();
    pages.next = formPayload(['plain'], { path: '/plain' }, { plain: structuredClone(form) }).page;
    await submit();
    await settle();
    expect([fetched.length, all('.form-view-refusal')]).toEqual([1, ['提交的内容不正确']]);
  });
});

describe("the browser's way back", () => {
  const form: Form = {
    steps: { one: { label: '一', next: '下一步' }, two: { label: '二', next: '下一步' }, three: { label: '三' } },
    fields: {
      unit: { field: 'text', label: '单位', step: 'one' },
      use: { field: 'text', label: '用途', step: 'two' },
      note: { field: 'text', label: '备注', step: 'three' },
    },
    submit: { source: 'account:register', label: '提交', success: { goTo: { to: '/done' } } },
  };
  const step = (): string => find('[aria-current=step] .step-head-label').textContent ?? '';
  const turn = async (by: number): Promise<void> => {
    const turned = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    vi.useRealTimers();
    await act(async () => {
      window.history.go(by);
      await turned;
    });
    vi.useFakeTimers();
  };
  test('leads from a step to the one before, on again, and keeps what was typed', async () => {
    const entries = window.history.length;
    await open(form);
    type('form-plain_unit', '云岭博物馆');
    await submit();
    type('form-plain_use', '展览');
    await submit();
    expect([step(), window.history.length - entries]).toEqual(['三', 2]);
    await turn(-1);
    expect([step(), find<HTMLInputElement>('#form-plain_use').value]).toEqual(['二', '展览']);
    await turn(-1);
    expect([step(), find<HTMLInputElement>('#form-plain_unit').value]).toEqual(['一', '云岭博物馆']);
    await turn(2);
    expect(step()).toBe('三');
    await submit();
    expect(calls.at(-1)?.values).toEqual({ unit: '云岭博物馆', use: '展览' });
  });

  /** Has the page loaded anew: what is kept in the window and its history alone is still there. */
  const reload = async (again: Form): Promise<void> => {
    close();
    forgetTyped();
    await open(again);
  };

  test('a form that is loaded anew begins where the visitor was, and the way back leads from there', async () => {
    await open(form);
    type('form-plain_unit', '云岭博物馆');
    await submit();
    type('form-plain_use', '展览');
    await submit();
    await reload(form);
    expect(step()).toBe('三');
    await turn(-1);
    expect([step(), find<HTMLInputElement>('#form-plain_use').value]).toEqual(['二', '展览']);
    await reload(form);
    expect(step()).toBe('二');
    await submit();
    await submit();
    expect(calls.at(-1)?.values).toEqual({ unit: '云岭博物馆', use: '展览' });
    await reload(form);
    expect([step(), find<HTMLInputElement>('#form-plain_unit').value]).toEqual(['一', '']);
  });

  test.each([
    ['a password', { field: 'password', label: '口令' }, '二'],
    ['an ID number within a group', { field: 'group', label: '人', fields: { number: { field: 'idNumber', label: '证件' } } }, '二'],
    ['what starts with something', { field: 'text', label: '用途', required: '请填写用途', default: '/viewer/phone' }, '三'],
    ['a field that is not there', { field: 'password', label: '口令', when: { '/form/unit': '别的' } }, '三'],
  ] as const)('but no further than what is not kept: %s', async (_what, use, begins) => {
    const asking: Form = { ...form, fields: { ...form.fields, use: { ...use, step: 'two' } } };
    const relaxed: Form = { ...asking, fields: { ...asking.fields, use: { field: 'text', step: 'two' } } };
    await open(relaxed);
    type('form-plain_unit', '云岭博物馆');
    await submit();
    await submit();
    expect(step()).toBe('三');
    await reload(asking);
    expect(step()).toBe(begins);
  });
});

describe('a form that has to wait in a line', () => {
  const form: Form = {
    fields: { name: { field: 'text', label: '姓名' } },
    submit: { source: 'account:register', label: '提交', once: true, failure: { toast: '/reply/message' } },
  };
  const waiting = (place: number, again: number): Partial<Reply> => ({
    ok: false,
    fault: 'http',
    status: 429,
    line: { place, wait: place, again },
  });
  const isWaiting = (): boolean => document.querySelector('.form-line') !== null;

  test('shows the place, and sends itself again under the same name until it is its turn', async () => {
    const coming = [waiting(70, 10), waiting(20, 5), { ok: false, fault: 'network' } as const, { ok: true }];
    replies['account:register'] = async () => coming.shift() ?? {};
    await open(form);
    type('form-plain_name', '张三');
    await submit();
    expect(all('.form-line-place')).toEqual(['您排在第70位']);
    await settle(9_999);
    expect(calls).toHaveLength(1);
    await settle(1);
    expect([calls.length, all('.form-line-place')]).toEqual([2, ['您排在第20位']]);
    await settle(5_000);
    // Nobody answered: the place stays.
    expect([calls.length, isWaiting()]).toEqual([3, true]);
    await settle(3_000);
    expect([calls.length, isWaiting()]).toEqual([4, false]);
    expect(new Set(calls.map(({ options }) => options?.key)).size).toBe(1);
    expect(toasts()).toEqual([]);
  });

  test('waits no longer when the visitor does not want to, and can be sent again', async () => {
    replies['account:register'] = waiting(70, 10);
    await open(form);
    type('form-plain_name', '张三');
    await submit();
    await press('.form-line .button');
    expect([isWaiting(), toasts()]).toEqual([false, ['已停止等待，您的位置还会保留一会儿，再次提交即可继续']]);
    await settle(20_000);
    expect(calls).toHaveLength(1);
    await submit();
    expect([calls.length, isWaiting()]).toEqual([2, true]);
  });
});
