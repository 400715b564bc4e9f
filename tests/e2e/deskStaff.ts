import type { Page } from 'playwright/test';
import { computeCode } from '../../src/server/staff/totp';
import { at, expect } from './portal';
import { runProgram } from './programs';

/** The screens that the desk is worked at. */
export const sizes = { wide: { width: 1440, height: 900 }, tablet: { width: 820, height: 1180 } };

/** Waits until the page of the desk has a heading. */
export const headed = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();

/** Adds somebody to the staff by the program. @returns the password */
const hire = async (login: string, role: string, tenant = 'centre'): Promise<string> =>
  (await runProgram('staff', 'add', tenant, login, role)).split('\t').at(-1)?.trim() ?? '';

/** The code that an authenticator app shows now. */
const codeOf = (secret: string): string => computeCode(secret.replaceAll(' ', ''), Math.floor(Date.now() / 30_000));

/** Waits for the first page of the desk, whose frame is that of who has come in, not of nobody. */
async function expectEntered(page: Page): Promise<void> {
  await headed(page, '概览');
  await expect(page.getByRole('button', { name: '退出登录' })).toBeAttached();
}

/** Adds somebody to the staff, and logs in as they do for the first time. */
export async function logInByHand(page: Page, login: string, role: string, tenant?: 'library' | 'museum'): Promise<void> {
  const password = await hire(login, role, tenant);
  await page.goto(at('/admin', tenant));
  await headed(page, '登录工作台');
  await page.getByLabel('账号').fill(login);
  await page.getByRole('textbox', { name: '密码' }).fill(password);
  await page.getByRole('button', { name: '登录' }).click();
  await headed(page, '第二步验证');
  await expect(page.getByRole('img', { name: /二维码/ })).toBeVisible();
  const secret = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
  await page.getByLabel('验证码').fill(codeOf(secret));
  await page.getByRole('button', { name: '确认' }).click();
  await page.getByRole('dialog', { name: '请保存恢复码' }).getByRole('button').click();
  await expectEntered(page);
}

/**
 * Adds somebody to the staff, and comes in by the calls that the forms make, for journeys of what is done afterwards. They are made by a
 * document of the institution: Node knows no hosts below `localhost`, browsers do.
 */
export async function enter(page: Page, login: string, role: string, tenant?: 'library' | 'museum'): Promise<void> {
  const password = await hire(login, role, tenant);
  await page.goto(at('/robots.txt', tenant));
  const ask = (path: string, body?: object): Promise<Reply> =>
    page.evaluate(
      async ([name, data]) => {
        const headers = { 'content-type': 'application/json', 'x-organization-id': 'x' };
        const reply = await fetch(`/admin/api/desk/${name}`, data === undefined ? { headers } : { method: 'POST', headers, body: data });
        return (await reply.json()) as Reply;
      },
      [path, body && JSON.stringify(body)] as const,
    );
  expect(await ask('login', { login, password })).toMatchObject({ status: 200, data: { next: 'setUp' } });
  const { data } = await ask('second-factor');
  expect(await ask('confirm', { code: codeOf(data?.secret ?? '') })).toMatchObject({ status: 200 });
  await page.goto(at('/admin', tenant));
  await expectEntered(page);
}

/** A reply of a call of the desk. */
interface Reply {
  status: number;
  data?: { next?: string; secret?: string };
}
