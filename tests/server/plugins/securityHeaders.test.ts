import { afterAll, beforeAll, expect, it } from 'vitest';
import { testPortal, type TestPortal } from '../portal';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

const common = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(self)',
};
const others = /^(cross-origin-|origin-|referrer-|permissions-|content-security-|strict-transport|x-(?!request))/;

it.each(['/', '/healthz', '/readyz', '/api/none', '/none.svg', '/robots.txt', '/pictures/logo/ripple.svg'])(
  '%s has them and no others',
  async (url) => {
    const { headers } = await portal.get(url);
    const { 'content-security-policy': _policy, ...found } = Object.fromEntries(
      Object.entries(headers).filter(([name]) => others.test(name)),
    );
    expect(found).toEqual(common);
  },
);
