import type { FieldReference, FieldSchema, FormField } from '../../model/definitions.g';
import type { OrderedFormat } from '../../runtime/formats';
import { countStars, getFieldFormat, type Fields } from '../../runtime/formSchema';
import { getUpload } from '../../runtime/upload';
import * as messages from '../problems/messages';
import { checkEndings } from './uploads';
import { checkErrors } from './unusedErrors';

/** What kinds of field cannot do without; a dictionary or a tree does for options. */
const neededKeys: readonly [
  'column' | 'find' | 'options' | 'code' | 'value' | 'upload' | 'pick' | 'times' | 'fields' | 'picture',
  readonly FormField['field'][],
][] = [
  ['options', ['select', 'radio', 'checkboxes', 'cascade']],
  ['code', ['captcha', 'smsCode']],
  ['value', ['hidden']],
  ['upload', ['image', 'video', 'file']],
  ['pick', ['pickOne', 'pickMany']],
  ['times', ['timeSlots']],
  ['fields', ['rows', 'group']],
  ['find', ['combobox']],
  ['column', ['types']],
  ['picture', ['focus']],
];
/** Keys that only fields of a kind have. */
const keysOfKinds = {
  namesOf: 'hidden',
  entries: 'rows',
  flat: 'group',
  optional: 'group',
  plain: 'rows',
  picture: 'focus',
  poster: 'video',
  sortable: 'rows',
} as const;

/** What has a place in rows and groups: what is typed or chosen. Phones and ID numbers have none, for only an item's own fields are masked and sealed. */
const inRows: readonly FormField['field'][] = [
  ...(['text', 'textarea', 'email', 'number', 'integer', 'slider', 'date', 'dateTime', 'month', 'time'] as const),
  ...(['select', 'radio', 'checkboxes', 'rating', 'checkbox', 'rows', 'group', 'cascade', 'combobox', 'heading', 'coordinate'] as const),
];
/** What takes files: what is handed in with files within rows has no place for them, what staff write has. */
const files: readonly FormField['field'][] = ['image', 'video', 'file', 'richText'];
/** What is typed on one line. */
const suggested: readonly FormField['field'][] = ['text', 'email', 'phone', 'number', 'integer'];
/** What is looked for by the name under which it is sent. */
const personal: readonly FormField['field'][] = ['agreement', 'captcha', 'idNumber', 'phone', 'smsCode'];
/** What is said of whole forms. */
const ofForms = ['local', 'masked', 'step', 'watch'] as const;
/** What is no value to be read: proofs, terms, and fields that are made of others. */
const neverReadOnly: readonly FormField['field'][] = ['agreement', 'captcha', 'smsCode', 'password', 'hidden', 'rows', 'group', 'heading'];

/**
 * Checks that fields have what their kind needs, and what their rules compare with.
 * @param around the fields that a rule can name: those beside it and, of rows, those of the form
 * @param forStaff whether it is a form for the staff: their rows and groups take files too
 */
