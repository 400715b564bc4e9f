import type { Form, FormField, FormStep, Text } from '../model/definitions.g';
import { holds } from './condition';
import { findKeywordFault, findSchemaFault, isLongerThan, longestRichText, longestText } from './schemaKeywords';
import { getMaxPicked, findPickedChoices, formatPicked } from './pick';
import { isPresent, type Json, type JsonObject } from '../model/json';
import { resolve } from '../model/pointer';
import type { Scope } from './roots';
import { stripTags } from './display';
import { formatText, type Arguments, type Patterns } from './text';
import { splitAddresses, getUpload, isFileAddress } from './upload';
import { evaluate, evaluateAll } from './value';
import { parseVenueTime } from './venueTime';

/** Kinds of form fields that prove something to the server and are no part of what is handed in. */
export const proofs: ReadonlySet<string> = new Set(['captcha', 'smsCode', 'agreement']);

/** What was typed into a form, by the names of its fields; what is absent, null or an empty text was not filled in. */
type FormValues = Readonly<Record<string, unknown>>;
/** A fault of a field and what the visitor is told. */
export interface FieldFault {
  field: string;
  message: string;
}

/**
 * Returns the JSON Schema (draft-07) of what a form sends, by the names under which it is sent: nothing else is allowed, no value
 * is turned into another type. What depends on other values (`when`, `sameAs`) is left to {@link checkForm}.
 */
export function buildFormSchema(form: Form): JsonObject {
  const sent = Object.entries(form.fields).filter(([, field]) => field.local !== true);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    additionalProperties: false,
    required: sent
      .filter(([, field]) => field.required !== undefined && field.when === undefined && !isConditional(form, field) && !field.masked)
      .map(([name, field]) => field.sendAs ?? name),
    properties: {
      ...Object.fromEntries(
        Object.keys(form.submit.with ?? {}).map((name): [string, JsonObject] => [
          name,
          { type: ['string', 'number', 'boolean'], maxLength: longestText },
        ]),
      ),
      ...Object.fromEntries(
        sent
          .filter(([, { consent }]) => consent !== undefined)
          .map(([name, { sendAs = name }]): [string, JsonObject] => [nameVersion(sendAs), { type: 'string', maxLength: longestVersion }]),
      ),
      ...Object.fromEntries(sent.map(([name, field]): [string, JsonObject] => [field.sendAs ?? name, buildValueSchema(field)])),
    },
  };
}

/** Returns the name under which the version of the words is sent that a consent is given to. */
export const nameVersion = (consent: string): string => `${consent}Version`;
const longestVersion = 64;

/** Returns how many characters a field takes at most, whatever it holds. */
const getMaxLength = ({ field, schema }: FormField): number => schema?.maxLength ?? (field === 'richText' ? longestRichText : longestText);

function buildValueSchema(field: FormField): JsonObject {
  if (field.options !== undefined && field.field !== 'checkboxes') return { enum: Object.values(field.options).map(({ value }) => value) };
  const { minItems: _least, maxItems: _most, ...sized } = field.schema ?? {};
  const rule = sized as JsonObject;
  if (field.field === 'checkbox' || field.field === 'agreement')
    return { ...rule, type: 'boolean', ...(field.required === undefined ? {} : { const: true }) };
  return isNumeric(field) ? { ...rule, type: 'number' } : { ...rule, maxLength: getMaxLength(field), type: 'string' };
}

/**
 * Checks what was typed against a form's own rules, in the order of its fields or the order that it gives; one fault for a
 * field. Fields that are not there (`when`), hidden ones and masks that stayed have none.
 * @param scope the roots that its texts and conditions refer to; `form` is added here
 * @param only the fields that are checked, such as those of one step; else all
 * @returns the faults with the definition's own words
 */
