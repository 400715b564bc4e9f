import type { FieldKind, Form, FormField, Item, Module, Scalar } from '../../model/definitions.g';
import { getOwn } from '../../model/json';
import { formatPointer, parsePointer } from '../../model/pointer';
import * as messages from '../problems/messages';
import { isFile } from '../problems/repair';
import { correct } from '../problems/wording';
import type { Fix } from '../../model/problem';

/** The shape of a value as far as references are checked against it: a part of JSON Schema. */
export interface Shape {
  type: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  private?: boolean;
  /** `text/html`: rich text, which the server sanitises. */
  contentMediaType?: string;
  /** It has nothing within; whether it is a text, a number or true or false is not known. */
  plain?: true;
  /** The values that it has, where they are all known. */
  values?: readonly Scalar[];
  /** Of a text that is a list parted by commas: what its entries can be, where that is known. */
  entries?: readonly string[];
  /** Nothing is known of what is within, so nothing is checked. */
  open?: true;
}

/** A value of which nothing is known. */
export const anything: Shape = { type: 'object', open: true };

/** Returns an object of these fields. */
export const describeRecord = (properties: Record<string, Shape>): Shape => ({ type: 'object', properties });

const plainValue: Shape = { type: 'string', plain: true };

/** Returns an object of these names, each a plain value. */
export const describeNames = (known: Iterable<string>): Shape =>
  describeRecord(Object.fromEntries([...known].map((name) => [name, plainValue])));

/** Returns the shape of a module's item; of a module that does not say, anything. */
export const describeItem = (item: Item | undefined): Shape =>
  item === undefined ? anything : { type: 'object', properties: item.properties };

/** Writes the tokens of a reference. */
type Write = (tokens: readonly string[]) => string;
const writePointer: Write = (tokens) => JSON.stringify(formatPointer(tokens));

/** What a reference leads to: a shape, or what is wrong with it. */
type Found = { shape: Shape; fault?: undefined } | { shape?: undefined; fault: messages.Fault };

/**
 * Follows a reference through a shape.
 * @param shape where it starts
 * @param reference a JSON Pointer
 * @param rooted its first token is the name of a root
 * @param write how references are written where it stands
 */
export function followReference(shape: Shape, reference: string, rooted: boolean, write: Write = writePointer): Found {
  let at = shape;
  const path = parsePointer(reference);
  for (const [index, token] of path.entries()) {
    if (at.open) return { shape: anything };
    const within = index === 0 ? 'the item' : `/${path.slice(0, index).join('/')}`;
    const next = enterShape(at, token);
    if (next !== undefined) {
      if (next.private) return { fault: messages.privateField(reference) };
      at = next;
    } else if (index === 0 && rooted)
      return { fault: messages.unknownRoot(token, Object.keys(at.properties ?? {}), findMeant(at, reference, path, true, write)) };
    else if (at.type === 'array') return { fault: messages.notAnIndex(token, within) };
    else if (at.type !== 'object')
      return { fault: messages.noFieldsWithin(within, token, at.type, findMeant(shape, reference, path, rooted)) };
    else {
      const known = Object.keys(at.properties ?? {});
      return {
        fault: messages.unknownField(token, within, known, findMeant(shape, reference, path, rooted), correctToken(path, index, known)),
      };
    }
  }
  return { shape: at };
}

/** Returns what was probably meant by a reference, as it is written: without empty names, with the root that was forgotten or without one too many. */
function findMeant(start: Shape, reference: string, path: readonly string[], rooted = true, write = writePointer): string | undefined {
  const names = path.filter(Boolean);
  const isThere = (tokens: readonly string[]): boolean => tokens.length > 0 && followTokens(start, tokens) !== undefined;
  if (names.length < path.length) return isThere(names) ? write(names) : undefined;
  if (!rooted) return isThere(path.slice(1)) ? write(path.slice(1)) : undefined;
  // People forget to begin with the row or the item.
  const root = Object.entries(start.properties ?? {}).find(([, one]) => getOwn(one.properties, path[0] ?? '') !== undefined)?.[0];
  if (root !== undefined && getOwn(start.properties, path[0] ?? '') === undefined) return write([root, ...path]);
  return isFile(reference) ? `{ "const": ${JSON.stringify(reference)} }` : undefined;
}

/** Returns what puts a reference right in which one name is misspelt. */
function correctToken(path: readonly string[], index: number, known: readonly string[]): Fix | undefined {
  const fix = correct(path[index], known);
  const write = (token: string): string => writePointer(path.with(index, String(JSON.parse(token))));
  return fix?.to == null ? undefined : { from: write(fix.from), to: write(fix.to) };
}

const followTokens = (start: Shape, tokens: readonly string[]): Shape | undefined =>
  tokens.reduce<Shape | undefined>((shape, token) => (shape?.open ? shape : shape && enterShape(shape, token)), start);

function enterShape(shape: Shape, token: string): Shape | undefined {
  if (shape.type === 'array') return /^(0|[1-9][0-9]*)$/.test(token) ? (shape.items ?? anything) : undefined;
  if (shape.type === 'object' && shape.properties === undefined) return anything;
  return getOwn(shape.properties, token);
}

/** Returns the fields of a module's items that every page may need: the id and the fields with roles. */
export function listSourceFields(module: Module | undefined): string[] {
  const { title, column, time, image, summary } = module?.roles ?? {};
  return [getOwn(module?.item?.properties, 'id') === undefined ? undefined : '/id', title, column, time, image, summary].filter(
    (field) => field !== undefined,
  );
}

/** What fields of some kinds hold; those of the others hold texts. */
const fieldShapes: { [K in FieldKind]?: Shape } = {
  number: { type: 'number' },
  integer: { type: 'integer' },
  slider: { type: 'number' },
  rating: { type: 'integer' },
  checkbox: { type: 'boolean' },
  agreement: { type: 'boolean' },
  hidden: { type: 'string', plain: true },
};

/** Returns the shape of what the fields of a form hold, by their names. */
export const describeFields = (fields: Form['fields']): Shape =>
  describeRecord(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, describeField(field)])));

/** Returns the shape of what one field holds. */
export function describeField({ field, fields, options, value }: FormField): Shape {
  if (fields) return field === 'rows' ? { type: 'array', items: describeFields(fields) } : describeFields(fields);
  const values = options && Object.values(options).map((option) => option.value);
  const isText = values === undefined || values.every((one) => typeof one === 'string');
  const choice = values && (field === 'select' || field === 'radio') ? { values } : {};
  const several = values && field === 'checkboxes' ? { entries: values.map(String) } : {};
  return fieldShapes[field] ?? { type: 'string', ...(isText && value === undefined ? {} : { plain: true }), ...choice, ...several };
}
