import type { Card, Form, Module, Page } from '../../model/definitions.g';
import { statefulLists } from '../../runtime/lists';
import { stateNamesOf } from '../../runtime/listState';
import { placesOfForm } from './uses';
import { isObject, own } from '../../model/json';
import { parts } from '../language/metaSchemas';
import { split, type Surroundings } from '../language/names';
import { anything, follow, itemShape, names, record, type Shape } from './shapes';
import {
  advertFields,
  entriesOf,
  entryShape,
  itemOf,
  joined,
  mainShape,
  open,
  outcomeShape,
  replyShape,
  rowsAt,
  sourceShape,
} from './sourceShapes';
import type { Place } from '../language/walk';

/** What references at a place may start with. */
export interface Scope {
  module: string;
  definition: Module;
  around: Surroundings;
  roots: Record<string, Shape>;
  /** The roots in which the variables of templates and patterns are looked for, the innermost first. */
  search: string[];
  /** Arguments of patterns that the page itself gives. */
  given: string[];
  page?: { name: string; page: Page };
  /** What stands here is shown as rich text. */
  rich?: true;
  /** The shape of the rows that joins within a load are joined into. */
  rows?: Shape;
}

/** A name in an address that every page understands. */
export const commonQuery = ['columnId', 'id', 'subhomepage', 'share', 'type', 'key', 'page'] as const;
/** A name in an address that every list understands. */
export const listQuery = ['sort', 'tab', 'keyword', 'field'] as const;

/** What the messages of some rules are given: how many records, how many megabytes, how many files, which endings of names. */
const ruleArguments: Readonly<Record<string, string[]>> = {
  max: ['max'],
  minItems: ['min', 'max'],
  maxItems: ['min', 'max'],
  size: ['size'],
  count: ['count'],
  type: ['types'],
};

/** The scope in which a module's own keys stand: no item, no query. */
export function moduleScope(module: string, definition: Module, around: Surroundings): Scope {
  return { module, definition, around, roots: siteRoots(around), search: [], given: [] };
}

/** What a page would put into itself as HTML: the server must know it for rich text, for it sanitises nothing else. */
function isShownAsRichText({ owner, field, ownerValue }: Place): boolean {
  if (owner === 'RichTextSection') return field === 'value';
  return (
    owner === 'DisplayObject' &&
    ownerValue['format'] === 'html' &&
    (field === 'path' || (field === 'value' && ownerValue['path'] === undefined))
  );
}

