import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Form, FormField } from '../../src/model/definitions.g';
import { asList, asObject, getOwn, isObject, isPresent, type Json, type JsonObject } from '../../src/model/json';
import { formatPointer, parsePointer, resolveTokens } from '../../src/model/pointer';
import { deserializeForm } from '../../src/runtime/form';
import { isApplicable, judgeForm } from '../../src/runtime/formCheck';
import { holdsValue, type Fields } from '../../src/runtime/formSchema';
import { isOpen, listPlaces } from '../../src/runtime/nested';
import { listSentFields } from '../../src/runtime/sentShape';
import { writeMoment } from '../../src/runtime/formats';
import { getFormValidator } from '../../src/server/api/formValidators';
import { inferSchema } from '../../src/translation/fromData';
import { ways } from '../../src/translation/translation';
import type { Example } from './corpus';

/** What both sides say of an instance. */
export interface Verdict {
  ours: string[];
  theirs: string[];
}

/** Dates and times that are written as HTML does count as much as those with seconds and a zone: `moment` of the ways in which ours differ. */
const zone = '(Z|[+-]\\d\\d:?\\d\\d)?';
const moments = {
  time: new RegExp(`^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d+)?)?${zone}$`),
  'date-time': new RegExp(`^\\d{4}-\\d{2}-\\d{2}T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d+)?)?${zone}$`),
};

/** Compares what our form and ajv say of instances of an example. */
export class Comparison {
  private readonly validate: ValidateFunction;
  private readonly form: Form;
  private readonly isWhole: boolean;

  constructor(private readonly example: Example) {
    const { source, translation } = example;
    const ajv = new Ajv({ allErrors: true, strict: false, validateSchema: false });
    addFormats.default(ajv);
    for (const [name, format] of Object.entries(moments)) ajv.addFormat(name, format);
    const schema = source.schema ?? asObject(inferSchema(source.data));
    this.validate = ajv.compile(completeLists(schema));
    this.form = translation.form;
    this.isWhole = !translation.differences.some(({ keyword, path }) => keyword === 'type' && path === '');
  }

  /** @returns the faults of an instance, those left out that our forms mean otherwise (see the functions below) */
  judge(sample: Json): Verdict {
    const instance = omitNothing(sample) ?? (isObject(sample) ? {} : sample);
    const { values: filled, rest } = this.fillIn(instance);
    const values = keepOpen(this.form, filled);
    const scope = { form: values, texts: {} };
    const { faults, sound } = judgeForm(this.form, values, scope, {}, getFormValidator(this.form).check);
    const told = faults.filter(({ field }) => !this.isPicked(field, values)).map(({ field }) => field);
    const ours = [...told, ...(sound || faults.length > 0 ? [] : ['unsound']), ...this.listRefused(rest, filled)];
    this.validate(this.isWhole ? completeObjects(this.form.fields, asObject(instance)) : instance);
    const errors = this.validate.errors ?? [];
    const asked = errors.filter((error) => this.isAsked(error, filled));
    const theirs = asked.filter((error) => isWhole(error, errors, asked));
    return { ours, theirs: theirs.map(({ instancePath, keyword, message }) => `${instancePath} ${keyword}: ${message}`) };
  }

  /** Fills the form in: what was chosen between is what fits best. */
  private fillIn(instance: Json): { values: JsonObject; rest: JsonObject } {
    const body = this.isWhole ? asObject(instance) : isPresent(instance) ? { value: instance } : {};
    const kinds = listKinds(this.form.fields);
    let best: JsonObject = {};
    for (const [name, options] of kinds) {
      const tried = [...options, ''].map((option) => {
        const given = option === '' ? best : { ...best, [name]: option };
        const values = this.read({ ...body, ...given });
        return { given, faults: this.countFaults(values), rest: Object.keys(values.rest).length };
      });
      best = tried.sort((one, other) => one.rest - other.rest || one.faults - other.faults)[0]?.given ?? best;
    }
    return this.read({ ...body, ...best });
  }

  private read(body: JsonObject): { values: JsonObject; rest: JsonObject } {
    const { values, rest } = deserializeForm(this.form, body, {});
    return { values: asObject(writeAsTyped(this.form.fields, values)), rest };
  }

