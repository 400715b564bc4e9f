// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import type { Expression, Form } from '../../../src/model/definitions.g';
import { readTypedBefore } from '../../../src/portal/forms/control/typedBefore';
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

/** The values of fields joined by `+`. */
const join = (...names: string[]): Expression =>
  names.map((name): Expression => ({ $data: `/form/${name}` })).reduce((one, other) => ['+', one, other]);

const chosen: Form = {
  fields: {
    sex: { field: 'radio', label: 'Sex', options: { one: { value: 1, label: 'One' }, two: { value: 2, label: 'Two' } } },
    size: {
      field: 'select',
      label: 'Size',
      options: {
        none: { value: 'never', label: 'Never', when: { '/form/sex': 7 } },
        small: { value: 's', label: 'Small' },
        large: { value: 'l', label: 'Large' },
      },
    },
    days: {
      field: 'checkboxes',
      label: 'Days',
      options: { a: { value: 'a', label: 'A' }, b: { value: 'b', label: 'B' }, c: { value: 'c', label: 'C' } },
    },
    stars: { field: 'rating', label: 'Stars' },
    share: { field: 'slider', label: 'Share' },
    plain: { field: 'agreement', label: 'Plain' },
    terms: { field: 'agreement', label: 'Terms', notice: { text: 'Read this' } },
    place: {
      field: 'group',
      label: 'Place',
      fields: { town: { field: 'text', label: 'Town' }, street: { field: 'text', label: 'Street', default: { const: 'x' } } },
    },
    words: { field: 'text', label: 'Words', value: { expression: join('size', 'days', 'place/town', 'place/street') } },
    sum: { field: 'integer', label: 'Sum', value: { expression: join('sex', 'stars', 'share') } },
  },
  submit: { source: 'account:login', label: 'Send' },
};

test('what is chosen and ticked before counts, but not what has to be read first', async () => {
  taken = await hydratePage(formPayload(['hall'], {}, { hall: chosen }), undefined, (container) => {
    for (const id of ['sex-1', 'days', 'days-2', 'stars-4', 'plain', 'terms']) find(container, id).checked = true;
    find(container, 'size').value = '1';
    find(container, 'share').value = '30';
    find(container, 'place_town').value = '云岭';
  });
  const { container } = taken;
  const ticked = ['sex', 'sex-1', 'days', 'days-1', 'days-2', 'stars-4', 'plain', 'terms'].filter((id) => find(container, id).checked);
  expect(ticked).toEqual(['sex-1', 'days', 'days-2', 'stars-4', 'plain']);
  expect(find(container, 'size').value).toBe('1');
  expect(find(container, 'words').value).toBe('la,c云岭x');
  expect(find(container, 'sum').value).toBe('36');
});

test('another choice than the one that a form starts with stays', async () => {
  const started: Form = { ...chosen, fields: { sex: { ...chosen.fields['sex'], field: 'radio', label: 'Sex', default: { const: 1 } } } };
  taken = await hydratePage(formPayload(['hall'], {}, { hall: started }), undefined, (container) => {
    expect(find(container, 'sex').checked).toBe(true);
    find(container, 'sex-1').checked = true;
  });
  expect(['sex', 'sex-1'].map((id) => find(taken?.container, id).checked)).toEqual([false, true]);
});

test('nothing is made up where nothing was typed', async () => {
  taken = await hydratePage(formPayload(['hall'], {}, { hall: form }));
  expect(values()).toEqual({ name: '', seats: '', phone: '13800000000', note: '', news: false, twice: '' });
});

test.each([
  ['one of each group', ['o2', 'p1'], { kinds: 'o2,p1' }],
  ['of the second group alone', ['', 'p1'], { kinds: 'p1' }],
  ['nothing', ['', ''], {}],
])('types that are chosen before count: %s', (_what, values, read) => {
  const place = document.createElement('div');
  place.innerHTML = ['kinds', 'kinds-1', 'other']
    .map(
      (id, index) =>
        `<select id="${id}"><option></option><option${values[index] ? ' selected' : ''}>${values[index] ?? 'x'}</option></select>`,
    )
    .join('');
  document.body.append(place);
  expect(readTypedBefore({ kinds: { field: 'types' } }, {}, { idOf: (path) => path, choicesOf: () => [] })).toEqual(read);
  place.remove();
});