export function checkForm(
  form: Form,
  values: FormValues,
  scope: Scope,
  patterns: Patterns,
  only?: (name: string, field: FormField) => boolean,
): FieldFault[] {
  const inner: Scope = { ...scope, form: values };
  const faults = Object.entries(form.fields).flatMap(([name, field]) => {
    if (field.field === 'hidden' || (only && !only(name, field)) || !isApplicable(form, field, inner) || isMask(field, values[name], inner))
      return [];
    const fault = findFieldFault(field, values[name], values, inner, patterns);
    return fault === undefined ? [] : [{ field: name, message: formatText(fault.text, inner, patterns, fault.given) }];
  });
  const place = (name: string): number => {
    const index = form.order?.indexOf(name) ?? -1;
    return index < 0 ? Infinity : index;
  };
  return form.order === undefined
    ? faults
    : faults
        .map((fault, index) => ({ fault, index }))
        .sort((a, b) => Math.sign(place(a.fault.field) - place(b.fault.field)) || a.index - b.index)
        .map(({ fault }) => fault);
}

/** Returns whether a field is there: its own condition and that of its step hold. */
export function isApplicable(form: Form, field: FormField, scope: Scope): boolean {
  return holds(field.when, scope) && holds(findStep(form, field)?.when, scope);
}

const findStep = (form: Form, field: FormField): FormStep | undefined => form.steps?.[field.step ?? Object.keys(form.steps)[0] ?? ''];
const isConditional = (form: Form, field: FormField): boolean => findStep(form, field)?.when !== undefined;
const isNumeric = ({ field }: FormField): boolean => field === 'number' || field === 'rating';

/** Returns how many stars a rating has at most. */
export const countStars = ({ schema }: FormField): number => schema?.maximum ?? 5;

/** What was chosen: of checkboxes the entries of a text that commas join. */
const toChosenValues = ({ field }: FormField, value: unknown): unknown[] =>
  field === 'checkboxes' && typeof value === 'string' ? value.split(',') : [value];

/** Whether a value is the mask that a field started with: what is stored stays as it is (ledger PC-27). */
function isMask(field: FormField, value: unknown, scope: Scope): boolean {
  return getMask(field, scope) !== undefined && value === evaluate(field.default, scope);
}

/** Returns the mask that a field starts with; undefined when it has none, or nothing is stored. */
export function getMask(field: FormField, scope: Scope): string | undefined {
  const mask = field.masked ? evaluate(field.default, scope) : undefined;
  return typeof mask === 'string' && mask !== '' ? mask : undefined;
}

/** The character that masks are made of. */
const maskMark = '*';

interface Told {
  text: Text;
  given?: Arguments;
}

function findFieldFault(field: FormField, value: unknown, values: FormValues, scope: Scope, patterns: Patterns): Told | undefined {
  const byRule = (keyword: string, given?: Arguments): Told => ({ text: chooseMessage(field, keyword), given });
  // Before anything else looks at the text: whatever it is, the time that the rules take is bounded.
  if (typeof value === 'string' && isLongerThan(value, getMaxLength(field))) return byRule('maxLength');
  if (!isFilled(field, value, scope, patterns)) return field.required === undefined ? undefined : { text: field.required };
  const chosen = toChosenValues(field, value);
  const isList = field.field === 'checkboxes';
  const allowed = field.options && Object.values(field.options).map((option) => (isList ? String(option.value) : option.value));
  if (allowed && !chosen.every((choice) => allowed.some((option) => option === choice))) return byRule('enum');
  const { minItems, maxItems } = field.schema ?? {};
  const amount = isList ? findKeywordFault(chosen, { minItems, maxItems }) : undefined;
  if (amount !== undefined) return byRule(amount, { min: minItems ?? 0, max: maxItems ?? Infinity });
  if (field.masked && typeof value === 'string' && value.includes(maskMark)) return byRule('mask');
  const keyword =
    findTypeFault(field, value) ??
    (field.options === undefined ? (findSchemaFault(value, field.schema ?? {}) ?? findFormFault(field, value)) : undefined);
  if (keyword !== undefined) return byRule(keyword);
  if (field.sameAs !== undefined && values[field.sameAs] !== value) return byRule('sameAs');
  const files = getUpload(field);
  const count = files?.count ?? 1;
  if (files && splitAddresses(files, value).length > count) return byRule('count', { count });
  const max = field.pick && getMaxPicked(field.pick, scope);
  return field.pick && max !== undefined && findPickedChoices(field.pick, value, scope, patterns).length > max
    ? byRule('max', { max })
    : undefined;
}

/** Returns the words for a rule that a field's value does not satisfy. */
export const chooseMessage = ({ errors }: FormField, keyword: string): Text =>
  errors?.[keyword] ?? errors?.['schema'] ?? '/texts/invalidField';

