import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Property } from '../../src/model/definitions.g';
import { isObject, type Json } from '../../src/model/json';
import { sanitizeAddress } from '../../src/runtime/display';
import { demoItems, testPortal, type TestPortal } from '../server/portal';
import { projectRoot } from '../server/projectDefinitions';

/** Addresses that lead nowhere, or elsewhere than they look; every one may come by an import or a foreign back end. */
const hostile = [
  'http://',
  'http://[',
  'https://%',
  'https://a b.example/',
  'http:///evil.example/x',
  '/\t/evil.example/x',
  '\t//evil.example/x',
  '/\\evil.example/x',
  '\\\\evil.example/x',
  '//evil.example/x',
  '/x\n/evil.example',
  'https:\\\\evil.example/x',
  'https://evil.example\\@a.example/x',
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  '\u0001javascript:alert(1)',
];

/** What breaks pages rather than their readers, and one that looks like a path: pages are made with these alone, for they take their time. */
const onPages = ['http://', 'http://[', '/\t/evil.example/x'];

describe('an address', () => {
  test.each(hostile.filter((address) => !address.startsWith('http:///')))('%j is left out', (address) =>
    expect(sanitizeAddress(address)).toBeUndefined(),
  );
  test.each([
    ['https://a.example/x?y=1#z', 'https://a.example/x?y=1#z'],
    [' HTTP://a.example ', 'HTTP://a.example'],
    ['/x/y?z=\\d', '/x/y?z=\\d'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['tel:010-1', 'tel:010-1'],
  ])('%j is one', (address, kept) => expect(sanitizeAddress(address)).toBe(kept));
});

/** Returns the value with every address in it replaced, those in lists too. */
function replaceAddresses(value: Json, property: Property | undefined, address: string): Json {
  if (property?.format === 'uri-reference') return address;
  if (Array.isArray(value)) return value.map((entry) => replaceAddresses(entry, property?.items, address));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, replaceAddresses(inner, property?.properties?.[name], address)]),
  );
}

describe('pages of items whose addresses are hostile', () => {
  const tenant = 'centre';
  const modules = readdirSync(join(projectRoot, 'tenants', tenant, 'content'))
    .filter((name) => name.endsWith('.ndjson'))
    .map((name) => name.slice(0, -'.ndjson'.length));
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await testPortal();
  });
  afterAll(() => portal.close());

  test.each(modules)('%s', async (name) => {
    const compiled = portal.definitions.portal(tenant);
    const module = compiled?.modules[name];
    const item = (await demoItems(tenant, name))[0];
    const properties = module?.definition.item?.properties;
    if (!compiled || !item || !properties) return;
    const items = onPages.map((address, index) => {
      const absent = Object.entries(properties).filter(([field, { format }]) => format === 'uri-reference' && !(field in item));
      const whole = { ...item, ...Object.fromEntries(absent.map(([field]) => [field, address])) };
      const changed = replaceAddresses(whole, { type: 'object', properties }, address);
      return { ...(isObject(changed) ? changed : {}), id: `hostile-${index}` };
    });
    await portal.put(tenant, name, items);
    const pages = [...compiled.pages].filter(
      ([
        path,
        {
          module: owner,
          path: main,
          definition: { kind },
        },
      ]) => owner === name && path === main && (kind === 'list' || kind === 'detail'),
    );
    const column = String(item['columnId'] ?? '');
    for (const [path, { definition }] of pages) {
      const ids = definition.kind === 'detail' ? items.map(({ id }) => id) : [''];
      for (const id of ids) {
        const { status, text } = await portal.get(`${path}?${new URLSearchParams({ columnId: column, id }).toString()}`);
        expect([path, id, status]).not.toContainEqual(500);
        expect([path, id, findUnsafe(text)]).toEqual([path, id, []]);
      }
    }
  });
});

/** Returns the addresses in a page that no link or picture may have. */
function findUnsafe(html: string): string[] {
  const found = [...html.matchAll(/ (?:href|src|poster|action|data-fallback)="([^"]*)"/g)].map(([, address = '']) => address);
  return found
    .map((address) => address.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&#x27;', "'"))
    .filter((address) => !address.startsWith('#') && sanitizeAddress(address) === undefined);
}
