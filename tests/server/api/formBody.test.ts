import { describe, expect, it } from 'vitest';
import type { CompiledEndpoint, CompiledPortal } from '../../../src/model/compiled';
import type { Form } from '../../../src/model/definitions.g';
import type { JsonObject } from '../../../src/model/json';
import { checkBody } from '../../../src/server/api/body';
import { RequestError } from '../../../src/server/api/errors';

const form: Form = {
  fields: {
    idNo: {
      field: 'idNumber',
      required: 'id needed',
      masked: true,
      default: '/row/idNo',
      schema: { pattern: '^[0-9]{15}$' },
      errors: { schema: 'wrong id' },
    },
    who: { field: 'pickMany', required: 'who needed', sendAs: 'contactsId', pick: { rows: '/contacts/rows', title: '/row/name' } },
    cover: {
      field: 'image',
      required: 'cover needed',
      upload: { source: 'upload:one' },
      errors: { count: 'one cover', schema: 'wrong cover' },
    },
    content: { field: 'richText', required: 'content needed' },
    time: {
      field: 'timeSlots',
      required: 'time needed',
      times: { info: '/venue/item', taken: 'venue:taken' },
      errors: { schema: 'wrong time' },
    },
  },
  submit: { source: 'x:send', label: 'Send' },
};
const portal = {
  modules: { x: { definition: { forms: { send: form } } } },
  texts: { invalidField: 'invalid' },
  settings: { site: {}, code: 'T1', fid: 'f1' },
  patterns: {},
} as object as CompiledPortal;
const endpoint = { name: 'x:send', module: 'x', form: 'send', method: 'POST' } as CompiledEndpoint;
const sound = {
  idNo: '330102199001011',
  contactsId: '1,2',
  cover: '/files/a.png',
  content: '<p>words</p>',
  time: '2026-11-21 09:00-10:30',
};

/** The values that a body is read as, or the messages that it is refused with. */
function read(body: JsonObject): unknown {
  try {
    return checkBody(portal, endpoint, body, { open: () => ({}) }, 0);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return error.detail.errors ?? error.status;
  }
}

describe('read-only fields in a body', () => {
  const fixed: Form = { fields: { phone: { field: 'phone', readOnly: true, default: '/viewer/phone' } }, submit: form.submit };
  const own = { ...portal, modules: { x: { definition: { forms: { send: fixed } } } } } as object as CompiledPortal;
  const member = { session: 's', id: 'm1', phone: '13800000000', name: '', image: '', issued: 0, expires: 0 };
  it.each([
    [{ phone: '13800000000' }, undefined],
    [{ phone: '13800000001' }, { phone: '不能修改' }],
    [{}, { phone: '不能修改' }],
  ])('%j are those of the member who asks', (body, errors) => {
    const told = { ...own, texts: { ...own.texts, readOnlyChanged: '不能修改' } };
    const ask = (): JsonObject => checkBody(told, endpoint, body, { open: () => ({}) }, 0, member);
    if (!errors) return expect(ask()).toEqual(body);
    return expect(ask).toThrow(expect.objectContaining({ detail: expect.objectContaining({ errors }) }));
  });
});

describe('fields that are worked out in a body', () => {
  const sum: Form = {
    fields: {
      one: { field: 'number' },
      total: { field: 'number', value: { expression: ['+', { $data: '/form/one' }, 1] }, schema: { maximum: 9 } },
    },
    submit: form.submit,
  };
  const own = { ...portal, modules: { x: { definition: { forms: { send: sum } } } } } as object as CompiledPortal;
  const ask = (body: JsonObject): JsonObject => checkBody(own, endpoint, body, { open: () => ({}) }, 0);

  it.each([[{ one: 2 }], [{ one: 2, total: 3 }], [{ one: 2, total: -500 }], [{ one: 2, total: 'x' }]])(
    'of %j are what they come to',
    (body) => expect(ask(body)).toEqual({ one: 2, total: 3 }),
  );

  it('are judged by what they come to', () =>
    expect(() => ask({ one: 9, total: 1 })).toThrow(
      expect.objectContaining({ detail: expect.objectContaining({ errors: { total: 'invalid' } }) }),
    ));
});

describe('codes of a tree in a body', () => {
  const region = { field: 'cascade', complete: '请选择到区县', errors: { enum: '没有这个地区' } } as const;
  const trees: Form = {
    fields: { region: { ...region, tree: 'divisions' }, kind: { ...region, dictionary: 'kinds', complete: undefined } },
    submit: form.submit,
  };
  const kinds = { entries: { a: { dictCode: 'a', dictName: 'A', children: { b: { dictCode: 'b', dictName: 'B' } } } } };
  const own = {
    ...portal,
    settings: { ...portal.settings, dictionaries: { kinds } },
    modules: { x: { definition: { forms: { send: trees } } } },
  };
  it.each([
    [{ region: '330106', kind: 'b' }, undefined],
    [{ region: '330100' }, { region: '请选择到区县' }],
    [
      { region: '990000', kind: 'c' },
      { region: '没有这个地区', kind: '没有这个地区' },
    ],
  ])('%j: those that do not exist are refused with the words of the field', (body, errors) => {
    const ask = (): JsonObject => checkBody(own as object as CompiledPortal, endpoint, body, { open: () => ({}) }, 0);
    if (!errors) return expect(ask()).toEqual(body);
    return expect(ask).toThrow(expect.objectContaining({ detail: expect.objectContaining({ errors }) }));
  });
});

describe('the body of a form', () => {
  it('is read by the names of its fields', () =>
    expect(read(sound)).toEqual({ idNo: sound.idNo, who: '1,2', cover: sound.cover, content: sound.content, time: sound.time }));

  it.each([
    [
      '[PC-27] what is masked may be left out',
      { ...sound, idNo: '' },
      { who: '1,2', cover: sound.cover, content: sound.content, time: sound.time },
    ],
    ['[PC-27] but not sent as the mask', { ...sound, idNo: '3301*******1011' }, { idNo: 'wrong id' }],
    ['[PC-27] nor as something else that is wrong', { ...sound, idNo: '12' }, { idNo: 'wrong id' }],
    [
      'what is required is missed',
      { idNo: sound.idNo },
      { who: 'who needed', cover: 'cover needed', content: 'content needed', time: 'time needed' },
    ],
    ['rich text without words', { ...sound, content: '<p> </p>' }, { content: 'content needed' }],
    ['more files than there may be', { ...sound, cover: '/files/a.png|/files/b.png' }, { cover: 'one cover' }],
    ['an address that runs a script', { ...sound, cover: 'javascript:alert(1)' }, { cover: 'wrong cover' }],
    ['times that are none', { ...sound, time: '2026-11-21 25:00-26:00' }, { time: 'wrong time' }],
    ['a list where a text is sent', { ...sound, contactsId: ['1', '2'] }, { who: 'invalid' }],
    ['no where a text is sent', { ...sound, contactsId: false }, { who: 'invalid' }],
    ['a list of addresses where a text is sent', { ...sound, cover: [sound.cover] }, { cover: 'wrong cover' }],
    ['a name of a field that is sent under another', { ...sound, who: '1' }, 400],
    ['rich text without end', { ...sound, content: `<p>${'x'.repeat(100_000)}</p>` }, { content: 'invalid' }],
  ])('%s', (_what, body, result) => expect(read(body)).toEqual(result));
});
