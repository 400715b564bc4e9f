import { describe, expect, test } from 'vitest';
import type { Condition, Display, Value } from '../../src/model/definitions.g';
import type { ClientEndpoint } from '../../src/model/compiled';
import { chooseAction, resolveTarget } from '../../src/runtime/action';
import { coerce } from '../../src/runtime/coerce';
import { holds } from '../../src/runtime/condition';
import { encodeRow, readReply } from '../../src/runtime/reply';
import { assign, resolve } from '../../src/model/pointer';
import { sanitizeAddress, formatDisplay, stripTags } from '../../src/runtime/display';
import { expand } from '../../src/runtime/template';
import { evaluate } from '../../src/runtime/value';

const scope = {
  item: {
    name: '灯会',
    free: 0,
    tags: ['a', 'b'],
    none: null,
    empty: '',
    list: [],
    price: 12.5,
    html: '<p>甲<b>乙</b></p>',
    when: '2026-11-20T00:00:00+08:00',
  },
  query: { id: '7' },
};

describe('references reach own values alone', () => {
  test.each([
    ['/item/name', '灯会'],
    ['/item/tags/1', 'b'],
    ['/item/tags/01', undefined],
    ['/item/tags/-', undefined],
    ['/item/tags/length', undefined],
    ['/item/constructor', undefined],
    ['/item/__proto__', undefined],
    ['/toString', undefined],
    ['/item/name/0', undefined],
    ['/gone/x', undefined],
  ])('%s is %j', (pointer, value) => expect(resolve(pointer, scope)).toEqual(value));

  test('writing makes the way, and never through a value', () => {
    const document: Record<string, unknown> = { a: 1 };
    assign('/list/data/rows', document, []);
    expect(document).toEqual({ a: 1, list: { data: { rows: [] } } });
    expect(() => assign('/a/b', document, 1)).toThrow();
  });
});

describe('conditions', () => {
  test.each<[Condition, boolean]>([
    [{}, true],
    [{ '/item/name': '灯会' }, true],
    [{ '/item/free': 0 }, true],
    [{ '/item/free': '0' }, false],
    [{ '/item/name': '灯会', '/item/free': 1 }, false],
    [{ '/item/gone': { minLength: 1 } }, false],
    [{ '/item/none': { type: 'object' } }, false],
    [{ '/item/gone': { not: 1 } }, false],
    [{ '/item/gone': { present: false } }, true],
    [{ '/item/empty': { present: true } }, false],
    [{ '/item/list': { present: false } }, true],
    [{ '/item/price': { minimum: 12, maximum: 13 } }, true],
    [{ '/item/name': { minLength: 2, maxLength: 2 } }, true],
    [{ '/item/tags': { minItems: 3 } }, false],
    [{ '/item/name': { pattern: '^灯' } }, true],
    [{ '/item/free': { enum: [1, 0] } }, true],
    [{ '/item/free': { not: { const: 1 } } }, true],
    [{ '/item/free': { anyOf: [1, { minimum: 0 }] } }, true],
    [{ '/item/price': { type: 'integer' } }, false],
  ])('%j holds: %s', (condition, result) => expect(holds(condition, scope)).toBe(result));
});

describe('values', () => {
  test.each<[Value, unknown]>([
    ['/item/name', '灯会'],
    ['/item/none', undefined],
    [{ const: '/x' }, '/x'],
    [{ cases: { first: { when: { '/item/free': 0 }, value: { const: 'a' } }, second: { when: {}, value: { const: 'b' } } } }, 'a'],
    [{ cases: { first: { when: { '/item/free': 1 }, value: { const: 'a' } } }, otherwise: '/query/id' }, '7'],
  ])('%j', (value, result) => expect(evaluate(value, scope)).toEqual(result));

  test('templates leave out what is absent and encode the rest (RFC 6570)', () => {
    expect(expand('/d{?columnId,id}', { columnId: '/item/gone', id: { const: 'a&b=汉' } }, scope)).toBe('/d?id=a%26b%3D%E6%B1%89');
  });
});

