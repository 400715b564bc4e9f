import type { JsonObject } from '../../../src/model/json';
// @vitest-environment jsdom
import type { ReactElement } from 'react';
import { act, Simulate } from 'react-dom/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import contact from '../../../schemas/modules/contact.json';
import type { ClientEndpoint } from '../../../src/model/compiled';
import type { Form, FormField } from '../../../src/model/definitions.g';
import type { PagePayload, Reply } from '../../../src/model/payload';
import type { PickerProps } from '../../../src/portal/custom/picker/kinds';
import { beginSession } from '../../../src/portal/data/session';
import type { UploadOptions } from '../../../src/portal/data/uploads';
import { filling } from '../filling';
import { formPayload } from '../forms';
import { endpoint, patternsOf } from '../payloads';

/** Files that were sent, and how to answer each. */
const sent: { name: string; endpoint: string; options: UploadOptions; answer: (reply: Partial<Reply>) => Promise<void> }[] = [];
vi.mock('../../../src/portal/data/uploads', () => ({
  uploadFile: (called: ClientEndpoint, file: File, options: UploadOptions) =>
    new Promise<Reply>((resolve) => {
      sent.push({
        name: file.name,
        endpoint: called.name,
        options,
        answer: (reply) =>
          act(async () => {
            resolve({ ok: true, rows: [], total: 0, ...reply });
            await vi.advanceTimersByTimeAsync(0);
          }),
      });
    }),
}));
/** The picture that is taken of each film. */
const posters: (File | undefined)[] = [];
vi.mock('../../../src/portal/forms/fields/takePoster', () => ({ takePoster: () => Promise.resolve(posters.shift()) }));
/** What the time picker was given. */
const picker: { props?: PickerProps } = {};
vi.mock('../../../src/portal/custom/picker/TimePickerDialog', () => ({ TimePickerDialog: (props: PickerProps) => shownPicker(props) }));
function shownPicker(props: PickerProps): ReactElement {
  picker.props = props;
  return (
    <dialog open className="picker-dialog">
      {props.value}
    </dialog>
  );
}

const { calls, replies, pages, fetched, find, all, settle, type, press, submit, messageOf, toasts, close, open: openPage } = filling();
beforeEach(() => {
  sent.length = 0;
  delete picker.props;
});

const formOf = (it: FormField, rest: Partial<Form> = {}): Form => ({
  fields: { it },
  submit: { source: 'account:register', label: '提交' },
  ...rest,
});
const payloadOf = (it: FormField, rest: Partial<PagePayload> = {}, more: Record<string, Form> = {}): ReturnType<typeof formPayload> => {
  const forms = { plain: formOf(it), ...more };
  const payload = formPayload(['plain'], { path: '/plain', forms, ...rest }, forms);
  payload.page.endpoints = {
    ...payload.page.endpoints,
    'upload:one': { ...endpoint('upload:one', '/api/file/upload'), method: 'POST' },
    'upload:status': { ...endpoint('upload:status', '/api/file/status/{objectid}'), service: 'uploads.status' },
    'venue:taken': endpoint('venue:taken', '/api/taken{?venueTime}'),
    'contact:add': { ...endpoint('contact:add', '/api/contacts/add'), method: 'POST' },
  };
  return payload;
};
const field = '#form-plain_it';
const signIn = (): void => act(() => beginSession({ token: 't', mobilePhone: '13800000000', image: '', id: 'm1', name: '林一' }));

test.each([
  ['dateTime', 'datetime-local', '2026-11-20T09:30', '2026-11-20T09:30'],
  ['month', 'month', '2026-11', '2026-11'],
  ['integer', 'text', '12', 12],
  ['slider', 'range', '30', 30],
] as const)('a field of kind %s', async (kind, type_, typed, sent) => {
  await openPage(payloadOf({ field: kind, label: '内容', required: '不能为空', schema: { maximum: 40 } }));
  expect(find(field)).toMatchObject({ type: type_ });
  await submit();
  expect(messageOf('form-plain_it')).toBe('不能为空');
  type('form-plain_it', typed);
  await submit();
  expect(calls.at(-1)?.values).toEqual({ it: sent });
});

test('a slider says that nothing was chosen until it is moved', async () => {
  await openPage(payloadOf({ field: 'slider', label: '人数', schema: { minimum: 10, maximum: 40, multipleOf: 5 } }));
  expect(find(field)).toMatchObject({ min: '10', max: '40', step: '5' });
  expect([all('output'), find(field).getAttribute('aria-valuetext')]).toEqual([['—'], '—']);
  await act(async () => {
    find(field).dispatchEvent(new KeyboardEvent('keyup', { key: 'Tab', bubbles: true }));
  });
  expect(all('output')).toEqual(['—']);
  await act(async () => {
    find(field).dispatchEvent(new KeyboardEvent('keyup', { key: 'Home', bubbles: true }));
  });
  expect(all('output')).toEqual(['10']);
  type('form-plain_it', '25');
  expect([all('output'), find(field).getAttribute('aria-valuetext')]).toEqual([['25'], '25']);
});

test('[LOGIN-08] [ENR-23] a number is tidied as it comes, though not while an input method composes it', async () => {
  const { complaints } = await openPage(
    payloadOf({ field: 'phone', label: '手机号', required: '手机号不能为空', schema: { pattern: '^1[0-9]{10}$' } }),
  );
  const input = (): HTMLInputElement => find<HTMLInputElement>(field);
  type(field.slice(1), '138 1234 0001');
  expect(input().value).toBe('13812340001');
  act(() => {
    input().value = '１３９';
    Simulate.change(input(), { nativeEvent: { isComposing: true } as never });
  });
  expect(input().value).toBe('１３９');
  act(() => Simulate.compositionEnd(input()));
  expect(input().value).toBe('139');
  type(field.slice(1), '+86 139-1234-0002');
  await submit();
  expect(calls.map(({ values }) => values)).toEqual([{ it: '13912340002' }]);
  expect(complaints).toEqual([]);
});

