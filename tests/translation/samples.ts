import { asList, asObject, isObject, type Json, type JsonObject } from '../../src/model/json';
import { listAlternatives, listChoices, openSchema } from '../../src/translation/schemas';

/** No form is judged by more than these, which are taken evenly from all. */
const most = 300;

/** Values of every type, for places that want another one. */
const strangers: readonly Json[] = ['x', 7, 1.5, true, [], ['x'], {}];

/**
 * Returns instances near to an example: the example itself, one that has everything, and each of them with one value changed at a time to what is
 * just within, just beyond, or of another type than, what its schema says.
 */
export function makeSamples(root: JsonObject, data: Json | undefined): Json[] {
  const whole = makeValue(root, root, []);
  const starts = [data, whole, isObject(whole) ? {} : undefined].filter((start) => start !== undefined);
  const all = starts.flatMap((start) => [start, ...vary(start, root, root, [])]);
  const distinct = [...new Map(all.map((sample) => [JSON.stringify(sample), sample])).values()];
  return distinct.filter((_sample, index) => index % Math.ceil(distinct.length / most) === 0);
}

function makeValue(given: Json | undefined, root: JsonObject, trail: readonly string[]): Json | undefined {
  const { schema, trail: inner, recursive } = openSchema(given, root, trail);
  if (recursive) return undefined;
  const [choice] = listChoices(schema) ?? [];
  if (choice) return choice.value;
  if (schema['const'] !== undefined) return schema['const'];
  const [alternative] = listAlternatives(schema);
  if (alternative && schema['properties'] === undefined) return makeValue(alternative, root, inner);
  const { minimum = 1, minLength = 3, format } = schema;
  switch (schema['type'] ?? (schema['properties'] ? 'object' : undefined)) {
    case 'object':
      return Object.fromEntries(
        Object.entries(asObject(schema['properties'])).flatMap(([name, property]): [string, Json][] => {
          const value = makeValue(property, root, inner);
          return value === undefined ? [] : [[name, value]];
        }),
      );
    case 'array': {
      const entry = Array.isArray(schema['items']) ? undefined : makeValue(schema['items'], root, inner);
      return entry === undefined ? [] : Array.from({ length: Math.max(1, Number(schema['minItems'] ?? 1)) }, () => entry);
    }
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return Math.max(Number(minimum), Number(schema['multipleOf'] ?? 0));
    case 'string':
      return (
        texts[String(format)] ?? '12345678901234'.slice(0, Math.min(Math.max(Number(minLength), 3), Number(schema['maxLength'] ?? 14)))
      );
    default:
      return undefined;
  }
}

const texts: Readonly<Record<string, string>> = {
  date: '2026-11-20',
  time: '09:30:00Z',
  'date-time': '2026-11-20T09:30:00Z',
  email: 'a@b.cn',
  uri: 'https://a.cn/',
};

/** Returns a value with one thing in it changed at a time. */
function vary(value: Json, given: Json, root: JsonObject, trail: readonly string[]): Json[] {
  const { schema, trail: inner, recursive } = openSchema(given, root, trail);
  if (recursive) return [];
  const [fitting] = listAlternatives(schema)
    .map((one) => openSchema(one, root, inner).schema)
    .filter((one) => fits(value, one));
  const { properties = fitting?.['properties'], items = fitting?.['items'] } = schema;
  if (isObject(value))
    return Object.entries(asObject(properties)).flatMap(([name, property]): Json[] => {
      const { [name]: present, ...others } = value;
      const changed = (part: Json): Json => ({ ...value, [name]: part });
      const within = present === undefined ? [] : vary(present, property, root, inner);
      return [...(present === undefined ? [] : [others]), ...[...listEdges(property, root, inner), ...within].map(changed)];
    });
  if (!Array.isArray(value)) return [];
  const entries = value.flatMap((entry, index) => vary(entry, items ?? {}, root, inner).map((part) => value.with(index, part)));
  const edges = Array.isArray(items) ? [] : listEdges(items ?? {}, root, inner).map((part): Json => [...value, part]);
  return [...entries, ...edges, ...(value.length > 0 ? [value.slice(1), [...value, ...value]] : [])];
}

const fits = (value: Json, { type }: JsonObject): boolean =>
  isObject(value) ? type === 'object' || type === undefined : type === 'array' && Array.isArray(value);

/** Returns values on both sides of what a schema says, and of other types. */
function listEdges(given: Json, root: JsonObject, trail: readonly string[]): Json[] {
  const { schema } = openSchema(given, root, trail);
  const made = makeValue(given, root, trail);
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, minLength, maxLength, maxItems } = schema;
  const numbers = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].flatMap((bound) =>
    typeof bound === 'number' ? [bound - 1, bound, bound + 1] : [],
  );
  const lengths = [minLength, maxLength].flatMap((bound) => (typeof bound === 'number' ? [bound - 1, bound, bound + 1] : []));
  const choices = (listChoices(schema) ?? []).map(({ value }): Json => value);
  const long =
    typeof maxItems === 'number' && made !== undefined ? [Array.from({ length: maxItems + 1 }, () => asList(made)[0] ?? null)] : [];
  return [
    ...(made === undefined ? [] : [made]),
    ...numbers,
    ...lengths.map((length) => '5'.repeat(Math.max(0, length))),
    ...choices,
    ...long,
    ...strangers,
  ];
}