export function checkFields(
  path: readonly string[],
  fields: Fields,
  around: readonly Fields[],
  report: messages.Report,
  forStaff = false,
): void {
  for (const [name, field] of Object.entries(fields)) {
    const at = [...path, name];
    const needs = neededKeys.find(([, kinds]) => kinds.includes(field.field))?.[0];
    const stands = { options: field.dictionary ?? field.tree, value: field.namesOf } as const;
    if (needs !== undefined && field[needs] === undefined && stands[needs as keyof typeof stands] === undefined)
      report(at, messages.missingKey([needs], `A field of kind ${field.field}`));
    if (field.readOnly && (neverReadOnly.includes(field.field) || field.consent !== undefined))
      report([...at, 'readOnly'], messages.needsContext('"readOnly"', 'a field with a value to be read'), 'key');
    if (field.readOnly && field.default === undefined && field.required !== undefined && around.length === 1 && path.length === 3)
      report([...at, 'required'], messages.needsContext('A read-only field that is required', '"default"'), 'key');
    for (const [key, kind] of Object.entries(keysOfKinds))
      if (field[key as keyof typeof keysOfKinds] !== undefined && field.field !== kind)
        report([...at, key], messages.needsContext(`"${key}"`, `a field of kind ${kind}`), 'key');
    if (field.pick?.none !== undefined && field.field !== 'pickOne')
      report([...at, 'pick', 'none'], messages.needsContext('"none"', 'a field of kind pickOne'), 'key');
    if (field.suggestions && !suggested.includes(field.field))
      report([...at, 'suggestions'], messages.needsContext('"suggestions"', 'a field of one line that is typed'), 'key');
    checkNames(at, field, fields, report);
    if (field.plain && Object.keys(field.fields ?? {}).length > 1)
      report([...at, 'plain'], messages.needsContext('"plain"', 'rows of one field'), 'key');
    if (field.sendAs?.startsWith('/') && (personal.includes(field.field) || field.consent !== undefined))
      report([...at, 'sendAs'], messages.needsContext('A JSON Pointer', 'a field that is no phone, ID number, proof or consent'));
    checkErrors(at, field, report);
    checkChoosing(at, field, fields, report);
    const pictures = Object.keys(fields).filter((other) => fields[other]?.field === 'image');
    if (field.poster !== undefined && !pictures.includes(field.poster))
      report([...at, 'poster'], messages.unknownName('field', field.poster, pictures));
    if (field.field === 'rating' && countStars(field) > messages.mostStars)
      report([...at, 'schema', 'maximum'], messages.manyStars(countStars(field)));
    checkEndings(at, field, report);
    if (field.schema) checkRule([...at, 'schema'], field.schema, { field, around }, report);
    if (!field.fields) continue;
    if (field.field !== 'rows' && field.field !== 'group')
      report([...at, 'fields'], messages.needsContext('"fields"', 'a field of kind rows or group'), 'key');
    checkRow([...at, 'fields'], field.fields, report, forStaff);
    checkFields([...at, 'fields'], field.fields, [field.fields, ...around.slice(-1)], report, forStaff);
  }
}

/** Checks that what holds the names of files names a field that takes files, and has no other value. */
function checkNames(at: readonly string[], { namesOf, value }: FormField, beside: Fields, report: messages.Report): void {
  if (namesOf === undefined) return;
  const taking = Object.keys(beside).filter((name) => getUpload(beside[name] ?? { field: 'heading' }) !== undefined);
  if (!taking.includes(namesOf)) report([...at, 'namesOf'], messages.unknownName('field', namesOf, taking));
  if (value !== undefined) report([...at, 'value'], messages.needsContext('"value"', 'a field without "namesOf"'), 'key');
}

const treeKeys = ['tree', 'levels', 'complete'] as const;
const choosing: readonly FormField['field'][] = ['select', 'radio', 'checkboxes'];