  /** What stands where an object is to be whose parts are asked for is refused. */
  private listRefused(rest: JsonObject, values: JsonObject): string[] {
    const objects = listSentFields(listOpen(this.form, values)).flatMap(([, { sendAs = '' }]) =>
      sendAs.startsWith('/') ? [parsePointer(sendAs)[0] ?? ''] : [],
    );
    return Object.entries(rest).flatMap(([name, value]) => (objects.includes(name) && !isObject(value) ? [name] : []));
  }

  /** What is asked for by a picker has to be what that gives, though its schema takes any text: `picked` of the ways in which ours differ. */
  private isPicked(field: string, values: JsonObject): boolean {
    const { differences } = this.example.translation;
    const at = findDataPath(this.form.fields, field.split('.')).flatMap((name) => ['properties', name]);
    return (
      differences.some(({ reason, path }) => reason === ways.picked && path === formatPointer(at)) &&
      typeof resolveTokens(values, field.split('.')) === 'string'
    );
  }

  private countFaults({ values }: { values: JsonObject }): number {
    const { faults, sound } = judgeForm(this.form, values, { form: values, texts: {} }, {}, getFormValidator(this.form).check);
    return faults.length + Number(!sound);
  }

  /** What no control asks for, and what is not there or cannot be filled in, is not judged. */
  private isAsked(error: ErrorObject, values: JsonObject): boolean {
    const missing = (error.params as { missingProperty?: string }).missingProperty;
    const tokens = [...parsePointer(error.instancePath), ...(missing === undefined ? [] : [missing])];
    const path = this.isWhole ? tokens : ['value', ...tokens];
    return isAskedFor(this.form, values, path);
  }
}

/** A composition that fails only for what is not asked for does not count. */
function isWhole({ keyword, schemaPath }: ErrorObject, errors: readonly ErrorObject[], asked: readonly ErrorObject[]): boolean {
  if (!['if', 'anyOf', 'oneOf'].includes(keyword)) return true;
  const isPart = (error: ErrorObject): boolean =>
    !['if', 'anyOf', 'oneOf'].includes(error.keyword) &&
    error.schemaPath.startsWith(keyword === 'if' ? schemaPath.slice(0, -2) : schemaPath);
  return !errors.some(isPart) || asked.some(isPart);
}

/** The fields that are there and can be filled in. */
const listOpen = (form: Form, values: JsonObject): Fields =>
  Object.fromEntries(Object.entries(form.fields).filter(([, field]) => isApplicable(form, field, { form: values })));

/** What is not there, or cannot be filled in, is not sent. */
function keepOpen(form: Form, values: JsonObject): JsonObject {
  const scope = { form: values };
  const keep = (fields: Fields, held: JsonObject, inner: Record<string, unknown>): JsonObject =>
    Object.fromEntries(
      Object.entries(held).flatMap(([name, value]): [string, Json][] => {
        const field = getOwn(fields, name);
        if (field && !isOpen(field, inner)) return [];
        if (!field?.fields) return [[name, value]];
        const { fields: within } = field;
        if (isObject(value)) return [[name, keep(within, value, inner)]];
        return [[name, Array.isArray(value) ? value.map((row) => (isObject(row) ? keep(within, row, { ...inner, row }) : row)) : value]];
      }),
    );
  const there = listOpen(form, values);
  return keep(there, Object.fromEntries(Object.entries(values).filter(([name]) => name in there || !(name in form.fields))), scope);
}

/** A list that says nothing of its entries is one of what its default holds. */
function completeLists(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries({
      ...schema,
      ...(schema['type'] === 'array' && !schema['items'] ? { items: inferSchema(asList(schema['default'])[0]) } : {}),
    }).map(([key, value]): [string, Json] => [key, isObject(value) ? completeLists(value) : value]),
  );
}

function isAskedFor(form: Form, values: JsonObject, path: readonly string[]): boolean {
  const scope = { form: values };
  const places = listPlaces(listOpen(form, values), values, scope, isOpen);
  const asked = new Set(
    places.filter(({ field }) => holdsValue(field)).map(({ path: place }) => formatPointer(findDataPath(form.fields, place.split('.')))),
  );
  for (let length = path.length; length > 0; length -= 1) {
    const at = formatPointer(path.slice(0, length));
    if (asked.has(at)) return true;
  }
  const whole = `${formatPointer(path)}/`;
  if ([...asked].some((place) => place.startsWith(whole))) return true;
  return path.length === 0;
}

