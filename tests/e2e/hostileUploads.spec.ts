import { hostileFiles, script } from '../security/hostileFiles';
import { addMember, forgetLimits, signIn } from './members';
import { at, expect, test } from './portal';

const phone = '13600007301';

test('of hostile files that were uploaded none runs, opened or called as a script, a style sheet or a frame', async ({
  context,
  page,
  complaints,
}) => {
  await forgetLimits();
  await addMember(context.request, phone);
  await signIn(context, phone);
  const token = (await context.cookies(at('/'))).find(({ name }) => name === 'token')?.value ?? '';
  const addresses: string[] = [];
  for (const { filename, type, bytes } of hostileFiles.filter(({ ends }) => ends === 'inert')) {
    const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`;
    const reply = await context.request.post(at('/api/file/upload'), {
      headers: { authorization: decodeURIComponent(token), 'content-type': 'multipart/form-data; boundary=b' },
      data: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]),
    });
    addresses.push(((await reply.json()) as { data: { http: string } }).data.http);
  }
  expect(addresses.length).toBeGreaterThan(20);

  let ran = 0;
  await page.route('**/ran', async (route) => {
    ran += 1;
    await route.fulfill({ status: 204 });
  });
  const show = async (html: string): Promise<void> => {
    await page.unroute('**/hostile-frame').catch(() => undefined);
    await page.route('**/hostile-frame', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.goto(at('/hostile-frame'), { waitUntil: 'load' });
  };
  // What would be seen if one of them ran.
  await show(`<!doctype html>${script}`);
  await expect.poll(() => ran).toBe(1);

  ran = 0;
  const called = addresses.map(
    (address) => `<script src="${address}"></script><link rel="stylesheet" href="${address}"><iframe src="${address}"></iframe>`,
  );
  await show(`<!doctype html>${called.join('')}`);
  for (const address of addresses.filter((each) => /\.(jpg|png|gif|webp)$/.test(each))) {
    await page.goto(at(address));
    expect(await page.evaluate(() => [document.scripts.length, document.documentElement.dataset['ran']])).toEqual([0, undefined]);
  }
  expect(ran).toBe(0);
  // The browser refuses what is called as something else than it is.
  complaints.length = 0;
});
