import type { Form, FormField, FormStep, Text } from '../model/definitions.g';
import { asObject, getOwn, isObject, isPresent, type JsonObject } from '../model/json';
import { resolve } from '../model/pointer';
import { completeValues } from './calculated';
import { getOptionTree, type FindTree } from './choiceTree';
import { holds } from './condition';
import { stripTags } from './display';
import { writeMoment } from './formats';
import { isOpen, listPlaces, type FieldPlace } from './nested';
import { tidyInput } from './normalizeInput';
import { findCascadeFault, keepOffered } from './offered';
import { findField, getMaxLength, nameNow, type Fields } from './formSchema';
import { findPickedChoices, formatPicked, getMaxPicked } from './pick';
import type { Scope } from './roots';
import { isLongerThan } from './schemaKeywords';
import { findTypesFault } from './typeGroups';
import { formatText, type Arguments, type Patterns } from './text';
import { getUpload, splitAddresses } from './upload';
import { evaluate } from './value';

/** What was typed into a form, by the names of its fields; what is absent, null or an empty text was not filled in. */
export type FormValues = Readonly<Record<string, unknown>>;

/** A fault of a field and what the visitor is told. */
export interface FieldFault {
  /** Its name; of a field in a row its path, such as `items.0.title`. */
  field: string;
  message: string;
}

/** What ajv says of one rule that is not satisfied. */
export interface SchemaFault {
  /** JSON Pointer into what was checked. */
  instancePath: string;
  /** JSON Pointer into the schema, as a fragment. */
  schemaPath: string;
  keyword: string;
  params: Readonly<Record<string, unknown>>;
}

/** Checks what a form holds by the form's schema (see `buildFormSchema`); empty when it satisfies all. */
export type CheckSchema = (instance: JsonObject) => readonly SchemaFault[];

/** What was found of a form. */
export interface Judgement {
  /** One fault for each field that is there, with the definition's own words, in the order of the fields or the order that the form gives. */
  faults: FieldFault[];
  /** Whether everything that was given satisfies its rule, also that of fields that are not there. */
  sound: boolean;
}

/**
 * Checks what was typed by a form's schema, and what depends on more than the form itself. Fields that are not there (`when`), within rows and
 * groups too, hidden ones and masks that stayed have no faults. What is worked out is worked out here, whatever was given.
 * @param scope the roots that its texts and conditions refer to; `form` is added here
 * @param only the fields whose faults are told, such as those of one step; else all
 * @param findTree knows the trees that fields choose from
 */
export function judgeForm(
  form: Form,
  given: FormValues,
  scope: Scope,
  patterns: Patterns,
  checkSchema: CheckSchema,
  only: (name: string, field: FormField) => boolean = () => true,
  findTree: FindTree = getOptionTree,
): Judgement {
  const values = completeValues(form.fields, given, scope);
  const inner: Scope = { ...scope, form: values };
  const tooLong: string[] = [];
  const instance = toInstance(form.fields, values, { scope: inner, patterns, tooLong, at: '' });
  const { now } = scope;
  if (typeof now === 'number') for (const [format, text] of Object.entries(writeMoment(now))) instance[nameNow(format)] = text;
  const found = groupFaults(form.fields, checkSchema(instance as JsonObject));
  for (const path of tooLong) found.set(path, [{ keyword: 'maxLength' }]);
  const faults = Object.entries(form.fields).flatMap(([name, field]): FieldFault[] => {
    if (field.field === 'hidden' || !only(name, field) || !isApplicable(form, field, inner) || isMask(field, values[name], inner))
      return [];
    return listPlaces({ [name]: field }, values, inner, isOpen).flatMap((place): FieldFault[] => {
      const told = choose(found.get(place.path)) ?? toldOfTypes(place, patterns, findTree) ?? findContextFault(place, patterns, findTree);
      return told
        ? [{ field: place.path, message: formatText(chooseText(place.field, told.keyword), place.scope, patterns, told.given) }]
        : [];
    });
  });
  const isFound = (place: FieldPlace): boolean =>
    findCascadeFault(place, findTree) !== 'enum' && findTypesFault(place, findTree)?.keyword !== 'enum';
  const sound =
    tooLong.length === 0 &&
    [...found.values()].flat().every(({ keyword }) => keyword === 'required') &&
    listPlaces(form.fields, values, inner).every(isFound);
  return { faults: sortFaults(form, faults), sound };
}

