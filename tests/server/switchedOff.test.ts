import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPortal, type TestPortal } from './portal';
import { findProblems } from './projectDefinitions';

let portal: TestPortal;

/** The centre has switched two modules off; the library has all of them. */
beforeAll(async () => {
  portal = await testPortal({ copy: true });
  const file = join(portal.root, 'tenants/centre/tenant.json');
  const settings = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...settings, modules: { information: false, account: false } }));
});
afterAll(() => portal.close());

const page = (url: string, host: string) => portal.get(url, host, { accept: 'text/html' });

describe('a module that an institution has switched off', () => {
  test.each(['/information?columnId=6109', '/informationdetail?id=i001', '/login', '/register'])(
    'has no page %s, and others have',
    async (url) => {
      expect((await page(url, 'localhost')).status).toBe(404);
      expect(portal.definitions.portal('library')?.pages.has(url.split('?')[0] ?? '')).toBe(true);
    },
  );

  test('has no calls', async () => {
    const template = portal.definitions.portal('library')?.endpoints['information:list']?.template ?? '';
    expect(template).not.toBe('');
    expect((await portal.get(template.replace(/\{.*/, ''), 'localhost')).status).toBe(404);
    expect((await portal.get(template.replace(/\{.*/, ''), 'library.localhost')).status).toBe(200);
  });

  test('is in no menu, and nothing leads to it', async () => {
    const { status, text } = await page('/', 'localhost');
    expect(status).toBe(200);
    const shown = text.replace(/<script[^]*?<\/script>/g, '');
    expect(shown).not.toMatch(/href="\/(information|informationdetail|login|register)[?"]/);
    const others = (await page('/', 'library.localhost')).text;
    expect(others).toMatch(/href="\/login/);
    expect(others).toMatch(/href="\/information\?/);
  });

  test('is told when the portal cannot do without it', async () => {
    const file = join(portal.root, 'tenants/museum/tenant.json');
    const settings = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...settings, modules: { site: false, exhibt: false } }));
    const told = (await findProblems(portal.root)).map(({ file: where, path, code }) => `${where} ${path} ${code}`);
    expect(told).toEqual(
      expect.arrayContaining([
        'tenants/museum/tenant.json /modules/site needed-module',
        'tenants/museum/tenant.json /modules/exhibt unknown-module',
      ]),
    );
  });
});
