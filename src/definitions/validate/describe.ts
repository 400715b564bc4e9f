import type { ErrorObject } from 'ajv';
import { deref, type MetaSchema } from '../language/metaSchemas';
import { repairForm } from '../problems/repair';
import { quote } from '../problems/wording';

/** Whether a choice has a constant among its branches. */
export const takesConstant = (schema: MetaSchema): boolean => (schema.anyOf ?? []).some((branch) => deref(branch).title === 'Constant');

/** Returns a value as a constant is written. */
export const writeConstant = (found: unknown): string => `{ "const": ${quote(found)} }`;

/** Forms that have no name of their own. */
const patternWords: Readonly<Record<string, string>> = {
  '^[a-z0-9]+$': 'the ending of file names in small letters and without a dot, such as pdf',
  '^([01][0-9]|2[0-3]):[0-5][0-9]$': 'a time such as 09:30',
  '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$': 'a time such as 17:30, at most 24:00',
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}$': 'a day such as 2026-10-01',
  '^https://': 'an address that starts with https://',
  '^[A-Za-z0-9_-]{1,40}$': 'at most 40 letters, digits, hyphens and underscores',
  '^[A-Za-z0-9-]+$': 'letters, digits and hyphens',
  '^[A-Za-z0-9]{1,64}$': 'at most 64 letters and digits',
  '^[A-Z][A-Z0-9_]*$': 'capital letters, digits and underscores',
  '^[\\x20-\\x7e]+$': 'a text of plain letters, digits and signs in one line',
  '^(iso|epochSeconds|epochMilliseconds|([^A-Za-z0-9]|[yMdHmsT])+)$':
    'iso, epochSeconds, epochMilliseconds or a pattern such as yyyy/MM/dd HH:mm',
  '^[a-z][A-Za-z0-9]*$': 'a small letter, then letters and digits',
  '^[0-9]{3,6}$': 'three to six digits',
  '^[a-z][a-z0-9-]*$': 'small letters, digits and hyphens',
  '^#[0-9a-fA-F]{6}$': 'a colour such as #a8322a',
  '^(/|https://)': 'the address of a picture, which starts with / or https://',
  '^([1-9]|[1-5][0-9]|60)em$|^([1-9]|[1-8][0-9]|90)%$': 'a width such as 8em or 30%',
};

/** Forms are told in words; a regular expression helps nobody. */
export function describeForm(schema: MetaSchema): string {
  const words: Record<string, string> = {
    Name: 'a small letter, then letters and digits',
    Pointer: 'a reference such as /item/name',
    Data: 'a reference to a field beside it, such as /begin',
    Template: 'an address of this portal, which starts with a slash',
    Colour: 'a colour such as #a8322a',
    Banner: 'the address of a picture, which starts with / or https://',
    Host: 'a host name such as museum.example.org, without http:// and port',
    Source: 'a name, or module:name',
    Path: 'an address of letters, digits, dots and hyphens that starts with a slash',
  };
  return words[schema.title ?? ''] ?? patternWords[schema.pattern ?? ''] ?? `a text of the form ${schema.pattern}`;
}

const typeWords: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  integer: 'a whole number',
  boolean: 'true or false',
  string: 'a text',
};

export function describe(schema: MetaSchema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map((branch) => describe(deref(branch))).join(', or ');
  if (schema.title === 'Pointer') return describeForm(schema);
  const types = [schema.type ?? 'something else'].flat().map((type) => typeWords[type] ?? `a ${type}`);
  const keys = Object.keys(schema.properties ?? {});
  if (types.includes('an object') && schema.propertyNames !== undefined && deref(schema.propertyNames).title === 'Pointer')
    return `${types.join(' or ')} of references, such as { "/item/name": … }`;
  if (types.includes('an object') && keys.length === 0 && typeof schema.additionalProperties === 'object')
    return `${types.join(' or ')} with a name for each entry`;
  return `${types.join(' or ')}${keys.length > 0 && keys.length < 8 ? ` with ${keys.join(', ')}` : ''}`;
}

/** Returns what was probably meant in the place of a text that has not the form of its place, as it is written in JSON. */
export function meantForm(schema: MetaSchema, found: unknown, key: string | undefined): string | undefined {
  if (schema.title === 'Template' && key === 'to' && typeof found === 'string' && /^https?:/.test(found))
    return `"url": ${writeConstant(found)}`;
  const repaired = repairForm(schema.title ?? '', schema.pattern ?? '', found);
  return repaired === undefined ? undefined : quote(repaired);
}

/** Returns what a part is called in a sentence that starts with it, by its title in the meta-schemas. */
export const describePart = (title: string | undefined): string =>
  title === undefined ? 'This' : `The ${title.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()}`;

/** Bounds in words, by the keyword of JSON Schema. */
const boundWords: Readonly<Record<string, (limit: string) => string>> = {
  minimum: (limit) => `at least ${limit}`,
  maximum: (limit) => `at most ${limit}`,
  exclusiveMinimum: (limit) => `more than ${limit}`,
  exclusiveMaximum: (limit) => `less than ${limit}`,
  minLength: (limit) => `a text of at least ${limit} characters`,
  maxLength: (limit) => `a text of at most ${limit} characters`,
  minItems: (limit) => `a list of at least ${limit}`,
  maxItems: (limit) => `a list of at most ${limit}`,
  minProperties: (limit) => `an object with at least ${limit} in it`,
  maxProperties: (limit) => `an object with at most ${limit} in it`,
  multipleOf: (limit) => `a multiple of ${limit}`,
  uniqueItems: () => 'a list in which nothing stands twice',
};

export const describeBound = ({ keyword, params, message }: ErrorObject): string =>
  boundWords[keyword]?.(String((params as Record<string, unknown>)['limit'] ?? (params as Record<string, unknown>)['multipleOf'])) ??
  `a value that ${message}`;
