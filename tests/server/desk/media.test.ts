import sharp from 'sharp';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '../../../src/database/desk/audit';
import { lockMedia } from '../../../src/database/desk/media';
import { removeUnused } from '../../../src/database/content/uploadUses';
import { removeUploads } from '../../../src/database/content/uploads';
import { inTransaction } from '../../../src/database/transaction';
import { describePictures } from '../../../src/server/rendering/describePictures';
import type { JsonObject } from '../../../src/model/json';
import { accountPortal, type AccountPortal, at } from '../accountPortal';
import { type DeskBrowser, type DeskReply, deskOf } from './staffPortal';

let portal: AccountPortal;
let editor: DeskBrowser;
let reader: DeskBrowser;
let museum: DeskBrowser;
beforeAll(async () => {
  portal = await accountPortal();
  editor = await deskOf(portal, 'editor');
  reader = await deskOf(portal, 'frontDesk');
  museum = await deskOf(portal, 'editor', 'editor', 'museum', 'museum.localhost');
}, 120_000);
afterAll(() => portal.close());

const boundary = 'x-boundary-of-tests';
async function send(bytes: Buffer, filename: string, browser = editor): Promise<DeskReply> {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return browser.call('POST', '/api/file/upload', payload, { 'content-type': `multipart/form-data; boundary=${boundary}` });
}
const draw = (width: number, height: number, color = '#8c3b2e') => sharp({ create: { width, height, channels: 3, background: color } });
async function upload(filename: string, browser = editor, bytes?: Buffer): Promise<{ id: string; address: string }> {
  const reply = await send(bytes ?? (await draw(60, 40).jpeg().toBuffer()), filename, browser);
  expect(reply.body).toMatchObject({ status: 200 });
  return { id: String(at(reply.body, 'data', 'objectid')), address: String(at(reply.body, 'data', 'http')) };
}
const list = async (query = '', browser = editor): Promise<JsonObject[]> =>
  at((await browser.call('GET', `/api/desk/media?page=1&size=50${query}`)).body, 'data', 'rows') as JsonObject[];
const find = async (id: string, browser = editor) => browser.call('GET', `/api/desk/media/file?id=${encodeURIComponent(id)}`);
const point = (body: JsonObject, browser = editor) => browser.call('POST', '/api/desk/media/point', body);
const remove = (id: string, browser = editor) => browser.call('POST', '/api/desk/media/remove', { id });
const replace = (id: string, file: string, browser = editor) => browser.call('POST', '/api/desk/media/replace', { id, file });
const write = async (content: string, title = '一条消息'): Promise<string> => {
  const reply = await editor.call('POST', '/api/desk/information/save', { columnId: '6101', title, content, deskAction: 'draft' });
  expect(reply.body).toMatchObject({ status: 200 });
  return String(at(reply.body, 'data', 'id'));
};
const get = (url: string, host = 'localhost') => portal.app.inject({ method: 'GET', url, headers: { host } });