/** The scope of the places within a place: cards, pages and entries of lists bring roots with them. */
export function enterScope(place: Place, outer: Scope): Scope {
  const scope = isShownAsRichText(place) ? { ...outer, rich: true as const } : outer;
  const name = place.names.at(-1);
  if (name === 'Card') return cardScope(own(scope.definition.cards, place.path.at(-1) ?? ''), scope);
  if (name === 'ListPage' || name === 'DetailPage' || name === 'ComposedPage' || name === 'FormPage')
    return pageScope(place.path.at(-1) ?? '', scope);
  if (name === 'Form') return formScope(place.path.at(-1) ?? '', own(scope.definition.forms, place.path.at(-1) ?? ''), scope);
  if (name === 'Effects' && (place.owner === 'Submission' || place.owner === 'Action'))
    return {
      ...scope,
      roots: { ...scope.roots, reply: outcomeShape(String(place.ownerValue[place.owner === 'Action' ? 'call' : 'source']), scope) },
    };
  if (name === 'RecordPick' && isObject(place.value))
    return { ...scope, roots: { ...scope.roots, row: rowsAt(String(place.value['rows']), scope) }, search: ['row', ...scope.search] };
  if (
    name === 'MapPlace' ||
    name === 'MapPopup' ||
    (place.owner === 'ListSection' && place.field === 'opens' && name === 'Action' && scope.roots['row'] === undefined)
  )
    return { ...scope, roots: { ...scope.roots, row: rowsAt(String(place.ownerValue['rows']), scope) }, search: ['row', ...scope.search] };
  if (name === 'Times' || (place.owner === 'TimesSection' && place.field === 'opens'))
    return { ...scope, roots: { ...scope.roots, picked: names(['day', 'venueTime']) }, search: ['picked', ...scope.search] };
  if (name === 'Text' && place.owner === 'CodeRequest' && place.field === 'again') return { ...scope, given: ['seconds'] };
  if (name === 'Text' && place.owner === 'FormField' && place.field === 'errors')
    return { ...scope, given: own(ruleArguments, place.path.at(-1) ?? '') ?? [] };
  if (
    name === 'Text' &&
    place.owner === 'FormField' &&
    place.field === 'errors' &&
    place.path.at(-1) === 'max' &&
    isObject(place.ownerValue['pick'])
  )
    return { ...scope, given: ['max'] };
  if (name === 'Creation')
    return {
      ...scope,
      roots: {
        ...scope.roots,
        form: names(sentNames(own(scope.definition.forms, String(place.ownerValue['form'])))),
        viewer: names(memberFields),
      },
    };
  if (name === 'Subject' && isObject(place.value))
    return { ...scope, roots: { ...scope.roots, item: itemOf(place.value['module'], scope) } };
  if (name === 'Load' && isObject(place.value)) return { ...scope, rows: sourceShape(String(place.value['source']), scope) };
  if (place.owner === 'DetailPage' && place.field === 'with') {
    const { item: _item, ...roots } = scope.roots;
    return { ...scope, roots, search: ['query'] };
  }
  if (place.owner === 'Chapters' && ['title', 'source'].includes(place.field) && scope.roots['entry'] === undefined)
    return {
      ...scope,
      roots: { ...scope.roots, entry: rowsAt(String(place.ownerValue['rows']), scope) },
      search: ['entry', ...scope.search],
    };
  if (
    (place.owner === 'GallerySection' || place.owner === 'CarouselSection') &&
    ['image', 'caption', 'opens'].includes(place.field) &&
    scope.roots['entry'] === undefined
  ) {
    const images = follow(record(scope.roots), String(place.ownerValue['images'] ?? ''), true).shape;
    return { ...scope, roots: { ...scope.roots, entry: images?.items ?? anything }, search: ['entry', ...scope.search] };
  }
  return scope;
}

/** What a call knows of the member who makes it. */
const memberFields = ['id', 'name', 'phone', 'image'];

/** The names under which a form sends its fields. */
export function sentNames(form: Form | undefined): string[] {
  return Object.entries(form?.fields ?? {}).flatMap(([name, field]) => (field.local === true ? [] : [field.sendAs ?? name]));
}

function siteRoots(around: Surroundings): Record<string, Shape> {
  return {
    site: names(Object.keys(parts['TenantSettings']?.properties?.['site']?.properties ?? {})),
    texts: names(Object.keys(around.texts.args)),
    now: { type: 'integer' },
    viewer: anything,
    tenant: names(['code', 'fid']),
  };
}

/** A card is drawn on any page that names it, so it sees what any page of its module declares. */
function cardScope(card: Card | undefined, scope: Scope): Scope {
  const pages = Object.values(scope.definition.pages);
  const ownOnes = Object.values(scope.definition.endpoints ?? {}).some((endpoint) => endpoint.own !== undefined);
  const item = ownOnes ? open(itemShape(scope.definition.item)) : itemShape(scope.definition.item);
  const row =
    card?.of === undefined
      ? joined(item, [...pages, ...pages.flatMap((page) => Object.values(page.loads ?? {}))], scope)
      : (follow(item, card.of, false).shape?.items ?? anything);
  const query = [...new Set(pages.flatMap((page) => queryNames(page)))];
  const lookups = pages.flatMap((page) => Object.keys(page.lookups ?? {}));
  return {
    ...scope,
    roots: {
      row,
      index: { type: 'integer' },
      query: names([...commonQuery, ...query]),
      lookup: names(lookups),
      ...siteRoots(scope.around),
      list: names(['page', 'sort', 'tab', 'keyword', 'field']),
    },
    search: ['row', 'query'],
    given: [],
  };
}

