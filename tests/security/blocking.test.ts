import type { InjectOptions } from 'light-my-request';
import smCrypto from 'sm-crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildEntry } from '../../src/database/search/entries';
import { parseQuestion, prepareWords } from '../../src/database/search/words';
import type { CompiledPortal } from '../../src/model/compiled';
import type { Property } from '../../src/model/definitions.g';
import type { JsonObject } from '../../src/model/json';
import { formatDisplay, stripTags } from '../../src/runtime/display';
import { checkBody } from '../../src/server/api/body';
import { RequestError } from '../../src/server/api/errors';
import { readParameters } from '../../src/server/api/parameters';
import { sanitize, sanitizeComment, sanitizeItem } from '../../src/server/api/sanitize';
import { buildCalendar } from '../../src/server/calendar/ics';
import { checkItem } from '../../src/server/importing/checkItem';
import { readCsv } from '../../src/server/importing/csv';
import { toRecord } from '../../src/server/items/record';
import { cutExcerpt } from '../../src/server/rooms/search/marks';
import { deriveMessageKey } from '../../src/server/security/encryption';
import { testPortal, type TestPortal } from '../server/portal';
import { findBodyFields, findDeclaredCalls, isWriting, type Call } from './calls';
import { hostileTexts, isTooLong, processorTime } from './hostile';

const megabyte = 1_000_000;
/** What Node takes of a request's line and headers together. */
const headerBytes = 16_000;

let portal: TestPortal;
let calls: Call[];
beforeAll(async () => {
  prepareWords();
  portal = await testPortal();
  calls = findDeclaredCalls(portal.definitions);
});
afterAll(() => portal.close());

/** Runs a check that may refuse; any other failure is a fault of the check. */
function refusing(check: () => unknown): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
  }
}

/** Measures one thing after the other and collects what takes too long. */
class Stopwatch {
  readonly slow: string[] = [];
  runs = 0;

  async time(what: string, work: () => unknown): Promise<void> {
    this.runs += 1;
    const time = await processorTime(work);
    if (isTooLong(time)) this.slow.push(`${what}: ${Math.round(time)} ms`);
  }
}

const made = new Map<string, [name: string, text: string][]>();

/** The hostile texts of a length, made once. */
function texts(length: number, names?: readonly string[]): [name: string, text: string][] {
  const key = `${length} ${names?.join(' ') ?? ''}`;
  const known = made.get(key) ?? hostileTexts(length, names);
  made.set(key, known);
  return known;
}

const few = ['spaces', 'brackets', 'domains', 'mixed'];

