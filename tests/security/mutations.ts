import type { InjectOptions } from 'light-my-request';
import type { Random } from './random';

/** A request before it is written down: whatever of it is changed may then be no request that a browser makes. */
export interface Draft {
  method: string;
  path: string;
  query: [name: string, value: string][];
  /** What the query may hold. */
  names: readonly string[];
  headers: Record<string, string>;
  body?: Buffer;
}

const deep = (times: number): string => `${'['.repeat(times)}${']'.repeat(times)}`;
const nul = String.fromCharCode(0);

/** Texts that are no text of a person. */
const oddTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1e308',
  '9007199254740993',
  '99999999999999999999999',
  'null',
  'true',
  '[]',
  '{}',
  nul,
  `a${nul}b`,
  '\ud800',
  '\udc00a',
  '\u202e\u2066',
  'é'.normalize('NFD').repeat(30),
  '👩‍👩‍👧‍👦',
  '中'.repeat(300),
  'a'.repeat(5_000),
  "' or 1=1 --",
  '%',
  '_',
  '\\',
  '\\x',
  "'",
  '"',
  '$1',
  '{x}',
  '{x, plural, other{#}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '..%2f',
  'javascript:x',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '9999-99-99',
  '2026-02-30 25:61-26:00',
  '0000-00-00 00:00-24:00',
  '+275760-09-14',
  '-',
  ',',
  ',,,,,,',
  '\r\nset-cookie: a=b',
  '/',
  '//evil.example',
] as const;

/** Pieces of JSON, some of which are none. */
const oddValues = [
  ...oddTexts.map((text) => JSON.stringify(text)),
  'null',
  'true',
  '-0',
  '1.5',
  '1e999',
  '-1e-999',
  '123456789012345678901234567890',
  '[]',
  '{}',
  '[null]',
  '[["a"]]',
  '{"a":{"b":{"c":1}}}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"toString":null,"valueOf":1,"length":-1,"then":{}}',
  deep(20),
  deep(40),
  deep(5_000),
  `"${'b'.repeat(30_000)}"`,
  'NaN',
  'undefined',
  "'a'",
  '"\\u0000"',
  '"\\ud800"',
  '"\\x"',
  '0x10',
  '01',
] as const;

const brokenBytes: readonly number[][] = [
  [0xff],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf5, 0x80],
  [0xe4, 0xb8],
  [0xef, 0xbb, 0xbf],
  [0],
  [0x1b],
];

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const;
const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'application/json;charset=gbk',
  'APPLICATION/JSON',
  'application/json, text/plain',
  'application/merge-patch+json',
  'text/plain',
  'text/html',
  'application/xml',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=part',
  'multipart/form-data; boundary="a',
  '',
  'x',
  '/;=',
] as const;
/** Headers that something on the way may read. */
const headerNames = [
  'authorization',
  'cookie',
  'accept',
  'accept-encoding',
  'accept-language',
  'range',
  'if-none-match',
  'if-modified-since',
  'idempotency-key',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  'x-http-method-override',
  'expect',
  'te',
  'upgrade',
  'connection',
  'user-agent',
  'content-encoding',
  'host',
] as const;
const headerValues = [
  '',
  ' ',
  ',',
  ';',
  '=',
  '*',
  '"',
  'a=b; a=c',
  '__proto__=x; constructor=y; token=%zz',
  'captcha=%00; known=~~~~; asker=aaaaaaaaaaaaaaaaaaaaaaaa; token=%ff',
  'Bearer',
  'Bearer a.b.c',
  'Bearer eyJhbGciOiJub25lIn0.e30.',
  'Basic Og==',
  'bytes=0-,-1',
  'text/html;q=2, */*;q=x',
  'br;q=1, gzip;q=0, *',
  'gzip',
  'chunked',
  '100-continue',
  'DELETE',
  '\u00ff\u0080é',
  'x'.repeat(4_000),
  '127.0.0.1, ::1, unknown',
  'localhost',
  'LOCALHOST.:80',
  '[::1]',
  'museum.localhost',
  'a b',
  'localhost:99999',
  'localhost/x?y#z',
  'user@localhost',
  '-1',
  '9'.repeat(400),
] as const;
const segments = [
  '%00',
  '%2e%2e',
  '..',
  '.',
  '%2f',
  '%5c',
  '%ff',
  '%e4%b8',
  '%zz',
  '%',
  ';a=b',
  '*',
  ':id',
  '{id}',
  '__proto__',
  'constructor',
  'a'.repeat(600),
] as const;
const rawQueries = [
  '%',
  '%zz=1',
  '%ff=%fe',
  'a[b]=c',
  'a[]=1&a[]=2',
  '__proto__=1',
  '__proto__[x]=1',
  'constructor=x',
  '&&&=&',
  '=',
  '?',
  '+',
  'page=%00',
  ';',
] as const;

