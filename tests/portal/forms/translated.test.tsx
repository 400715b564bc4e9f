// @vitest-environment jsdom
import { describe, expect, it, test } from 'vitest';
import type { Form } from '../../../src/model/definitions.g';
import { asObject, type JsonObject } from '../../../src/model/json';
import { keep } from '../../../src/portal/data/windowStorage';
import { deserializeForm } from '../../../src/runtime/form';
import { readSource } from '../../../src/translation/readSource';
import { translateForm } from '../../../src/translation/translate';
import { readExamples } from '../../translation/corpus';
import { filling } from '../filling';
import { formPayload } from '../forms';

const { calls, find, all, press, submit, type, settle, messageOf, open } = filling();

/** Opens a translated form, filled in as far as `data` says. */
async function openForm(form: Form, data: JsonObject = {}): Promise<void> {
  keep('draft /x plain', JSON.stringify(deserializeForm(form, data).values));
  await open(formPayload(['plain'], { path: '/x', forms: { plain: form } }, { plain: form }));
  await settle();
}
const translate = (source: JsonObject): Form => translateForm(readSource(source), 'account:register').form;

const examples = new Map(readExamples('jsonforms-examples').map((example) => [example.name, example]));
describe.skipIf(examples.size === 0)('forms of the published examples are shown with what they hold, and send it', () => {
  it.each<[name: string, labels: string[], sent: JsonObject]>([
    ['1884', ['First Name', 'Last Name', 'Age'], { firstName: 'Max', lastName: 'Power', age: 30 }],
    ['allOf', ['Street Address', 'City', 'State'], {}],
    ['multi-enum-with-label-and-desc', ['My Foo', 'My Bar', 'My FooBar'], { oneOfMultiEnum: 'foo', multiEnum: 'bar' }],
    ['i18n', ['Name', 'Birth Date', 'Nationality'], { birthDate: '1985-06-02' }],
    ['nestedArray', ['Example Array', 'Choices'], {}],
    ['list-with-detail-primitive-string', ['An Array Of Strings'], {}],
    ['oneOf', ['Address', 'User', 'Mail'], { addressOrUserKind: 'user' }],
    ['layout-horizontal', ['Name', 'Birth Date'], { name: 'John Doe', birthDate: '1985-06-02' }],
  ])('%s', async (name, labels, sent) => {
    const { source, translation } = examples.get(name) ?? { source: {}, translation: undefined };
    if (!translation) throw new Error(`there is no ${name}`);
    const form: Form = { ...translation.form, submit: { source: 'account:register', label: '提交' } };
    const data = asObject(source.data);
    await openForm(form, { ...data, ...sent });
    const shown = [...all('.field-label'), ...all('.field-choice')].join('\n');
    for (const label of labels) expect(shown).toContain(label);
    await submit();
    expect(all('.input-error')).toEqual([]);
    expect(calls.at(-1)?.values).toMatchObject(sent);
  });
});

const text = { type: 'string' };
const stops: JsonObject = {
  schema: {
    type: 'object',
    properties: {
      stops: {
        type: 'array',
        items: { type: 'object', properties: { town: text, nights: { type: 'integer', default: 1 } } },
        default: [{ town: 'A', nights: 2 }, { town: 'B' }],
      },
      tags: { type: 'array', items: text, default: ['x'] },
      job: { ...text, examples: ['Cook', 'Smith'] },
      begin: { type: 'string', format: 'date' },
      end: { type: 'string', format: 'date' },
      contact: { type: 'object', properties: { name: text, mail: text }, required: ['name'] },
    },
  },
  uischema: {
    type: 'VerticalLayout',
    elements: [
      { type: 'Control', scope: '#/properties/stops', options: { showSortButtons: true, elementLabelProp: 'town' } },
      { type: 'Control', scope: '#/properties/tags' },
      { type: 'Label', text: 'When' },
      {
        type: 'HorizontalLayout',
        elements: [
          { type: 'Control', scope: '#/properties/begin' },
          { type: 'Control', scope: '#/properties/end' },
        ],
      },
      { type: 'Control', scope: '#/properties/job' },
      { type: 'Control', scope: '#/properties/contact' },
    ],
  },
};
const id = (path: string): string => `form-plain_${path}`;
/** What adds a stop stands behind the list of them. */
const add = '#form-plain_stops';
const buttons = (row: number): HTMLButtonElement[] => [
  ...(find(add).parentElement?.querySelectorAll<HTMLButtonElement>(`:scope > ol > li:nth-child(${row}) > .rows-field-moves button`) ?? []),
];

