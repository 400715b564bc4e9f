import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import type { FormField, Property, Scalar } from '../../../model/definitions.g';
import { asObject, getOwn, isObject, type JsonObject } from '../../../model/json';
import { formatPointer } from '../../../model/pointer';
import { formatText } from '../../../runtime/text';
import { RequestError } from '../../api/errors';
import type { ColumnMap, Source } from '../../importing/columnMap';

/** A field of an item that a column of a file can fill. */
export interface ImportField {
  /** Its JSON Pointer. */
  place: string;
  label: string;
  /** What its definition calls it, where the desk says otherwise. */
  title?: string;
  required: boolean;
  /** It holds several of its choices. */
  several: boolean;
  /** What it may hold, where that is a choice. */
  options: { value: Scalar; label: string }[];
}

/** What fills the fields of items, by their places: a column of the file, or the same value for all. */
export type FilledBy = Record<string, { column: string } | { const: Scalar }>;

/** Fields of items that no file fills: whose they are, and what is kept in other languages. */
const kept: ReadonlySet<string> = new Set(['id', 'memberId', 'userId', 'translations']);

/**
 * Returns the fields that a file can fill, in the order of the definition, the id first: those that nothing derives and that are not sealed,
 * of groups each part.
 * @param portal the desk, whose forms tell the choices
 */
export function listImportFields(portal: CompiledPortal, module: CompiledModule): ImportField[] {
  const { item, derive = {} } = module.definition;
  const sealed = [...(module.personal?.idNumbers ?? []), ...(module.personal?.phones ?? [])];
  const closed = new Set([...Object.keys(derive), ...sealed].map((pointer) => pointer.split('/')[1]));
  const form = getOwn(portal.modules, module.name)?.definition.forms?.['edit']?.fields ?? {};
  const id = { place: '/id', label: portal.texts['deskId'] ?? 'id', required: false, several: false, options: [] };
  const describe = (path: string[], label: string, property: Property, required: boolean, field?: FormField): ImportField => ({
    place: formatPointer(path),
    label,
    required,
    several: property.type === 'array',
    options: field ? listOptions(field, portal) : [],
  });
  const fields = Object.entries(item?.properties ?? {}).flatMap(([name, property]): ImportField[] => {
    if (kept.has(name) || closed.has(name)) return [];
    const title = property.title ?? name;
    const isColumn = module.definition.roles?.column === `/${name}`;
    const label = isColumn ? (portal.texts['deskColumn'] ?? title) : title;
    const required = item?.required?.includes(name) === true;
    const field = getOwn(form, name);
    if (property.type !== 'object' || !property.properties)
      return [{ ...describe([name], label, property, required, field), ...(isColumn && { title }) }];
    return Object.entries<Property>(property.properties).map(([inner, part]) =>
      describe([name, inner], `${title}/${part.title ?? inner}`, part, false, getOwn(field?.fields, inner)),
    );
  });
  return [id, ...fields];
}

function listOptions({ options, dictionary }: FormField, { settings, texts, patterns }: CompiledPortal): ImportField['options'] {
  if (dictionary !== undefined)
    return Object.values(settings.dictionaries?.[dictionary]?.entries ?? {}).map(({ dictCode, dictName }) => ({
      value: dictCode,
      label: dictName,
    }));
  return Object.values(options ?? {}).flatMap(({ value, label }) =>
    isObject(value) || value === null || value === undefined ? [] : [{ value, label: formatText(label, { texts }, patterns) }],
  );
}

/** A name as it is compared: without spaces, case, stars and what stands in brackets at its end. */
const fold = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([^()]*\)\s*$/, '')
    .replace(/[\s*_:-]/g, '');

/**
 * Returns what probably fills the fields: what did the last time, else columns of the same name as the field or its words.
 * @param columns of the file
 */
export function guessMap(fields: readonly ImportField[], columns: readonly string[], remembered: JsonObject = {}): FilledBy {
  const map: FilledBy = {};
  const taken = new Set<string>();
  const take = (place: string, column: string | undefined): void => {
    if (column === undefined || taken.has(column)) return;
    map[place] = { column };
    taken.add(column);
  };
  for (const { place, options } of fields) {
    const before = asObject(remembered[place]);
    const fixed = options.find(({ value }) => value === before['const']);
    if (fixed) map[place] = { const: fixed.value };
    else
      take(
        place,
        columns.find((column) => column === before['column']),
      );
  }
  for (const { place, label, title = label } of fields) {
    if (map[place]) continue;
    const names = new Set([fold(place.slice(1)), fold(label), fold(title), ...(place === '/id' ? ['id'] : [])]);
    take(
      place,
      columns.find((column) => !taken.has(column) && names.has(fold(column))),
    );
  }
  return map;
}

/**
 * Reads what fills the fields as browsers say it.
 * @param separator stands between the names of fields where several are told
 * @throws RequestError 400 for what names no field, no column or no choice of a field, and where a field that every item needs is filled by nothing
 */
export function readFilledBy(
  said: JsonObject,
  fields: readonly ImportField[],
  columns: readonly string[],
  separator: string | undefined,
): FilledBy {
  const map: FilledBy = {};
  for (const [place, value] of Object.entries(said)) {
    const field = fields.find((each) => each.place === place);
    const { column, const: constant } = asObject(value);
    if (field && typeof column === 'string' && columns.includes(column)) map[place] = { column };
    else {
      const option = field?.options.find((each) => each.value === constant);
      if (!option) throw new RequestError('invalidRequest');
      map[place] = { const: option.value };
    }
  }
  const missing = fields.filter(({ place, required }) => required && !map[place]);
  if (missing.length > 0) throw new RequestError('importUnmapped', { fields: missing.map(({ label }) => label).join(separator) });
  if (Object.values(map).every((by) => !('column' in by))) throw new RequestError('importUnmapped', { fields: fields[1]?.label ?? '' });
  return map;
}

/**
 * Returns what fills the fields as imports know it: choices are given by their values or by their words.
 * @param isTable absent: the records are objects of JSON, whose values are referred to by pointers
 */
export function toColumnMap(map: FilledBy, fields: readonly ImportField[], isTable: boolean): ColumnMap {
  const entries = Object.entries(map).map(([place, by]): [string, Source] => {
    if ('const' in by) return [place, { const: by.const }];
    const column = isTable ? by.column : formatPointer([by.column]);
    const { options = [], several = false } = fields.find((field) => field.place === place) ?? {};
    if (options.length === 0) return [place, column];
    const values = Object.fromEntries(
      options.flatMap(({ value, label }) => [
        [label, value],
        [String(value), value],
      ]),
    );
    return [place, { column, values, ...(several ? { split: '|' } : {}) }];
  });
  return { item: Object.fromEntries(entries) };
}
