import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { accountPortal, at, type AccountPortal } from '../server/accountPortal';
import { hostileFiles, type HostileFile } from './hostileFiles';

let portal: AccountPortal;
let token = '';
beforeAll(async () => {
  portal = await accountPortal();
  ({ token } = await portal.member('13600000009'));
}, 60_000);
beforeEach(() => sql`delete from throttle`.execute(portal.database.kysely));
afterAll(() => portal.close());

const inert = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'video/mp4', 'application/pdf', 'application/zip', 'text/plain'];

function send({ filename, type, bytes }: HostileFile) {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]);
  const headers = { host: 'localhost', authorization: token, 'content-type': 'multipart/form-data; boundary=b' };
  return portal.app.inject({ method: 'POST', url: '/api/file/upload', payload, headers });
}
const count = async (): Promise<number> => (await sql`select 1 from upload`.execute(portal.database.kysely)).rows.length;

describe('hostile files', () => {
  it('are many, each of its own', () => {
    expect(hostileFiles.length).toBeGreaterThanOrEqual(60);
    expect(new Set(hostileFiles.map(({ what }) => what)).size).toBe(hostileFiles.length);
  });

  it.each(hostileFiles.filter(({ ends }) => ends === 'refused').map((each) => [each.what, each] as const))(
    '%s is refused',
    async (_what, each) => {
      const before = await count();
      const reply = await send(each);
      expect(reply.json()).toMatchObject({ status: 400, message: expect.stringMatching(/\p{Script=Han}/u) });
      expect(reply.statusCode).toBe(400);
      expect(await count()).toBe(before);
    },
  );

  it.each(hostileFiles.filter(({ ends }) => ends === 'inert').map((each) => [each.what, each] as const))(
    '%s cannot run',
    async (_what, each) => {
      const reply = await send(each);
      expect(reply.json()).toMatchObject({ status: 200 });
      const served = await portal.app.inject({ url: String(at(reply.json(), 'data', 'http')), headers: { host: 'localhost' } });
      const type = String(served.headers['content-type']).split(';')[0] ?? '';
      expect(served.statusCode).toBe(200);
      expect(inert).toContain(type);
      expect(served.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
      });
      expect(served.headers['content-disposition']).toMatch(/^(image|video)\//.test(type) ? /^inline;/ : /^attachment;/);
      expect(String(served.headers['content-disposition'])).toMatch(/filename\*=UTF-8''[\w%.~-]+$/);
      if (type.startsWith('image/'))
        expect(['script', 'php', 'GPS', 'xmpmeta', 'PK\u0003\u0004'].filter((word) => served.body.includes(word))).toEqual([]);
    },
  );
});
