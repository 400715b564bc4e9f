import { getLocation, parse } from 'jsonc-parser';
import { asObject, asString, getOwn, isObject, type Json, type JsonObject } from '../model/json';
import { formatPointer, parsePointer, resolveTokens } from '../model/pointer';
import { createDocument, type Document, type MemberPart } from '../definitions/language/document';
import { describeRecord, type Shape } from '../definitions/scopes/shapes';
import { parseVariables } from '../definitions/language/calls';
import { findContainers, getAddress, type Target } from './containers';
import { enter, getStart } from './mentions';
import { findPlace, type Seen } from './places';
import { findSeat, toDefinition, type Seat } from './seat';
import type { Side, View } from './view';
import { findLaid } from './where';

/** A name that can stand where somebody types. */
export interface Candidate {
  /** The name as it is, without quotes. */
  name: string;
  /** What it is, in a few words. */
  detail: string;
  /** What follows the name of a member. */
  value?: 'object' | 'other';
}

/** The names that can stand at an offset, and which part of the text each of them replaces. */
export interface Completion {
  candidates: Candidate[];
  part: MemberPart;
  start: number;
  end: number;
}

/**
 * Finds the names that can stand at an offset of a text, which is seldom finished there.
 * @param file where it will be saved
 */
export function completeNames(file: string, text: string, offset: number, view: View): Completion | undefined {
  const { path: written, isAtPropertyKey, previousNode } = getLocation(text, offset);
  const path = written.map(String);
  const isTyped = previousNode?.type === 'string' && previousNode.offset < offset && offset <= previousNode.offset + previousNode.length;
  const typed = isTyped ? text.slice(previousNode.offset + 1, offset) : '';
  const range = isTyped ? { start: previousNode.offset, end: previousNode.offset + previousNode.length } : { start: offset, end: offset };
  const part: MemberPart = isAtPropertyKey ? 'key' : 'value';
  const document = complete(file, text, path, isAtPropertyKey ? undefined : typed);
  const seat = findSeat(file, path, view);
  if (seat === undefined) return undefined;
  const at = toDefinition(seat, path);
  const seen = findPlace(at, part, seat.module, seat.side, view.replace(document));
  const candidates = [
    ...(seen === undefined ? [] : listCandidates(seen, typed, view, seat.side)),
    ...(isAtPropertyKey ? listBelow(file, at, document, path, seat, view) : []),
  ];
  return candidates.length === 0 ? undefined : { candidates, part, ...range };
}

/** Returns the document that a text will be: with something where it is being typed. */
function complete(file: string, text: string, path: readonly string[], value: string | undefined): Document {
  const json = asObject(parse(text, [], { allowTrailingComma: true }));
  const found = resolveTokens(json, path);
  return createDocument(file, text, asObject(put(json, path, value ?? found ?? '')));
}

function put(json: Json | undefined, [token, ...rest]: readonly string[], value: Json): Json {
  if (token === undefined) return value;
  if (Array.isArray(json)) return Object.assign([...json], { [token]: put(json[Number(token)], rest, value) });
  return { ...asObject(json), [token]: put(asObject(json)[token], rest, value) } satisfies JsonObject;
}

function listCandidates(seen: Seen, typed: string, view: View, side: Side): Candidate[] {
  const { place, part } = seen;
  if (place.part === 'Pointer' || (place.part === 'Text' && part === 'value')) return listReferences(seen, typed);
  if (place.part === 'Expression') return listInExpression(seen, typed);
  if (part === 'key') return [];
  if (place.part === 'Template' && place.owner === 'Action') return listAddresses(view, side);
  if (place.owner === 'Constant') return listColumns(seen, view, side);
  return findContainers(seen, view.moduleNames(side)).flatMap(({ target, prefix = '' }) => listNames(target, prefix, view, side));
}

function listNames(target: Target, prefix: string, view: View, side: Side): Candidate[] {
  if (target.kind === 'fragment' || target.kind === 'preset')
    return [...view.base[`${target.kind}s`].keys()].map((name) => ({ name, detail: target.kind }));
  if (target.path.length === 0 && target.name === '' && target.kind === 'module')
    return view.moduleNames(side).map((name) => ({ name, detail: titleOf(view.module(name, side)?.json) }));
  const map = asObject(resolveTokens(findLaid(target, view, side)?.json, target.path));
  return Object.entries(map).map(([name, value]) => ({ name: `${prefix}${name}`, detail: titleOf(value) || describe(value) }));
}

const titleOf = (value: unknown): string =>
  asString(asObject(value)['title']) || asString(asObject(value)['label']) || asString(asObject(value)['slotName']);

/** What is known of something without a title. */
function describe(value: Json): string {
  if (!isObject(value)) return typeof value === 'string' ? value : '';
  return ['get', 'post', 'put', 'delete', 'shape', 'field', 'kind'].map((key) => asString(value[key])).find((text) => text !== '') ?? '';
}

