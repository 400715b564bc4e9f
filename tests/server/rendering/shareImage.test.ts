import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { outlineCharacters } from '../../../src/server/sharing/outlines';
import { setLines } from '../../../src/server/sharing/setLines';
import { friday, openModules } from '../../modules/harness';

const news = { id: 'news', columnId: '6101', title: '冬至夜读会', remark: '摘要', publishDate: '2026-11-19 08:00:00' };
const address = '/informationdetail?columnId=6101&id=news';

const portal = openModules({ now: friday }, async ({ put }) => {
  await put('centre', 'information', [
    news,
    { ...news, id: 'drawn', image: '/pictures/book/reading.svg' },
    { ...news, id: 'elsewhere', image: 'https://elsewhere.test/a.jpg' },
    { ...news, id: 'lost', image: '/files/AAAAAAAAAAAAAAAAAAAAAA.png' },
  ]);
});

const imageOf = async (url: string, host?: string): Promise<string> =>
  (await portal.open(url, host)).querySelector('meta[property="og:image"]')?.getAttribute('content') ?? '';
const ask = (url: string, host = 'localhost') => portal.app.inject({ url: url.replace(/^https?:\/\/[^/]+/, ''), headers: { host } });

/** How much the colours differ at the right edge, where the picture of an item is. */
async function countColors(png: Buffer): Promise<number> {
  const edge = await sharp(png).extract({ left: 760, top: 60, width: 400, height: 500 }).removeAlpha().raw().toBuffer();
  return new Set(Array.from({ length: edge.length / 3 }, (_, at) => edge.readUIntBE(at * 3, 3))).size;
}

describe('the picture of a page where it is shared', () => {
  test.each([
    ['the home page', '/', 'localhost'],
    ['a list', '/information?columnId=6101', 'localhost'],
    ['an item without a picture', address, 'localhost'],
    ['an item with a drawn picture', '/informationdetail?columnId=6101&id=drawn', 'localhost'],
    ['an item whose picture lies elsewhere', '/informationdetail?columnId=6101&id=elsewhere', 'localhost'],
    ['an item whose picture is lost', '/informationdetail?columnId=6101&id=lost', 'localhost'],
    ['another institution', '/', 'museum.localhost'],
    ['another language', '/en/', 'museum.localhost'],
  ])('of %s is a PNG of 1200 by 630 points at an address of its own site', async (_name, url, host) => {
    const image = await imageOf(url, host);
    expect(image.startsWith(`http://${host}/`)).toBe(true);
    const { statusCode, headers, rawPayload } = await ask(image, host);
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/png',
      'public, max-age=31536000, immutable',
    ]);
    expect([rawPayload.toString('latin1', 1, 4), rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual(['PNG', 1200, 630]);
    // Chats leave out larger ones.
    expect(rawPayload.length).toBeLessThan(300_000);
  });

  test('shows the picture of its item, and type alone where there is none', async () => {
    const [drawn, bare] = await Promise.all(
      ['drawn', 'lost'].map(async (id) => countColors((await ask(await imageOf(`/informationdetail?columnId=6101&id=${id}`))).rawPayload)),
    );
    expect(drawn).toBeGreaterThan(40);
    expect(bare).toBeLessThan(40);
  });

  test('has another address once its title is another; the old one leads there, also to what was drawn by then', async () => {
    const before = await imageOf(address);
    await portal.put('centre', 'information', [{ ...news, title: '冬至诵读会' }]);
    portal.pass(60_000);
    const after = await imageOf(address);
    expect(after).not.toBe(before);
    expect(await ask(after)).toMatchObject({ statusCode: 200 });
    await portal.put('centre', 'information', [news]);
    portal.pass(60_000);
    expect(await ask(after.replace(/share\/./, 'share/_'))).toMatchObject({
      statusCode: 302,
      headers: { location: before, 'cache-control': 'no-store' },
    });
  });

  test.each([
    ['an item that there is not', (own: string) => own.replace('news', 'none').replace(/share\/./, 'share/_'), 'localhost'],
    ['an item of another institution', (own: string) => own, 'museum.localhost'],
    ['no page', (own: string) => own.replace(/\?.*/, ''), 'localhost'],
    ['a page of another site', (own: string) => own.replace(/page=.*/, 'page=https%3A%2F%2Felsewhere.test%2F'), 'localhost'],
    ['no digest', (own: string) => own.replace(/share\/[^.]*/, 'share/words'), 'localhost'],
  ])('there is none of %s', async (_name, change, host) => {
    expect((await ask(change(await imageOf(address)), host)).statusCode).toBe(404);
  });

  test('a page that cannot be shown names none', async () => expect(await imageOf('/informationdetail?columnId=6101&id=none')).toBe(''));

  test('nobody has words of their own drawn: what an address says is in no picture', async () => {
    const said = await Promise.all(
      ['one', 'two'].map(async (title) => /share\/([\w-]+)/.exec(await imageOf(`/culturemap?columnId=6118&title=${title}`))?.[1]),
    );
    expect(said[0]).toBe(said[1]);
  });
});

describe('setLines', () => {
  test.each([
    ['夜读', 200, ['夜读']],
    ['青澜江上的四季：水乡摄影展', 820, ['青澜江上的四季：', '水乡摄影展']],
    ['《山居图》与《溪山》', 600, ['《山居图》', '与《溪山》']],
    ['Incomprehensibilities', 300, null],
  ])('%s in %i points', async (text, width, lines) => {
    const outlines = await outlineCharacters(text);
    const set = setLines(text, outlines, 100, width);
    if (lines) expect(set).toEqual(lines);
    expect(set.join('')).toBe(text);
  });

  test('characters that the typeface lacks are not drawn', async () =>
    expect([...(await outlineCharacters('觚\u{10fffd}')).keys()]).toEqual(['觚']));
});
