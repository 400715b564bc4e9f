// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import type { Form } from '../../../src/model/definitions.g';
import { formPayload } from '../forms';
import { hydratePage, type Taken } from '../rendered';

const form: Form = {
  fields: {
    name: { field: 'text', label: 'Name' },
    seats: { field: 'integer', label: 'Seats' },
    phone: { field: 'phone', label: 'Phone', default: { const: '13800000000' } },
    note: { field: 'textarea', label: 'Note' },
    news: { field: 'checkbox', label: 'News' },
    twice: { field: 'integer', label: 'Twice', value: { expression: ['*', { $data: '/form/seats' }, 2] } },
  },
  submit: { source: 'account:login', label: 'Send' },
};

let taken: Taken | undefined;
afterEach(() => taken?.close());

const find = (container: ParentNode | undefined, name: string): HTMLInputElement => {
  const element = container?.querySelector(`#form-hall_${name}`);
  if (!element) throw new Error(`there is no ${name}`);
  return element as HTMLInputElement;
};
const values = (): Record<string, string | boolean> => ({
  ...Object.fromEntries(['name', 'seats', 'phone', 'note', 'twice'].map((name) => [name, find(taken?.container, name).value])),
  news: find(taken?.container, 'news').checked,
});

test('what is typed before the scripts are there stays, and counts', async () => {
  taken = await hydratePage(formPayload(['hall'], {}, { hall: form }), undefined, (container) => {
    find(container, 'name').value = '云岭';
    find(container, 'seats').value = '12';
    find(container, 'note').value = '请安排前排';
    find(container, 'news').checked = true;
  });
  expect(values()).toEqual({ name: '云岭', seats: '12', phone: '13800000000', note: '请安排前排', news: true, twice: '24' });
});

test('nothing is made up where nothing was typed', async () => {
  taken = await hydratePage(formPayload(['hall'], {}, { hall: form }));
  expect(values()).toEqual({ name: '', seats: '', phone: '13800000000', note: '', news: false, twice: '' });
});