/** The references one name longer than what is typed; of roots also what lies in them. */
function listReferences(seen: Seen, typed: string): Candidate[] {
  const start = getStart(seen);
  const path = typed.startsWith('/') ? parsePointer(typed).slice(0, -1) : [];
  const within = path.reduce<Shape | undefined>((shape, token) => shape && enter(shape, token), start ?? describeRecord(seen.scope.roots));
  return listMembers(within).flatMap(([name, shape]) => {
    const one = { name: formatPointer([...path, name]), detail: describeShape(shape) };
    const isRoot = start === undefined && path.length === 0;
    return [
      one,
      ...(isRoot ? listMembers(shape).map(([inner, found]) => ({ name: formatPointer([name, inner]), detail: describeShape(found) })) : []),
    ];
  });
}

/** What lies in a shape; of a list what lies in its first entry. */
function listMembers(shape: Shape | undefined): [string, Shape][] {
  if (shape?.type === 'array') return [['0', shape.items ?? { type: 'object', open: true }]];
  return Object.entries(shape?.properties ?? {}).filter(([, inner]) => inner.private !== true);
}

function describeShape(shape: Shape): string {
  const title = 'title' in shape ? asString(shape.title) : '';
  const type = shape.plain === true || shape.open === true ? '' : shape.type;
  return [title, type].filter(Boolean).join(', ');
}

function listInExpression(seen: Seen, typed: string): Candidate[] {
  const [word = ''] = /[A-Za-z_][\w.]*$/.exec(typed) ?? [];
  const path = word.split('.').slice(0, -1);
  const within = path.reduce<Shape | undefined>((shape, token) => shape && enter(shape, token), describeRecord(seen.scope.roots));
  const before = typed.slice(0, typed.length - word.length);
  return listMembers(within)
    .filter(([name]) => /^[A-Za-z_]\w*$/.test(name))
    .map(([name, shape]) => ({ name: `${before}${[...path, name].join('.')}`, detail: describeShape(shape) }));
}

/** The addresses of all pages, with the variables that pages of their kind are opened with. */
function listAddresses(view: View, side: Side): Candidate[] {
  return view.moduleNames(side).flatMap((module) => {
    const json = view.module(module, side)?.json;
    return Object.entries(asObject(json?.['pages'])).map(([name, page]) => {
      const variables =
        asObject(page)['kind'] === 'detail' ? '{?columnId,id,subhomepage}' : asObject(page)['kind'] === 'list' ? '{?columnId}' : '';
      return { name: `${getAddress(name, page)}${variables}`, detail: titleOf(page) || titleOf(json) };
    });
  });
}

/** The columns of the menu, where a constant stands for one. */
function listColumns({ place }: Seen, view: View, side: Side): Candidate[] {
  const name = place.path.at(-2) ?? '';
  return /^(?:columnId|menuId)$/.test(name) ? flattenMenu(view.settings(side).json['menu']) : [];
}

function flattenMenu(menu: Json | undefined): Candidate[] {
  return Object.values(asObject(menu)).flatMap((node) => {
    const { id, title, children } = asObject(node);
    return [...(typeof id === 'string' ? [{ name: id, detail: asString(title) }] : []), ...flattenMenu(children)];
  });
}

/** The names that the files below have at a place and the file has not: what a patch can change, and what a call takes. */
function listBelow(file: string, at: readonly string[], document: Document, path: readonly string[], seat: Seat, view: View): Candidate[] {
  const target: Target =
    seat.module === undefined ? { kind: 'settings', name: '', path: [] } : { kind: 'module', name: seat.module, path: [] };
  const own = asObject(resolveTokens(document.value, path.slice(0, -1)));
  const below = findLaid(target, view, seat.side)?.layers.filter((layer) => layer.document.file !== file) ?? [];
  const found = below.flatMap(({ document: { value }, from, onto }) => {
    const isWithin = onto.every((token, index) => token === at[index]) && at.length > onto.length;
    const map = isWithin ? resolveTokens(value, [...from, ...at.slice(onto.length, -1)]) : undefined;
    return isObject(map) ? Object.entries(map) : [];
  });
  const params = listParams(at, seat, view);
  return [...new Map<string, Json>([...params, ...found])]
    .filter(([name]) => name !== '$schema' && getOwn(own, name) === undefined)
    .map(([name, value]) => ({ name, detail: titleOf(value) || describe(value), value: isObject(value) ? 'object' : 'other' }));
}

/** What the call takes whose `with` a name stands in. */
function listParams(at: readonly string[], { module, side }: Seat, view: View): [string, Json][] {
  if (at.at(-2) !== 'with' || module === undefined) return [];
  const around = asObject(resolveTokens(view.module(module, side)?.json, at.slice(0, -2)));
  const source = asString(around['source']);
  const [owner = '', name = ''] = source.includes(':') ? source.split(':') : [module, source];
  const params = asObject(resolveTokens(view.module(owner, side)?.json, ['endpoints', name, 'params']));
  const variables = parseVariables(asString(around['to'])).variables.map((variable): [string, Json] => [variable, '']);
  return [...Object.keys(params).map((param): [string, Json] => [param, '']), ...variables];
}
