// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { forgetKept } from '../../../src/portal/data/windowStorage';
import { clearDraft, forgetTyped, readDraft, writeDraft } from '../../../src/portal/forms/control/draft';
import type { Form } from '../../../src/model/definitions.g';

const form: Form = { fields: { name: { field: 'text', label: '姓名' } }, submit: { source: 'create', label: '提交' } };
const place = '/addNew?activityId=a submit';

/** Has a member come in, or nobody, in a page that was opened anew. */
async function open(member: string): Promise<void> {
  document.cookie = `wlyuserid=${member}; Path=/${member === '' ? '; Max-Age=0' : ''}`;
  forgetTyped();
  // Cookies are read once in a row.
  await Promise.resolve();
}

afterEach(async () => {
  await open('');
  sessionStorage.clear();
});

test('a draft belongs to the member who wrote it', async () => {
  await open('m1');
  writeDraft(place, form, { name: '甲' });
  for (const [member, found] of [
    ['m2', {}],
    ['', {}],
    ['m1', { name: '甲' }],
  ] as const) {
    await open(member);
    expect(readDraft(place, form)).toEqual(found);
  }
});

test('what nobody wrote belongs to who comes back from the login page, until it is sent', async () => {
  writeDraft(place, form, { name: '甲' });
  await open('m1');
  expect(readDraft(place, form)).toEqual({ name: '甲' });
  writeDraft(place, form, { name: '乙' });
  await open('m1');
  expect(readDraft(place, form)).toEqual({ name: '乙' });
  clearDraft(place);
  expect([readDraft(place, form), sessionStorage.length]).toEqual([{}, 0]);
});

test('who logs out leaves none', async () => {
  await open('m1');
  writeDraft(place, form, { name: '甲' });
  forgetKept();
  await open('m1');
  expect(readDraft(place, form)).toEqual({});
});
