import type { FieldKind, FormField } from '../../model/definitions.g';

const kinds: readonly FieldKind[] = ['text', 'email', 'text', 'select', 'text', 'date', 'text', 'radio', 'text', 'textarea'];
const options = { one: { value: '1', label: 'One' }, two: { value: '2', label: 'Two' }, three: { value: '3', label: 'Three' } };
const length = 40;

const fields = Object.fromEntries(
  Array.from({ length }, (_, index): [string, FormField] => {
    const kind = kinds[index % kinds.length] ?? 'text';
    const choices = kind === 'select' || kind === 'radio' ? { options } : {};
    return [
      `f${index}`,
      { field: kind, label: `Field ${index}`, ...(index % 2 === 0 ? { required: `Field ${index} is missing` } : {}), ...choices },
    ];
  }),
);

/** A form of 40 fields as a module of its own: its page has the module's name. */
export const longForm = {
  name: 'questionnaire',
  length,
  module: {
    title: 'Questionnaire',
    item: { type: 'object', properties: { id: { type: 'string' } } },
    endpoints: { ask: { post: '/api/questionnaire/ask', form: 'ask', ok: { '/status': 200 }, item: '/data', message: '/message' } },
    forms: { ask: { fields, submit: { source: 'ask', label: 'Send' } } },
    pages: { questionnaire: { kind: 'form', title: 'Questionnaire', forms: ['ask'] } },
  },
};

/** The field in its midst that is typed into. */
export const typedInto = '#form-ask_f20';