test('rows start filled in, are named by what they hold, and are moved with the focus', async () => {
  await openForm(translate(stops));
  expect(all('.rows-field-name')).toEqual(['A 1', 'B 2', 'Tags 1']);
  expect(buttons(1).map(({ disabled, textContent }) => [disabled, textContent])).toEqual([
    [true, '上移A 1'],
    [false, '下移A 1'],
  ]);
  buttons(1)[1]?.focus();
  await press('ol > li:first-child > .rows-field-moves button:last-child');
  expect(all('.rows-field-name')).toEqual(['B 1', 'A 2', 'Tags 1']);
  // The last one cannot go down any further: the focus is on the way back.
  expect(document.activeElement).toBe(buttons(2)[0]);
  await press(add);
  expect(find<HTMLInputElement>(`[id="${id('stops_2_nights')}"]`).value).toBe('1');
  type(id('stops_2_town'), 'C');
  expect(all('.rows-field-name').at(2)).toBe('C 3');
  await submit();
  expect(calls.at(-1)?.values).toEqual({
    stops: [{ town: 'B' }, { town: 'A', nights: 2 }, { town: 'C', nights: 1 }],
    tags: ['x'],
  });
});

test('fields stand side by side, and are sent as if they did not; a text has suggestions', async () => {
  await openForm(translate(stops));
  expect(find('.field-columns-2').querySelectorAll('input[type=date]')).toHaveLength(2);
  expect(all('h2.field-title')).toEqual(['When']);
  const job = find<HTMLInputElement>(`[id="${id('job')}"]`);
  expect([...(job.list?.options ?? [])].map(({ value }) => value)).toEqual(['Cook', 'Smith']);
  type(id('line_begin'), '2026-11-20');
  await submit();
  expect(calls.at(-1)?.values).toMatchObject({ begin: '2026-11-20' });
});

test('an optional group can be left out, and asks for what it needs once it is begun', async () => {
  await openForm(translate(stops));
  type(id('contact_mail'), 'a@b.cn');
  await submit();
  expect(messageOf(id('contact_name'))).toBe('请填写此项');
  expect(calls).toEqual([]);
  type(id('contact_mail'), '');
  await submit();
  expect(calls.at(-1)?.values).not.toHaveProperty('contact');
});

test('a fault is told with the row or group that it lies in, whose name may come from what is in it', async () => {
  const items = { type: 'object', properties: { town: text, nights: { type: 'integer', minimum: 1 } } };
  const schema = {
    type: 'object',
    properties: {
      stops: { type: 'array', items },
      more: { type: 'string', maxLength: 2 },
      home: { type: 'object', properties: { zip: { type: 'string', maxLength: 2 } } },
    },
  };
  const side = {
    type: 'HorizontalLayout',
    elements: [
      { type: 'Control', scope: '#/properties/more' },
      { type: 'Control', scope: '#/properties/home' },
    ],
  };
  const rows = { type: 'Control', scope: '#/properties/stops', options: { elementLabelProp: 'town' } };
  await openForm(translate({ schema, uischema: { type: 'VerticalLayout', elements: [rows, side] } }), {
    stops: [{ town: 'A', nights: 0 }, { nights: 0 }],
    more: '123',
    home: { zip: '123' },
  });
  await submit();
  expect(all('.form-view-faults li')).toEqual(['A 1：填写不正确', 'Stops 2：填写不正确', '填写不正确', 'Home：填写不正确']);
});