/** A form stands on any page that names it or opens it in a dialog, so it sees what any of them declares, and what was typed. */
function formScope(name: string, form: Form | undefined, scope: Scope): Scope {
  if (form === undefined) return scope;
  const { pages, inRow } = placesOfForm(
    name,
    scope.definition,
    (source) => split(source, scope.module).module === scope.module && split(source, scope.module).name === name,
  );
  const roots: Record<string, Shape> = {
    form: names(Object.keys(form.fields)),
    query: names([...commonQuery, ...pages.flatMap((page) => queryNames(page))]),
    lookup: names(pages.flatMap((page) => Object.keys(page.lookups ?? {}))),
    ...siteRoots(scope.around),
  };
  for (const [load, value] of pages.flatMap((page) => Object.entries(page.loads ?? {}))) roots[load] = replyShape(value, scope);
  if (inRow) roots['row'] = itemShape(scope.definition.item);
  return { ...scope, roots, search: inRow ? ['form', 'row', 'query'] : ['form', 'query'], given: [] };
}

function pageScope(name: string, scope: Scope): Scope {
  const page = own(scope.definition.pages, name);
  if (page === undefined) return scope;
  const roots: Record<string, Shape> = {
    query: names(queryNames(page)),
    lookup: names(Object.keys(page.lookups ?? {})),
    ...siteRoots(scope.around),
  };
  for (const [load, value] of Object.entries(page.loads ?? {})) roots[load] = replyShape(value, scope);
  if (page.kind === 'detail') roots['item'] = joined(sourceShape(page.source, scope), [page], scope);
  return {
    ...scope,
    roots,
    search: page.kind === 'detail' ? ['item', 'query'] : ['query'],
    given: page.kind === 'list' ? ['total', 'page', 'pages'] : [],
    page: { name, page },
  };
}

/** The names that a page's address may carry. */
export function queryNames(page: Page): string[] {
  const filters =
    page.kind === 'list'
      ? [...Object.keys(page.filters ?? {}), ...listQuery, ...(page.search?.query === undefined ? [] : [page.search.query])]
      : [];
  const loadStates = statefulLists(page).flatMap(({ prefix, list }) => (prefix === '' ? [] : [...stateNamesOf(list, prefix)]));
  return [...new Set([...commonQuery, ...Object.keys(page.query ?? {}), ...filters, ...loadStates])];
}

/** The reference that gives a variable its value: the innermost root that declares its name. */
export function bind(variable: string, scope: Pick<Scope, 'roots' | 'search'>): string | undefined {
  const root = scope.search.find(
    (name) => own(scope.roots[name]?.properties, variable) !== undefined && own(scope.roots[name]?.properties, variable)?.private !== true,
  );
  return root === undefined ? undefined : `/${root}/${variable}`;
}

/** Places where references start at the reply of a call, of which nothing is known. */
const replyFields = ['ok', 'fail', 'rows', 'total', 'item', 'message', 'error'];

/** What a reference at a place starts at: a shape without named roots, or undefined when it starts at one of the scope's roots. */
export function startOf({ owner, field, ownerValue, names: parts }: Place, key: boolean, scope: Scope): Shape | undefined {
  const item = itemShape(scope.definition.item);
  switch (owner) {
    case 'Endpoint':
      return replyFields.includes(field) || (field === 'rename' && !key) ? anything : open(item);
    case 'Include':
      return field === 'with' ? open(item) : field === 'rename' && key ? entryShape(String(ownerValue['source']), scope) : anything;
    case 'Creation':
      return field === 'set' && key ? itemOf(ownerValue['module'], scope) : undefined;
    case 'Param':
    case 'Roles':
    case 'Derivation':
    case 'EnrolmentFields':
    case 'BookingFields':
      return open(item);
    case 'SessionFields':
    case 'SectionFields':
      return ['list', 'on'].includes(field)
        ? open(item)
        : (follow(open(item), String(ownerValue['list'] ?? ''), true).shape?.items ?? anything);
    case 'Module':
      return field === 'derive' ? open(item) : undefined;
    case 'Card':
      return field === 'of' ? item : undefined;
    case 'SearchLine':
      return item;
    case 'Join':
      return field === 'on' ? sourceShape(String(ownerValue['source']), scope) : field === 'key' ? mainShape(scope) : undefined;
    case 'Lookup':
      return field === 'take' || (field === 'match' && key) ? names(advertFields) : undefined;
    case 'DisplayObject':
      return field === 'path' && parts.includes('Pointer') ? entriesOf(ownerValue['value'], scope) : undefined;
    default:
      return undefined;
  }
}