describe('the media library', () => {
  it('tells recordings from documents, as what lies in the folder is told', async () => {
    const guide = await upload('导览.wav', editor, Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1'), Buffer.alloc(28)]));
    const leaflet = await upload('折页.pdf', editor, Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3', 'latin1'));
    expect((await list('&kind=audio')).map(({ id, kindLabel }) => [id, kindLabel])).toEqual([[guide.id, '音频']]);
    expect((await list('&kind=file')).map(({ id, kindLabel }) => [id, kindLabel])).toEqual([[leaflet.id, '文档']]);
    for (const { id } of [guide, leaflet]) expect((await remove(id)).body).toMatchObject({ status: 200 });
  });

  it('has what staff upload, finds it by name and by what is said of it, and tells what nobody uses', async () => {
    const hall = await upload('报告厅.jpg');
    const garden = await upload('garden.jpg');
    expect((await point({ id: hall.id, alt: '两百座的报告厅，台上有一架钢琴', focus: '20,80' })).body).toMatchObject({ status: 200 });
    const [found] = await list('&keyword=钢琴');
    expect(found).toMatchObject({
      id: hall.id,
      name: '报告厅.jpg',
      focus: '20,80',
      pixels: '60 × 40',
      who: 'editor',
      useCount: 0,
      lacksAlt: false,
    });
    expect((await list('&keyword=GARDEN')).map(({ id }) => id)).toEqual([garden.id]);
    expect(await list('&keyword=%25')).toEqual([]);
    const id = await write(`<p><img src="${hall.address}"></p>`);
    expect((await list('&use=unused')).map((row) => row['id'])).toEqual([garden.id]);
    expect((await list('&use=used')).map((row) => row['id'])).toEqual([hall.id]);
    expect(await list('&kind=video')).toEqual([]);
    expect((await list('&use=undescribed')).map((row) => row['id'])).toEqual([garden.id]);
    const uses = at((await find(hall.address)).body, 'data', 'uses');
    expect(uses).toEqual([
      { id: `information ${id}`, title: '一条消息', module: '资讯', state: '草稿', href: `/content/information/edit?id=${id}` },
    ]);
  });

  it('keeps what nobody uses, which files of visitors are not', async () => {
    const { id, address } = await upload('later.jpg');
    await sql`update upload set created = now() - interval '9 days', used = null where id = ${id}`.execute(portal.database.kysely);
    await removeUnused(portal.database, Date.now());
    expect((await get(address)).statusCode).toBe(200);
    await sql`delete from media where upload_id = ${id}`.execute(portal.database.kysely);
    await removeUnused(portal.database, Date.now());
    expect((await get(address)).statusCode).toBe(404);
  });

  it('removes what nothing refers to, and tells of the uses of the rest', async () => {
    const { id, address } = await upload('poster.jpg');
    await write(`<p><img src="${address}"></p>`);
    expect((await remove(id)).body).toMatchObject({ status: 409, message: expect.stringContaining('1处使用') as string });
    expect((await get(address)).statusCode).toBe(200);
    const other = await upload('unused.jpg');
    expect((await remove(other.id)).body).toMatchObject({ status: 200 });
    expect((await get(other.address)).statusCode).toBe(404);
  });

  it('waits for who is just using a file before it is removed', async () => {
    const using = async (wait: typeof lockMedia): Promise<boolean> => {
      const { id } = await upload('race.jpg');
      const key = { tenant: 'centre', id };
      let removing: Promise<boolean> | undefined;
      const item = await write('<p>x</p>');
      await inTransaction(portal.database, async (tx) => {
        await sql`insert into upload_use (tenant, upload_id, module, item_id) values ('centre', ${id}, 'information', ${item})`.execute(
          tx.kysely,
        );
        removing = inTransaction(portal.database, async (other) => {
          const file = await wait(other, key);
          if (file === undefined || file.uses > 0) return false;
          await removeUploads(other, 'centre', [id]);
          return true;
        });
        await sql`select pg_sleep(0.3)`.execute(tx.kysely);
      });
      return (await removing) ?? false;
    };
    expect(await using(lockMedia)).toBe(false);
    const { findMedia } = await import('../../../src/database/desk/media');
    expect(await using(findMedia)).toBe(true);
  });

  it('replaces a file under its address, in the format that this has, and browsers learn of it', async () => {
    const { id, address } = await upload('old.jpg');
    await write(`<p><img src="${address}"></p>`, '用着它的消息');
    const before = await get(address);
    expect(before.headers['cache-control']).toBe('public, max-age=60, must-revalidate');
    const narrow = address.replace('.jpg', '-320.webp');
    const narrowBefore = await get(narrow);
    const next = await upload('new.png', editor, await draw(90, 90, '#123456').png().toBuffer());
    expect((await replace(id, next.address)).body).toMatchObject({ status: 200 });
    const after = await get(address);
    expect(after.headers['content-type']).toBe('image/jpeg');
    expect(after.headers['etag']).not.toBe(before.headers['etag']);
    expect(await sharp(after.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 90, height: 90 });
    const narrowAfter = await get(narrow);
    expect(narrowAfter.headers['etag']).not.toBe(narrowBefore.headers['etag']);
    expect((await sharp(narrowAfter.rawPayload).metadata()).width).toBe(90);
    expect((await get(next.address)).statusCode).toBe(404);
    expect(at((await find(id)).body, 'data', 'useCount')).toBe(1);
    const text = await upload('notes.txt', editor, Buffer.from('words'));
    expect((await replace(id, text.address)).body).toMatchObject({ status: 400 });
    const used = await upload('used.jpg');
    await write(`<p><img src="${used.address}"></p>`);
    expect((await replace(id, used.address)).body).toMatchObject({ status: 409 });
  });

  it('takes a picture of 60 megapixels, makes it smaller, turns it upright and forgets where it was taken', async () => {
    const large = await draw(9000, 6700)
      .jpeg({ quality: 60 })
      .withExif({ IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { id, address } = await upload('large.jpg', editor, large);
    const stored = await sharp((await get(address)).rawPayload).metadata();
    expect(stored).toMatchObject({ width: 4467, height: 6000 });
    expect(stored.exif).toBeUndefined();
    expect(at((await find(id)).body, 'data', 'pixels')).toBe('4467 × 6000');
    const beyond = await send(await draw(9000, 8000).jpeg({ quality: 40 }).toBuffer(), 'beyond.jpg');
    expect(beyond.body).toMatchObject({ status: 400, message: expect.stringContaining('6400万像素') as string });
    expect((await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'a.svg')).status).toBe(400);
  });

  it('keeps names with emoji, and says of what is broken or of another kind that it is no picture', async () => {
    const { id } = await upload('🌸春日讲座🎉.jpg');
    expect((await list('&keyword=🎉')).map((row) => row['id'])).toEqual([id]);
    const whole = await draw(600, 600).jpeg().toBuffer();
    const broken = await send(whole.subarray(0, whole.length >> 1), 'broken.jpg');
    expect(broken.body).toMatchObject({ status: 400, message: 'broken.jpg：请选择图片文件' });
    expect((await send(Buffer.from('MZ, a program'), 'tool.exe')).body).toMatchObject({
      status: 400,
      message: expect.stringContaining('不支持') as string,
    });
    expect((await send(Buffer.from('not a picture'), 'words.jpg')).status).toBe(400);
    expect((await list('&keyword=broken')).length + (await list('&keyword=words')).length).toBe(0);
  });

  it('takes no licence that there is not and no point outside of the picture', async () => {
    const { id } = await upload('facts.jpg');
    const say = (body: JsonObject) => editor.call('POST', '/api/desk/media/describe', { id, ...body });
    expect((await say({ credit: '馆藏', licence: 'attribution', caption: '说明' })).body).toMatchObject({ status: 200 });
    expect(at((await find(id)).body, 'data')).toMatchObject({ credit: '馆藏', licenceLabel: '知识共享 署名', caption: '说明' });
    expect((await list('&licence=attribution')).map((row) => row['id'])).toEqual([id]);
    expect(await list('&licence=waived')).toEqual([]);
    expect((await say({ licence: 'none' })).status).toBe(400);
    expect((await point({ id, focus: '101,5' })).status).toBe(400);
    expect((await point({ id, focus: '' })).status).toBe(200);
  });

  it('shows the files of the institution’s own folder, and changes none of them', async () => {
    const [first] = await list('&use=folder&kind=audio', museum);
    if (!first) return expect(await list('&use=folder', museum)).toEqual([]);
    expect(first).toMatchObject({ editable: false, kind: 'audio' });
    expect((await find(String(first['id']), museum)).body).toMatchObject({ status: 200 });
    expect((await remove(String(first['id']), museum)).status).toBe(404);
    expect((await find('media/../tenant.json', museum)).status).toBe(404);
  });
});

describe('who may do what', () => {
  it('is said by the role: readers neither upload, describe, replace nor remove', async () => {
    const { id } = await upload('rights.jpg');
    expect((await send(await draw(4, 4).png().toBuffer(), 'a.png', reader)).status).toBe(403);
    for (const reply of [await point({ id, alt: 'x' }, reader), await remove(id, reader), await replace(id, id, reader)])
      expect(reply.status).toBe(403);
    expect((await list('', reader)).length).toBeGreaterThan(0);
  });

  it('never reaches another institution', async () => {
    const { id, address } = await upload('ours.jpg');
    expect((await list('', museum)).map((row) => row['id'])).not.toContain(id);
    const theirs = await upload('theirs.jpg', museum);
    for (const reply of [
      await find(id, museum),
      await point({ id, alt: 'x' }, museum),
      await remove(id, museum),
      await replace(theirs.id, address, museum),
      await replace(id, theirs.address, museum),
    ])
      expect(reply.status).toBe(404);
    expect((await get(address, 'museum.localhost')).statusCode).toBe(404);
    expect((await get(address)).statusCode).toBe(200);
  });

  it('is kept: who added, described, replaced and removed', async () => {
    const { rows } = await listAudit(portal.database, { tenant: 'centre', limit: 500, offset: 0 });
    const actions = new Set(rows.map(({ action }) => action).filter((action) => action.startsWith('media')));
    expect([...actions].sort()).toEqual(['media.add', 'media.describe', 'media.remove', 'media.replace']);
  });
});

describe('what visitors get', () => {
  it('are styles that keep the chosen point of cropped pictures', async () => {
    const { id } = await upload('focus.jpg');
    await point({ id, focus: '10,90' });
    await expect
      .poll(async () => (await get('/files/focus.css')).body, { timeout: 10_000 })
      .toContain(`img[src][src^="/files/${id}."]{object-position:10% 90%}`);
    expect((await get('/files/focus.css', 'museum.localhost')).body).not.toContain(id);
  });

  it('are told what is seen in pictures within texts, unless the text has words of its own', async () => {
    const { id, address } = await upload('IMG_1234.jpg');
    await point({ id, alt: '院里的"古柏"' });
    const show = async (attributes: string): Promise<unknown> => {
      const loads = { stored: { ok: true, status: 200, rows: [], total: 0, item: { content: `<p><img${attributes}></p>` } } };
      const page: Parameters<typeof describePictures>[2] = {
        data: { state: { page: 1, filters: {}, keyword: '' }, loads, lookup: {}, groups: {}, labels: {}, failures: [] },
      };
      await describePictures(portal.database, 'centre', page);
      return page.data.loads['stored']?.item?.['content'];
    };
    const told = `<p><img alt="院里的&quot;古柏&quot;" src="${address}" loading="lazy"></p>`;
    expect(await show(` src="${address}" alt="" loading="lazy"`)).toBe(told);
    expect(await show(` src="${address}" alt="IMG_1234" loading="lazy"`)).toBe(told);
    const own = ` src="${address}" alt="树" loading="lazy"`;
    expect(await show(own)).toBe(`<p><img${own}></p>`);
  });
});