describe('records', () => {
  const rows: JsonObject[] = [
    { id: 'c1', name: '林一', cellphone: '138****0001', fit: 'ok' },
    { id: 'c2', name: '何二', cellphone: '138****0002', fit: 'male' },
    { id: 'c3', name: '谢三', cellphone: '138****0003', fit: 'ok' },
  ];
  const many: FormField = {
    field: 'pickMany',
    label: '参加人',
    required: '请勾选联系人',
    sendAs: 'contactsId',
    errors: { max: '该活动限制{max}人参加' },
    pick: {
      rows: '/contacts/rows',
      title: '/row/name',
      fields: { phone: { value: '/row/cellphone', label: '手机号' } },
      disabled: { male: { when: { '/row/fit': 'male' }, reason: '仅限男性参加' } },
      max: { const: 1 },
      add: { form: 'contact:add', label: '添加联系人' },
      empty: '还没有联系人',
    },
  };
  const data = (reply: Partial<Reply>): Partial<PagePayload> => ({
    patterns: patternsOf('该活动限制{max}人参加'),
    data: {
      state: { page: 1, filters: {}, keyword: '' },
      loads: { contacts: { ok: true, rows: [], total: 0, ...reply } },
      lookup: {},
      groups: {},
      labels: {},
      failures: [],
    },
  });
  const add = {
    ...contact.forms.add,
    submit: { ...contact.forms.add.submit, source: 'contact:add', success: { toast: '/reply/message' } },
  } as object as Form;
  const boxes = (): { checked: boolean; disabled: boolean }[] =>
    [...document.querySelectorAll<HTMLInputElement>('.pick-field-card input')].map(({ checked, disabled }) => ({ checked, disabled }));
  const box = (key: string): string => `.pick-field-card input[value="${key}"]`;

  test('[ENR-05] those that do not fit are shown disabled, with the reason', async () => {
    const { complaints } = await openPage(payloadOf(many, data({ rows })));
    expect(all('.pick-field-title')).toEqual(['林一', '何二', '谢三']);
    expect(all('.pick-field-fact')).toEqual(['手机号138****0001', '手机号138****0002', '手机号138****0003']);
    expect(boxes().map(({ disabled }) => disabled)).toEqual([false, true, false]);
    expect(find<HTMLInputElement>(box('c2')).labels?.[0]?.textContent).toContain('仅限男性参加');
    expect(complaints).toEqual([]);
  });

  test('[ENR-07] none is chosen: the first that can be gets the focus', async () => {
    await openPage(payloadOf(many, data({ rows: rows.slice(1) })));
    await submit();
    expect([messageOf('form-plain_it'), document.activeElement?.getAttribute('value')]).toEqual(['请勾选联系人', 'c3']);
  });

  test('[ENR-11] one more than there may be is refused, in passing and at the field', async () => {
    await openPage(payloadOf(many, data({ rows })));
    await press(box('c1'));
    await press(box('c3'));
    expect(boxes().map(({ checked }) => checked)).toEqual([true, false, false]);
    expect([toasts(), all(`${field}-notice`)]).toEqual([['该活动限制1人参加'], ['该活动限制1人参加']]);
    expect(find('fieldset').getAttribute('aria-describedby')).toBe('form-plain_it-notice');
    await press(box('c1'));
    expect(all(`${field}-notice`)).toEqual([]);
    await press(box('c3'));
    await submit();
    expect(calls.at(-1)?.values).toEqual({ contactsId: 'c3' });
  });

  test('[DECL-17] of a single choice another one replaces the first', async () => {
    await openPage(payloadOf({ ...many, field: 'pickOne' }, data({ rows })));
    await press(box('c1'));
    await press(box('c3'));
    expect(boxes().map(({ checked }) => checked)).toEqual([false, false, true]);
    await submit();
    expect(calls.at(-1)?.values).toEqual({ contactsId: 'c3' });
  });

  test.each([
    ['to come for a member', { withheld: true as const }, true, '', '[role=status].pick-field-list'],
    ['of nobody', { withheld: true as const }, false, '请先登录', '.field-none'],
    ['not to be had', { ok: false }, true, '服务器繁忙，请稍候 重试', '.field-none'],
    ['none', { rows: [] }, true, '还没有联系人', '.field-none'],
  ])('records %s are told', async (_what, reply, member, words, place) => {
    if (member) signIn();
    const { complaints } = await openPage(payloadOf(many, data(reply)));
    expect(find(place).textContent).toBe(words);
    expect(complaints).toEqual([]);
  });

  /** Adds a record in the dialog, after which the page has these. */
  async function addRecord(after: JsonObject[]): Promise<void> {
    await press('.pick-field-add');
    await act(() => vi.dynamicImportSettled());
    await settle();
    for (const [name, value] of [
      ['name', '于四'],
      ['cellphone', '13800000004'],
      ['idNo', '330102199001011234'],
    ] as const)
      type(`form-contact-add_${name}`, value);
    pages.next = payloadOf(many, data({ rows: after }), { 'contact:add': add }).page;
    replies['contact:add'] = { message: '联系人已添加' };
    await submit('dialog form');
    // What fetches the page anew comes with the first of such calls.
    await act(() => vi.dynamicImportSettled());
    await settle();
  }

  test.each([
    [
      'appears; what was chosen stays so',
      [...rows, { id: 'c4', name: '于四' }],
      ['林一', '何二', '谢三', '于四'],
      [true, false, false, false],
      { contactsId: 'c1' },
    ],
    [
      'and what is not there any more is not chosen any more',
      [...rows.slice(2), { id: 'c4', name: '于四' }],
      ['谢三', '于四'],
      [false, false],
      undefined,
    ],
  ])('[ENR-04] another one %s', async (_what, after, names, checked, values) => {
    const { complaints } = await openPage(payloadOf(many, data({ rows }), { 'contact:add': add }));
    await press(box('c1'));
    await addRecord(after);
    expect([all('dialog'), toasts(), fetched]).toEqual([[], ['联系人已添加'], ['/portal/page?url=%2Fplain']]);
    expect([all('.pick-field-title'), boxes().map((each) => each.checked)]).toEqual([names, checked]);
    await submit();
    expect(calls.find(({ name }) => name === 'account:register')?.values).toEqual(values);
    expect(complaints).toEqual([]);
  });

  test('[ENR-04] the dialog has faults of its own, and what was typed in it is there again', async () => {
    await openPage(payloadOf(many, data({ rows }), { 'contact:add': add }));
    await press('.pick-field-add');
    await act(() => vi.dynamicImportSettled());
    await settle();
    const dialog = find<HTMLDialogElement>('dialog.form-dialog');
    expect([all('.dialog-title'), dialog.closest('form')]).toEqual([['添加联系人'], null]);
    await submit('dialog form');
    expect([messageOf('form-contact-add_name'), messageOf('form-plain_it')]).toEqual(['姓名不能为空', '']);
    type('form-contact-add_name', '于四');
    await act(async () => {
      dialog.close();
    });
    expect(all('dialog')).toEqual([]);
    await press('.pick-field-add');
    await settle();
    expect(find<HTMLInputElement>('#form-contact-add_name').value).toBe('于四');
  });
});

