import { describe, expect, it } from 'vitest';
import { isPublicAddress, parseBackendAccess } from '../../src/server/config/backendAccess';
import { readEnvironment } from '../../src/server/config/environment';
import { projectRoot } from '../server/projectDefinitions';

describe('addresses of back ends', () => {
  it.each([
    ['IPv4', ['1.1.1.1', '8.8.8.8', '100.63.255.255', '100.128.0.0', '172.15.255.255', '172.32.0.0', '192.169.0.0', '223.255.255.255']],
    ['IPv6', ['2400:3200::1', '2606:4700:4700::1111', '2a00:1450:4001::1']],
  ])('public ones of %s are known', (_kind, addresses) => {
    expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([]);
  });

  it.each([
    ['loopback', ['127.0.0.1', '127.255.255.254', '::1', '0.0.0.0', '0.1.2.3', '::']],
    ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1', 'fec0::1']],
    ['link-local', ['169.254.0.1', 'fe80::1', 'fe80::1%eth0']],
    ['shared by carriers', ['100.64.0.1', '100.127.255.255']],
    ['multicast and broadcast', ['224.0.0.1', '239.1.1.1', '255.255.255.255', '240.0.0.1', 'ff02::1']],
    ['metadata', ['169.254.169.254', '100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254']],
    [
      'IPv4 within IPv6',
      ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1'],
    ],
    ['tests and documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '3fff::1']],
    ['no address', ['', 'localhost', '127.1', '1.1.1.1/8', '2400:3200::1%eth0']],
  ])('%s is not public', (_kind, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  it.each<[named: string | undefined, address: string, host: string, port: number, expected: boolean]>([
    [undefined, '127.0.0.1', 'localhost', 4000, false],
    ['', '10.0.0.1', '10.0.0.1', 80, false],
    ['127.0.0.1:4000', '127.0.0.1', 'localhost', 4000, true],
    ['127.0.0.1:4000', '127.0.0.1', 'localhost', 4001, false],
    ['127.0.0.1:4000', '127.0.0.2', '127.0.0.2', 4000, false],
    ['[::1]:4000', '::1', '::1', 4000, true],
    ['[::1]:4000', '::1', '::1', 80, false],
    ['API.internal:8080', '10.1.2.3', 'api.internal', 8080, true],
    ['api.internal:8080', '10.1.2.3', 'other.internal', 8080, false],
    ['10.1.0.0/16, fd00::/8', '10.1.2.3', 'api.internal', 80, true],
    ['10.1.0.0/16, fd00::/8', 'fd12::1', 'api.internal', 80, true],
    ['10.1.0.0/16, fd00::/8', '10.2.0.1', 'api.internal', 80, false],
    ['10.1.2.3', '10.1.2.3', 'api.internal', 80, true],
    ['10.1.2.3', '1.1.1.1', 'api.example.org', 443, true],
  ])('ALLOW_PRIVATE_BACKENDS=%s and %s, which is %s:%i: %s', (named, address, host, at, expected) => {
    expect(parseBackendAccess(named).mayReach(address, host, at)).toBe(expected);
  });

  it.each([
    'yes',
    'api.internal',
    '*',
    '10.0.0.0/33',
    '10.0.0',
    'host:0',
    'host:65536',
    '[1.2.3.4]:80',
    'http://host:80',
    '10.0.0.1;10.0.0.2',
  ])('the setting %j is refused in words', (named) => {
    expect(() => readEnvironment({ ALLOW_PRIVATE_BACKENDS: named }, projectRoot)).toThrow(
      /^ALLOW_PRIVATE_BACKENDS must list hosts with a port, addresses and networks/,
    );
  });
});