/** Encodes what encodeURIComponent does not take, as a careless client would. */
const encode = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

type Mutation = (draft: Draft, random: Random) => void;

const changeMethod: Mutation = (draft, random) => {
  draft.method = random.pick(methods);
};

const changePath: Mutation = (draft, random) => {
  const parts = draft.path.split('/');
  // What stands last is most often the name of something.
  const place = random.once(2) ? parts.length - 1 : 1 + random.below(parts.length - 1);
  const value = random.once(2) ? random.pick(segments) : encode(random.pick(oddTexts)).slice(0, 3_000);
  const way = random.below(8);
  if (way < 2) parts.splice(place, 1);
  else if (way < 4) parts.splice(place, 0, value);
  else if (way < 5) parts[place] = (parts[place] ?? '').toUpperCase();
  else parts[place] = value;
  draft.path = parts.join('/');
};

const changeQuery: Mutation = (draft, random) => {
  const value = encode(random.pick(oddTexts));
  const known = draft.query[random.below(draft.query.length + 1)];
  const way = random.below(8);
  if (way < 4 && draft.names.length > 0) draft.query.push([random.pick(draft.names), value]);
  else if (way < 5) draft.query.push([random.pick(rawQueries), '']);
  else if (!known || way < 6) draft.query.push([encode(random.pick(oddTexts)), value]);
  else if (way < 7) draft.query.push([known[0], value]);
  else known[1] = value;
};

const changeHeader: Mutation = (draft, random) => {
  draft.headers[random.pick(headerNames)] = random.pick(headerValues);
};

const changeType: Mutation = (draft, random) => {
  draft.headers['content-type'] = random.pick(contentTypes);
};

/** Puts something else in the place of a value, under a name that is there or not. */
const changeValue: Mutation = (draft, random) => {
  const text = draft.body?.toString('utf8') ?? '{}';
  const values = [...text.matchAll(/"(?:[^"\\]|\\.)*"\s*:\s*("(?:[^"\\]|\\.)*"|[^,}\]]+)/g)];
  const found = values[random.below(values.length + 1)];
  const value = random.pick(oddValues);
  if (found) {
    const [whole, old = ''] = found;
    const [from, end] = [found.index + whole.length - old.length, found.index + whole.length];
    draft.body = Buffer.from(text.slice(0, from) + value + text.slice(end));
  } else {
    const name = JSON.stringify(random.pick(oddTexts));
    draft.body = Buffer.from(text.replace(/^\{/, `{${name}:${value}${text === '{}' ? '' : ','}`));
  }
};

/** Takes a name away, or gives it twice. */
const changeNames: Mutation = (draft, random) => {
  const pairs = (draft.body?.toString('utf8') ?? '{}').replace(/^\{|\}$/g, '').split(',');
  const place = random.below(pairs.length);
  if (random.once(2)) pairs.splice(place, 1);
  else pairs.push(pairs[place] ?? '');
  draft.body = Buffer.from(`{${pairs.join(',')}}`);
};

const replaceBody: Mutation = (draft, random) => {
  draft.body = Buffer.from(random.pick(oddValues));
};

const breakBytes: Mutation = (draft, random) => {
  const bytes = draft.body ?? Buffer.from('{}');
  const place = random.below(bytes.length + 1);
  const [start, end] = [bytes.subarray(0, place), bytes.subarray(place)];
  const way = random.below(3);
  if (way === 0) draft.body = start;
  else if (way === 1) draft.body = Buffer.concat([start, bytes.subarray(random.below(bytes.length + 1))]);
  else draft.body = Buffer.concat([start, Buffer.from(random.pick(brokenBytes)), end]);
};

const ofAny: readonly Mutation[] = [
  changePath,
  changePath,
  changePath,
  changeQuery,
  changeQuery,
  changeQuery,
  changeQuery,
  changeHeader,
  changeHeader,
  changeMethod,
];
const ofBodies: readonly Mutation[] = [changeValue, changeValue, changeValue, changeNames, replaceBody, breakBytes, changeType];

/** Changes a request in one to four ways; where there are more, the first that is refused hides the others. */
export function mutate(draft: Draft, random: Random): void {
  const times = random.pick([1, 1, 1, 2, 2, 3, 4]);
  for (let time = 0; time < times; time += 1) {
    const change = draft.body !== undefined && !random.once(3) ? random.pick(ofBodies) : random.pick(ofAny);
    change(draft, random);
  }
}

/** Writes a request down for injection. */
export function writeDraft({ method, path, query, headers, body }: Draft, remoteAddress: string): InjectOptions {
  const search = query.map(([name, value]) => `${name}=${value}`).join('&');
  const url = `${path.startsWith('/') ? '' : '/'}${path}${search === '' ? '' : `?${search}`}`;
  return { method: method as 'GET', url, headers, remoteAddress, ...(body === undefined ? {} : { payload: body }) };
}
