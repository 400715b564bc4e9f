import type { Page } from 'playwright/test';
import { computeCode } from '../../src/server/staff/totp';
import { at, expect } from './portal';
import { runProgram } from './programs';

/** The screens that the desk is worked at. */
export const sizes = { wide: { width: 1440, height: 900 }, tablet: { width: 820, height: 1180 } };

/** Waits until the page of the desk has a heading. */
export const headed = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();

/** Adds somebody to the staff by the program, and logs in as they do for the first time. */
export async function enter(page: Page, login: string, role: string, tenant?: 'library' | 'museum'): Promise<void> {
  const password = (await runProgram('staff', 'add', tenant ?? 'centre', login, role)).split('\t').at(-1)?.trim() ?? '';
  await page.goto(at('/admin', tenant));
  await headed(page, '登录工作台');
  await page.getByLabel('账号').fill(login);
  await page.getByRole('textbox', { name: '密码' }).fill(password);
  await page.getByRole('button', { name: '登录' }).click();
  await headed(page, '第二步验证');
  await expect(page.getByRole('img', { name: /二维码/ })).toBeVisible();
  const secret = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '');
  await page.getByLabel('验证码').fill(computeCode(secret, Math.floor(Date.now() / 30_000)));
  await page.getByRole('button', { name: '确认' }).click();
  await page.getByRole('dialog', { name: '请保存恢复码' }).getByRole('button').click();
  await headed(page, '概览');
  // The frame is that of who has come in, not of nobody.
  await expect(page.getByRole('button', { name: '退出登录' })).toBeAttached();
}
