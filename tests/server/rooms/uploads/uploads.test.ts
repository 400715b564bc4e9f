import { request } from 'node:http';
import { connect } from 'node:net';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addChunk, startUpload } from '../../../../src/database/content/uploads';
import { removeUnused } from '../../../../src/database/content/uploadUses';
import { accountPortal, at, type AccountPortal, type Reply } from '../../accountPortal';
import { accepted, exif, jpeg, mp4, png, refused } from './files';

interface Part {
  name?: string;
  filename?: string;
  type?: string;
  value: Buffer | string;
}

let portal: AccountPortal;
let member: { token: string; id: string; phone: string };
let other: { token: string };
beforeAll(async () => {
  portal = await accountPortal();
  member = await portal.member('13600000001');
  other = await portal.member('13600000002');
}, 60_000);
beforeEach(() => sql`delete from throttle`.execute(portal.database.kysely));
afterAll(() => portal.close());

const boundary = 'x-boundary-of-tests';
/** A multipart body as browsers write it. */
function multipart(parts: Part[]): Buffer {
  const pieces = parts.flatMap(({ name = 'file', filename, type = 'application/octet-stream', value }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: ${type}`}\r\n\r\n`,
    value,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
}
const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };

async function send(
  url: string,
  body: Buffer,
  { token = member.token, host = 'localhost', type = headers['content-type'] }: { token?: string; host?: string; type?: string } = {},
): Promise<Reply> {
  const reply = await portal.app.inject({
    method: 'POST',
    url,
    payload: body,
    headers: { host, 'content-type': type, ...(token === '' ? {} : { authorization: token }) },
  });
  return {
    status: reply.statusCode,
    text: reply.body,
    raw: reply.rawPayload,
    type: '',
    cookies: {},
    setCookies: [],
    body: JSON.parse(reply.body) as Reply['body'],
  };
}
const upload = (value: Buffer, filename = 'a.png', extra: Part[] = []) =>
  send('/api/file/upload', multipart([...extra, { filename, value }]));
const file = (url: string, more: Record<string, string> = {}, host = 'localhost', method: 'GET' | 'HEAD' = 'GET') =>
  portal.app.inject({ method, url, headers: { host, ...more } });
const addressIn = (reply: Reply): string => String(at(reply.body, 'data', 'http'));
const count = async (table: 'upload' | 'upload_chunk'): Promise<number> =>
  Number((await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(portal.database.kysely)).rows[0]?.count);

describe('the calls', () => {
  it('[UPLOAD-17, UPLOAD-13, UPLOAD-10] one file is answered with its address, its status and its id, and asked for again', async () => {
    const reply = await upload(png(), '照片.png');
    expect(reply).toMatchObject({
      status: 200,
      body: {
        status: 200,
        message: '上传成功!',
        data: {
          http: expect.stringMatching(/^\/files\/[\w-]{22}\.png$/),
          status: 1,
          objectid: expect.stringMatching(/^[\w-]{22}$/),
          name: '照片.png',
          size: expect.any(Number),
          fileType: 'image',
        },
      },
    });
    const status = (token: string, id = String(at(reply.body, 'data', 'objectid'))) => portal.ask({ url: `/api/file/status/${id}`, token });
    expect(await status(member.token)).toMatchObject({ status: 200, body: { status: 200, data: { status: 1, http: addressIn(reply) } } });
    expect((await status(other.token)).status).toBe(404);
    expect((await status(member.token, 'x'.repeat(22))).status).toBe(404);
  });

  it('[UPLOAD-16] several files, in their order', async () => {
    const reply = await send(
      '/api/file/uploads',
      multipart([
        { filename: 'a.png', value: png() },
        { filename: 'b.pdf', value: '%PDF-1.4' },
      ]),
    );
    expect(reply).toMatchObject({
      status: 200,
      body: {
        status: 200,
        data: {
          total: 2,
          data: [
            { http: expect.stringMatching(/\.png$/), status: 1 },
            { http: expect.stringMatching(/\.pdf$/), name: 'b.pdf' },
          ],
        },
      },
    });
  });

  it('[UPLOAD-18, UPLOAD-19] a part of a form says what it calls its file', async () => {
    const fields: Part[] = [
      { name: 'id', value: 'WU_FILE_0' },
      { name: 'fileType', value: 'video' },
    ];
    const sent = await send('/api/file/part', multipart([...fields, { filename: 'a.mp4', value: mp4() }]));
    expect(sent.body).toMatchObject({
      status: 200,
      rel: true,
      message: '上传成功!',
      data: { http: expect.stringMatching(/\.mp4$/), message: '上传成功!', id: 'WU_FILE_0' },
    });
    const reply = await send('/api/file/part', multipart([...fields, { filename: 'a.mp4', value: png() }]));
    expect(reply).toMatchObject({
      status: 400,
      body: {
        status: 400,
        rel: false,
        message: '请选择视频文件(mp4、ogg、flv、avi、wmv、rmvb格式)',
        data: { message: '请选择视频文件(mp4、ogg、flv、avi、wmv、rmvb格式)' },
      },
    });
  });

  it.each(['upload', 'uploads', 'part'])('%s is for members', async (call) => {
    const before = await count('upload');
    const body = multipart([{ filename: 'a.png', value: png() }]);
    expect((await send(`/api/file/${call}`, body, { token: '' })).body).toMatchObject({ status: 40101, message: '请先登录' });
    expect((await send(`/api/file/${call}`, body, { token: 'stale' })).body).toMatchObject({
      status: 40101,
      message: '登录已过期，请重新登录',
    });
    expect((await send(`/api/file/${call}`, body, { host: 'museum.localhost' })).body).toMatchObject({ status: 40101 });
    expect(await count('upload')).toBe(before);
  });
});

describe('what a file is', () => {
  it.each(Object.entries(accepted))(
    '[UPLOAD-05, UPLOAD-07, UPLOAD-08, UPLOAD-09] %s is told by its content',
    async (extension, { kind, type, bytes }) => {
      const reply = await upload(bytes, `program.${extension}`);
      expect(reply.body).toMatchObject({
        status: 200,
        data: { fileType: kind, name: `program.${extension}`, http: expect.stringMatching(new RegExp(`\\.${extension}$`)) },
      });
      const served = await file(addressIn(reply));
      expect([
        served.statusCode,
        String(served.headers['content-type']).split(';')[0],
        served.headers['x-content-type-options'],
        served.headers['content-security-policy'],
      ]).toEqual([200, type, 'nosniff', "sandbox; default-src 'none'"]);
      // Pictures are written anew.
      if (kind === 'image') expect((await sharp(served.rawPayload).metadata()).width).toBe(16);
      else expect(served.rawPayload.equals(bytes)).toBe(true);
      expect(served.headers['content-disposition']).toBe(
        `${kind === 'file' ? 'attachment' : 'inline'}; filename*=UTF-8''program.${extension}`,
      );
    },
  );

  it.each(refused)('[UPLOAD-02] %s is refused, called a picture', async (_what, bytes) => {
    const before = [await count('upload'), await count('upload_chunk')];
    const body = multipart([
      { name: 'fileType', value: 'image' },
      { filename: 'a.jpg', type: 'image/jpeg', value: bytes },
    ]);
    expect(await send('/api/file/upload', body)).toMatchObject({ status: 400, body: { status: 400, message: '请选择图片文件' } });
    expect((await upload(bytes, 'a.txt')).status).toBe(400);
    expect([await count('upload'), await count('upload_chunk')]).toEqual(before);
  });

  it('the kind may be asked for behind the file', async () => {
    const before = await count('upload');
    expect(
      (
        await send(
          '/api/file/upload',
          multipart([
            { filename: 'a.png', value: png() },
            { name: 'fileType', value: 'video' },
          ]),
        )
      ).body,
    ).toMatchObject({ status: 400, message: expect.stringContaining('请选择视频文件') });
    expect(await count('upload')).toBe(before);
  });

  it.each([
    [1, [16, 12]],
    [6, [12, 16]],
  ])('pictures lose where they were taken and are turned (%i)', async (orientation, size) => {
    const reply = await upload(jpeg(exif(orientation)), 'DSC_0001.JPG');
    const served = (await file(addressIn(reply))).rawPayload;
    expect(['GPS', 'Exif'].filter((word) => served.includes(word))).toEqual([]);
    const { width, height } = await sharp(served).metadata();
    expect([width, height]).toEqual(size);
    expect(at(reply.body, 'data')).toMatchObject({ size: served.length, name: 'DSC_0001.JPG' });
  });
});

describe('bodies', () => {
  it.each<[string, Buffer, number]>([
    ['no file', multipart([]), 400],
    ['no bytes', multipart([{ filename: 'a.png', value: '' }]), 400],
    ['nothing', Buffer.alloc(0), 400],
    ['no parts', Buffer.from('hello'), 400],
    ['half of it', multipart([{ filename: 'a.png', value: png(300_000) }]).subarray(0, 200_000), 400],
    ['a file under another name', multipart([{ name: 'avatar', filename: 'a.png', value: png() }]), 400],
    [
      'an unknown field',
      multipart([
        { name: 'admin', value: '1' },
        { filename: 'a.png', value: png() },
      ]),
      400,
    ],
    [
      'an unknown kind',
      multipart([
        { name: 'fileType', value: 'exe' },
        { filename: 'a.png', value: png() },
      ]),
      400,
    ],
    [
      'a field that is part of every object',
      multipart([
        { name: '__proto__', value: '1' },
        { filename: 'a.png', value: png() },
      ]),
      400,
    ],
    [
      'a long field',
      multipart([
        { name: 'fileType', value: 'x'.repeat(20_000) },
        { filename: 'a.png', value: png() },
      ]),
      400,
    ],
    [
      'two files',
      multipart([
        { filename: 'a.png', value: png() },
        { filename: 'b.png', value: png() },
      ]),
      413,
    ],
    [
      'many fields',
      multipart([...Array.from({ length: 50 }, (_, index) => ({ name: `f${index}`, value: 'x' })), { filename: 'a.png', value: png() }]),
      400,
    ],
  ])('of %s are refused and leave nothing', async (_what, body, status) => {
    const before = [await count('upload'), await count('upload_chunk')];
    const reply = await send('/api/file/upload', body);
    expect([reply.status, at(reply.body, 'status')]).toEqual([status, status]);
    expect(String(at(reply.body, 'message'))).toMatch(/\p{Script=Han}/u);
    expect(reply.text).not.toMatch(/node_modules|\.ts:/);
    expect([await count('upload'), await count('upload_chunk')]).toEqual(before);
  });

  it('of another form are refused, and files where none are wanted', async () => {
    expect((await send('/api/file/upload', Buffer.from('{"file":"x"}'), { type: 'application/json' })).status).toBe(400);
    expect((await send('/api/file/upload', multipart([]), { type: 'multipart/form-data' })).status).toBe(400);
    expect((await send('/api/communal/web/comment', multipart([{ filename: 'a.png', value: png() }]))).status).toBe(400);
    expect((await send('/api/auth/jwt/login-phone', multipart([{ name: 'phone', value: member.phone }]), { token: '' })).status).toBe(400);
  });

  it('[UPLOAD-03] of more files than a call takes are refused', async () => {
    const reply = await send(
      '/api/file/uploads',
      multipart(Array.from({ length: 21 }, (_, index) => ({ filename: `${index}.png`, value: png() }))),
    );
    expect(reply).toMatchObject({ status: 413, body: { message: '当前板块最多允许上传20个文件' } });
  });

  it('with one bad file among good ones leave none', async () => {
    const before = await count('upload');
    expect(
      (
        await send(
          '/api/file/uploads',
          multipart([
            { filename: 'a.png', value: png() },
            { filename: 'b.png', value: 'MZ\0' },
          ]),
        )
      ).status,
    ).toBe(400);
    expect(await count('upload')).toBe(before);
  });

  it.each([
    ['../../../etc/passwd.png', 'passwd.png'],
    ['..\\\\..\\\\windows\\\\system.png', 'system.png'],
    ['con:<>|?*.PNG', 'con:<>|?*.PNG'],
    ['a.exe.png', 'a.exe.png'],
    [`${'x'.repeat(196)}.png`, `${'x'.repeat(196)}.png`],
    ['%00.png', '%00.png'],
    ["it's (1).png", "it's (1).png"],
  ])('name %j is kept as %j', async (filename, kept) => {
    const reply = await upload(png(), filename);
    expect(reply.body).toMatchObject({ status: 200, data: { name: kept } });
    expect(String((await file(addressIn(reply))).headers['content-disposition'])).toMatch(/^inline; filename\*=UTF-8''[\w%.~-]+$/);
  });

  it.each([
    ['a.png.exe', '不支持这种文件，请选择图片、视频或常用的文档、压缩包'],
    ['a.jpg', '请选择图片文件'],
    ['png', '不支持这种文件，请选择图片、视频或常用的文档、压缩包'],
    ['', '文件名太长或含有不能使用的字符，请改名后再上传'],
    ['.png', '文件名太长或含有不能使用的字符，请改名后再上传'],
    [`${'x'.repeat(5000)}.png`, '文件名太长或含有不能使用的字符，请改名后再上传'],
    ['青澜\u202egnp.exe', '文件名太长或含有不能使用的字符，请改名后再上传'],
  ])('of the name %j are refused', async (filename, message) => {
    const before = await count('upload');
    expect(await upload(png(), filename)).toMatchObject({ status: 400, body: { status: 400, message } });
    expect(await count('upload')).toBe(before);
  });
});

describe('limits', () => {
  it('[UPLOAD-01] the largest picture is taken, a byte more is not', async () => {
    const largest = 10 * 1024 * 1024;
    expect((await upload(png(largest))).status).toBe(200);
    const before = await count('upload_chunk');
    expect(await upload(png(largest + 1))).toMatchObject({ status: 413, body: { status: 413, message: '上传的文件不要超过10M。' } });
    expect((await upload(mp4(largest + 1), 'a.mp4')).status).toBe(200);
    expect(await count('upload_chunk')).toBeGreaterThan(before);
  });

  it('[UPLOAD-01] an institution and a call have limits of their own', async () => {
    const settings = portal.definitions.portal('centre')?.settings;
    if (!settings) throw new Error('no settings');
    const kept = settings.uploads;
    settings.uploads = { largest: { image: 0.5 }, daily: 2 };
    try {
      expect((await upload(png(400_000))).status).toBe(200);
      expect(await upload(png(600_000))).toMatchObject({ status: 413, body: { message: '上传的文件不要超过0.5M。' } });
      expect(await upload(png())).toMatchObject({ status: 429, body: { status: 429, message: '今天上传的文件太多了，请明天再试' } });
      expect((await send('/api/file/upload', multipart([{ filename: 'a.png', value: png() }]), { token: other.token })).status).toBe(200);
      const endpoint = portal.definitions.portal('centre')?.endpoints['upload:one'];
      if (endpoint) endpoint.multipart = { image: 1 };
      await sql`delete from throttle`.execute(portal.database.kysely);
      expect((await upload(png(600_000))).status).toBe(200);
      if (endpoint) endpoint.multipart = true;
    } finally {
      settings.uploads = kept;
    }
  });

  it('a hundred files at once are all kept, each with its own bytes', async () => {
    const bytes = Array.from({ length: 100 }, (_, index) => mp4(100_000 + index));
    const replies = await Promise.all(bytes.map((value, index) => upload(value, `${index}.mp4`)));
    expect(new Set(replies.map(addressIn)).size).toBe(100);
    const served = await Promise.all(replies.map((reply) => file(addressIn(reply))));
    expect(served.every(({ rawPayload }, index) => bytes[index]?.equals(rawPayload))).toBe(true);
  }, 60_000);

  it('what was never finished is forgotten after a day', async () => {
    const key = { tenant: 'centre', id: 'y'.repeat(22) };
    await startUpload(portal.database, key, { owner: member.id, name: '', now: Date.now() - 90_000_000 });
    await addChunk(portal.database, key, 0, Buffer.alloc(10));
    expect((await file(`/files/${key.id}.png`)).statusCode).toBe(404);
    const before = await count('upload');
    await removeUnused(portal.database, Date.now() - 86_400_000);
    expect(await count('upload')).toBe(before - 1);
  });
});

describe('files', () => {
  let address = '';
  const film = mp4(700_000);
  beforeAll(async () => {
    address = addressIn(await upload(film, 'film.mp4'));
  });

  it('are the same for ever', async () => {
    const whole = await file(address);
    expect(whole.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'content-length': '700000',
    });
    expect((await file(address, { 'if-none-match': String(whole.headers['etag']) })).statusCode).toBe(304);
    const head = await file(address, {}, 'localhost', 'HEAD');
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, '700000', 0]);
  });

  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=262140-262150', 262_140, 262_150],
    ['bytes=262144-524287', 262_144, 524_287],
    ['bytes=699990-', 699_990, 699_999],
    ['bytes=-5', 699_995, 699_999],
    ['bytes=100000-600000', 100_000, 600_000],
  ])('come in parts (%s)', async (range, start, end) => {
    const part = await file(address, { range });
    expect([part.statusCode, part.headers['content-range'], part.headers['content-length']]).toEqual([
      206,
      `bytes ${start}-${end}/700000`,
      String(end - start + 1),
    ]);
    expect(part.rawPayload.equals(film.subarray(start, end + 1))).toBe(true);
  });

  it('have nothing behind their end; a part of another version is none', async () => {
    const outside = await file(address, { range: 'bytes=700000-' });
    expect([outside.statusCode, outside.headers['content-range'], outside.headers['content-disposition']]).toEqual([
      416,
      'bytes */700000',
      undefined,
    ]);
    expect((await file(address, { range: 'bytes=0-9', 'if-range': '"other"' })).statusCode).toBe(200);
  });

  it.each(['museum.localhost', 'library.localhost', 'nobody.example'])('are not there on %s', async (host) =>
    expect((await file(address, {}, host)).statusCode).toBe(404),
  );

  it.each(['.png', '.mp4.exe', '', '.mp4/', '/../x.mp4', '%00.mp4'])('are not there with %j behind their id', async (end) => {
    expect((await file(address.replace('.mp4', end))).statusCode).toBe(404);
  });

  it.each(['/files/', '/files/..%2f..%2fpackage.json', '/files/a.png', `/files/${'a'.repeat(22)}.png`, "/files/'%20or%201=1--.png"])(
    '%s is none',
    async (url) => expect((await file(url)).statusCode).toBe(404),
  );
});

