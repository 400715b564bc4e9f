import { asObject, asString, getOwn, isObject } from '../model/json';
import { resolveTokens } from '../model/pointer';
import { bindVariable, findStart } from '../definitions/scopes/scopes';
import { describeRecord, followReference, type Shape } from '../definitions/scopes/shapes';
import { parseUriTemplate } from '../definitions/language/uriTemplate';
import { findContainers, getAddress, type Target } from './containers';
import { findField } from './fields';
import type { Seen } from './places';
import type { Side, View } from './view';

/** A name within a text, and what it leads to. */
export interface Mention {
  target: Target;
  /** Where it stands in the text. */
  start: number;
  end: number;
  /** It cannot be changed by itself: the address of a page, or a variable that takes what has its name. */
  isFixed?: true;
}

/** A name within a reference. */
interface Token {
  text: string;
  start: number;
}

/**
 * Finds what the text at a place refers to.
 * @param text the text, which may be another one than the definition has there while it is being written
 */
export function findMentions(seen: Seen, text: string, view: View, side: Side): Mention[] {
  const { place } = seen;
  if (place.part === 'Pointer' || (place.part === 'Text' && text.startsWith('/')))
    return followTokens(seen, splitReference(text), view, side);
  if (place.part === 'Expression') return splitExpression(text).flatMap((tokens) => followTokens(seen, tokens, view, side));
  if (place.part === 'Template' && place.owner === 'Action') return findInTemplate(seen, text, view, side);
  return findName(seen, text, view, side);
}

function splitReference(text: string): Token[] {
  let start = 1;
  return text
    .split('/')
    .slice(1)
    .map((token) => {
      const found = { text: token, start };
      start += token.length + 1;
      return found;
    });
}