describe('files', () => {
  const image: FormField = { field: 'image', label: '封面', required: '请上传封面', upload: { source: 'upload:one', size: 2, count: 2 } };
  const file = (name: string, bytes = 10): File => {
    const made = new File(['x'], name);
    Object.defineProperty(made, 'size', { value: bytes });
    return made;
  };
  const choose = (...files: File[]): Promise<void> =>
    act(async () => {
      const input = find<HTMLInputElement>(field);
      Object.defineProperty(input, 'files', { value: files, configurable: true });
      Simulate.change(input);
      await vi.advanceTimersByTimeAsync(0);
    });
  const mega = 1024 * 1024;
  const notice = (): string => all(`${field}-notice`)[0] ?? '';

  test.each([
    ['UPLOAD-01', 'a picture', image, 'a.png', 2 * mega + 1, '上传的文件不要超过2M。'],
    ['UPLOAD-02', 'a picture', image, 'a.mp4', 10, '请选择图片文件'],
    ['UPLOAD-02', 'a picture', image, 'picture', 10, '请选择图片文件'],
    ['UPLOAD-05', 'a film', { ...image, field: 'video' }, 'a.mkv', 10, '请选择视频文件(mp4、ogg、flv、avi、wmv、rmvb格式)'],
    ['SHOW-12', 'a cover', { ...image, upload: { source: 'upload:one', types: ['jpg', 'png'] } }, 'a.gif', 10, '请选择图片文件'],
    [
      'UPLOAD-02',
      'a form',
      { ...image, field: 'file', upload: { source: 'upload:one', types: ['pdf', 'doc'] } },
      'a.exe',
      10,
      '请选择pdf、doc格式的文件',
    ],
    ['UPLOAD-01', 'a picture', { ...image, errors: { size: '最大{size}兆' } }, 'a.png', 3 * mega, '最大2兆'],
  ] as [string, string, FormField, string, number, string][])(
    '[%s] a field for %s refuses what it is not for (%#)',
    async (_row, _what, rule, name, bytes, words) => {
      await openPage(payloadOf(rule, { patterns: patternsOf('最大{size}兆') }));
      await choose(file(name, bytes));
      expect([sent, toasts(), notice()]).toEqual([[], [words], words]);
    },
  );

  test('[UPLOAD-03] as many as there may be are taken, then it says so', async () => {
    await openPage(payloadOf(image));
    await choose(file('a.png'), file('b.png'), file('c.png'));
    expect([toasts(), notice(), all('.upload-field-waiting')]).toEqual([
      ['当前板块最多允许上传2个文件'],
      '当前板块最多允许上传2个文件',
      ['a.png0%', 'b.png0%'],
    ]);
  });

  test('[UPLOAD-13] files are sent one after another; their addresses are joined and sent with the form (CONV-08)', async () => {
    const { complaints } = await openPage(payloadOf(image));
    await choose(file('a.png'), file('b.PNG'));
    expect(sent.map(({ name }) => name)).toEqual(['a.png']);
    act(() => sent[0]?.options.onProgress?.(0.5));
    expect(find<HTMLProgressElement>('.upload-field-waiting progress').value).toBe(0.5);
    await submit();
    expect(calls).toEqual([]);
    await sent[0]?.answer({ item: { http: '/files/1.png' } });
    expect(toasts()).toContain('上传成功!');
    await settle(3000);
    await submit();
    expect([calls, toasts()]).toEqual([[], ['文件正在上传，请等上传完成后再提交']]);
    await sent[1]?.answer({ item: { http: '/files/2.png' } });
    expect(
      [...document.querySelectorAll('.upload-field-picture')].map((picture) => [picture.getAttribute('src'), picture.getAttribute('alt')]),
    ).toEqual([
      ['/files/1.png', '第1张'],
      ['/files/2.png', '第2张'],
    ]);
    await submit();
    expect(calls.at(-1)?.values).toEqual({ it: '/files/1.png|/files/2.png' });
    expect(complaints).toEqual([]);
  });

  test.each([
    ['UPLOAD-11', 'image', { ok: false, message: '今天上传的文件太多了', fault: 'http', status: 429 }, '今天上传的文件太多了'],
    ['UPLOAD-12', 'image', { ok: false, message: '上传失败', fault: 'network' }, '上传失败'],
    ['UPLOAD-14', 'video', { ok: false, message: '上传失败', fault: 'network' }, '上传失败!'],
    ['UPLOAD-12', 'file', { ok: true }, '上传失败'],
  ] as const)('[%s] a %s that is answered with %j', async (_row, kind, reply, words) => {
    await openPage(payloadOf({ ...image, field: kind }));
    await choose(file(kind === 'video' ? 'a.mp4' : 'a.png'));
    await sent[0]?.answer(reply);
    const broken = 'fault' in reply && reply.fault === 'network' ? [`${kind === 'video' ? 'a.mp4' : 'a.png'}上传中断，已传0%重新上传`] : [];
    expect([toasts(), all('.upload-field-item')]).toEqual([[words], broken]);
    await submit();
    expect(messageOf('form-plain_it')).toBe('请上传封面');
  });

  test('a film that breaks off says how far it came, and is sent anew without being looked for', async () => {
    await openPage(payloadOf({ ...image, field: 'video' }));
    await choose(file('a.mp4'));
    act(() => sent[0]?.options.onProgress?.(0.904));
    expect(all('.upload-field-share')).toEqual(['90%']);
    await sent[0]?.answer({ ok: false, message: '上传失败', fault: 'network' });
    expect(all('.upload-field-broken')).toEqual(['上传中断，已传90%重新上传']);
    await press('.upload-field-broken button');
    expect(sent.map(({ name }) => name)).toEqual(['a.mp4', 'a.mp4']);
    await sent[1]?.answer({ item: { http: '/files/a.mp4' } });
    expect([all('.upload-field-broken'), all('.upload-field-waiting')]).toEqual([[], []]);
    await submit();
    expect(calls.at(-1)?.values).toEqual({ it: '/files/a.mp4' });
  });

  test('what broke off is not left out without a word: it is sent anew or given up before the form is sent', async () => {
    const { required: _required, ...optional } = image;
    await openPage(payloadOf(optional));
    await choose(file('a.png'));
    await sent[0]?.answer({ ok: false, message: '上传失败', fault: 'network' });
    await settle(3000);
    await submit();
    expect([calls, toasts()]).toEqual([[], ['有文件没有传完，请重新上传，或取消后再提交']]);
    await press('.upload-field-remove');
    await submit();
    expect(calls).toHaveLength(1);
  });

  test('a file is still called what it was when the form is opened again with what was typed', async () => {
    const letter: FormField = { ...image, field: 'file' };
    await openPage(payloadOf(letter));
    await choose(file('借展函.pdf'));
    await sent[0]?.answer({ item: { http: '/files/TdQAj-5V.pdf' } });
    expect(all('.upload-field-name span:first-of-type')).toEqual(['借展函.pdf']);
    close();
    await openPage(payloadOf(letter));
    expect(all('.upload-field-name span:first-of-type')).toEqual(['借展函.pdf']);
  });

  test.each([
    ['UPLOAD-04', 'image', 'a.png', '您确定要删除该图片？'],
    ['UPLOAD-06', 'video', 'a.mp4', '确定要删除文件?，删除后不能恢复！'],
    ['UPLOAD-06', 'file', 'a.pdf', '确定要删除文件?，删除后不能恢复！'],
  ] as const)('[%s] [UPLOAD-15] taking a %s (%s) away asks: %s', async (_row, kind, name, question) => {
    await openPage(payloadOf({ ...image, field: kind }));
    await choose(file(name));
    await sent[0]?.answer({ item: { http: `/files/${name}` } });
    await settle(2000);
    await press('.upload-field-remove');
    expect(all('.dialog-text')).toEqual([question]);
    await press('.dialog-answers button:first-child');
    expect(all('.upload-field-item')).toHaveLength(1);
    await press('.upload-field-remove');
    await press('.dialog-answers button:last-child');
    expect([all('.upload-field-item'), toasts(), document.activeElement?.id]).toEqual([[], ['删除成功'], 'form-plain_it']);
  });

  test('one on its way is given up', async () => {
    await openPage(payloadOf(image));
    await choose(file('a.png'), file('b.png'));
    await press('.upload-field-waiting .upload-field-remove');
    expect([sent[0]?.options.signal?.aborted, all('.upload-field-waiting'), sent[1]?.name]).toEqual([true, ['b.png0%'], 'b.png']);
  });

  test('a film proposes its picture, which gives way to what is chosen and to that of another film, and is missed by nobody', async () => {
    const fields: Record<string, FormField> = {
      it: { field: 'video', upload: { source: 'upload:one', count: 5 }, poster: 'cover' },
      cover: { ...image, upload: { source: 'upload:one', count: 1 } },
    };
    await openPage(payloadOf(image, {}, { plain: formOf(image, { fields }) }));
    const covers = (): (string | null)[] => [...document.querySelectorAll('.upload-field-picture')].map((each) => each.getAttribute('src'));
    const answerLast = (reply: Partial<Reply>): Promise<void> => sent.at(-1)?.answer(reply) ?? Promise.resolve();
    const chooseFilm = async (name: string): Promise<void> => {
      await choose(file(name));
      await settle(0);
      await sent.find((each) => each.name === name)?.answer({ item: { http: `/files/${name}` } });
    };
    posters.push(undefined, ...['b.jpg', 'c.jpg', 'd.jpg', 'e.jpg'].map((name) => file(name)));
    await chooseFilm('a.mp4');
    expect(sent).toHaveLength(1);
    await chooseFilm('b.mp4');
    await answerLast({ ok: false, message: '上传失败', fault: 'network' });
    expect([covers(), all('.upload-field-waiting'), toasts().filter((words) => words.includes('失败'))]).toEqual([[], [], []]);
    await chooseFilm('c.mp4');
    await answerLast({ item: { http: '/files/c.jpg' } });
    expect([covers(), all('.upload-field-proposed')]).toEqual([['/files/c.jpg'], ['取自视频的画面，可以换成别的图片']]);
    await chooseFilm('d.mp4');
    await answerLast({ item: { http: '/files/d.jpg' } });
    expect(covers()).toEqual(['/files/d.jpg']);
    await act(async () => {
      const input = find<HTMLInputElement>('#form-plain_cover');
      Object.defineProperty(input, 'files', { value: [file('own.png')], configurable: true });
      Simulate.change(input);
      await vi.advanceTimersByTimeAsync(0);
    });
    await answerLast({ item: { http: '/files/own.png' } });
    expect([covers(), all('.upload-field-proposed')]).toEqual([['/files/own.png'], []]);
    await chooseFilm('e.mp4');
    expect([sent.at(-1)?.name, covers()]).toEqual(['e.mp4', ['/files/own.png']]);
  });

  test('files are dropped too', async () => {
    await openPage(payloadOf(image));
    await act(async () => {
      Simulate.drop(find('.upload-field-drop'), { dataTransfer: { files: [file('a.png')] } } as object);
    });
    expect(sent.map(({ name, endpoint: called }) => [name, called])).toEqual([['a.png', 'upload:one']]);
  });
});

