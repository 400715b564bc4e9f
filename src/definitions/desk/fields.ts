import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import type { AdminField, Codelist, Property } from '../../model/definitions.g';
import { asObject, getOwn, type Json, type JsonObject } from '../../model/json';
import { type FieldHints, findHints, noHints } from './choices';
import { type Column, listColumns, toColumnOptions } from './columns';
import { boundByBegin, findRanges } from './ranges';
import { findRecords } from './records';
import { findTypeFields, listTypeOptions } from './typeChoices';
import { chooseFile, choosePicture, chooseRecording, manyFiles } from './uploads';
import { rule } from './rule';

/** Names that fields of forms can have. */
const fieldName = /^[a-z][A-Za-z0-9]*$/;
/** Fields of items that no form at the desk shows: what names them, and whose they are. */
const kept: ReadonlySet<string> = new Set(['id', 'memberId', 'userId', 'translations']);
/** Where a text of several lines is expected, by the end of the field's name. */
const longText = /(?:intro|introduction|desc|description|summary|remark|note|content|address|text|abstract)$/i;
const film = /(?:video|film|stream|playback|path)/i;
const picture = /(?:img|image|cover|pic|picture|logo|poster|photo|thumb)/i;
const mostLetters = 200;
const mostOfLongText = 10_000;
/** Lists and objects within each other that a form shows; more is no form that anybody fills in. */
const deepest = 3;

/**
 * Returns the fields of the form by which staff write a module's items, by the names of the items' fields, from what its definition says of
 * them: their types, formats and titles, its code lists, the columns and types of the institution, the modules whose items they name, and
 * what `admin` adds. What cannot be written in a form, such as objects that nothing is said of, has no field and stays as it is.
 * @param written the modules that have a desk, from which related items are chosen
 * @returns fields as definitions write them
 */
export function deriveFields(module: CompiledModule, site: CompiledPortal, written: ReadonlySet<string>): Record<string, JsonObject> {
  const { item, derive = {}, admin, booking } = module.definition;
  const told = booking?.closures === undefined ? [] : [booking.closures];
  const derived = new Set([...Object.keys(derive), ...told].map((pointer) => pointer.split('/')[1]));
  const sealed = new Set(
    [...(module.personal?.idNumbers ?? []), ...(module.personal?.phones ?? [])].map((pointer) => pointer.split('/')[1]),
  );
  const records = new Map([...findRecords(module, site)].filter(([, of]) => written.has(of)));
  const context: Context = { module, site, hints: findHints(module, site), types: findTypeFields(module), records, from: start, depth: 0 };
  const fields = Object.fromEntries(
    Object.entries(item?.properties ?? {}).flatMap(([name, property]): [string, JsonObject][] => {
      const own = getOwn(admin?.fields, name);
      if (
        kept.has(name) ||
        context.hints.counted.has(name) ||
        !fieldName.test(name) ||
        derived.has(name) ||
        sealed.has(name) ||
        own?.hidden
      )
        return [];
      const field = deriveField(name, property, context);
      if (!field) return [];
      const needed = item?.required?.includes(name) === true && field['field'] !== 'checkbox';
      return [[name, refine(needed ? require(field, own?.label ?? nameField(name, property)) : field, own, module.definition.codelists)]];
    }),
  );
  return boundRanges(fields);
}

const start = '/stored/item/deskForm';

interface Context {
  module: CompiledModule;
  site: CompiledPortal;
  hints: FieldHints;
  /** Fields that hold types of the institution's columns, and fields that name items of other modules. */
  types: ReadonlySet<string>;
  records: ReadonlyMap<string, string>;
  /** Where the value at the start is found; absent within rows, which start as a whole. */
  from?: string;
  /** So many lists and objects lie around it. */
  depth: number;
}

const nameField = (name: string, { title }: Property): string => title ?? name;

const require = (field: JsonObject, label: string): JsonObject => ({
  ...field,
  required: { value: '/texts/deskNeeded', with: { field: { const: label } } },
});

/** Fields that hold no value to be read cannot be read alone. */
const neverReadOnly: readonly unknown[] = ['rows', 'group', 'hidden'];

/** Lays what `admin` says of a field on it; of an object of one value on that. */
function refine(field: JsonObject, own: AdminField = {}, codelists: Readonly<Record<string, Codelist>> = {}): JsonObject {
  if (field['field'] === 'group' && field['label'] === undefined)
    return {
      ...field,
      fields: Object.fromEntries(
        Object.entries(asObject(field['fields'])).map(([name, inner]) => [name, refine(asObject(inner), own, codelists)]),
      ),
    };
  // What rules and rows it had are those of what is typed.
  const { schema: _schema, errors: _errors, plain: _plain, sortable: _sortable, fields: _fields, ...chosen } = field;
  const choice =
    own.codelist === undefined
      ? undefined
      : chooseOf(codelists[own.codelist] ?? {}, { type: field['field'] === 'rows' ? 'array' : 'string' });
  return {
    ...(choice ? { ...chosen, ...choice } : field),
    ...(own.label === undefined ? {} : { label: own.label }),
    ...(own.hint === undefined ? {} : { hint: own.hint }),
    ...(own.readOnly && !neverReadOnly.includes(field['field']) ? { readOnly: true } : {}),
  };
}