/** The path of a field in what is sent. */
function findDataPath(fields: Fields, [name = '', ...rest]: readonly string[]): string[] {
  const field = getOwn(fields, name);
  if (!field) return [];
  const { sendAs = name } = field;
  const own = field.field === 'group' && field.flat ? [] : sendAs.startsWith('/') ? parsePointer(sendAs) : [sendAs];
  if (!field.fields || rest.length === 0) return own;
  if (field.field === 'group') return [...own, ...findDataPath(field.fields, rest)];
  const [index = '', ...inner] = rest;
  if (field.plain) return [...own, index, ...(inner.length > 1 ? findDataPath(field.fields, inner).slice(1) : [])];
  return [...own, index, ...(inner.length > 0 ? findDataPath(field.fields, inner) : [])];
}

/** What the conditions of fields refer to. */
const listConditions = (fields: Fields): string[] =>
  Object.values(fields).flatMap(({ when, fields: inner }) => [...Object.keys(when ?? {}), ...listConditions(inner ?? {})]);

/** The fields that choose between others, and their values. */
function listKinds(fields: Fields): [string, string[]][] {
  const flat = listSentFields(fields);
  const named = new Set(listConditions(fields).map((pointer) => pointer.split('/').at(-1) ?? ''));
  return flat.flatMap(([name, { options }]): [string, string[]][] =>
    name.endsWith('Kind') && named.has(name) && options ? [[name, Object.values(options).map(({ value }) => String(value))]] : [],
  );
}

/** Nothing, null, an empty text, an empty list, and a text of blanks are the same. */
function omitNothing(value: Json): Json | undefined {
  if (Array.isArray(value))
    return value.length === 0 ? undefined : value.map((entry) => omitNothing(entry) ?? null).filter((entry) => entry !== null);
  if (!isObject(value)) return value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]): [string, Json][] => {
      const kept = omitNothing(part);
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
}

/** An object that is asked for is there with its form, and a box that is not ticked says no. */
function completeObjects(fields: Fields, given: JsonObject): JsonObject {
  const completed = { ...given };
  for (const [name, field] of listSentFields(fields)) {
    if (field.when) continue;
    const { sendAs = name, fields: inner = {} } = field;
    const [first = '', ...deeper] = sendAs.startsWith('/') ? parsePointer(sendAs) : [sendAs];
    const held = getOwn(completed, first);
    if (deeper.length > 0 && held === undefined) completed[first] = {};
    else if (deeper.length > 0) continue;
    else if (field.field === 'checkbox' && held === undefined) completed[first] = false;
    else if (field.field === 'group' && (held === undefined || isObject(held))) {
      const left = field.optional && Object.keys(asObject(held)).length === 0;
      if (left) delete completed[first];
      else completed[first] = completeObjects(inner, asObject(held));
    } else if (field.field === 'rows' && !field.plain && Array.isArray(held))
      completed[first] = held.map((row) => (isObject(row) ? completeObjects(inner, row) : row));
  }
  return completed;
}

/** Choices that are ticked travel as one text; dates and times are written as HTML does. */
function writeAsTyped(fields: Fields, values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, Json] => {
      const field = getOwn(fields, name);
      return [name, field ? writeValue(field, value) : value];
    }),
  );
}

function writeValue({ field, fields }: FormField, value: Json): Json {
  if (fields && field === 'group') return isObject(value) ? writeAsTyped(fields, value) : value;
  if (fields) return Array.isArray(value) ? value.map((row) => (isObject(row) ? writeAsTyped(fields, row) : row)) : value;
  if (field === 'checkboxes' && Array.isArray(value))
    return asList(value).some((entry) => typeof entry === 'object') ? value : value.map(String).join(',');
  if (typeof value !== 'string') return value;
  if (field === 'time' && /^\d\d:\d\d:\d\d/.test(value)) return value.slice(0, 5);
  const moment = field === 'dateTime' && /T.*(Z|[+-]\d\d:?\d\d)$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(moment) ? value : writeMoment(moment).dateTime;
}