describe('masked values', () => {
  const masked: FormField = {
    field: 'idNumber',
    label: '身份证号',
    required: '身份证号不能为空',
    masked: true,
    default: '/tenant/code',
    schema: { pattern: '^[0-9]{15}$' },
    errors: { schema: '请输入正确的身份证号' },
  };
  const payload = (): ReturnType<typeof payloadOf> => {
    const made = payloadOf(masked);
    made.shell.code = '3301**1234';
    return made;
  };
  const input = (): HTMLInputElement => find<HTMLInputElement>(field);

  test('[PC-27] a mask is not sent; what is typed into it takes its place; it can be restored', async () => {
    const { complaints } = await openPage(payload());
    expect([input().value, all('.field-masked button')]).toEqual(['3301**1234', []]);
    await submit();
    expect(calls.at(-1)?.values).toEqual({});
    type('form-plain_it', '3301*9*1234');
    expect([input().value, all('.field-masked button')]).toEqual(['9', ['恢复']]);
    await submit();
    expect(messageOf('form-plain_it')).toBe('请输入正确的身份证号');
    type('form-plain_it', '');
    expect(messageOf('form-plain_it')).toBe('身份证号不能为空');
    await press('.field-masked button');
    expect([input().value, messageOf('form-plain_it')]).toEqual(['3301**1234', '']);
    expect(complaints).toEqual([]);
  });

  test.each([
    ['a character taken out', '3301*1234', ''],
    ['a paste over all of it', '330102199001011', '330102199001011'],
    ['something put in front', '5523301**1234', '552'],
    ['something put behind', '3301**12347', '7'],
  ])('[PC-27] %s leaves nothing of the mask', async (_what, typed, left) => {
    await openPage(payload());
    type('form-plain_it', typed);
    expect(input().value).toBe(left);
  });

  test('[PC-27] the whole mask is selected before a character is typed', async () => {
    await openPage(payload());
    input().setSelectionRange(2, 2);
    act(() => Simulate.keyDown(input(), { key: 'ArrowLeft' }));
    expect(input().selectionEnd).toBe(2);
    act(() => Simulate.keyDown(input(), { key: '5' }));
    expect([input().selectionStart, input().selectionEnd]).toEqual([0, 10]);
  });
});

