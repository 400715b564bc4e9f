import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { divisions, writeDivision } from '../../../src/server/api/divisions/divisions';
import type { PortalServer } from '../../../src/server/config/portalServer';
import { divisionRoutes } from '../../../src/server/plugins/divisions';

const app = fastify();
void app.register(divisionRoutes, {} as PortalServer);
const ask = (code: string, headers: Record<string, string> = {}) => app.inject({ url: `/portal/divisions/${code}.json`, headers });

describe('the divisions of China', () => {
  it('are 34 at the top, each with cities, each of these with counties', () => {
    const provinces = divisions.below() ?? [];
    expect(provinces).toHaveLength(34);
    const cities = provinces.flatMap(({ value }) => divisions.below(value) ?? []);
    expect(cities.every(({ value }) => (divisions.below(value) ?? []).length > 0)).toBe(true);
    expect(provinces.every(({ value }) => (divisions.below(value) ?? []).length > 0)).toBe(true);
  });

  it.each([
    ['330106', '浙江省 杭州市 西湖区'],
    ['330000', '浙江省'],
    ['110101', '北京市 东城区'],
    ['500229', '重庆市 城口县'],
    ['469022', '海南省 屯昌县'],
    ['330199', undefined],
    ['constructor', undefined],
  ])('%s is %s', (code, words) => expect(writeDivision(code)).toBe(words));

  it('are served level by level, and only when they changed', async () => {
    const first = await ask('330100');
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'public, max-age=86400']);
    expect(first.json()).toContainEqual({ value: '330106', label: '西湖区' });
    const again = await ask('330100', { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await ask('330000')).headers.etag).not.toBe(first.headers.etag);
    expect([(await ask('all')).json<unknown[]>().length, (await ask('330106')).json(), (await ask('000000')).statusCode]).toEqual([
      34,
      [],
      404,
    ]);
  });
});
