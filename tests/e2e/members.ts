import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { APIRequestContext, BrowserContext, Locator, Page, Response } from 'playwright/test';
import { openDatabase } from '../../src/database/connection';
import { runProgram } from './programs';
import { at, expect } from './portal';

/** The password that members of these tests have. */
export const password = 'qinglan-2026';
/** An article that can be liked, collected and commented on. */
export const article = '/informationdetail?columnId=6101&id=info-0003';

const dataDir = process.env.PORTAL_DATA ?? '';

interface OutboxEntry {
  kind: string;
  to: string;
  code: string;
  purpose?: string;
}

/** What the server would have sent to visitors, the oldest first. */
async function outbox(): Promise<OutboxEntry[]> {
  const lines = (await readFile(join(dataDir, 'outbox.ndjson'), 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as OutboxEntry);
}

/** The last code that was sent to a phone. @throws when there is none */
export async function smsCode(
  phone: string,
  purpose: 'registration' | 'reset' | 'login' | 'removal' | 'oldPhone' | 'newPhone',
): Promise<string> {
  const last = (await outbox()).findLast((entry) => entry.kind === 'sms' && entry.to === phone && entry.purpose === purpose);
  if (!last) throw new Error(`No code for ${purpose} was sent to ${phone}`);
  return last.code;
}

/** The characters of the last picture that was drawn for a phone. @throws when there is none */
export async function captchaText(phone: string): Promise<string> {
  const last = (await outbox()).findLast((entry) => entry.kind === 'captcha' && entry.to === phone);
  if (!last) throw new Error(`No picture was drawn for ${phone}`);
  return last.code;
}

/** The characters of the picture that a context was shown last, in a form that asks for no phone. @throws when there is none */
export async function pictureText(context: BrowserContext): Promise<string> {
  const shown = (await context.cookies(at('/api'))).find((cookie) => cookie.name === 'captcha');
  if (!shown) throw new Error('No picture was shown');
  return captchaText(shown.value);
}

let database: ReturnType<typeof openDatabase> | undefined;

/** The server's database, by the one connection that a worker has to it. */
export const portalDatabase = (): ReturnType<typeof openDatabase> =>
  (database ??= openDatabase({ databaseUrl: process.env.DATABASE_URL || undefined, dataDir, poolSize: 1 }));

/** Lets phones get another code within a minute, and the one address of all tests more than 60 in an hour. */
export async function forgetLimits(): Promise<void> {
  await sql`delete from throttle`.execute((await portalDatabase()).kysely);
}

/** Asks for a code as a browser that cannot earn it: with the characters of a picture. */
async function askForCode(request: APIRequestContext, phone: string, status: 1 | 3): Promise<void> {
  expect((await request.get(at(`/api/auth/jwt/getCode?phone=${phone}`))).status()).toBe(200);
  const reply = await request.get(at(`/api/auth/jwt/${status}/VERCode?phone=${phone}&verCode=${await captchaText(phone)}`));
  expect(await reply.json()).toMatchObject({ rel: true });
}

/** Registers a member by the calls that the form makes. */
export async function addMember(request: APIRequestContext, phone: string, name = '林晓'): Promise<void> {
  await forgetLimits();
  await askForCode(request, phone, 1);
  const verCode = await smsCode(phone, 'registration');
  const reply = await request.post(at('/api/auth/jwt/registered'), {
    data: { phone, password, conPassword: password, verCode, sex: '2', name },
  });
  // A test that is tried again finds its member there already.
  expect(await reply.json()).toEqual(expect.objectContaining({ message: expect.stringMatching(/^注册成功$|已注册/) }));
}

/** Logs a member in, without a page: the context has the cookies then. */
export async function signIn(context: BrowserContext, phone: string): Promise<void> {
  await forgetLimits();
  await askForCode(context.request, phone, 3);
  const reply = await context.request.post(at('/api/auth/jwt/login-phone'), { data: { phone, verCode: await smsCode(phone, 'login') } });
  expect(await reply.json()).toMatchObject({ rel: true });
}

/**
 * Registers a member of the institution whose page is open and logs in, by calls that another page of it makes: Node knows no hosts below
 * `localhost`, browsers do.
 */
export async function joinInPage(page: Page, phone: string, name = '林晓'): Promise<void> {
  const ask = (path: string, data?: object): Promise<unknown> =>
    page.evaluate(
      async ([url, body]) => {
        const reply = await fetch(url, body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body });
        return reply.headers.get('content-type')?.includes('json') ? ((await reply.json()) as unknown) : undefined;
      },
      [path, data && JSON.stringify(data)] as const,
    );
  const askForCode = async (status: 1 | 3): Promise<void> => {
    await ask(`/api/auth/jwt/getCode?phone=${phone}`);
    await ask(`/api/auth/jwt/${status}/VERCode?phone=${phone}&verCode=${await captchaText(phone)}`);
  };
  // A form on the page asks for a picture when it is ready, which would take the place of the one that is asked for here: this page has no form.
  await page.goto(new URL('/accessibility', page.url()).href, { waitUntil: 'networkidle' });
  await forgetLimits();
  await askForCode(1);
  const verCode = await smsCode(phone, 'registration');
  await ask('/api/auth/jwt/registered', { phone, password, conPassword: password, verCode, sex: '2', name });
  await forgetLimits();
  await askForCode(3);
  expect(await ask('/api/auth/jwt/login-phone', { phone, verCode: await smsCode(phone, 'login') })).toMatchObject({ rel: true });
}