describe('times', () => {
  const times: FormField = {
    field: 'timeSlots',
    label: '时间',
    required: '请选择时间',
    placeholder: '请选择预订时间',
    sendAs: 'venueTime',
    times: { info: '/hours/item', taken: 'venue:taken', with: { venueTime: '/picked/day' }, days: 7, missing: '请选择时间' },
  };
  const item = { isTimeSection: 0, startTime: '9:00', endTime: '18:00', cycle: [1, 2, 3], timeSectionData: [] };
  const payload = (): ReturnType<typeof payloadOf> =>
    payloadOf(times, {
      data: {
        state: { page: 1, filters: {}, keyword: '' },
        loads: { hours: { ok: true, rows: [], total: 1, item } },
        lookup: {},
        groups: {},
        labels: {},
        failures: [],
      },
    });
  const opened = async (): Promise<PickerProps> => {
    await act(() => vi.dynamicImportSettled());
    await settle();
    const { props } = picker;
    if (!props) throw new Error('the picker is not open');
    return props;
  };

  test('[BOOK-04] [BOOK-15] are chosen in a dialog and shown in words', async () => {
    const { complaints } = await openPage(payload());
    await submit();
    expect([messageOf('form-plain_it'), document.activeElement?.id, all(`${field}-value`)]).toEqual([
      '请选择时间',
      'form-plain_it',
      ['请选择预订时间'],
    ]);
    await press(field);
    const props = await opened();
    expect([props.info, props.settings.days, props.settings.labels.missing]).toEqual([
      { isTimeSection: 0, startTime: '09:00', endTime: '18:00', cycle: [1, 2, 3], sections: [] },
      7,
      '请选择时间',
    ]);
    replies['venue:taken'] = { rows: [{ venueTime: '2026-11-25 09:00-10:00' }] };
    expect(await props.taken.fetch('2026-11-25')).toEqual(['2026-11-25 09:00-10:00']);
    expect(calls.at(-1)).toEqual({ name: 'venue:taken', values: { venueTime: '2026-11-25' } });
    await act(async () => {
      props.onPick('2026-11-25 09:00-10:30');
      props.onClose();
    });
    expect([all(`${field}-value`), all('.picker-dialog')]).toEqual([['11月25日 周三 09:00–10:30'], []]);
    await submit();
    expect(calls.at(-1)?.values).toEqual({ venueTime: '2026-11-25 09:00-10:30' });
    expect(complaints).toEqual([]);
  });

  test('[BOOK-26] times taken meanwhile are said so, and the dialog opens again with what was chosen', async () => {
    await openPage(payload());
    await press(field);
    const props = await opened();
    await act(async () => {
      props.onPick('2026-11-25 09:00-10:30');
      props.onClose();
    });
    replies['account:register'] = { ok: false, message: '时间已被预订，请重新选择', errors: { it: '时间已被预订，请重新选择' } };
    await submit();
    await settle();
    expect([messageOf('form-plain_it'), all('.picker-dialog')]).toEqual(['时间已被预订，请重新选择', ['2026-11-25 09:00-10:30']]);
  });
});

describe('rich text', () => {
  const text: FormField = { field: 'richText', label: '作品介绍', required: '请填写作品介绍', upload: { source: 'upload:one', size: 2 } };
  const written = (): string => find('.editor-text').innerHTML;
  const tools = (): [string | null, string | null][] =>
    [...document.querySelectorAll('.editor-tool')].map((tool) => [tool.getAttribute('aria-label'), tool.getAttribute('aria-pressed')]);
  const openEditor = async (field: FormField = text): Promise<string[]> => {
    const { complaints } = await openPage(payloadOf(field));
    await act(() => vi.dynamicImportSettled());
    await settle();
    return complaints;
  };
  const attach = (...names: string[]): Promise<void> =>
    act(async () => {
      const input = find<HTMLInputElement>('.editor input[type=file]');
      Object.defineProperty(input, 'files', { value: names.map((name) => new File(['x'], name)), configurable: true });
      Simulate.change(input);
      await vi.advanceTimersByTimeAsync(0);
    });

  test('[WORK-29] is written in an editor that comes after hydration, and has to be written', async () => {
    const complaints = await openEditor();
    expect(tools().map(([name]) => name)).toEqual([
      '加粗',
      '斜体',
      '标题',
      '项目列表',
      '编号列表',
      '引用',
      '链接',
      '插入图片、视频或文件',
      '撤销',
      '重做',
    ]);
    expect([find('.editor-text').id, find('.editor-text').getAttribute('aria-labelledby')]).toEqual([
      'form-plain_it',
      'form-plain_it-label',
    ]);
    await submit();
    expect([messageOf('form-plain_it'), find('.editor-text').getAttribute('aria-invalid')]).toEqual(['请填写作品介绍', 'true']);
    expect(complaints).toEqual([]);
  });

  test.each([
    ['UPLOAD-08', 'a.jpg', '<img src="/files/1.jpg" alt="a"'],
    ['UPLOAD-08', 'b.PNG', '<img src="/files/1.jpg" alt="b"'],
    ['UPLOAD-07', 'a.mkv', '<video src="/files/1.jpg" controls="true" preload="metadata"'],
    ['UPLOAD-09', 'a.docx', '<a href="/files/1.jpg">a.docx</a>'],
  ])('[%s] takes %s', async (_row, name, html) => {
    await openEditor();
    await attach(name);
    await submit();
    expect(calls).toEqual([]);
    await sent[0]?.answer({ item: { http: '/files/1.jpg', status: 1 } });
    expect(written()).toContain(html);
    await submit();
    expect(String(calls.at(-1)?.values['it'])).toContain(html);
  });

  test.each([
    ['UPLOAD-08', 'a.gif'],
    ['UPLOAD-07', 'a.avi'],
    ['UPLOAD-09', 'a.exe'],
  ])('[%s] does not take %s', async (_row, name) => {
    await openEditor();
    await attach(name);
    expect([sent, toasts()]).toEqual([
      [],
      ['请选择jpg、jpeg、png、mkv、mp4、pdf、txt、zip、rar、7z、doc、docx、xls、xlsx、ppt、pptx格式的文件'],
    ]);
  });

  test('[UPLOAD-10] a file that is not complete is asked for every 3 s', async () => {
    await openEditor();
    replies['upload:status'] = { item: { objectid: 'o1', status: 0 } };
    await attach('a.jpg');
    await sent[0]?.answer({ item: { objectid: 'o1', status: 0 } });
    await settle(2999);
    expect([calls, written()]).toEqual([[], expect.not.stringContaining('<img')]);
    await settle(1);
    expect(calls).toEqual([{ name: 'upload:status', values: { objectid: 'o1' } }]);
    replies['upload:status'] = { item: { objectid: 'o1', status: 1, http: '/files/o1.jpg' } };
    await settle(3000);
    expect([calls.length, written()]).toEqual([2, expect.stringContaining('<img src="/files/o1.jpg"')]);
    await settle(9000);
    expect(calls).toHaveLength(2);
  });

  test('without a call for files there is no way to add one', async () => {
    await openEditor({ ...text, upload: undefined });
    expect(tools().map(([name]) => name)).not.toContain('插入图片、视频或文件');
  });
});

