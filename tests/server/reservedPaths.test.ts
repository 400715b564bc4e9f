import { afterAll, beforeAll, expect, it } from 'vitest';
import { isReserved } from '../../src/definitions/link/modules';
import { testPortal, type TestPortal } from './portal';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

it('what the server answers by itself can be no page, and everything else can', () => {
  const routes = [...portal.app.printRoutes({ commonPrefix: false }).matchAll(/── (\/\S*)/g)].map(([, route = '']) => route);
  // A page is answered by the last of them; the parts of a sitemap have names that no page has.
  const own = routes.filter((route) => route !== '/' && route !== '/*' && !route.startsWith('/sitemap-:'));
  expect(own).toEqual(expect.arrayContaining(['/robots.txt', '/healthz']));
  expect(own.map((route) => route.replace(/\/?[:*].*$/, '')).filter((path) => path !== '' && !isReserved(path))).toEqual([]);
  // What is below a folder is not in that list.
  const folders = ['api', 'files', 'media', 'channels', 'assets', '_AMapService'];
  expect(folders.filter((folder) => !isReserved(`/${folder}/x`))).toEqual([]);
  expect(['/map', '/map.html', '/apis', '/about'].filter(isReserved)).toEqual([]);
});
