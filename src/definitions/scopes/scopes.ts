import type { Card, Form, Module, Move, Page, RootName, ScopeName } from '../../model/definitions.g';
import { findStatefulLists } from '../../runtime/lists';
import { collectStateNames } from '../../runtime/listState';
import { findPlacesOfForm } from './uses';
import { asObject, isObject, getOwn } from '../../model/json';
import { getSentName, listSentFields } from '../../runtime/sentShape';
import { parts, type MetaSchema } from '../language/metaSchemas';
import { toAbsoluteName, type Surroundings } from '../language/names';
import { remember } from '../language/remember';
import { anything, followReference, describeFields, describeItem, describeNames, type Shape } from './shapes';
import {
  advertFields,
  describeEntries,
  describeEntry,
  describeOpenItem,
  addJoins,
  describeMainRows,
  describeOutcome,
  describeReply,
  describeRowsAt,
  describeSource,
} from './sourceShapes';
import { findAnnotation, type Place } from '../language/walk';

/** What references at a place may start with. */
export interface Scope {
  module: string;
  definition: Module;
  around: Surroundings;
  /** The roots that are there everywhere, described once: there are hundreds of texts. */
  site: Record<string, Shape>;
  roots: Record<string, Shape>;
  /** The roots in which the variables of templates and patterns are looked for, the innermost first. */
  search: string[];
  /** Arguments of patterns that the page itself gives. */
  given: string[];
  page?: { name: string; page: Page };
  /** What stands here is shown as rich text. */
  rich?: true;
  /** The root row is a row of the form itself, not that of a card that opens it. */
  inRow?: true;
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
  choose: ['name'],
};

/** Returns the scope in which a module's own keys stand: no item, no query. */
export function createModuleScope(module: string, definition: Module, around: Surroundings): Scope {
  const site = describeSiteRoots(around.texts);
  return { module, definition, around, site, roots: site, search: [], given: [] };
}

/** What the annotation `x-scope` of a part adds to the scope around it. */
const scopes: Record<ScopeName, (place: Place, scope: Scope) => Scope> = {
  // The call of a detail page is made before there is an item.
  address(_place, scope) {
    const { item: _item, ...roots } = scope.roots;
    return { ...scope, roots, search: ['query'] };
  },
  card: ({ path }, scope) => enterCard(getOwn(scope.definition.cards, path.at(-1) ?? ''), scope),
  counted: (_place, scope) => ({ ...scope, given: ['count'] }),
  countdown: (_place, scope) => ({ ...scope, given: ['seconds'] }),
  creation: ({ ownerValue }, scope) => {
    const form = getOwn(scope.definition.forms, String(ownerValue['form']));
    return { ...scope, roots: { ...scope.roots, form: describeNames(listSentNames(form)), viewer: describeNames(memberFields) } };
  },
  // What a page would put into itself as HTML must be known to the server, which sanitises nothing else.
  display: ({ field, ownerValue }, scope) =>
    ownerValue['format'] === 'html' && (field === 'path' || ownerValue['path'] === undefined) ? { ...scope, rich: true } : scope,
  form: ({ path }, scope) => enterForm(path.at(-1) ?? '', getOwn(scope.definition.forms, path.at(-1) ?? ''), scope),
  judged: ({ ownerValue }, scope) => (ownerValue['field'] === 'hidden' ? scope : { ...scope, roots: pickJudgedRoots(scope) }),
  found: ({ ownerValue }, scope) => addRoot('row', describeSource(String(ownerValue['source']), scope), scope),
  load: ({ value }, scope) => (isObject(value) ? { ...scope, rows: describeSource(String(value['source']), scope) } : scope),
  move: ({ value }, scope) => (isObject(value) ? enterMove(value as object as Move, scope) : scope),
  outcome: ({ owner, ownerValue }, scope) => {
    const call = owner && parts[owner]?.['x-call'];
    return { ...scope, roots: { ...scope.roots, reply: describeOutcome(String(ownerValue[call ?? '']), scope) } };
  },
  page: ({ path }, scope) => enterPage(path.at(-1) ?? '', scope),
  ofRow: ({ ownerValue }, scope) => addRoot('row', describeFields(asObject(ownerValue['fields']) as object as Form['fields']), scope),
  picked: (_place, scope) => addRoot('picked', describeNames(['day', 'venueTime']), scope),
  richText: (_place, scope) => ({ ...scope, rich: true }),
  rule: ({ path }, scope) => ({ ...scope, given: getOwn(ruleArguments, path.at(-1) ?? '') ?? [] }),
  rows: ({ ownerValue, value }, scope) =>
    ownerValue['field'] === 'rows' ? { ...addRoot('row', describeFields(value as object as Form['fields']), scope), inRow: true } : scope,
  told: (_place, scope) => ({ ...scope, given: ['state'] }),
  subject: ({ value }, scope) =>
    isObject(value) ? { ...scope, roots: { ...scope.roots, item: describeOpenItem(value['module'], scope) } } : scope,
};

