import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json';
import { measureDistance } from '../../../src/runtime/distance';
import { at, testPortal, type TestPortal } from '../portal';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
  const places: [string, string | undefined][] = [
    ['far', '119.40,29.90'],
    ['here', '119.28,29.92'],
    ['next', '119.29,29.92'],
    ['nowhere', undefined],
    ['wrong', '0,0'],
    ['away', '121.47,31.23'],
  ];
  await portal.put(
    'centre',
    'culturepavilion',
    places.map(([id, coordinate], index) => ({
      id,
      menuId: '6251',
      title: id,
      createTime: `2026-11-0${index + 1}`,
      ...(coordinate === undefined ? {} : { coordinate }),
    })),
  );
  await portal.put('museum', 'culturepavilion', [{ id: 'other', menuId: '7251', title: 'other', coordinate: '119.28,29.92' }]);
});
afterAll(() => portal.close());

const list = (query: Record<string, string>, host?: string) =>
  portal.get(`/api/culture/web/pavilion/page?${new URLSearchParams(query).toString()}`, host);
const rows = async (query: Record<string, string>, host?: string): Promise<JsonObject[]> =>
  at((await list(query, host)).body, 'data', 'rows') as JsonObject[];
const ids = async (query: Record<string, string>, host?: string): Promise<unknown[]> => (await rows(query, host)).map(({ id }) => id);

// Some 400 metres off what the institution's system calls 119.28,29.92: browsers speak another one.
const near = '119.2755,29.9223';

describe('a list in the order of the distance', () => {
  it('begins with the nearest, and ends with what is nowhere, newest first', async () => {
    expect(await ids({ near })).toEqual(['here', 'next', 'far', 'away', 'wrong', 'nowhere']);
    expect(await ids({ near: '119.40,29.90' })).toEqual(['far', 'next', 'here', 'away', 'wrong', 'nowhere']);
    expect(await ids({})).toEqual(['away', 'wrong', 'nowhere', 'next', 'here', 'far']);
  });

  it('says how far that is, in words, and only there', async () => {
    const told = Object.fromEntries((await rows({ near })).map(({ id, distance }) => [id, distance]));
    expect(told).toMatchObject({ here: expect.stringMatching(/^约\d{1,3}米$/), far: expect.stringMatching(/^约1\d\.\d公里$/) });
    expect(told['away']).toMatch(/^约2\d\d公里$/);
    expect(told['nowhere']).toBeUndefined();
    expect((await rows({})).every(({ distance }) => distance === undefined)).toBe(true);
  });

  it('has pages without gaps, whatever is narrowed', async () => {
    const pages = await Promise.all(['1', '2', '3'].map((page) => ids({ near, page, limit: '2' })));
    expect(pages.flat()).toEqual(await ids({ near }));
    expect(await ids({ near, title: 'ne' })).toEqual(['next']);
    expect(await ids({ near, menuId: '6251', limit: '1' })).toEqual(['here']);
  });

  it('is kept by nobody', async () => {
    const page = (query: string) => portal.app.inject({ url: `/pavilion?columnId=6251${query}`, headers: { host: 'localhost' } });
    expect((await page(`&sort=near&near=${near}`)).headers['cache-control']).toBe('no-store');
    expect((await page('')).headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  });

  it('is of this institution alone', async () => expect(await ids({ near }, 'museum.localhost')).toEqual(['other']));

  it.each(['x', '1', '0,0', '181,0', '119,91', "1,1'); drop table item; --", 'NaN,NaN', '1e9,1', ','])(
    'is refused for what is no place: %j',
    async (wrong) => expect((await list({ near: wrong })).status).toBe(400),
  );
});

it.each([
  [{ lng: 0, lat: 0 }, { lng: 0, lat: 1 }, 111_195],
  [{ lng: 119.28, lat: 29.92 }, { lng: 119.28, lat: 29.92 }, 0],
  [{ lng: 179.9, lat: 0 }, { lng: -179.9, lat: 0 }, 22_239],
  [{ lng: 116.4, lat: 39.9 }, { lng: 121.47, lat: 31.23 }, 1_066_000],
])('from %j to %j it is %d metres', (from, to, metres) => expect(Math.abs(measureDistance(from, to) - metres)).toBeLessThan(2000));