/** Returns whether a field is there: its own condition and that of its step hold. */
export function isThere(form: Form, field: FormField, scope: Scope): boolean {
  return holds(field.when, scope) && holds(findStep(form, field)?.when, scope);
}

/** Returns whether a field is there and can be filled in: what it holds otherwise is neither checked nor sent. */
export const isApplicable = (form: Form, field: FormField, scope: Scope): boolean =>
  isThere(form, field, scope) && holds(field.enabled, scope);

const findStep = (form: Form, field: FormField): FormStep | undefined => form.steps?.[field.step ?? Object.keys(form.steps)[0] ?? ''];

/** Returns whether a value is the mask that a field started with: what is stored stays as it is (ledger PC-27). */
export function isMask(field: FormField, value: unknown, scope: Scope): boolean {
  return getMask(field, scope) !== undefined && value === evaluate(field.default, scope);
}

/** Returns the mask that a field starts with; undefined when it has none, or nothing is stored. */
export function getMask(field: FormField, scope: Scope): string | undefined {
  const mask = field.masked ? evaluate(field.default, scope) : undefined;
  return typeof mask === 'string' && mask !== '' ? mask : undefined;
}

/** Returns the words for a rule that a field's value does not satisfy. */
export const chooseMessage = ({ errors }: FormField, keyword: string): Text =>
  errors?.[keyword] ?? errors?.['schema'] ?? '/texts/invalidField';

const chooseText = (field: FormField, keyword: string): Text =>
  (keyword === 'required' || keyword === 'complete' ? field[keyword] : undefined) ??
  (keyword === 'choose' && field.errors?.[keyword] === undefined ? field.required : undefined) ??
  chooseMessage(field, keyword);

/** What turns values into what a schema sees. */
interface Turning {
  scope: Scope;
  patterns: Patterns;
  /** Takes the paths of texts that are too long for their fields. */
  tooLong: string[];
  /** The path of the fields, empty or with a dot at its end. */
  at: string;
}

/**
 * Returns what fields hold as their schema sees it: what was not filled in is absent, lists that travel as texts are lists. Texts that are too
 * long for their field are left out: whatever they are, the time that the rules take is bounded.
 */
function toInstance(fields: Fields, values: FormValues, turning: Turning): Record<string, unknown> {
  const { at, scope, tooLong } = turning;
  const instance: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = tidyWords(field, getOwn(values, name));
    if (typeof value === 'string' && isLongerThan(value, getMaxLength(field))) tooLong.push(at + name);
    else if (!isMask(field, value, scope)) {
      const part = toInstanceValue(field, value, { ...turning, at: `${at}${name}.` });
      if (part !== undefined) instance[name] = part;
    }
  }
  return instance;
}

/** Returns one line of words without the blanks around it, as it is kept; everything else as it is. */
const tidyWords = ({ field }: FormField, value: unknown): unknown =>
  (field === 'text' || field === 'email') && typeof value === 'string' ? tidyInput(field, value) : value;

/** Returns rows as their schema sees them. What is no row stays for the schema to refuse. */
const toRows = (fields: Fields, rows: readonly unknown[], turning: Turning): unknown[] =>
  rows.map((row, index): unknown => (isObject(row) ? toGroup(fields, row, { ...turning, at: `${turning.at}${index}.` }) : row));

/** Returns a group, or one of several rows, as its schema sees it. What is none, and names that no field has, stay for the schema to refuse. */
function toGroup(fields: Fields, value: unknown, turning: Turning): unknown {
  if (isPresent(value) && !isObject(value)) return value;
  const held = asObject(value);
  const others = Object.entries(held).filter(([name]) => !Object.hasOwn(fields, name));
  return { ...Object.fromEntries<unknown>(others), ...toInstance(fields, held, turning) };
}

