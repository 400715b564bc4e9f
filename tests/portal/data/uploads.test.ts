// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uploadFile, type UploadOptions } from '../../../src/portal/data/uploads';
import { beginSession, endSession, onSessionEnd } from '../../../src/portal/data/session';
import { endpoint, shellOf } from '../payloads';

/** A request that the test answers. */
class Wire {
  static last: Wire | undefined;
  upload: { onprogress?: (event: Partial<ProgressEvent>) => void; onload?: () => void } = {};
  onload?: () => void;
  onerror?: () => void;
  status = 0;
  responseText = '';
  answered: Record<string, string> = {};
  withCredentials = false;
  headers: Record<string, string> = {};
  opened: string[] = [];
  sent?: FormData;
  aborted = false;
  constructor() {
    Wire.last = this;
  }
  open(...how: string[]): void {
    this.opened = how;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  getResponseHeader(name: string): string | null {
    return this.answered[name] ?? null;
  }
  send(body: FormData): void {
    this.sent = body;
  }
  abort(): void {
    this.aborted = true;
  }
  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    this.onload?.();
  }
}
const wire = (): Wire => {
  if (!Wire.last) throw new Error('nothing was sent');
  return Wire.last;
};

const call = {
  ...endpoint('upload:one', '/api/file/upload'),
  method: 'POST' as const,
  rows: undefined,
  total: undefined,
  shape: { properties: { http: { type: 'string' as const }, status: { type: 'integer' as const } } },
};
const shell = shellOf();
const start = (options: Partial<UploadOptions> = {}) =>
  uploadFile(call, new File(['x'], '照片.png'), { shell, values: { fileType: 'image' }, ...options });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', Wire);
  Wire.last = undefined;
});
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('[UPLOAD-17] [SESSION-08] a file goes behind the other values, with the headers of every call, and its address comes back', async () => {
  beginSession({ token: 'T', mobilePhone: '13800000000' });
  const shares: number[] = [];
  const reply = start({ onProgress: (share) => shares.push(share) });
  expect(wire().opened).toEqual(['POST', '/api/file/upload']);
  expect([...(wire().sent?.keys() ?? [])]).toEqual(['fileType', 'file']);
  expect(wire().sent?.get('file')).toMatchObject({ name: '照片.png' });
  expect(wire().headers).toEqual({
    Accept: 'application/json',
    'X-Organization-Id': shell.fid,
    'X-Refusal-Status': 'header',
    Authorization: 'T',
  });
  expect(wire().withCredentials).toBe(true);
  wire().upload.onprogress?.({ lengthComputable: true, loaded: 25, total: 100 });
  wire().upload.onprogress?.({ lengthComputable: false, loaded: 50, total: 0 });
  wire().upload.onload?.();
  wire().answer(200, { status: 200, message: '上传成功!', data: { http: '/files/a.png', status: 1 } });
  expect(await reply).toMatchObject({ ok: true, message: '上传成功!', item: { http: '/files/a.png', status: 1 } });
  expect(shares).toEqual([0.25, 1]);
});

test.each([
  [
    "[UPLOAD-11] a refusal has the server's message",
    413,
    { status: 413, message: '上传的文件不要超过10M。' },
    { message: '上传的文件不要超过10M。', status: 413, fault: 'http' },
  ],
  ['a proxy that says nothing', 413, '<html>', { message: '服务器繁忙，请稍候', fault: 'http' }],
  ['a server that is busy', 503, '', { message: '服务器繁忙，请稍候', status: 503, fault: 'http' }],
])('%s', async (_what, status, body, expected) => {
  const reply = start();
  wire().answer(status, body);
  expect(await reply).toMatchObject({ ok: false, ...expected });
});

test('a refusal whose status is in a header is the same refusal', async () => {
  const reply = start();
  wire().answered = { 'X-Refusal-Status': '413' };
  wire().answer(200, { status: 413, message: '上传的文件不要超过10M。' });
  expect(await reply).toMatchObject({ ok: false, message: '上传的文件不要超过10M。', status: 413, fault: 'http' });
});

test('[UPLOAD-12] a line that breaks is told', async () => {
  const reply = start();
  wire().onerror?.();
  expect(await reply).toMatchObject({ ok: false, message: '上传失败', fault: 'network' });
});

test('[SESSION-13] a session that is over ends', async () => {
  beginSession({ token: 'T', mobilePhone: '13800000000' });
  const ends: string[] = [];
  const stop = onSessionEnd((end) => ends.push(end));
  const reply = start();
  wire().answer(200, { status: 40101, message: '登录已过期，请重新登录' });
  expect(await reply).toMatchObject({ ok: false, fault: 'session' });
  expect(ends).toEqual(['expired']);
  stop();
});

test('it may take long, and is given up when nothing moves for 30 seconds', async () => {
  const reply = start();
  for (let share = 1; share < 10; share += 1) {
    vi.advanceTimersByTime(29_000);
    wire().upload.onprogress?.({ lengthComputable: true, loaded: share, total: 10 });
  }
  expect(wire().aborted).toBe(false);
  vi.advanceTimersByTime(30_000);
  expect(await reply).toMatchObject({ ok: false, message: '请求超时，请稍后再试', status: 504, fault: 'network' });
  expect(wire().aborted).toBe(true);
});

test('it can be given up', async () => {
  const giving = new AbortController();
  const reply = start({ signal: giving.signal });
  giving.abort();
  expect(await reply).toMatchObject({ ok: false, message: undefined });
  expect(wire().aborted).toBe(true);
  const before = wire();
  expect(await start({ signal: giving.signal })).toMatchObject({ ok: false });
  expect(wire()).not.toBe(before);
  expect(wire().sent).toBeUndefined();
});
