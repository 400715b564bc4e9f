import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requirePart } from '../../../src/runtime/validatorParts';
import { testPortal, type TestPortal } from '../portal';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

const addresses = async (url: string, host = 'localhost'): Promise<string[]> => {
  const { text } = await portal.get(url, host, { accept: 'text/html' });
  return [...new Set([...text.matchAll(/\/portal\/validators\/[\w-]{22}\.js/g)].map(([address]) => address))];
};

describe('what checks the forms of a page', () => {
  test('is loaded beside the page and kept for ever', async () => {
    const { text } = await portal.get('/register', 'localhost', { accept: 'text/html' });
    const [address = ''] = await addresses('/register');
    expect(text).toContain(`<link rel="modulepreload" href="${address}">`);
    const script = await portal.get(address);
    expect(script.status).toBe(200);
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(script.text).not.toMatch(/\beval\b|\bFunction\(/);
  });

  test('judges by itself, given the parts that it asks for and no others', async () => {
    const [address = ''] = await addresses('/register');
    const source = `data:text/javascript,${encodeURIComponent((await portal.get(address)).text)}`;
    const { default: make } = (await import(source)) as { default: (require: (name: string) => unknown) => Record<string, unknown> };
    const validators = Object.values(make(requirePart)) as ((values: object) => boolean)[];
    expect(validators.map((validate) => validate({ mobilePhone: 1 }))).toContain(false);
    expect(() => requirePart('node:fs')).toThrow('node:fs');
    expect(() => requirePart('constructor')).toThrow('constructor');
  });

  test('has an address of its own for each form, the same for institutions that share one', async () => {
    const [login, register] = [await addresses('/login'), await addresses('/register')];
    expect(new Set([...login, ...register]).size).toBe(login.length + register.length);
    expect(await addresses('/login', 'library.localhost')).toEqual(login);
  });

  test.each(['/portal/validators/aaaaaaaaaaaaaaaaaaaaaa.js', '/portal/validators/constructor.js', '/portal/validators/..%2fx.js'])(
    '%s is not found',
    async (url) => expect((await portal.get(url)).status).toBe(404),
  );
});
