import type { FieldKind, Form, FormField, Move } from '../../model/definitions.g';

const taken = new WeakMap<Move, Form>();
const nothing: Form = { fields: {}, submit: { source: '', label: '' } };

/** Returns what is given with a move as a form, the same one for the same move: its validator is written once. */
export function getTakesForm(move: Move | undefined): Form {
  if (!move?.takes) return nothing;
  let form = taken.get(move);
  if (!form) taken.set(move, (form = { ...nothing, fields: move.takes }));
  return form;
}

const relaxed = new WeakMap<Form, Form>();

/** Returns the form by which a draft is judged: kinds and lengths alone, of what is there. */
export function relaxForm(form: Form): Form {
  let loose = relaxed.get(form);
  if (!loose) relaxed.set(form, (loose = { ...form, fields: relaxFields(form.fields) }));
  return loose;
}

/** What has a form of its own, which half of it does not have. */
const typed: readonly FieldKind[] = ['email', 'phone', 'idNumber', 'captcha', 'smsCode'];

const relaxFields = (fields: Form['fields']): Form['fields'] =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, relaxField(field)]));

function relaxField(field: FormField): FormField {
  const { required: _required, complete: _complete, assert: _assert, sameAs: _sameAs, schema, fields, field: kind, ...rest } = field;
  const { maxLength, maxItems } = schema ?? {};
  return {
    ...rest,
    field: typed.includes(kind) ? 'text' : kind,
    schema: { ...(maxLength === undefined ? {} : { maxLength }), ...(maxItems === undefined ? {} : { maxItems }) },
    ...(fields ? { fields: relaxFields(fields) } : {}),
  };
}