/** The references of an expression, `form.begin`; a name with a bracket behind it is a function. */
function splitExpression(text: string): Token[][] {
  return [...text.matchAll(/(?<![\w.'"])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*(?![\w(]))+/g)].map((match) => {
    let start = match.index;
    return match[0].split('.').map((token) => {
      const found = { text: token, start };
      start += token.length + 1;
      return found;
    });
  });
}

function followTokens(seen: Seen, tokens: readonly Token[], view: View, side: Side): Mention[] {
  const { scope } = seen;
  const start = getStart(seen);
  let shape: Shape | undefined = start ?? describeRecord(scope.roots);
  return tokens.flatMap(({ text, start: at }, index) => {
    const names = tokens.slice(0, index + 1).map((token) => token.text);
    shape = shape && enter(shape, text);
    const byRoot = start === undefined ? findByRoot(seen, names) : undefined;
    const target = (shape && findField(shape, view, side)) ?? byRoot ?? findPrivate(seen, shape, text) ?? findJoin(seen, text, index);
    return target === undefined ? [] : [{ target, start: at, end: at + text.length }];
  });
}

/** What a reference starts at; undefined for a root, and for what is not finished. */
export function getStart({ place, scope }: Seen): Shape | undefined {
  try {
    return findStart(place, scope);
  } catch {
    return undefined;
  }
}

/** Returns what lies in a shape under a name; undefined where nothing is known of it. */
export function enter(shape: Shape, token: string): Shape | undefined {
  const own = getOwn(shape.properties, token);
  if (own !== undefined) return own;
  const found = shape.open ? undefined : followReference(shape, `/${token}`, false).shape;
  return found?.open ? undefined : found;
}

/** What a root says where its names are written. */
function findByRoot({ place, scope }: Seen, [root = '', name, ...deeper]: readonly string[]): Target | undefined {
  const ofModule = (path: readonly string[]): Target => ({ kind: 'module', name: scope.module, path });
  const pages = Object.entries(scope.definition.pages).filter(([page]) => scope.page === undefined || scope.page.name === page);
  const onPage = (...path: string[]): Target | undefined => {
    const page = pages.find(([, one]) => resolveTokens(one, path) !== undefined)?.[0];
    return page === undefined ? undefined : ofModule(['pages', page, ...path]);
  };
  if (name === undefined) return getOwn(scope.roots, root) && onPage('loads', root);
  if (root === 'texts') return deeper.length === 0 ? { kind: 'texts', name: '', path: [name] } : undefined;
  if (root === 'site') return { kind: 'settings', name: '', path: ['site', name] };
  if (root === 'lookup') return onPage('lookups', name);
  if (root === 'query') return onPage('filters', name) ?? onPage('query', name);
  if (place.path[0] !== 'forms' || (root !== 'form' && root !== 'row')) return undefined;
  const fields = root === 'form' ? place.path.slice(0, 2) : findRows(place.path, scope.definition);
  const path =
    fields && [name, ...deeper].filter((token) => !/^\d+$/.test(token)).reduce((at, token) => [...at, 'fields', token], [...fields]);
  return path === undefined || resolveTokens(scope.definition, path) === undefined ? undefined : ofModule(path);
}

/** The field of rows that a place lies in. */
function findRows(path: readonly string[], definition: unknown): readonly string[] | undefined {
  for (let length = path.length - 1; length > 3; length -= 1) {
    const field = resolveTokens(definition, path.slice(0, length));
    if (path[length - 2] === 'fields' && isObject(field) && field['field'] === 'rows') return path.slice(0, length);
  }
  return undefined;
}

/** A private field that only the server reads is another object than the one that the definition has. */
function findPrivate({ scope }: Seen, shape: Shape | undefined, name: string): Target | undefined {
  const isOwn = shape?.private === false && getOwn(scope.definition.item?.properties, name) !== undefined;
  return isOwn ? { kind: 'module', name: scope.module, path: ['item', 'properties', name] } : undefined;
}

/** What a join has put into rows or an item is named as the join is. */
function findJoin({ scope }: Seen, name: string, index: number): Target | undefined {
  if (index === 0) return undefined;
  const pages = Object.entries(scope.definition.pages).filter(([page]) => scope.page === undefined || scope.page.name === page);
  for (const [page, { joins, loads }] of pages) {
    const at = ['pages', page];
    if (getOwn(joins, name) !== undefined) return { kind: 'module', name: scope.module, path: [...at, 'joins', name] };
    const load = Object.entries(loads ?? {}).find(([, one]) => getOwn(one.joins, name) !== undefined)?.[0];
    if (load !== undefined) return { kind: 'module', name: scope.module, path: [...at, 'loads', load, 'joins', name] };
  }
  return undefined;
}

/** The page of an address, and what its variables take. */
function findInTemplate(seen: Seen, text: string, view: View, side: Side): Mention[] {
  const address = /^[^{?]*/.exec(text)?.[0] ?? '';
  const page = findPageAt(address, view, side);
  const bound = asObject(seen.place.ownerValue['with']);
  const parsed = parseUriTemplate(text);
  const variables = typeof parsed === 'string' ? [] : parsed.variables.filter((name) => getOwn(bound, name) === undefined);
  return [
    ...(page === undefined ? [] : [{ target: page, start: 0, end: address.length, isFixed: true as const }]),
    ...variables.flatMap((name) => {
      const start = new RegExp(`(?<=[{?&,])${name}(?=[,}])`).exec(text)?.index;
      const reference = bindVariable(name, seen.scope);
      const target = reference === undefined ? undefined : followTokens(seen, splitReference(reference), view, side).at(-1)?.target;
      return start === undefined || target === undefined ? [] : [{ target, start, end: start + name.length, isFixed: true as const }];
    }),
  ];
}

/** Returns the page that an address opens. */
function findPageAt(address: string, view: View, side: Side): Target | undefined {
  for (const name of view.moduleNames(side)) {
    const pages = Object.entries(asObject(view.module(name, side)?.json['pages']));
    const page = pages.find(([key, one]) => getAddress(key, one) === address)?.[0];
    if (page !== undefined) return { kind: 'module', name, path: ['pages', page] };
  }
  return undefined;
}

function findName(seen: Seen, text: string, view: View, side: Side): Mention[] {
  return findContainers(seen, view.moduleNames(side)).flatMap(({ target, prefix = '' }) => {
    const name = text.slice(prefix.length);
    // What no module has may still have one before it.
    if (!text.startsWith(prefix) || (prefix === '' && name.includes(':')) || name === '') return [];
    const whole: Target =
      target.path.length === 0 && target.name === '' ? { ...target, name } : { ...target, path: [...target.path, name] };
    const isFixed = target.kind !== 'module' || target.path.length === 0;
    const module: Mention[] = prefix.endsWith(':')
      ? [{ target: { kind: 'module', name: target.name, path: [] }, start: 0, end: prefix.length - 1, isFixed: true }]
      : [];
    return [...module, { target: whole, start: prefix.length, end: text.length, ...(isFixed ? { isFixed: true as const } : {}) }];
  });
}

/** Returns the text at a place, of a name the name itself. */
export const getText = ({ place, part }: Seen): string => (part === 'key' ? (place.path.at(-1) ?? '') : asString(place.value));
