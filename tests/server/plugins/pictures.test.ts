import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { motifs } from '../../../src/pictures/drawPicture';
import { testPortal, type TestPortal } from '../portal';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

const ask = (accepted: string, host = 'localhost') =>
  portal.app.inject({ url: '/pictures/scroll/regular-script.svg', headers: { host, 'accept-encoding': accepted } });

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('a drawn picture is sent packed with %s, as often as it is asked for, and is the same for all', async (accepted, unpack) => {
  const whole = await ask('identity');
  expect(whole.headers).not.toHaveProperty('content-encoding');
  expect(whole.body).toMatch(/^<svg /);
  for (const packed of [await ask(accepted), await ask(accepted)]) {
    expect(packed.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-encoding': accepted,
      'content-length': String(packed.rawPayload.length),
      vary: 'accept-encoding',
    });
    expect(unpack(packed.rawPayload).toString()).toBe(whole.body);
  }
});

it('a picture is drawn in the colour of the institution that it is asked of', async () => {
  const [centre, museum] = [await ask('br'), await ask('br', 'museum.localhost')];
  expect(brotliDecompressSync(museum.rawPayload).equals(brotliDecompressSync(centre.rawPayload))).toBe(false);
});

it('every motif is drawn', async () => {
  const asked = await Promise.all(
    motifs.map(async (motif) => [
      motif,
      (await portal.app.inject({ url: `/pictures/${motif}/some.svg`, headers: { host: 'localhost' } })).statusCode,
    ]),
  );
  expect(asked).toEqual(motifs.map((motif) => [motif, 200]));
});
