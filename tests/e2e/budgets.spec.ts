import { get } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';
import { type OwnPortal, startOwnPortal } from './ownPortal';
import { expect, test } from './portal';
import budgets from './budgets.json' with { type: 'json' };

// What journeys publish, count and answer weighs something, too: these pages show what the institution brings along, and that alone.
let portal: OwnPortal;
test.beforeAll(async () => {
  portal = await startOwnPortal(['centre/content']);
});
test.afterAll(() => portal.stop());

const at = (path: string): string => portal.at(path);

/** Returns how many bytes an answer has on its way, packed with brotli, and what it says. */
function measure(address: string): Promise<{ bytes: number; encoding: string | undefined }> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'br' } }, (reply) => {
      let bytes = 0;
      reply.on('data', (chunk: Buffer) => (bytes += chunk.length));
      reply.on('end', () => resolve({ bytes, encoding: reply.headers['content-encoding'] }));
      reply.on('error', reject);
    }).on('error', reject);
  });
}

/** Returns the bytes of files on their way, each of which has to come packed. */
async function sum(addresses: readonly string[]): Promise<number> {
  const measured = await Promise.all(addresses.map((address) => measure(at(address.replaceAll('&amp;', '&')))));
  expect(measured.map(({ encoding }) => encoding)).toEqual(measured.map(() => 'br'));
  return measured.reduce((total, { bytes }) => total + bytes, 0);
}

const pack = (text: string): number => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;

for (const [path, budget] of Object.entries(budgets))
  test(`what ${path} weighs on its way is within its budget`, async ({ request }) => {
    const html = await (await request.get(at(path))).text();
    const all = (pattern: RegExp): string[] => [...new Set([...html.matchAll(pattern)].map(([, address = '']) => address))];
    const inlined = /<style data-whole[^>]*>([^<]*)/.exec(html)?.[1];
    const weight = {
      document: await sum([path]),
      scripts: await sum(all(/<(?:script type="module" src|link rel="modulepreload" href)="([^"]+)"/g)),
      // As the page packs them.
      styles: inlined === undefined ? Number.POSITIVE_INFINITY : pack(inlined),
      // The words, the declaration and the styles, which browsers keep from page to page.
      beside: await sum(all(/<link rel="(?:preload|stylesheet)" href="([^"]+)"/g)),
    };
    const over = Object.entries(weight).filter(([part, bytes]) => bytes > budget[part as keyof typeof budget]);
    expect(over, `the weight is ${JSON.stringify(weight)}`).toEqual([]);
  });
