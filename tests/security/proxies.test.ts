import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { parseProxyTrust } from '../../src/server/config/proxyTrust';
import { forwardedHeaders } from '../../src/server/plugins/forwardedHeaders';

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

/** What a server believes of a request that claims to be handed on: its host, protocol and address. */
async function believed(setting: string | undefined, remoteAddress: string, headers: Record<string, string> = {}): Promise<string[]> {
  const trust = parseProxyTrust(setting);
  app = fastify({ trustProxy: trust?.isTrusted ?? false });
  await app.register(forwardedHeaders, { trust });
  app.get('/', async ({ host, protocol, ip }) => [host, protocol, ip]);
  const claims = { 'x-forwarded-host': 'museum.localhost', 'x-forwarded-proto': 'https', 'x-forwarded-for': '9.9.9.9, 203.0.113.5' };
  const reply = await app.inject({ url: '/', remoteAddress, headers: { host: 'localhost', ...claims, ...headers } });
  return JSON.parse(reply.body) as string[];
}

describe('what a proxy says', () => {
  it.each<[string, string | undefined, string, string[]]>([
    ['nobody is a proxy', undefined, '10.0.0.1', ['localhost', 'http', '10.0.0.1']],
    ['an empty setting', '', '10.0.0.1', ['localhost', 'http', '10.0.0.1']],
    ['no hop', '0', '10.0.0.1', ['localhost', 'http', '10.0.0.1']],
    ['one hop: the host is not its to say', '1', '10.0.0.1', ['localhost', 'https', '203.0.113.5']],
    ['two hops', '2', '10.0.0.1', ['localhost', 'https', '9.9.9.9']],
    ['a listed address', '10.0.0.1', '10.0.0.1', ['museum.localhost', 'https', '203.0.113.5']],
    ['a listed network', '192.168.0.0/16, 10.0.0.0/8', '10.7.0.1', ['museum.localhost', 'https', '203.0.113.5']],
    ['two listed in a row', '10.0.0.0/8,203.0.113.0/24', '10.7.0.1', ['museum.localhost', 'https', '9.9.9.9']],
    ['an IPv6 network', 'fd00::/8', 'fd12::1', ['museum.localhost', 'https', '203.0.113.5']],
    ['an IPv4 address in IPv6', '10.0.0.0/8', '::ffff:10.0.0.1', ['museum.localhost', 'https', '203.0.113.5']],
    ['not listed', '10.0.0.0/8', '203.0.113.7', ['localhost', 'http', '203.0.113.7']],
  ])('%s', async (_what, setting, from, expected) => {
    expect(await believed(setting, from)).toEqual(expected);
  });

  it.each([
    ['javascript', 'http'],
    ['', 'http'],
    ['https://evil', 'http'],
    ['https, ftp', 'http'],
    ['ftp, https', 'https'],
    ['HTTPS', 'http'],
  ])('the protocol %j is %s', async (protocol, expected) => {
    expect((await believed('1', '10.0.0.1', { 'x-forwarded-proto': protocol }))[1]).toBe(expected);
  });

  it.each(['yes', '11', '-1', '1.5', '10.0.0.0/33', 'fd00::/129', '10.0.0', 'proxy.example', '10.0.0.0/8;::1'])(
    'the setting %j is refused in words',
    (setting) => {
      expect(() => parseProxyTrust(setting)).toThrow(/^TRUST_PROXY must be a number of proxies up to 10, or addresses and networks/);
    },
  );
});