function isFilled({ field, pick }: FormField, value: unknown, scope: Scope, patterns: Patterns): boolean {
  if (field === 'agreement' || field === 'checkbox') return value === true;
  if (field === 'text') return typeof value === 'string' ? value.trim() !== '' : isPresent(value);
  if (field === 'richText') return typeof value === 'string' ? stripTags(value) !== '' || /<(img|video)\b/i.test(value) : isPresent(value);
  // Only the browser has the records; what it sent is a text.
  return pick && Array.isArray(resolve(pick.rows, scope)) ? findPickedChoices(pick, value, scope, patterns).length > 0 : isPresent(value);
}

function findTypeFault(field: FormField, value: unknown): string | undefined {
  if (field.options !== undefined) return undefined;
  if (field.field === 'pickMany' && Array.isArray(value)) return undefined;
  const wanted = field.field === 'checkbox' || field.field === 'agreement' ? 'boolean' : isNumeric(field) ? 'number' : 'string';
  return typeof value === wanted ? undefined : 'type';
}

/** Whether a value has the form that its kind of field gives it. */
function findFormFault(field: FormField, value: unknown): string | undefined {
  if (field.field === 'time') return /^([01]\d|2[0-3]):[0-5]\d$/.test(String(value)) ? undefined : 'format';
  if (field.field === 'rating')
    return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= countStars(field) ? undefined : 'maximum';
  if (field.field === 'timeSlots') return parseVenueTime(String(value)) === undefined ? 'format' : undefined;
  const files = getUpload(field);
  return files && !splitAddresses(files, value).every(isFileAddress) ? 'format' : undefined;
}

/**
 * Returns what a form sends, under the names that it sends: hidden values worked out, of chosen records their texts; local ones, masks
 * that stayed and what was not filled in left out; beside a consent the version of its words.
 * @param scope the roots that hidden values and records refer to; `form` is added here
 */
export function serializeForm(
  form: Form,
  values: FormValues,
  scope: Scope,
  patterns: Patterns = {},
): Record<string, string | number | boolean> {
  const inner: Scope = { ...scope, form: values };
  const sent: Record<string, string | number | boolean> = { ...evaluateAll(form.submit.with, inner) };
  for (const [name, field] of Object.entries(form.fields)) {
    if (field.local || !isApplicable(form, field, inner) || isMask(field, values[name], inner)) continue;
    const value =
      field.field === 'hidden'
        ? evaluate(field.value, inner)
        : field.pick
          ? formatPicked(field.pick, values[name], inner, patterns)
          : values[name];
    if (typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean')
      sent[field.sendAs ?? name] = value as string | number | boolean;
    const version = field.consent !== undefined && value === true ? evaluate(field.version, inner) : undefined;
    if (typeof version === 'string' && version !== '') sent[nameVersion(field.sendAs ?? name)] = version;
  }
  return sent;
}

/** Returns what arrived, by the names of the fields: the inverse of {@link serializeForm}. */
export function deserializeForm(form: Form, sent: Readonly<Record<string, Json | undefined>>): Record<string, Json> {
  const values: Record<string, Json> = {};
  for (const [name, field] of Object.entries(form.fields)) {
    const as = field.sendAs ?? name;
    const find = (key: string): Json | undefined => (field.local || !Object.hasOwn(sent, key) ? undefined : sent[key]);
    const [value, version] = [find(as), field.consent === undefined ? undefined : find(nameVersion(as))];
    if (value !== undefined) values[name] = value;
    if (version !== undefined) values[nameVersion(name)] = version;
  }
  return values;
}

/** Returns the values that a form starts with. */
export function getInitialValues(form: Form, scope: Scope): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(form.fields).flatMap(([name, field]) => {
      const value = field.field === 'hidden' ? undefined : evaluate(field.default, scope);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns whether what was typed into a field may be kept for later: never passwords and codes, nor what is shown masked, nor consents. */
export function isPersistable({ field, masked, consent }: Pick<FormField, 'field' | 'masked' | 'consent'>): boolean {
  return field !== 'password' && field !== 'captcha' && field !== 'smsCode' && masked !== true && consent === undefined;
}