test('a field that is not enabled is seen, cannot be filled in, and is neither checked nor sent', async () => {
  const it: FormField = { field: 'checkbox', label: '订阅' };
  const mail: FormField = { field: 'email', label: '邮箱', required: '邮箱不能为空', enabled: { '/form/it': true } };
  const payload = formPayload(['plain'], { path: '/plain' }, { plain: { ...formOf(it), fields: { it, mail } } });
  await openPage(payload);
  expect(find('#form-plain_mail').matches(':disabled')).toBe(true);
  await submit();
  expect(calls.at(-1)?.values).toEqual({});
  await press('#form-plain_it');
  expect(find('#form-plain_mail').matches(':disabled')).toBe(false);
  await submit();
  expect(messageOf('form-plain_mail')).toBe('邮箱不能为空');
  type('form-plain_mail', 'a@b.example');
  await submit();
  expect(calls.at(-1)?.values).toEqual({ it: true, mail: 'a@b.example' });
});

describe('rows', () => {
  const pieces: FormField = {
    field: 'rows',
    label: '借展品',
    row: '展品',
    add: '再加一件',
    required: '请至少填写一件展品',
    schema: { maxItems: 2 },
    fields: {
      title: { field: 'text', label: '名称', required: '名称不能为空' },
      count: { field: 'integer', label: '数量', schema: { minimum: 1 }, errors: { minimum: '至少一件' } },
    },
  };
  const add = (): Promise<void> => press('#form-plain_it');
  const rows = (): string[] => all('.rows-field-name');

  test('are added, filled in, removed and sent', async () => {
    const { complaints } = await openPage(payloadOf(pieces));
    expect(rows()).toEqual([]);
    await add();
    expect([rows(), document.activeElement?.id]).toEqual([['展品 1'], 'form-plain_it_0_title']);
    type('form-plain_it_0_title', '青瓷罐');
    await add();
    expect([rows(), document.activeElement?.id]).toEqual([['展品 1', '展品 2'], 'form-plain_it_1_title']);
    expect(find<HTMLButtonElement>('#form-plain_it').disabled).toBe(true);
    type('form-plain_it_1_title', '玉璧');
    type('form-plain_it_1_count', '3');
    await press('.rows-field-row:first-child .rows-field-remove');
    expect([rows(), find<HTMLInputElement>('#form-plain_it_0_title').value, document.activeElement?.id]).toEqual([
      ['展品 1'],
      '玉璧',
      'form-plain_it',
    ]);
    await submit();
    expect(calls.at(-1)?.values).toEqual({ it: [{ title: '玉璧', count: 3 }] });
    expect(complaints).toEqual([]);
  });

  test('have their faults at the fields of the row, which the summary leads to', async () => {
    await openPage(payloadOf(pieces));
    await submit();
    expect(messageOf('form-plain_it')).toBe('请至少填写一件展品');
    await add();
    await add();
    type('form-plain_it_0_title', '青瓷罐');
    type('form-plain_it_1_count', '0');
    await submit();
    expect([messageOf('form-plain_it_0_title'), messageOf('form-plain_it_1_title'), messageOf('form-plain_it_1_count')]).toEqual([
      '',
      '名称不能为空',
      '至少一件',
    ]);
    expect(document.activeElement?.id).toBe('form-plain_it_1_title');
    expect([...document.querySelectorAll('.form-view-faults a')].map((link) => link.textContent)).toEqual([
      '展品 2：名称不能为空',
      '展品 2：至少一件',
    ]);
    type('form-plain_it_1_title', '玉璧');
    expect(messageOf('form-plain_it_1_title')).toBe('');
  });

  test('take the messages of the server', async () => {
    replies['account:register'] = { ok: false, message: '不外借', errors: { 'it.1.title': '此件不外借' } };
    await openPage(payloadOf(pieces));
    await add();
    type('form-plain_it_0_title', '青瓷罐');
    await add();
    type('form-plain_it_1_title', '玉璧');
    await submit();
    expect([messageOf('form-plain_it_0_title'), messageOf('form-plain_it_1_title')]).toEqual(['', '此件不外借']);
    type('form-plain_it_1_title', '陶俑');
    expect(messageOf('form-plain_it_1_title')).toBe('');
  });
});

test('a group has its fields under one label, their faults beside them, and is sent as one object', async () => {
  const size: FormField = {
    field: 'group',
    label: '尺寸',
    hint: '以厘米计',
    fields: {
      height: { field: 'integer', label: '高', required: '高不能为空' },
      width: { field: 'integer', label: '宽' },
    },
  };
  const { complaints } = await openPage(payloadOf(size));
  expect(all('.group-field legend')).toEqual(['尺寸']);
  await submit();
  expect([messageOf('form-plain_it_height'), document.activeElement?.id]).toEqual(['高不能为空', 'form-plain_it_height']);
  expect([all('.form-view-faults a'), all('.field-hint')]).toEqual([['尺寸：高不能为空'], ['以厘米计']]);
  type('form-plain_it_height', '12');
  expect(messageOf('form-plain_it_height')).toBe('');
  type('form-plain_it_width', '5');
  await submit();
  expect(calls.at(-1)?.values).toEqual({ it: { height: 12, width: 5 } });
  expect(complaints).toEqual([]);
});

describe('read-only fields', () => {
  test('are there with their words, can be reached, and are sent', async () => {
    const kind: FormField = {
      field: 'radio',
      label: '类别',
      readOnly: true,
      default: { const: 2 },
      options: { one: { value: 1, label: '瓷器' }, two: { value: 2, label: '书画' } },
    };
    const payload = formPayload(
      ['plain'],
      { path: '/plain' },
      {
        plain: {
          ...formOf(kind),
          fields: { it: kind, day: { field: 'date', label: '日期', readOnly: true, default: { const: '2026-11-20' } } },
        },
      },
    );
    const { complaints } = await openPage(payload);
    const shown = find<HTMLInputElement>('#form-plain_it');
    expect([shown.readOnly, shown.value, shown.disabled, shown.labels?.[0]?.textContent]).toEqual([true, '书画', false, '类别']);
    expect(find<HTMLInputElement>('#form-plain_day').value).toBe('11月20日 周五');
    await submit();
    expect(calls.at(-1)?.values).toEqual({ it: 2, day: '2026-11-20' });
    expect(complaints).toEqual([]);
  });
});