/** Runs the command by which an institution's staff review. @returns what it prints */
export const review = (...words: string[]): Promise<string> => runProgram('review', ...words);

/** Signs a member in and hands comments on an item in. */
export async function comment(context: BrowserContext, phone: string, item: string, words: readonly string[]): Promise<void> {
  await addMember(context.request, phone);
  await signIn(context, phone);
  const authorization = (await context.cookies()).find((cookie) => cookie.name === 'token')?.value ?? '';
  for (const content of words) {
    const data = { content, dataId: item, dataMenuId: '6101', dataTitle: '题' };
    const reply = await context.request.post(at('/api/communal/web/comment'), { headers: { authorization }, data });
    expect(await reply.json()).toMatchObject({ status: 200 });
  }
}

/** Publishes what awaits review and has certain words, and nothing that others are waiting for. @returns what was waiting */
export async function approve(words: string): Promise<string> {
  const waiting = await review('list');
  const ids = waiting.split('\n').flatMap((line) => (line.includes(words) ? [line.split('\t')[0] ?? ''] : []));
  await review('approve', ...ids);
  return waiting;
}

/** What was handed in to the first institution with a value in one of its fields, which nobody else sent. @returns its id */
export async function sentItem(module: string, name: string, value: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from item where tenant = 'centre' and module = ${module} and doc ->> ${name} = ${value}`.execute(
    (await portalDatabase()).kysely,
  );
  expect(rows, `${module} with ${value}`).toHaveLength(1);
  return rows[0]?.id ?? '';
}

/** A field of a form, by the name of the form and its own. */
export const field = (page: Page, form: string, name: string): Locator => page.locator(`#form-${form}_${name}`);

/** Fills the quick login in and sends it. */
export async function quickLogin(page: Page, phone: string): Promise<void> {
  await forgetLimits();
  await page.getByRole('tab', { name: '快捷登录' }).click();
  const form = page.getByRole('tabpanel', { name: '快捷登录' });
  await form.getByLabel('手机号').fill(phone);
  await sendCode(page, form.getByRole('button', { name: '获取验证码' }));
  await form.getByLabel('短信验证码').fill(await smsCode(phone, 'login'));
  await form.getByRole('button', { name: '登录' }).click();
}

/** Presses a button that sends a code and waits until it counts down. */
export async function sendCode(page: Page, button: Locator): Promise<void> {
  const handle = await button.elementHandle();
  await Promise.all([page.waitForResponse('**/VERCode?*'), button.click()]);
  await expect.poll(() => handle?.textContent()).toMatch(/^重新发送 \d+s$/);
}

/** Waits for the next picture of a captcha, that for a phone if one is named, while something is done. */
export async function nextPicture(page: Page, work: () => Promise<unknown>, phone?: string): Promise<void> {
  const ofPhone = (response: Response): boolean =>
    response.url().includes('/getCode?') && (phone === undefined || response.url().includes(`phone=${phone}`));
  await Promise.all([page.waitForResponse(ofPhone).then((response) => response.finished()), work()]);
}

/** The query that leads back to the article. */
export const back = `redirect=${encodeURIComponent(article)}`;
/** A message that passes. */
export const toast = (page: Page, words: string): Locator => page.locator('.toasts').getByText(words);
/** A mark at the side of the page, by its label. */
export const mark = (page: Page, name: string): Locator => page.locator('.rail-toggle').filter({ hasText: name });
/** The box for a comment. */
export const editor = (page: Page): Locator => page.locator('#comments').getByLabel('写下你的评论');
/** Sends the comment in the box. */
export const sendComment = (page: Page): Promise<void> =>
  page.locator('#comments').getByRole('button', { name: '发表评论' }).first().click();