describe('no text keeps the process from other visitors', () => {
  it('nor would the measure miss one that did', async () => {
    const [, text = ''] = texts(30_000, ['spaces'])[0] ?? [];
    expect(isTooLong(await processorTime(() => /\s+$/.test(text), 1))).toBe(true);
  });

  it('in any field of any body', async () => {
    const watch = new Stopwatch();
    for (const call of calls.filter(isWriting)) {
      const { endpoint, portal: compiled } = call;
      const encrypt = compiled.modules[endpoint.module]?.definition.forms?.[endpoint.form ?? '']?.submit.encrypt;
      const fields = findBodyFields(call);
      for (const [name, longest] of fields)
        for (const [shape, text] of [...texts(megabyte, few), ...texts(longest, longest > 10_000 ? few : undefined)]) {
          const body: JsonObject = { ...Object.fromEntries(fields.map(([other]) => [other, 'a'])), [name]: text };
          const sent = encrypt ? { [encrypt.as]: 'a' } : body;
          await watch.time(`${endpoint.name} ${name}, ${text.length} ${shape}`, () =>
            refusing(() => checkBody(compiled, endpoint, sent, { open: () => body }, 0)),
          );
        }
    }
    expect(watch.runs).toBeGreaterThan(1000);
    expect(watch.slow).toEqual([]);
  });

  it('in any parameter of any call', async () => {
    const watch = new Stopwatch();
    for (const { endpoint } of calls)
      for (const name of endpoint.variables)
        for (const [shape, text] of [...texts(megabyte, few), ...texts(2000, few), ...texts(100, few)])
          await watch.time(`${endpoint.name} ${name}, ${text.length} ${shape}`, () =>
            refusing(() => readParameters(endpoint, { [name]: text }, new URLSearchParams(), 0)),
          );
    expect(watch.runs).toBeGreaterThan(1000);
    expect(watch.slow).toEqual([]);
  });

  it('sent to any call by anybody', async () => {
    const watch = new Stopwatch();
    for (const call of calls) {
      const { endpoint, host } = call;
      const { method, template, name } = endpoint;
      const [, text = ''] = texts(megabyte, few)[watch.runs % few.length] ?? [];
      const url = template.replace(/\{[?&][^}]*\}/g, '').replace(/\{[^}]*\}/g, 'a');
      const field = findBodyFields(call)[0]?.[0] ?? 'a';
      const query = new URLSearchParams({ [endpoint.variables[0] ?? 'a']: text.slice(0, headerBytes / 4) });
      const ask: InjectOptions = isWriting(call) ? { method, url, payload: { [field]: text } } : { method, url: `${url}?${query}` };
      await watch.time(name, () => portal.app.inject({ ...ask, headers: { host } }));
    }
    expect(watch.runs).toBeGreaterThan(100);
    expect(watch.slow).toEqual([]);
  });

  const host = 'localhost';
  const repeat = (piece: string, length: number): string => piece.repeat(length / piece.length);
  const post = (payload: string, type = 'application/json', url = '/api/auth/jwt/reset'): InjectOptions => ({
    method: 'POST',
    url,
    headers: { host, 'content-type': type },
    payload,
  });
  const upload = (filename: string): InjectOptions =>
    post(
      `--x\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\n\r\na\r\n--x--\r\n`,
      'multipart/form-data; boundary=x',
      '/api/file/upload',
    );
  const get = (url: string, headers: Record<string, string> = {}): InjectOptions => ({ url, headers: { host, ...headers } });
  const inHeader = (piece: string): string => repeat(piece, headerBytes);

  it.each<[string, () => InjectOptions]>([
    ['lists within lists', () => post(repeat('[', megabyte))],
    ['objects within objects', () => post(`${repeat('{"a":', megabyte / 2)}1${'}'.repeat(megabyte / 10)}`)],
    ['quotes without end', () => post(`{"a":"${repeat('\\"', megabyte)}`)],
    ['many numbers', () => post(`{"a":[${repeat('1,', megabyte)}1]}`)],
    ['the name of a file', () => upload(`${repeat(' ', 60_000)}x.png`)],
    ['the name of a file of dots', () => upload(repeat('.', 60_000))],
    ['cookies', () => get('/api/auth/jwt/getCode', { cookie: inHeader('a=1; ') })],
    ['quoted cookies', () => get('/', { cookie: inHeader('a="') })],
    ['a token', () => get('/api/auth/jwt/user', { authorization: `Bearer ${inHeader('a.')}` })],
    ['a token after spaces', () => get('/api/auth/jwt/user', { authorization: `Bearer${inHeader(' ')}` })],
    ['a host', () => get('/', { host: inHeader('a.') })],
    ['a path', () => get(inHeader('/a'))],
    ['a path of dots', () => get(inHeader('/..'))],
    ['a path of escapes', () => get(`/${inHeader('%E4%B8%AD')}`)],
    ['a query', () => get(`/?${inHeader('a=1&')}`)],
    ['the address of a picture', () => get(`/pictures/${inHeader('a')}.svg`)],
    ['the address of a film', () => get(`/media/${inHeader('a-')}`)],
    ['ranges of a film', () => get('/media/a.mp4', { range: `bytes=${inHeader('0-1,')}` })],
    ['encodings', () => get('/', { 'accept-encoding': inHeader('gzip,') })],
  ])('in %s', async (what, ask) => {
    const watch = new Stopwatch();
    const sent = ask();
    await watch.time(what, () => portal.app.inject(sent));
    expect(watch.slow).toEqual([]);
  });

  const question = parseQuestion('a 中');
  const key = deriveMessageKey(Buffer.alloc(32, 1));
  const message = smCrypto.sm2.doEncrypt('a'.repeat(9_000), key.publicKey, 1);
  const context = { patterns: {}, texts: {} as CompiledPortal['texts'], labels: {}, now: 0 };
  it.each<[string, (text: string) => unknown]>([
    ['rich text', sanitize],
    ['a comment', sanitizeComment],
    ['the words of rich text', stripTags],
    ['marked words', (text) => formatDisplay({ value: '/item/text', format: 'marked' }, { item: { text } }, context)],
    ['what is searched', (text) => buildEntry('t', { title: text, text })],
    ['an excerpt', (text) => cutExcerpt([text], question)],
    ['a date of a calendar', (text) => buildCalendar({ uid: 'a', start: 0, title: text, place: text, text, stamp: 0 })],
    ['an encrypted form', (text) => refusing(() => key.open(text))],
  ])('in %s', async (what, work) => {
    const watch = new Stopwatch();
    for (const [shape, text] of texts(megabyte)) await watch.time(`${what}, ${shape}`, () => work(text));
    expect(watch.slow).toEqual([]);
  });

  it('in the longest form that is encrypted rightly', async () => {
    expect(message.length).toBeLessThan(20_000);
    expect(isTooLong(await processorTime(() => refusing(() => key.open(message))))).toBe(false);
  });

  it('in any kind of field of an item that is brought in', async () => {
    const kinds = new Map<string, Property>();
    for (const module of Object.values(calls[0]?.portal.modules ?? {}))
      for (const property of Object.values(module.definition.item?.properties ?? {}))
        kinds.set(JSON.stringify([property.type, property.format, property.contentMediaType, property.items?.type]), property);
    const watch = new Stopwatch();
    for (const [kind, property] of kinds)
      for (const [shape, text] of texts(megabyte, ['spaces', 'domains', 'starts']))
        await watch.time(`${kind}, ${shape}`, () => {
          const { item } = checkItem({ a: text }, { properties: { a: property } });
          sanitizeItem(item, { properties: { a: property } });
        });
    expect(watch.runs).toBeGreaterThan(20);
    expect(watch.slow).toEqual([]);
  });

  it('in the title of any item', async () => {
    const watch = new Stopwatch();
    for (const module of Object.values(calls[0]?.portal.modules ?? {})) {
      const field = module.definition.roles?.title.slice(1);
      const [, text = ''] = texts(megabyte, few)[watch.runs % few.length] ?? [];
      if (field !== undefined) await watch.time(module.name, () => toRecord('centre', module, { id: '1', [field]: text }));
    }
    expect(watch.runs).toBeGreaterThan(10);
    expect(watch.slow).toEqual([]);
  });

  it('in a cell of a table that is brought in', async () => {
    const watch = new Stopwatch();
    const read = async (text: string): Promise<void> => {
      const { rows } = await readCsv(
        (async function* () {
          yield `a,b\n${text}`;
        })(),
      );
      for await (const row of rows) void row;
    };
    for (const [shape, text] of texts(100_000, [...few, 'commas', '"', '"a""', '"a"b,']))
      await watch.time(shape, () => read(text).catch(() => undefined));
    expect(watch.slow).toEqual([]);
  });
});