describe('what is within rows', () => {
  const stops: FormField = {
    field: 'rows',
    label: '站点',
    row: '站',
    fields: {
      province: { field: 'select', label: '省', options: { z: { value: '33', label: '浙江' }, g: { value: '44', label: '广东' } } },
      city: {
        field: 'select',
        label: '市',
        when: { '/row/province': { present: true } },
        options: {
          h: { value: 'hz', label: '杭州', when: { '/row/province': '33' } },
          n: { value: 'nb', label: '宁波', when: { '/row/province': '33' } },
          s: { value: 'gz', label: '广州', when: { '/row/province': '44' } },
        },
      },
      note: { field: 'text', label: '备注', enabled: { '/row/city': { present: true } } },
    },
  };
  const choose = (id: string, index: string): void => type(id, index);
  test('comes and goes by its row, and a choice that is not offered any more is emptied and told', async () => {
    const { complaints } = await openPage(payloadOf(stops));
    await press('#form-plain_it');
    await press('#form-plain_it');
    expect(document.getElementById('form-plain_it_0_city')).toBeNull();
    choose('form-plain_it_0_province', '0');
    expect(document.getElementById('form-plain_it_1_city')).toBeNull();
    expect(all('#form-plain_it_0_city option')).toEqual(['请选择', '杭州', '宁波']);
    expect(find('#form-plain_it_0_note').matches(':disabled')).toBe(true);
    choose('form-plain_it_0_city', '1');
    expect(find('#form-plain_it_0_note').matches(':disabled')).toBe(false);
    type('form-plain_it_0_note', '两件');
    await submit();
    expect(calls.at(-1)?.values).toEqual({ it: [{ province: '33', city: 'nb', note: '两件' }, {}] });
    choose('form-plain_it_0_province', '1');
    expect([all('#form-plain_it_0_city option'), find<HTMLSelectElement>('#form-plain_it_0_city').value]).toEqual([['请选择', '广州'], '']);
    expect(all('[role=status]')).toContain('市的选项已变化，请重新选择');
    expect(find<HTMLInputElement>('#form-plain_it_0_note').value).toBe('两件');
    expect(complaints).toEqual([]);
  });
});

describe('cascades', () => {
  const place: FormField = {
    field: 'cascade',
    label: '地区',
    tree: 'divisions',
    levels: ['省', '市', '区县'],
    required: '请选择地区',
    complete: '请选择到区县',
  };
  const levels: Record<string, object[]> = {
    all: [
      { value: '330000', label: '浙江省' },
      { value: '440000', label: '广东省' },
    ],
    '330000': [{ value: '330100', label: '杭州市' }],
    '330100': [{ value: '330106', label: '西湖区' }],
    '440000': [{ value: '440100', label: '广州市' }],
  };
  const asked: string[] = [];
  const serve = (broken = false): unknown =>
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url);
      const level = levels[/divisions\/(\w+)\.json/.exec(url)?.[1] ?? ''];
      return broken ? new Response('', { status: 503 }) : new Response(JSON.stringify(level ?? []), { status: level ? 200 : 404 });
    });
  const names = (): (string | null)[] =>
    [...document.querySelectorAll('.cascade-field select')].map((select) => select.getAttribute('aria-label'));

  test('that could not be fetched can be tried again', async () => {
    serve(true);
    await openPage(payloadOf({ ...place, required: undefined }));
    await settle(10);
    expect(all('.field-cascade [role=alert]')[0]).toContain('选项没有加载成功');
    serve();
    await press('.field-cascade .quiet-link');
    await settle(10);
    expect([names(), all('.field-cascade [role=alert]')]).toEqual([['省'], []]);
  });

  test('are chosen level by level, each fetched when it is needed, down to the last', async () => {
    serve();
    const { complaints } = await openPage(payloadOf(place));
    await settle(10);
    await submit();
    expect([messageOf('form-plain_it'), document.activeElement?.id]).toEqual(['请选择地区', 'form-plain_it']);
    type('form-plain_it', '330000');
    await settle(10);
    expect(names()).toEqual(['省', '市']);
    await submit();
    expect(messageOf('form-plain_it')).toBe('请选择到区县');
    type('form-plain_it-1', '330100');
    await settle(10);
    type('form-plain_it-2', '330106');
    await settle(10);
    expect([names(), all('.cascade-field option:checked')]).toEqual([
      ['省', '市', '区县'],
      ['浙江省', '杭州市', '西湖区'],
    ]);
    await submit();
    expect(calls.at(-1)?.values).toEqual({ it: '330106' });
    type('form-plain_it', '440000');
    await settle(10);
    expect(all('.cascade-field option:checked')).toEqual(['广东省', '请选择市']);
    expect(new Set(asked.filter((url) => url.includes('330100'))).size).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('of options need nothing to be fetched, and are read as their words', async () => {
    const kind: FormField = {
      field: 'cascade',
      label: '类别',
      options: { a: { value: 'a', label: '书画', children: { b: { value: 'b', label: '山水' } } } },
    };
    const payload = formPayload(
      ['plain'],
      { path: '/plain' },
      { plain: { ...formOf(kind), fields: { it: kind, fixed: { ...kind, readOnly: true, default: { const: 'b' } } } } },
    );
    await openPage(payload);
    type('form-plain_it', 'a');
    type('form-plain_it-1', 'b');
    expect(find<HTMLInputElement>('#form-plain_fixed').value).toBe('书画 山水');
    await submit();
    expect(calls.at(-1)?.values).toEqual({ it: 'b', fixed: 'b' });
  });
});

test('a choice below another in a dictionary is offered with it and emptied without it', async () => {
  const kind: FormField = { field: 'select', label: '门类', dictionary: 'kinds' };
  const fine: FormField = { field: 'select', label: '细类', dictionary: 'kinds', parent: 'it' };
  const payload = formPayload(['plain'], { path: '/plain' }, { plain: { ...formOf(kind), fields: { it: kind, fine } } });
  payload.page.data.trees = {
    'dictionary:kinds': [
      { value: 'a', label: '书画', children: [{ value: 'a1', label: '山水' }] },
      { value: 'b', label: '瓷器', children: [{ value: 'b1', label: '青瓷' }] },
    ],
  };
  await openPage(payload);
  expect([all('#form-plain_it option'), all('#form-plain_fine option')]).toEqual([['请选择', '书画', '瓷器'], ['请选择']]);
  type('form-plain_it', '0');
  type('form-plain_fine', '0');
  await submit();
  expect(calls.at(-1)?.values).toEqual({ it: 'a', fine: 'a1' });
  type('form-plain_it', '1');
  expect([all('#form-plain_fine option'), find<HTMLSelectElement>('#form-plain_fine').value]).toEqual([['请选择', '青瓷'], '']);
  expect(all('[role=status]')).toContain('细类的选项已变化，请重新选择');
});

