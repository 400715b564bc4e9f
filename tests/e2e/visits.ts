import type { APIRequestContext, BrowserContext, Locator, Page } from 'playwright/test';
import { addMember, forgetLimits, pictureText, signIn } from './members';
import { at, expect } from './portal';

/** A member who is logged in where the context is. */
export interface Visitor {
  context: BrowserContext;
  phone: string;
  id: string;
  token: string;
}

/** Registers a member and logs in, without a page. */
export async function joined(context: BrowserContext, request: APIRequestContext, phone: string): Promise<Visitor> {
  await addMember(request, phone);
  await signIn(context, phone);
  const held = new Map((await context.cookies(at('/'))).map(({ name, value }) => [name, decodeURIComponent(value)]));
  return { context, phone, id: held.get('wlyuserid') ?? '', token: held.get('token') ?? '' };
}

/** Makes a call of a visitor's, as pages make it. @returns the body of the reply */
export async function call(
  { context, token }: Visitor,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  data?: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const reply = await context.request.fetch(at(path), { method, data, headers: { Authorization: token } });
  return (await reply.json()) as Record<string, unknown>;
}

/** The characters of a new picture, for a call that is made without a page. */
async function newPicture({ context }: Visitor): Promise<string> {
  await forgetLimits();
  expect((await context.request.get(at(`/api/auth/jwt/getCode?timestamp=${Date.now()}`))).ok()).toBe(true);
  return pictureText(context);
}

/** The question whether an ID number may be kept, in a form that takes one: asked until it was answered once. */
export const consent = (within: Page | Locator): Locator =>
  within.getByRole('checkbox', { name: '我已阅读以上说明，单独同意处理该敏感个人信息' });

/** A contact as its form has it. */
export interface Contact {
  name: string;
  cellphone: string;
  idNo: string;
}

/** Adds a contact. @returns its id */
export async function addContact(visitor: Visitor, contact: Contact): Promise<string> {
  expect(await call(visitor, 'POST', '/api/activity/ta/contacts/add', { ...contact, idNumberConsent: true })).toMatchObject({
    status: 200,
  });
  const { data } = (await call(visitor, 'GET', `/api/activity/ta/contactsList/${visitor.id}/QLWHG01`)) as {
    data: { id: string; name: string }[];
  };
  return data.find(({ name }) => name === contact.name)?.id ?? '';
}

/** Enrols contacts for an activity. */
export async function enrol(visitor: Visitor, activityId: string, contacts: readonly string[]): Promise<void> {
  expect(
    await call(visitor, 'PUT', '/api/activity/ta/signUp', {
      activityId,
      contactsId: contacts.join(','),
      verCode: await newPicture(visitor),
    }),
  ).toMatchObject({ rel: true });
}

/** A visitor's enrolments, the newest first. */
export async function enrolments(visitor: Visitor): Promise<{ id: string; signCode?: string }[]> {
  const { data } = (await call(visitor, 'GET', `/api/activity/ta/${visitor.id}`)) as {
    data: { rows: { id: string; signCode?: string }[] };
  };
  return data.rows;
}

/** Books a venue. */
export async function book(visitor: Visitor, venueId: string, venueTime: string): Promise<void> {
  const body = {
    name: '程立夏',
    mobilePhone: '13812345678',
    identityCard: '110101199001011237',
    idNumberConsent: true,
    purpose: '排练',
    venueId,
    menuId: '6140',
    venueTime,
    verCode: await newPicture(visitor),
  };
  expect(await call(visitor, 'POST', '/api/onlinevenues/wt/venue/scheduled', body)).toMatchObject({ message: '预订成功' });
}

/** The characters of the picture that a form shows. */
export async function shownPicture(page: Page): Promise<string> {
  await expect
    .poll(
      () =>
        page
          .locator('.field-picture img')
          .evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0),
      { message: 'the picture is there' },
    )
    .toBe(true);
  return pictureText(page.context());
}

/** A button by its whole name. */
export const button = (within: Page | Locator, name: string): Locator => within.getByRole('button', { name, exact: true });
/** The dialog with a title. */
export const dialog = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title });
/** Answers the question that is asked in a dialog. */
export const answer = (page: Page, title: string, words: string): Promise<void> => button(dialog(page, title), words).click();