/** No end lies before its beginning, in rows and groups too. */
function boundRanges(fields: Record<string, JsonObject>): Record<string, JsonObject> {
  const bound = { ...fields };
  for (const { begin, end } of findRanges(fields)) bound[end] = boundByBegin(fields[end] ?? {}, begin);
  return bound;
}

/** Returns the field for a property; undefined for what no form can hold. */
function deriveField(name: string, property: Property, context: Context): JsonObject | undefined {
  const label = nameField(name, property);
  const field = chooseField(name, property, context);
  if (!field) return undefined;
  const starts = context.from !== undefined && field['field'] !== 'group';
  const [only, ...others] = field['field'] === 'group' ? Object.entries(asObject(field['fields'])) : [];
  // An object of one value is called as a whole.
  if (only && others.length === 0) return { ...field, columns: 1, fields: { [only[0]]: { ...asObject(only[1]), label } } };
  const from = `${context.from}/${name}`;
  if (context.depth === 0 && context.module.definition.roles?.column === `/${name}`)
    return { ...field, label: '/texts/deskColumn', default: startColumn(from, listColumns(context.site, context.module)) };
  return { ...field, label, ...(starts ? { default: from } : {}) };
}

function chooseField(name: string, property: Property, context: Context): JsonObject | undefined {
  const { module, site, hints, types, records } = context;
  if (context.depth === 0) {
    if (module.definition.roles?.column === `/${name}`) return chooseColumn(site, module);
    const record = records.get(name);
    if (record !== undefined) return chooseRecord(record, property);
    const options = types.has(name) ? listTypeOptions(module, site) : undefined;
    if (options) return { field: property.type === 'array' ? 'checkboxes' : 'select', options };
    const codelist = hints.codelists.get(name);
    const choice = codelist && property.type !== 'object' ? chooseOf(codelist, property) : undefined;
    const widget = getOwn(module.definition.admin?.fields, name)?.widget;
    if (choice) return widget === 'radio' && choice['field'] === 'select' ? { ...choice, field: 'radio' } : choice;
    const isPlayed = hints.recordings.has(name) && property.type === 'string' && (widget === undefined || widget === 'file');
    if (isPlayed) return chooseRecording();
    const chosen = widget === undefined ? undefined : chooseWidget(widget, property);
    if (chosen) return chosen;
  }
  switch (property.type) {
    case 'string':
      return chooseText(name, property, context);
    case 'integer':
    case 'number':
      return { field: property.type, ...rule({ minimum: property.minimum, maximum: property.maximum }) };
    case 'boolean':
      return { field: 'checkbox' };
    case 'object':
      return chooseGroup(name, property, context);
    case 'array':
      return chooseList(name, property, context);
  }
}

/** Where the institution has no column for them nobody could say which number it is, and items stand in none, or stay where they came. */
function chooseColumn(site: CompiledPortal, module: CompiledModule): JsonObject | undefined {
  const columns = listColumns(site, module);
  return columns.length === 0 ? undefined : { field: 'select', options: toColumnOptions(columns) as object as JsonObject };
}

/** What has no column yet starts in the only one that there is. */
const startColumn = (from: string, [only, ...others]: readonly Column[]): Json =>
  only === undefined || others.length > 0
    ? from
    : { cases: { stored: { when: { [from]: { present: true } }, value: from } }, otherwise: { const: only.id } };

/** Items of another module, found by typing some of their titles. */
const chooseRecord = (module: string, { type }: Property): JsonObject => ({
  field: 'combobox',
  ...(type === 'array' ? { multiple: true } : {}),
  placeholder: '/texts/deskFind',
  find: { source: `${module}:list`, as: 'keyword', limit: 20, title: '/row/deskTitle', fields: { state: '/row/deskStateLabel' } },
});

/** Returns the field that offers the entries of a code list; undefined where it is no list of choices. */
function chooseOf({ options, dictionary }: Codelist, { type }: Property): JsonObject | undefined {
  const several = type === 'array';
  if (dictionary !== undefined) return type === 'string' || several ? { field: several ? 'checkboxes' : 'select', dictionary } : undefined;
  if (options === undefined) return undefined;
  const plain = Object.entries(options).map(([name, { value, label }]): [string, Json] => [name, { value, label: label as Json }]);
  return { field: several ? 'checkboxes' : 'select', options: Object.fromEntries(plain) };
}