test('headings stand between fields, which stand side by side in columns', async () => {
  const about: FormField = { field: 'heading', label: '基本情况', hint: '用于核对' };
  const size: FormField = {
    field: 'group',
    label: '尺寸',
    columns: 2,
    fields: { note: { field: 'textarea', label: '说明' }, height: { field: 'number', label: '高' } },
  };
  const payload = formPayload(['plain'], { path: '/plain' }, { plain: { ...formOf(about), fields: { it: about, size } } });
  const { complaints } = await openPage(payload);
  expect([all('h2.field-title'), all('.field-hint')]).toEqual([['基本情况'], ['用于核对']]);
  expect([...document.querySelectorAll('.field-columns > div')].map(({ className }) => className)).toEqual(['field-wide', '']);
  await submit();
  expect(calls.at(-1)?.values).toEqual({});
  expect(complaints).toEqual([]);
});

describe('comboboxes', () => {
  const find = {
    source: 'exhibit:list',
    as: 'title',
    title: '/row/title',
    fields: { era: '/row/era' },
    fills: { era: '/row/era' },
  } satisfies FormField['find'];
  const object: FormField = { field: 'combobox', label: '藏品', required: '请选择藏品', find };
  const era: FormField = { field: 'text', label: '年代', readOnly: true };
  const rows = [
    { id: 'e1', title: '青瓷罐', era: '南宋' },
    { id: 'e2', title: '青玉璧', era: '战国' },
  ];
  const openSearch = async (it: FormField = object): Promise<{ complaints: string[] }> => {
    Element.prototype.scrollIntoView = vi.fn();
    const payload = formPayload(['plain'], { path: '/plain' }, { plain: { ...formOf(it), fields: { it, era } } });
    const list = endpoint('exhibit:list', '/api/exhibit{?page,limit,title}');
    payload.page.endpoints = { ...payload.page.endpoints, 'exhibit:list': list };
    const opened = await openPage(payload);
    await vi.dynamicImportSettled();
    await settle();
    return opened;
  };
  const line = (): HTMLInputElement => find_('#form-plain_it');
  const find_ = (selector: string): HTMLInputElement => document.querySelector<HTMLInputElement>(selector) as HTMLInputElement;
  const key = async (name: string): Promise<void> => {
    act(() => Simulate.keyDown(line(), { key: name, nativeEvent: { isComposing: false } as never }));
    await settle();
  };
  const write = async (words: string): Promise<void> => {
    type('form-plain_it', words);
    await settle(260);
  };
  const options = (): string[] => all('[role=listbox]:not([hidden]) [role=option]');
  const told = (): string[] => all('.combobox-field [role=status]');

  test('search when typing pauses, are chosen from by the keys, fill the fields beside them and send id and name', async () => {
    replies['exhibit:list'] = { rows };
    const { complaints } = await openSearch();
    type('form-plain_it', '青');
    await settle(100);
    type('form-plain_it', '青瓷');
    await settle(240);
    expect([calls.length, told()]).toEqual([1, ['正在搜索']]);
    await settle(20);
    expect(calls.slice(1)).toEqual([{ name: 'exhibit:list', values: { page: 1, limit: 10, title: '青瓷' } }]);
    expect([options(), told(), line().getAttribute('aria-expanded')]).toEqual([
      ['青瓷罐南宋', '青玉璧战国'],
      ['找到2个结果，用上下方向键选择'],
      'true',
    ]);
    await key('ArrowDown');
    await key('ArrowDown');
    expect(line().getAttribute('aria-activedescendant')).toBe('form-plain_it-found-1');
    await key('ArrowUp');
    await key('Enter');
    expect([line().value, find_('#form-plain_era').value, options()]).toEqual(['青瓷罐', '南宋', []]);
    await submit();
    expect(calls.at(-1)?.values).toEqual({ it: { id: 'e1', label: '青瓷罐' }, era: '南宋' });
    await key('Escape');
    expect([line().value, find_('#form-plain_era').value]).toEqual(['', '']);
    await submit();
    expect(messageOf('form-plain_it')).toBe('请选择藏品');
    expect(complaints).toEqual([]);
  });

  test('say that nothing was found, and that something has to be chosen', async () => {
    replies['exhibit:list'] = { rows: [] };
    await openSearch({ ...object, required: undefined });
    await write('无');
    expect(told()).toEqual(['没有找到']);
    await key('Escape');
    act(() => Simulate.blur(line()));
    await settle();
    expect(all('.combobox-field .field-warning')).toEqual(['请从搜索结果中选择一项']);
    await submit();
    expect(calls.at(-1)?.values).toEqual({});
  });

  test('can be tried again after a failure', async () => {
    replies['exhibit:list'] = { ok: false };
    await openSearch();
    await write('青');
    expect(all('.combobox-field [role=alert]')[0]).toContain('搜索没有成功');
    replies['exhibit:list'] = { rows };
    await press('.combobox-field .quiet-link');
    expect([options().length, all('.combobox-field [role=alert]')]).toEqual([2, []]);
  });

  test('take several records, which can be removed', async () => {
    replies['exhibit:list'] = { rows };
    await openSearch({ ...object, multiple: true, find: { ...find, fills: undefined } });
    for (const index of [0, 1]) {
      await write('青');
      await press(`#form-plain_it-found-${index}`);
    }
    expect(all('.combobox-field-chosen li')).toEqual(['青瓷罐', '青玉璧']);
    await submit();
    expect(calls.at(-1)?.values).toEqual({
      it: [
        { id: 'e1', label: '青瓷罐' },
        { id: 'e2', label: '青玉璧' },
      ],
    });
    await press('.combobox-field-chosen button[aria-label="移除青瓷罐"]');
    await key('Backspace');
    await submit();
    expect(messageOf('form-plain_it')).toBe('请选择藏品');
  });
});

test('a fault in rows within rows is told with the rows that it lies in', async () => {
  const text: FormField = { field: 'text', label: '文字', required: '文字不能为空' };
  const marks: FormField = { field: 'rows', label: '铭文', fields: { text } };
  const size: FormField = { field: 'group', label: '尺寸', fields: { height: { ...text, required: '高不能为空' } } };
  const parts: FormField = { field: 'rows', label: '部件', row: '部件', fields: { marks, size } };
  await openPage(payloadOf({ field: 'rows', label: '借展品', row: '展品', fields: { parts } }));
  for (const id of ['it', 'it', 'it_1_parts', 'it_1_parts', 'it_1_parts_1_marks']) await press(`#form-plain_${id}`);
  type('form-plain_it_1_parts_0_size_height', '3');
  await submit();
  expect(all('.form-view-faults a')).toEqual(['展品 2 部件 2 铭文 1：文字不能为空', '展品 2 部件 2 尺寸：高不能为空']);
  expect(document.activeElement?.id).toBe('form-plain_it_1_parts_1_marks_0_text');
  type('form-plain_it_1_parts_1_marks_0_text', '永乐');
  type('form-plain_it_1_parts_1_size_height', '5');
  await submit();
  expect(calls.at(-1)?.values).toEqual({
    it: [{}, { parts: [{ size: { height: '3' } }, { marks: [{ text: '永乐' }], size: { height: '5' } }] }],
  });
});
