import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import type { Codelist, Item, Property } from '../../model/definitions.g';
import type { Json, JsonObject } from '../../model/json';
import { type FieldHints, findHints, listColumns } from './choices';

/** Names that fields of forms can have. */
const fieldName = /^[a-z][A-Za-z0-9]*$/;
/** Fields of items that no form at the desk shows: what names them, and whose they are. */
const kept: ReadonlySet<string> = new Set(['id', 'memberId', 'userId', 'translations']);
/** Where a text of several lines is expected, by the end of the field's name. */
const longText = /(?:intro|introduction|desc|description|summary|remark|note|content|address|text|abstract)$/i;
const film = /(?:video|film|stream|playback|path)/i;
const mostLetters = 200;
const mostOfLongText = 10_000;
/** The files that a field of several pictures takes at most. */
const mostPictures = 30;

/**
 * Returns the fields of the form by which staff write a module's items, by the names of the items' fields, from what its definition says of
 * them: their types, formats and titles, its code lists, the columns of the menu. What cannot be written in a form, such as lists within
 * lists, has no field and stays as it is.
 * @returns fields as definitions write them
 */
export function deriveFields(module: CompiledModule, site: CompiledPortal): Record<string, JsonObject> {
  const { item, derive = {} } = module.definition;
  const derived = new Set(Object.keys(derive).map((pointer) => pointer.split('/')[1]));
  const sealed = new Set(
    [...(module.personal?.idNumbers ?? []), ...(module.personal?.phones ?? [])].map((pointer) => pointer.split('/')[1]),
  );
  const context: Context = { module, site, hints: findHints(module, site), from: '/stored/item/deskForm' };
  return Object.fromEntries(
    Object.entries(item?.properties ?? {}).flatMap(([name, property]): [string, JsonObject][] => {
      if (kept.has(name) || !fieldName.test(name) || derived.has(name) || sealed.has(name)) return [];
      const field = deriveField(name, property, context);
      if (!field) return [];
      const needed = item?.required?.includes(name) === true && field['field'] !== 'checkbox';
      const required = { value: '/texts/deskNeeded', with: { field: { const: nameField(name, property) } } };
      return [[name, needed ? { ...field, required } : field]];
    }),
  );
}

interface Context {
  module: CompiledModule;
  site: CompiledPortal;
  hints: FieldHints;
  /** Where the value at the start is found; absent within rows, which start as a whole. */
  from?: string;
}

const nameField = (name: string, { title }: Property): string => title ?? name;

/** Returns the field for a property; undefined for what no form can hold. */
function deriveField(name: string, property: Property, context: Context): JsonObject | undefined {
  const label = nameField(name, property);
  const field = chooseField(name, property, context);
  if (!field) return undefined;
  const starts = context.from !== undefined && field['field'] !== 'group';
  const isColumn = context.module.definition.roles?.column === `/${name}` && context.from !== undefined;
  return { ...field, label: isColumn ? '/texts/deskColumn' : label, ...(starts ? { default: `${context.from}/${name}` } : {}) };
}

function chooseField(name: string, property: Property, context: Context): JsonObject | undefined {
  const { module, site, hints, from } = context;
  const isTop = from !== undefined && !from.slice('/stored/item/deskForm'.length).includes('/');
  if (isTop && module.definition.roles?.column === `/${name}`) return chooseColumn(site, module);
  const codelist = isTop ? hints.codelists.get(name) : undefined;
  if (codelist && property.type !== 'object') {
    const choice = chooseOf(codelist, property);
    if (choice) return choice;
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
      return isTop ? chooseList(name, property, context) : undefined;
  }
}

function chooseColumn(site: CompiledPortal, module: CompiledModule): JsonObject {
  const columns = listColumns(site, module);
  if (columns.length === 0) return { field: 'text', schema: { maxLength: mostLetters } };
  const options = columns.map(({ id, title }, index): [string, Json] => [`column${index}`, { value: id, label: title }]);
  return { field: 'select', options: Object.fromEntries(options) };
}

/** Returns the field that offers the entries of a code list; undefined where it is no list of choices. */
function chooseOf({ options, dictionary }: Codelist, { type }: Property): JsonObject | undefined {
  const several = type === 'array';
  if (dictionary !== undefined) return type === 'string' || several ? { field: several ? 'checkboxes' : 'select', dictionary } : undefined;
  if (options === undefined) return undefined;
  const plain = Object.entries(options).map(([name, { value, label }]): [string, Json] => [name, { value, label: label as Json }]);
  return { field: several ? 'checkboxes' : 'select', options: Object.fromEntries(plain) };
}