describe('displays', () => {
  const context = { patterns: {}, texts: { listSeparator: '、' }, labels: { 'm:list': { a: '甲' } }, now: 0 };
  test.each<[Display, string | undefined]>([
    ['/item/name', '灯会'],
    ['/item/empty', undefined],
    [{ value: '/item/gone', else: '暂无介绍' }, '暂无介绍'],
    [{ value: '/item/tags', codelist: 'm:list' }, '甲、b'],
    [{ value: '/item/tags', pick: 'first' }, 'a'],
    [{ value: '/item/price', format: 'price' }, '¥12.50'],
    [{ value: '/item/price', format: 'price', currency: '$' }, '$12.50'],
    [{ value: '/item/free', format: 'price', free: '免费' }, '免费'],
    [{ value: '/item/free', format: 'price' }, '¥0'],
    [{ value: '/item/html', format: 'stripped' }, '甲乙'],
    [{ value: { const: '一二三四五' }, length: 3 }, '一二三…'],
    [{ value: '/item/name', when: { '/item/free': 1 } }, undefined],
  ])('%j shows %j', (display, text) => expect(formatDisplay(display, scope, context)?.text).toBe(text));

  test.each([
    ['0571-8800 1234', 'tel:0571-88001234'],
    ['*100#', 'tel:*100#'],
    ['138****5678', undefined],
    ['****5678', undefined],
    ['1*3', undefined],
  ])('the number %s leads to %s', (phone, href) =>
    expect(formatDisplay({ value: { const: phone }, format: 'phone' }, scope, context)).toMatchObject({ text: phone, href }),
  );

  test('cut text keeps the whole for expanding', () =>
    expect(formatDisplay({ value: { const: '一二三四五' }, length: 3, expand: true }, scope, context)).toMatchObject({
      full: '一二三四五',
      expand: true,
    }));
  test.each([
    ['<p>a</p><p>b</p>', 'a b'],
    ['<em>十二所</em>小学<br>起步', '十二所小学 起步'],
    ['a &lt;b&gt; &amp; c', 'a <b> & c'],
    ['<img alt=">">x', 'x'],
    ['<p>甲</p>，乙', '甲，乙'],
  ])('%s is %s without tags', (html, text) => expect(stripTags(html)).toBe(text));
  test.each([
    ['https://a.example/', true],
    ['/x', true],
    ['//evil.example', false],
    ['/\\evil', false],
    ['javascript:alert(1)', false],
    [' JavaScript:x', false],
    ['data:text/html,x', false],
    ['vbscript:x', false],
  ])('%s may be linked to: %s', (address, safe) => expect(sanitizeAddress(address) !== undefined).toBe(safe));
});

describe('actions', () => {
  const context = { patterns: {}, login: '/login', here: '/d?id=7', signedIn: false };
  test('the first case that holds is taken, with what its action says for all', () => {
    const action = {
      tone: 'primary' as const,
      cases: {
        closed: { when: { '/item/free': 1 }, label: 'c', disabled: true },
        open: { when: { '/item/free': 0 }, label: 'o', to: '/x{?id}', with: { id: '/query/id' } },
      },
      otherwise: { label: 'e', disabled: true },
    };
    expect(chooseAction(action, scope)).toMatchObject({ label: 'o', tone: 'primary' });
    expect(resolveTarget(action, scope, context)).toMatchObject({ href: '/x?id=7', external: false, newWindow: false });
  });
  test('[SESSION-05] what requires login leads there and back', () =>
    expect(resolveTarget({ label: 'x', to: '/e{?id}', with: { id: '/query/id' }, requires: 'login' }, scope, context)).toMatchObject({
      href: '/login?redirect=%2Fe%3Fid%3D7',
    }));
  test('an address that the data lacks is no link', () =>
    expect(resolveTarget({ label: 'x', url: '/item/gone' }, scope, context)).toBeUndefined());
  test('another site opens in a new window', () =>
    expect(resolveTarget({ label: 'x', url: { const: 'https://a.example/' } }, scope, context)).toMatchObject({
      external: true,
      newWindow: true,
    }));
  test('[DPAV-07] a picture that shows itself leads nowhere, and is not there without its address', () => {
    expect(resolveTarget({ label: 'x', picture: { const: '/pictures/a.svg' } }, scope, context)).toMatchObject({
      picture: '/pictures/a.svg',
      does: false,
    });
    expect(resolveTarget({ label: 'x', picture: { const: '/pictures/a.svg' } }, scope, context)).not.toHaveProperty('href');
    expect([
      resolveTarget({ label: 'x', picture: '/item/gone' }, scope, context),
      resolveTarget({ label: 'x', picture: { const: 'javascript:x' } }, scope, context),
    ]).toEqual([undefined, undefined]);
  });
  test('a notice leads nowhere', () =>
    expect(resolveTarget({ label: 'x', notice: '暂无相关内容～' }, scope, context)).toMatchObject({ notice: '暂无相关内容～' }));
});

