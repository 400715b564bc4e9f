import { request } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountPortal, type AccountPortal } from '../server/accountPortal';
import { mp4 } from '../server/rooms/uploads/files';

/** Files at once, and the megabytes of each; `UPLOAD_MB=500` sends what the figure in .github/SECURITY.md was measured with. */
const files = 20;
const megabytes = Number(process.env['UPLOAD_MB'] ?? 3);
const mostGrowth = 300;
const piece = Buffer.alloc(1024 * 1024, 7);

let portal: AccountPortal;
let port = 0;
let token = '';
beforeAll(async () => {
  portal = await accountPortal();
  const settings = portal.definitions.portal('centre')?.settings;
  if (settings) settings.uploads = { largest: { video: megabytes + 1 } };
  ({ token } = await portal.member('13600000008'));
  port = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port);
}, 60_000);
afterAll(() => portal.close());

const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n`;
const tail = '\r\n--b--\r\n';

/** Sends a film of so many pieces; breaks off before the end where asked. @returns the status, 0 for what broke off */
function send(pieces: number, { breaksOff = false, announces = true } = {}): Promise<number> {
  // The head of a film whose data are as long as all pieces together.
  const film = mp4(200);
  const start = film.subarray(0, film.indexOf('mdat') - 4);
  const data = Buffer.alloc(8);
  data.writeUInt32BE(pieces * piece.length + 8);
  data.write('mdat', 4, 'latin1');
  const length = head.length + start.length + data.length + pieces * piece.length + tail.length;
  return new Promise((done) => {
    const call = request(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/file/upload',
        agent: false,
        headers: {
          host: 'localhost',
          authorization: token,
          'content-type': 'multipart/form-data; boundary=b',
          ...(announces ? { 'content-length': length } : {}),
        },
      },
      (reply) => {
        reply.resume();
        done(reply.statusCode ?? 0);
      },
    ).on('error', () => done(0));
    call.write(head);
    call.write(Buffer.concat([start, data]));
    let sent = 0;
    const next = (): void => {
      if (breaksOff && sent > pieces / 2) call.destroy();
      else if (sent < pieces) {
        sent += 1;
        call.write(piece, next);
      } else call.end(tail);
    };
    next();
  });
}
const count = async (): Promise<number> => (await sql`select 1 from upload`.execute(portal.database.kysely)).rows.length;

it(`${files} films of ${megabytes} MB at once take at most ${mostGrowth} MB of memory, those that break off leave nothing`, async () => {
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const replies = await Promise.all(Array.from({ length: files }, (_, index) => send(megabytes, { breaksOff: index % 5 === 4 })));
  clearInterval(watch);
  expect(replies.toSorted()).toEqual([...Array<number>(files / 5).fill(0), ...Array<number>((files * 4) / 5).fill(200)]);
  await expect.poll(count).toBe((files * 4) / 5);
  const growth = (most - before) / 1024 / 1024;
  process.stdout.write(`uploads: ${files} of ${megabytes} MB at once, ${Math.round(growth)} MB more memory\n`);
  expect(growth).toBeLessThan(mostGrowth);
}, 1_800_000);

it('what says that it is too large is refused before any of it is read', async () => {
  expect(await send(megabytes + 5)).toBe(413);
  expect(await send(megabytes + 5, { announces: false })).toBe(413);
}, 60_000);