/** Returns a value as the schema of its field describes it; undefined when nothing was filled in. */
function toInstanceValue(field: FormField, value: unknown, turning: Turning): unknown {
  const { field: kind, pick, fields } = field;
  const { scope, patterns } = turning;
  // A group is there with its form, unless it is optional: what it lacks is told of its fields.
  if (kind === 'group') {
    const group = toGroup(fields ?? {}, value, turning);
    return field.optional && isObject(group) && Object.keys(group).length === 0 ? undefined : group;
  }
  // A tick that was taken away is none.
  if (!isPresent(value) || (value === false && (kind === 'checkbox' || kind === 'agreement'))) return undefined;
  // Only the browser has the records; what it sent is a text.
  if (pick && Array.isArray(resolve(pick.rows, scope))) return formatPicked(pick, value, scope, patterns) || undefined;
  if (kind === 'rows') return Array.isArray(value) ? toRows(fields ?? {}, value, turning) : value;
  const upload = getUpload(field);
  if (upload || kind === 'checkboxes') {
    // Nothing but a text travels: a list that is one already would be taken for what was sent.
    if (typeof value !== 'string') return {};
    return upload ? splitAddresses(upload, value) : value.split(',');
  }
  if (typeof value !== 'string') return value;
  if (kind === 'richText' && stripTags(value) === '' && !/<(img|video)\b/i.test(value)) return undefined;
  return value;
}

/** What the words of a fault are chosen and completed by. */
interface Told {
  keyword: string;
  given?: Arguments;
}

/** Which of several faults of a field is told: what says most about it first. */
const precedence = ['required', 'type', 'enum', 'minItems', 'maxItems', 'count', 'mask', 'minLength', 'pattern', 'format'];
const rank = ({ keyword }: Told): number => (precedence.includes(keyword) ? precedence.indexOf(keyword) : precedence.length);

const choose = (found: readonly Told[] = []): Told | undefined => [...found].sort((one, other) => rank(one) - rank(other))[0];

/** Returns the faults by the paths of the fields that they are about; what is wrong with a row as such is its field's. */
function groupFaults(fields: Fields, found: readonly SchemaFault[]): Map<string, Told[]> {
  const groups = new Map<string, Told[]>();
  for (const fault of found) {
    const tokens = fault.instancePath.split('/').slice(1);
    if (fault.keyword === 'required') tokens.push(String(fault.params['missingProperty']));
    // Choices and addresses are numbered too, within one field.
    // What a chosen record is made of is no field either.
    while (tokens.length > 1 && !findField(fields, tokens.join('.'))) tokens.pop();
    const path = tokens.join('.');
    const field = findField(fields, path);
    if (field) groups.set(path, [...(groups.get(path) ?? []), toTold(field, fault)]);
  }
  return groups;
}

/** The path of a fault in the schema, behind the names of properties: what the language calls the rule is its first keyword, or that of entries. */
const rulePath = /^#(?:\/properties\/[^/]+(?:\/items)?)*\/([^/]+)/;

function toTold(field: FormField, { schemaPath, keyword }: SchemaFault): Told {
  const rule = rulePath.exec(schemaPath)?.[1] ?? keyword;
  const { minItems, maxItems } = field.schema ?? {};
  if (rule === 'minItems' || rule === 'maxItems') {
    const upload = getUpload(field);
    return upload
      ? { keyword: 'count', given: { count: upload.count ?? 1 } }
      : { keyword: rule, given: { min: minItems ?? 0, max: maxItems ?? Infinity } };
  }
  if (rule === 'not') return { keyword: 'mask' };
  return { keyword: rule === 'const' && field.sameAs !== undefined ? 'sameAs' : rule };
}

/** A group of types without a name is called as its field is. */
function toldOfTypes(place: FieldPlace, patterns: Patterns, findTree: FindTree): Told | undefined {
  const fault = findTypesFault(place, findTree);
  return fault && { keyword: fault.keyword, given: { name: fault.group || formatText(place.field.label, place.scope, patterns) } };
}

/** What depends on more than the field: more records were chosen than there may be, what is not offered now, or what has to hold besides. */
function findContextFault(place: FieldPlace, patterns: Patterns, findTree: FindTree): Told | undefined {
  const { field, value, scope } = place;
  if (field.assert && isPresent(value) && !holds(field.assert, scope)) return { keyword: 'assert' };
  if (keepOffered(place, findTree) !== value) return { keyword: 'enum' };
  const fault = findCascadeFault(place, findTree);
  if (fault) return { keyword: fault };
  const { pick } = field;
  const max = pick && getMaxPicked(pick, scope);
  return pick && max !== undefined && findPickedChoices(pick, value, scope, patterns).length > max
    ? { keyword: 'max', given: { max } }
    : undefined;
}

function sortFaults({ order }: Form, faults: FieldFault[]): FieldFault[] {
  if (order === undefined) return faults;
  const place = ({ field }: FieldFault): number => {
    const index = order.indexOf(field.split('.')[0] ?? '');
    return index < 0 ? order.length : index;
  };
  return [...faults].sort((one, other) => place(one) - place(other));
}