/** What the server knows too of a form that it is sent. */
const pickJudgedRoots = ({ roots, inRow }: Scope): Record<string, Shape> =>
  Object.fromEntries(Object.entries(roots).filter(([name]) => ['form', 'now', 'texts', ...(inRow ? ['row'] : [])].includes(name)));

/** Returns the scope of the places within a place: cards, pages and entries of lists bring roots with them. */
export const enterScope = (place: Place, outer: Scope): Scope =>
  place.passed.reduce((scope, { 'x-scope': name }) => addScope(name, place, scope), outer);

/** Returns the scope in which a part makes its call, which is that of the key that names it. */
export const enterCall = (place: Place, key: string, scope: Scope): Scope =>
  addScope(place.schema.properties?.[key]?.['x-scope'], place, scope);

function addScope(name: MetaSchema['x-scope'], place: Place, outer: Scope): Scope {
  if (typeof name === 'string') return scopes[name](place, outer);
  return Object.entries(name ?? {}).reduce((scope, [root, key]) => {
    const list = (isObject(place.value) ? getOwn(place.value, key) : undefined) ?? place.ownerValue[key];
    return addRoot(root, describeRowsAt(String(list), scope), scope);
  }, outer);
}

/** A scope with a further root, in which variables are looked for first. */
function addRoot(root: string, shape: Shape, scope: Scope): Scope {
  return { ...scope, roots: { ...scope.roots, [root]: shape }, search: [root, ...scope.search] };
}

/** What a call knows of the member who makes it. */
const memberFields = ['id', 'name', 'phone', 'image'];

/** Returns the names under which a form sends its fields. */
export const listSentNames = (form: Form | undefined): string[] =>
  listSentFields(form?.fields ?? {}).flatMap(([name, field]) => (field.local === true ? [] : [getSentName(name, field)]));

/** Institutions that change no texts share them. */
const describeSiteRoots = remember((texts: Surroundings['texts']): Record<string, Shape> => ({
  site: describeNames(Object.keys(parts['TenantSettings']?.properties?.['site']?.properties ?? {})),
  texts: describeNames(Object.keys(texts.args)),
  // Milliseconds, which dates and times are compared with.
  now: { type: 'integer', plain: true },
  viewer: anything,
  tenant: describeNames(['code', 'fid']),
}));

/** A card is drawn on any page that names it, so it sees what any page of its module declares. */
function enterCard(card: Card | undefined, scope: Scope): Scope {
  const pages = Object.values(scope.definition.pages);
  const ownOnes = Object.values(scope.definition.endpoints ?? {}).some((endpoint) => endpoint.own !== undefined);
  const item = ownOnes ? describeOpenItem(undefined, scope) : describeItem(scope.definition.item);
  const row =
    card?.of === undefined
      ? addJoins(item, [...pages, ...pages.flatMap((page) => Object.values(page.loads ?? {}))], scope)
      : (followReference(item, card.of, false).shape?.items ?? anything);
  const list = describeNames(['page', 'sort', 'tab', 'keyword', 'field']);
  return {
    ...scope,
    roots: { row, index: { type: 'integer' }, ...describePageRoots(pages, scope), list },
    search: ['row', 'query'],
    given: [],
  };
}

/** What is seen on any of some pages: the names in their addresses, their look-ups and what is seen everywhere. */
function describePageRoots(pages: readonly Page[], { site }: Scope): Record<string, Shape> {
  const query = describeNames([...commonQuery, ...pages.flatMap(listQueryNames)]);
  const lookup = describeNames(pages.flatMap((page) => Object.keys(page.lookups ?? {})));
  return { query, lookup, ...site };
}