/** Returns the field of a widget that `admin` names; undefined where it needs choices that there are none of. */
function chooseWidget(widget: NonNullable<AdminField['widget']>, property: Property): JsonObject | undefined {
  const { minLength, maxLength, minimum, maximum } = property;
  switch (widget) {
    case 'text':
      return { field: 'text', ...rule({ minLength, maxLength: maxLength ?? 1000 }) };
    case 'textarea':
      return { field: 'textarea', ...rule({ minLength, maxLength: maxLength ?? mostOfLongText }) };
    case 'image':
      return choosePicture();
    case 'video':
    case 'file':
      return {
        field: widget,
        upload: { source: 'upload:one', library: widget, ...(widget === 'video' ? { with: { fileType: { const: 'video' } } } : {}) },
      };
    case 'rating':
      return { field: 'rating', ...rule({ maximum }) };
    case 'number':
      return { field: property.type, ...rule({ minimum, maximum }) };
    case 'select':
    case 'radio':
      return property.enum && { field: widget, options: listEnum(property.enum) };
  }
}

const listEnum = (values: NonNullable<Property['enum']>): JsonObject =>
  Object.fromEntries(values.map((value, index): [string, Json] => [`choice${index}`, { value, label: String(value) }]));

function chooseText(name: string, property: Property, { hints }: Context): JsonObject | undefined {
  const { format, contentMediaType, maxLength, minLength } = property;
  if (property.enum) return { field: 'select', options: listEnum(property.enum) };
  if (contentMediaType === 'text/html')
    return {
      field: 'richText',
      upload: { source: 'upload:part', with: { id: { const: 'content' } }, types: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'mp4'] },
    };
  if (format === 'date-time') return { field: 'dateTime' };
  if (format === 'date') return { field: 'date' };
  if (format === 'email') return { field: 'email' };
  if (format === 'coordinate')
    return {
      field: 'coordinate',
      placeholder: '/texts/deskCoordinate',
      schema: { maxLength: 40, pattern: '^-?[0-9]{1,3}([.][0-9]+)?[,，] ?-?[0-9]{1,2}([.][0-9]+)?$' },
      errors: { pattern: '/texts/deskCoordinateWrong' },
    };
  if (format === 'uri-reference') {
    if (hints.files.has(name)) return chooseFile(hints.files.get(name));
    if (hints.pictures.has(name) || picture.test(name)) return choosePicture();
    if (!film.test(name) && /(?:file|attachment|document)/i.test(name))
      return { field: 'file', upload: { source: 'upload:one', library: 'file' } };
  }
  const isLong = (maxLength ?? 0) > mostLetters || (maxLength === undefined && (longText.test(name) || hints.long.has(name)));
  return isLong
    ? { field: 'textarea', ...rule({ minLength, maxLength: maxLength ?? mostOfLongText }) }
    : { field: 'text', ...rule({ minLength, maxLength: maxLength ?? 1000 }) };
}

function chooseGroup(name: string, property: Property, context: Context): JsonObject | undefined {
  if (context.depth >= deepest) return undefined;
  const { from } = context;
  const fields = deriveInner(property, {
    ...context,
    ...(from === undefined ? {} : { from: `${from}/${name}` }),
    depth: context.depth + 1,
  });
  // Within a row, what a group has besides would be lost when the row is written anew.
  const isWhole = Object.keys(fields).length === Object.keys(property.properties ?? {}).length;
  if (Object.keys(fields).length === 0 || (from === undefined && !isWhole)) return undefined;
  return { field: 'group', optional: true, columns: 2, fields };
}

function chooseList(name: string, { items }: Property, { from: _from, ...context }: Context): JsonObject | undefined {
  if (items === undefined || context.depth >= deepest) return undefined;
  const inner: Context = { ...context, depth: context.depth + 1 };
  if (items.type !== 'object' && items.type !== 'array') {
    if (context.hints.files.has(name)) return chooseFile(context.hints.files.get(name), manyFiles);
    if (context.hints.pictures.has(name) || items.format === 'uri-reference') return choosePicture(manyFiles);
    const value = deriveField('value', { ...items, title: '/texts/deskEntry' }, inner);
    return value && { field: 'rows', plain: true, sortable: true, fields: { value } };
  }
  if (items.type === 'array') return undefined;
  const fields = deriveInner(items, inner);
  // What a row has besides would be lost when it is written anew.
  if (Object.keys(fields).length === 0 || Object.keys(fields).length < Object.keys(items.properties ?? {}).length) return undefined;
  return { field: 'rows', sortable: true, columns: 2, fields };
}

/** Returns the fields of an object or of a row. */
function deriveInner({ properties = {}, required = [] }: Property, context: Context): Record<string, JsonObject> {
  return boundRanges(
    Object.fromEntries(
      Object.entries(properties).flatMap(([name, property]): [string, JsonObject][] => {
        const field = fieldName.test(name) ? deriveField(name, property, { ...context, hints: noHints(context.hints) }) : undefined;
        if (!field) return [];
        // What has no id yet is given one by the server.
        if (name === 'id') return [[name, { ...field, hint: '/texts/deskRowId' }]];
        return [[name, required.includes(name) && field['field'] !== 'checkbox' ? require(field, nameField(name, property)) : field]];
      }),
    ),
  );
}