function chooseText(name: string, property: Property, { hints, from }: Context): JsonObject | undefined {
  const { format, contentMediaType, maxLength, minLength } = property;
  const upload = { source: 'upload:one', with: { fileType: { const: 'image' } }, types: ['jpg', 'jpeg', 'png', 'gif', 'webp'] };
  const isInRows = from === undefined;
  if (property.enum) {
    const options = property.enum.map((value, index): [string, Json] => [`choice${index}`, { value, label: String(value) }]);
    return { field: 'select', options: Object.fromEntries(options) };
  }
  if (contentMediaType === 'text/html')
    return isInRows
      ? { field: 'textarea', schema: { maxLength: mostOfLongText } }
      : {
          field: 'richText',
          upload: { source: 'upload:part', with: { id: { const: 'content' } }, types: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'mp4'] },
        };
  if (format === 'date-time') return { field: 'dateTime' };
  if (format === 'date') return { field: 'date' };
  if (format === 'email') return { field: 'email' };
  if (format === 'coordinate')
    return {
      field: 'text',
      placeholder: '/texts/deskCoordinate',
      schema: { pattern: '^-?[0-9]{1,3}([.][0-9]+)?,-?[0-9]{1,2}([.][0-9]+)?$' },
      errors: { pattern: '/texts/deskCoordinateWrong' },
    };
  if (format === 'uri-reference' && !isInRows) {
    if (hints.pictures.has(name) || /(?:img|image|cover|pic|picture|logo|poster|photo|thumb)/i.test(name))
      return { field: 'image', upload };
    if (!film.test(name) && /(?:file|attachment|document)/i.test(name)) return { field: 'file', upload: { source: 'upload:one' } };
  }
  const isLong = (maxLength ?? 0) > mostLetters || (maxLength === undefined && longText.test(name));
  return isLong
    ? { field: 'textarea', ...rule({ minLength, maxLength: maxLength ?? mostOfLongText }) }
    : { field: 'text', ...rule({ minLength, maxLength: maxLength ?? 1000 }) };
}

function chooseGroup(name: string, { properties }: Property, context: Context): JsonObject | undefined {
  if (context.from === undefined) return undefined;
  const inner = { ...context, from: `${context.from}/${name}` };
  const fields = deriveInner(properties, inner);
  return Object.keys(fields).length === 0 ? undefined : { field: 'group', optional: true, columns: 2, fields };
}

function chooseList(name: string, { items }: Property, context: Context): JsonObject | undefined {
  const { from: _from, ...inner } = context;
  if (items === undefined) return undefined;
  if (items.type === 'string') {
    if (context.hints.pictures.has(name) || items.format === 'uri-reference')
      return {
        field: 'image',
        upload: {
          source: 'upload:one',
          with: { fileType: { const: 'image' } },
          types: ['jpg', 'jpeg', 'png', 'gif', 'webp'],
          count: mostPictures,
          joined: ',',
        },
      };
    const value = deriveField('value', { ...items, title: '/texts/deskEntry' }, inner);
    return value && { field: 'rows', plain: true, sortable: true, row: '/texts/deskEntry', fields: { value } };
  }
  if (items.type !== 'object') return undefined;
  const fields = deriveInner(items.properties, inner);
  // What a row has besides would be lost when it is written anew.
  if (Object.keys(fields).length === 0 || Object.keys(fields).length < Object.keys(items.properties ?? {}).length) return undefined;
  return { field: 'rows', sortable: true, columns: 2, row: '/texts/deskEntry', fields };
}

function deriveInner(properties: Item['properties'] = {}, context: Context): Record<string, JsonObject> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]): [string, JsonObject][] => {
      const isNested = property.type === 'object' || property.type === 'array';
      const field = fieldName.test(name) && !isNested && !isFile(property) ? deriveField(name, property, context) : undefined;
      return field ? [[name, field]] : [];
    }),
  );
}

/** Groups and rows hold no files: theirs are addresses that are typed. */
const isFile = ({ contentMediaType }: Property): boolean => contentMediaType !== undefined;

const rule = (schema: Readonly<Record<string, number | undefined>>): JsonObject => {
  const said = Object.entries(schema).filter((entry): entry is [string, number] => entry[1] !== undefined);
  return said.length === 0 ? {} : { schema: Object.fromEntries(said) };
};