/** What the loads of some pages leave under their names. */
function describeLoadRoots(pages: readonly Page[], scope: Scope): Record<string, Shape> {
  const loads = pages.flatMap((page) => Object.entries(page.loads ?? {}));
  return Object.fromEntries(loads.map(([name, load]) => [name, describeReply(load, scope)]));
}

/** A form stands on any page that names it or opens it in a dialog, so it sees what any of them declares, and what was typed. */
function enterForm(name: string, form: Form | undefined, scope: Scope): Scope {
  if (form === undefined) return scope;
  const isName = (source: string): boolean => toAbsoluteName(source, scope.module) === `${scope.module}:${name}`;
  const { pages, inRow } = findPlacesOfForm(name, scope.definition, isName);
  const typed = describeFields(form.fields);
  const roots: Record<string, Shape> = { form: typed, ...describePageRoots(pages, scope), ...describeLoadRoots(pages, scope) };
  if (inRow) roots['row'] = describeItem(scope.definition.item);
  return { ...scope, roots, search: inRow ? ['form', 'row', 'query'] : ['form', 'query'], given: [] };
}

function enterPage(name: string, scope: Scope): Scope {
  const page = getOwn(scope.definition.pages, name);
  if (page === undefined) return scope;
  const roots: Record<string, Shape> = { ...describePageRoots([page], scope), ...describeLoadRoots([page], scope) };
  if (page.kind === 'detail') roots['item'] = addJoins(describeSource(page.source, scope), [page], scope);
  return {
    ...scope,
    roots,
    search: page.kind === 'detail' ? ['item', 'query'] : ['query'],
    given: page.kind === 'list' ? ['total', 'page', 'pages'] : [],
    page: { name, page },
  };
}

/** A move knows the item, what is given with it, and nothing of who asks or where: staff make moves too. What a member fills in is the form's. */
function enterMove({ by, takes }: Move, scope: Scope): Scope {
  const { viewer: _viewer, ...site } = scope.site;
  const roots = { form: by === 'member' ? anything : describeFields(takes ?? {}), item: describeOpenItem(undefined, scope), ...site };
  return { ...scope, roots, search: by === 'member' ? ['item'] : ['form', 'item'], given: [] };
}

/** Returns the names that a page's address may carry. */
export function listQueryNames(page: Page): string[] {
  const filters = page.kind === 'list' ? [...Object.keys(page.filters ?? {}), ...listQuery, ...collectStateNames(page)] : [];
  const loadStates = findStatefulLists(page).flatMap(({ prefix, list }) => (prefix === '' ? [] : [...collectStateNames(list, prefix)]));
  return [...new Set([...commonQuery, ...Object.keys(page.query ?? {}), ...filters, ...loadStates])];
}

/** Returns the reference that gives a variable its value: the innermost root that declares its name. */
export function bindVariable(variable: string, scope: Pick<Scope, 'roots' | 'search'>): string | undefined {
  const root = scope.search.find(
    (name) =>
      getOwn(scope.roots[name]?.properties, variable) !== undefined && getOwn(scope.roots[name]?.properties, variable)?.private !== true,
  );
  return root === undefined ? undefined : `/${root}/${variable}`;
}

/** What the annotation `x-root` of a reference says that it starts at. */
const rootShapes: Record<RootName, (place: Place, scope: Scope) => Shape> = {
  advert: () => describeNames(advertFields),
  created: ({ ownerValue }, scope) => describeOpenItem(ownerValue['module'], scope),
  entry: ({ ownerValue }, scope) => describeEntries(ownerValue['value'], scope),
  included: ({ ownerValue }, scope) => describeEntry(String(ownerValue['source']), scope),
  item: (_place, { definition }) => describeItem(definition.item),
  joined: ({ ownerValue }, scope) => describeSource(String(ownerValue['source']), scope),
  listEntry: ({ ownerValue }, scope) =>
    followReference(describeOpenItem(undefined, scope), String(ownerValue['list']), true).shape?.items ?? anything,
  // Of the reply of a call nothing is known.
  reply: () => anything,
  rows: (_place, scope) => describeMainRows(scope),
  storedItem: (_place, scope) => describeOpenItem(undefined, scope),
};

/** Returns the shape that a reference at a place starts at, or undefined when it starts at one of the scope's roots. */
export function findStart(place: Place, scope: Scope): Shape | undefined {
  const root = findAnnotation(place, 'x-root');
  return root === undefined ? undefined : rootShapes[root](place, scope);
}
