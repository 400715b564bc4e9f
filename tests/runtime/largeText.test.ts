import { describe, expect, it } from 'vitest';
import { isWithin, writeLargeTextCookies } from '../../src/runtime/largeText';

describe('the choice of large text', () => {
  it.each([
    ['culture.example.org', true],
    ['museum.culture.example.org', true],
    ['example.org', false],
    ['agriculture.example.org', false],
  ])('%s is a host of culture.example.org: %s', (host, expected) => expect(isWithin(host, 'culture.example.org')).toBe(expected));

  it('is kept for a year by the host, where the platform shares no domain', () =>
    expect(writeLargeTextCookies(true, { host: 'museum.org', domain: 'culture.example.org', secure: true })).toEqual([
      'elder=1; Max-Age=31536000; Path=/; SameSite=Lax; Secure',
    ]));

  it('is kept for all hosts of the shared domain, and what one had kept alone goes', () =>
    expect(writeLargeTextCookies(false, { host: 'museum.example.org', domain: 'example.org', secure: false })).toEqual([
      'elder=; Max-Age=0; Path=/; SameSite=Lax',
      'elder=0; Max-Age=31536000; Path=/; SameSite=Lax; Domain=example.org',
    ]));
});