/** Checks what is said of trees of choices, and of choices that hang on the field beside them. */
function checkChoosing(at: readonly string[], field: FormField, beside: Fields, report: messages.Report): void {
  const isCascade = field.field === 'cascade';
  for (const key of treeKeys)
    if (field[key] !== undefined && !isCascade) report([...at, key], messages.needsContext(`"${key}"`, 'a field of kind cascade'), 'key');
  if (isCascade && (['options', 'dictionary', 'tree'] as const).filter((key) => field[key] !== undefined).length > 1)
    report([...at, 'field'], messages.needsContext('A field of kind cascade', 'one of "options", "dictionary" and "tree"'));
  for (const [name, { children }] of Object.entries(field.options ?? {}))
    if (children && !isCascade)
      report([...at, 'options', name, 'children'], messages.needsContext('"children"', 'a field of kind cascade'), 'key');
  if (field.columns !== undefined && !field.fields)
    report([...at, 'columns'], messages.needsContext('"columns"', 'a field of kind rows or group'), 'key');
  for (const key of ['find', 'multiple'] as const)
    if (field[key] !== undefined && field.field !== 'combobox')
      report([...at, key], messages.needsContext(`"${key}"`, 'a field of kind combobox'), 'key');
  const others = Object.keys(beside).filter((name) => beside[name] !== field && beside[name]?.fields === undefined);
  for (const name of Object.keys(field.find?.fills ?? {}))
    if (!others.includes(name)) report([...at, 'find', 'fills', name], messages.unknownName('field', name, others), 'key');
  if (field.find?.fills && field.multiple)
    report([...at, 'find', 'fills'], messages.needsContext('"fills"', 'a field that takes one record'), 'key');
  if (field.column !== undefined && field.field !== 'types')
    report([...at, 'column'], messages.needsContext('"column"', 'a field of kind types'), 'key');
  if (field.column !== undefined && !others.includes(field.column))
    report([...at, 'column'], messages.unknownName('field', field.column, others));
  if (field.parent === undefined) return;
  const parent = beside[field.parent];
  if (!parent || parent === field) report([...at, 'parent'], messages.unknownName('field', field.parent, Object.keys(beside)));
  else if (!choosing.includes(field.field) || field.dictionary === undefined || field.dictionary !== parent.dictionary)
    report(
      [...at, 'parent'],
      messages.needsContext('"parent"', 'a select, radio or checkboxes with the dictionary of the field that it names'),
    );
}

function checkRow(path: readonly string[], fields: Fields, report: messages.Report, forStaff: boolean): void {
  for (const [name, field] of Object.entries(fields)) {
    if (!inRows.includes(field.field) && !(forStaff && files.includes(field.field)))
      report([...path, name, 'field'], messages.needsContext(`A field of kind ${field.field}`, 'a place outside of rows and groups'));
    if (field.sameAs !== undefined && !Object.hasOwn(fields, field.sameAs))
      report([...path, name, 'sameAs'], messages.unknownName('field', field.sameAs, Object.keys(fields)));
    for (const key of ofForms)
      if (field[key] !== undefined)
        report([...path, name, key], messages.needsContext(`"${key}"`, 'a field that is not in rows or groups'), 'key');
  }
}

/** The field that a rule is about, and the fields that it can name. */
interface RuleOf {
  field: FormField;
  around: readonly Fields[];
}

const ordered: readonly (string | undefined)[] = ['date', 'month', 'time', 'dateTime'] satisfies OrderedFormat[];
const orders = ['formatMinimum', 'formatMaximum', 'formatExclusiveMinimum', 'formatExclusiveMaximum'] as const;
const numeric: readonly FormField['field'][] = ['number', 'integer', 'slider', 'rating'];

/** Checks that a rule which orders is about values that have an order, and that what it compares with is of the same kind. */
function checkRule(path: readonly string[], rule: FieldSchema, of: RuleOf, report: messages.Report): void {
  const format = getFieldFormat(of.field);
  for (const key of orders) {
    if (rule[key] === undefined) continue;
    if (!ordered.includes(format)) report([...path, key], messages.needsContext(`"${key}"`, 'a date or time to be about'), 'key');
    checkReference([...path, key], rule[key], of.around, (other) => getFieldFormat(other) === format, ['now'], report);
  }
  for (const key of ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const)
    checkReference([...path, key], rule[key], of.around, ({ field }) => numeric.includes(field), [], report);
  for (const key of ['allOf', 'anyOf'] as const)
    for (const [index, part] of (rule[key] ?? []).entries()) checkRule([...path, key, String(index)], part, of, report);
}

function checkReference(
  path: readonly string[],
  reference: FieldReference | string | number | undefined,
  around: readonly Fields[],
  fits: (field: FormField) => boolean,
  roots: readonly string[],
  report: messages.Report,
): void {
  if (typeof reference !== 'object') return;
  const name = reference.$data.slice(1);
  const fitting = around.flatMap((fields) => Object.entries(fields).flatMap(([key, field]) => (fits(field) ? [key] : [])));
  const known = [...new Set([...fitting, ...roots])];
  if (!known.includes(name)) report([...path, '$data'], messages.unknownName('field', name, known));
}