describe('pictures in other widths', () => {
  let wide: Buffer;
  let id = '';
  beforeAll(async () => {
    wide = await sharp({ create: { width: 1000, height: 500, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    id = await uploadWide();
  });
  const uploadWide = async (): Promise<string> => addressIn(await upload(wide, 'wide.jpg')).replace('.jpg', '');

  it.each([
    [320, 320],
    [640, 640],
    [1280, 1000],
    [1920, 1000],
  ])('are made when they are asked for, and once (%i)', async (asked, width) => {
    const replies = await Promise.all([1, 2, 3].map(() => file(`${id}-${asked}.webp`)));
    const [served] = replies;
    expect(served?.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'content-disposition': "inline; filename*=UTF-8''wide.webp",
    });
    expect((await sharp(served?.rawPayload).metadata()).width).toBe(width);
    expect(new Set(replies.map(({ rawPayload }) => rawPayload.toString('latin1'))).size).toBe(1);
    expect((await file(`${id}-${asked}.webp`, { 'if-none-match': String(served?.headers['etag']) })).statusCode).toBe(304);
    const { rows } = await sql`select width from upload_width where upload_id = ${id.slice(7)} and width = ${asked}`.execute(
      portal.database.kysely,
    );
    expect(rows).toHaveLength(1);
  });

  it.each(['-321.webp', '-640.jpg', '-640.png', '-0640.webp', '-640-640.webp', '-99999.webp', '-.webp'])(
    'there is none of %j',
    async (end) => expect((await file(`${id}${end}`)).statusCode).toBe(404),
  );

  it('films have none, and what cannot be made smaller is had as it is', async () => {
    const film = addressIn(await upload(mp4(), 'a.mp4'));
    expect((await file(film.replace('.mp4', '-640.webp'))).statusCode).toBe(404);
    const broken = await uploadWide();
    await sql`update upload_chunk set data = 'broken' where upload_id = ${broken.slice(7)}`.execute(portal.database.kysely);
    const reply = await file(`${broken}-640.webp`);
    expect([reply.statusCode, reply.headers.location, reply.headers['cache-control']]).toEqual([302, `${broken}.jpg`, 'no-store']);
  });
});

describe('over the network', () => {
  let port = 0;
  beforeAll(async () => {
    port = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  const open = (answer: (status: number, text: string) => void, fail: (error: Error) => void, more: Record<string, string> = {}) => {
    const call = request(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/file/upload',
        agent: false,
        headers: { host: 'localhost', authorization: member.token, ...headers, ...more },
      },
      (reply) => {
        let text = '';
        reply
          .on('data', (chunk) => {
            text += String(chunk);
          })
          .on('end', () => answer(reply.statusCode ?? 0, text));
      },
    );
    return call.on('error', fail);
  };
  const begin = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`;

  it('a file whose line breaks when nine tenths of it are there leaves nothing, and can be sent again', async () => {
    const before = [await count('upload'), await count('upload_chunk')];
    const size = 5 * 1024 * 1024;
    const call = open(
      () => undefined,
      () => undefined,
      { 'content-length': String(begin.length + size) },
    );
    call.write(begin);
    call.write(png(size).subarray(0, size * 0.9));
    // It is being stored by then.
    await expect.poll(() => count('upload_chunk')).toBeGreaterThan(before[1] ?? 0);
    call.destroy();
    await expect.poll(async () => [await count('upload'), await count('upload_chunk')]).toEqual(before);
    expect((await upload(png(size))).status).toBe(200);
  });

  it('what is too large is refused, and who sends all of it before reading, as browsers do, learns why', async () => {
    const size = 40 * 1024 * 1024;
    const text = await new Promise<string>((done, fail) => {
      const socket = connect(port, '127.0.0.1').on('error', fail).pause();
      socket.write(
        `POST /api/file/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${member.token}\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${begin.length + size}\r\n\r\n${begin}`,
      );
      socket.write(png(size), () => {
        socket
          .on('data', (bytes) => {
            socket.destroy();
            done(String(bytes));
          })
          .resume();
      });
    });
    expect(text).toMatch(/^HTTP\/1\.1 413/);
    expect(text).toContain('上传的文件不要超过10M。');
  });

  it('a connection that breaks off leaves nothing', async () => {
    const before = await count('upload');
    await new Promise<void>((done) => {
      const call = open(
        () => done(),
        () => done(),
      );
      call.write(begin);
      call.write(png(600_000), () => setImmediate(() => call.destroy()));
    });
    await expect.poll(() => count('upload')).toBe(before);
  });

  it('a file that arrives in drops is whole', async () => {
    const bytes = png(3000);
    const body = multipart([{ filename: 'a.png', value: bytes }]);
    const text = await new Promise<string>((done, fail) => {
      const call = open((_status, answer) => done(answer), fail);
      let at = 0;
      const next = (): void => {
        if (at < body.length) {
          call.write(body.subarray(at, (at += 37)), next);
        } else call.end();
      };
      next();
    });
    const served = await file(String(at(JSON.parse(text), 'data', 'http')));
    expect((await sharp(served.rawPayload).metadata()).width).toBe(16);
  });
});