describe('replies', () => {
  const endpoint: ClientEndpoint = {
    name: 'm:list',
    method: 'GET',
    template: '/api/x',
    variables: [],
    params: {},
    ok: { '/list/status': 200 },
    rows: '/list/data/rows',
    total: '/list/data/total',
    message: '/list/message',
    encode: { '/images': '|' },
    rename: { '/author': '/info/auther' },
    shape: {
      properties: {
        id: { type: 'string' },
        n: { type: 'integer' },
        images: { type: 'array', items: { type: 'string' } },
        author: { type: 'string' },
        on: { type: 'boolean' },
      },
    },
  };
  const body = (row: object, status: unknown = 200): object => ({ list: { status, message: 'm', data: { total: 1, rows: [row] } } });

  test('[CONV-08, SESSION-12] rows are read through the declaration', () => {
    expect(readReply(endpoint, body({ id: 7, n: '3', images: '/a|/b|', info: { auther: 'x' }, on: 'true', extra: 1 }))).toEqual({
      ok: true,
      total: 1,
      message: 'm',
      item: undefined,
      rows: [{ id: '7', n: 3, images: ['/a', '/b'], author: 'x', on: true }],
    });
    expect(readReply(endpoint, body({}, '200')).ok).toBe(true);
  });
  test.each([
    [body({}, 500), 200, 500],
    [body({}, 40101), 200, 40101],
    [{}, 200, 500],
    ['text', 200, 500],
    [null, 200, 500],
    [{}, 404, 404],
  ])('a reply that is not as declared is a failure', (reply, http, status) =>
    expect(readReply(endpoint, reply, http)).toMatchObject({ ok: false, rows: [], status }),
  );
  test.each([
    [0, true],
    ['200', true],
    [200, true],
    [1, false],
    ['0 200', false],
  ])('[VOL-22] of several constants of a success %j is one: %s', (status, ok) =>
    expect(readReply({ ...endpoint, ok: { '/status': [0, 200] } }, { status }).ok).toBe(ok),
  );
  test('[DPAV-13] lists of other modules become fields of the item, read as their own call declares', () => {
    const along = {
      source: 'n:list',
      with: { of: '/id' },
      limit: 3,
      at: '/data/list',
      rename: { '/column': '/node' },
      encode: { '/images': '|' as const },
      shape: {
        properties: {
          id: { type: 'string' as const },
          column: { type: 'string' as const },
          images: { type: 'array' as const, items: { type: 'string' as const } },
        },
      },
    };
    const one: ClientEndpoint = {
      ...endpoint,
      ok: { '/status': 200 },
      rows: undefined,
      total: undefined,
      item: '/data/one',
      encode: undefined,
      rename: undefined,
      include: { others: along, none: { ...along, at: '/data/none' } },
    };
    const reply = readReply(one, {
      status: 200,
      data: { one: { id: 1 }, list: [{ id: 2, node: 3, images: '/a|/b', extra: 1 }, 'no row'] },
    });
    expect(reply.item).toEqual({ id: '1', others: [{ id: '2', column: '3', images: ['/a', '/b'] }], none: [] });
  });
  test('writing is the inverse of reading', () => {
    const item = { id: '7', n: 3, images: ['/a', '/b'], author: 'x', on: true };
    expect(readReply(endpoint, body(encodeRow(item, endpoint))).rows).toEqual([item]);
  });
  test.each([
    ['3.5', 'integer', undefined],
    ['3', 'number', 3],
    ['', 'number', undefined],
    ['x', 'number', undefined],
    [1, 'boolean', true],
    ['no', 'boolean', undefined],
    [{}, 'string', undefined],
    [5, 'string', '5'],
    [null, 'string', undefined],
    ['a', 'array', undefined],
  ] as const)('%j as %s is %j', (value, type, result) => expect(coerce(value, { type })).toBe(result));
});
