import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toOwnPath } from '../../src/portal/ui/actions/destination';
import { testPortal, type TestPortal } from '../server/portal';
import { sendRaw } from './sockets';

const evil = 'evil.example';
const host = 'localhost';
const origin = `http://${host}`;

/** Addresses that lead to another site, or run a script, in the eyes of some browser or some program before it. */
const hostile = [
  `https://${evil}`,
  `HTTP://${evil}/`,
  `//${evil}`,
  `///${evil}`,
  `////${evil}`,
  `/\\${evil}`,
  `\\\\${evil}`,
  `\\/${evil}`,
  `/\t/${evil}`,
  `/\n/${evil}`,
  `\t//${evil}`,
  ` //${evil}`,
  `\u0000//${evil}`,
  `/${'\u2028'}/${evil}`,
  `/%09/${evil}`,
  `/%2f${evil}`,
  `/%5c${evil}`,
  `%2f%2f${evil}`,
  `//${evil}%2f..`,
  `//${evil}/%2e%2e`,
  `/..//${evil}`,
  `/.//${evil}`,
  `/x/..//${evil}`,
  `/./\\${evil}`,
  `https:${evil}`,
  `https:/${evil}`,
  `https:\\\\${evil}`,
  `https://${host}@${evil}`,
  `https://${host}%00.${evil}`,
  `//${host}:80@${evil}`,
  `//${evil}#${host}`,
  `//${evil}?${host}`,
  `//${host}\\@${evil}`,
  `／／${evil}`,
  `〳${evil}`,
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://localhost/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://evil.example/x',
  `/login?redirect=//${evil}`,
];

/** Where a browser that shows a page of ours would go, when that is not here. */
function findLead(address: string, at = `${origin}/page`): string | undefined {
  if (!URL.canParse(address, at)) return undefined;
  const { hostname, protocol } = new URL(address, at);
  return hostname.endsWith(evil) || /^(javascript|data|vbscript|blob):/.test(protocol) ? `${protocol}//${hostname}` : undefined;
}

const unescape = (text: string): string =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_whole, code: string) => String.fromCodePoint(parseInt(code, 16)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Returns what in a document leads elsewhere. */
function findLeads(html: string): string[] {
  const attributes = [...html.matchAll(/\s(?:href|src|action|formaction|poster|data-[\w-]+|content)="([^"]*)"/gi)].map(([, value = '']) =>
    unescape(value),
  );
  // `0; url=...` of a page that sends on.
  return attributes.filter((value) => !value.startsWith('data:image/') && findLead(value.replace(/^\d+;\s*url=/i, '')) !== undefined);
}

let portal: TestPortal;
let port: number;
beforeAll(async () => {
  portal = await testPortal();
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  port = (portal.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await portal.close();
});

/** Names under which addresses are handed on, here and elsewhere. */
const names = [
  'redirect',
  'return',
  'returnUrl',
  'next',
  'url',
  'to',
  'back',
  'continue',
  'subhomepage',
  'columnId',
  'id',
  'key',
  'type',
  'tab',
  'share',
  'menuId',
];

describe('an address that a visitor brings along', () => {
  it('control: one that leads elsewhere is found in a link', () => {
    const found = hostile.filter((address) => findLeads(`<a href="${address.replaceAll('"', '&quot;')}">`).length > 0);
    expect(found.length).toBeGreaterThan(24);
  });

  it('leads nowhere from any page, under any name that the page takes', async () => {
    const compiled = portal.definitions.portal('centre');
    const pages = [...new Map([...(compiled?.pages.values() ?? [])].map((page) => [page.path, page])).values()];
    const faults: string[] = [];
    for (const [number, { path, definition }] of pages.entries()) {
      const address = hostile[number % hostile.length] ?? '';
      const query = new URLSearchParams([...names, ...Object.keys(definition.query ?? {})].map((name) => [name, address]));
      const { status, text, headers } = await portal.get(`${path}?${query.toString()}`, host, { accept: 'text/html' });
      for (const lead of [...findLeads(text), ...[headers['location'], headers['refresh']].filter((value) => value !== undefined)])
        faults.push(`${path} ${JSON.stringify(address)}: ${String(lead)}`);
      if (status >= 500) faults.push(`${path} ${JSON.stringify(address)}: ${status}`);
    }
    expect(pages.length).toBeGreaterThan(60);
    expect(faults).toEqual([]);
  });

  it('leads nowhere as the path of a request', async () => {
    const faults: string[] = [];
    for (const address of hostile) {
      const target = address.replace(/[\u0000-\u0020\u007f-\uffff]/g, (sign) => encodeURIComponent(sign));
      const { status, head, body } = await sendRaw(port, target, { host, accept: 'text/html' });
      const [, location] = /^location: (.*)$/im.exec(head) ?? [];
      if (location !== undefined || findLeads(body).length > 0 || status >= 500 || status === 0)
        faults.push(`${status} ${target} ${location ?? ''}`);
      const page = await portal.get(`/portal/page?url=${encodeURIComponent(address)}`);
      if (findLead(String((page.body['canonical'] as string | undefined) ?? '/')) !== undefined || page.status >= 500)
        faults.push(`page ${page.status} ${target}`);
    }
    expect(faults).toEqual([]);
  });

  it('is gone to after a login only where it is one of this site', () => {
    vi.stubGlobal('window', { location: { origin } });
    const gone = hostile.map((address) => [address, toOwnPath(address, '/login')] as const);
    expect(
      gone.filter(([, path]) => findLead(path) !== undefined || new URL(path, origin).origin !== origin || !/^\/(?![/\\])/.test(path)),
    ).toEqual([]);
    expect(toOwnPath('/works?columnId=1#x', '/login')).toBe('/works?columnId=1#x');
  });

  it('is referred to by no definition as something to follow but after a form, where it is checked', () => {
    const followed: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (value === null || typeof value !== 'object') return;
      for (const [name, inner] of Object.entries(value)) {
        if (name === 'url' && JSON.stringify(inner ?? '').includes('"/query/') && !path.endsWith('/goTo')) followed.push(`${path}/${name}`);
        visit(inner, `${path}/${name}`);
      }
    };
    for (const tenant of portal.definitions.tenants) {
      const { modules = {}, pages = new Map() } = portal.definitions.portal(tenant) ?? {};
      visit(modules, tenant);
      visit(Object.fromEntries(pages), tenant);
    }
    expect(followed).toEqual([]);
  });
});
