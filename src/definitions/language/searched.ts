import type { Endpoint, Item, ListPage, Module, Page, Property } from '../../model/definitions.g';
import type { SearchPart } from '../../model/compiled';
import { getOwn } from '../../model/json';
import { formatPointer, parsePointer } from '../../model/pointer';
import { toKeywordName } from '../../runtime/listState';
import { splitName } from './names';

/** A page with a map opens the item whose id is in its address. */
const opensPlaces = (page: Page): boolean =>
  page.kind === 'composed' && Object.values(page.sections).some((section) => section.section === 'map' && section.open !== undefined);

/** Returns the names of the pages of a module that show the one item whose id stands in their address. */
export const listItemPages = ({ pages }: Pick<Module, 'pages'>): string[] =>
  Object.entries(pages)
    .filter(([, page]) => page.kind === 'detail' || opensPlaces(page))
    .map(([name]) => name);

/**
 * Returns how the site search finds the items of a module: what its line says, and for what it leaves out what its pages tell. Undefined when
 * it is taken out, when its items have no title that anybody may see, and when no page that anybody may see shows them.
 */
export function findSearchPart(name: string, definition: Module): SearchPart | undefined {
  const { search = {}, roles, item } = definition;
  if (roles === undefined || item === undefined || search.found === false || isPrivate(roles.title, item)) return undefined;
  const page = search.page ?? findItemPage(name, definition);
  const list = page === undefined ? findList(name, definition) : undefined;
  const opened = page ?? list?.[0];
  if (opened === undefined) return undefined;
  return {
    type: search.type ?? name,
    page: opened,
    named: definition.search !== undefined,
    ...(search.label === undefined ? {} : { label: search.label }),
    ...(list ? { list: describeList(list[1], definition) } : {}),
    text: search.text ?? [...(roles.summary === undefined ? [] : [roles.summary]), ...listRichTexts(item)],
  };
}

const findItemPage = (name: string, definition: Module): string | undefined =>
  listItemPages(definition).find((page) => {
    const found = definition.pages[page];
    return found !== undefined && isPublic(name, definition, found) && (found.kind !== 'detail' || isOpenedById(found));
  });

const findList = (name: string, definition: Module): [string, ListPage] | undefined =>
  Object.entries(definition.pages).find(
    (entry): entry is [string, ListPage] => entry[1].kind === 'list' && isPublic(name, definition, entry[1]),
  );

/** Results say which item by its id alone. */
const isOpenedById = ({ with: given = {} }: Extract<Page, { kind: 'detail' }>): boolean =>
  Object.values(given).every((value) => typeof value !== 'string' || !value.startsWith('/query/') || value === '/query/id');

/** Whether anybody may see a page, and what it shows are items of the module that are not a member's own. */
function isPublic(name: string, { endpoints }: Module, page: Page): boolean {
  if (page.requires !== undefined) return false;
  if (page.kind !== 'list' && page.kind !== 'detail') return true;
  const source = splitName(page.source, name);
  const endpoint: Endpoint | undefined = source.module === name ? getOwn(endpoints, source.name) : undefined;
  return endpoint !== undefined && endpoint.viewer === undefined && endpoint.own === undefined && endpoint.service === undefined;
}

/** How a list is narrowed to an item by its title, where its search looks in titles. */
function describeList({ search, source }: ListPage, { roles, endpoints }: Module): NonNullable<SearchPart['list']> {
  const field = Object.entries(search?.fields ?? {}).find(([, { param }]) => {
    const meaning = getOwn(getOwn(endpoints, source.split(':').at(-1) ?? '')?.params, param);
    return meaning?.match === 'contains' && meaning.field === roles?.title;
  });
  if (search === undefined || field === undefined) return {};
  return { keyword: toKeywordName({ search }), ...(Object.keys(search.fields).length > 1 ? { field: field[0] } : {}) };
}

function isPrivate(pointer: string, { properties }: Item): boolean {
  let inner: Readonly<Record<string, Property>> | undefined = properties;
  for (const key of parsePointer(pointer)) {
    const property: Property | undefined = getOwn(inner, key);
    if (property === undefined || property.private) return true;
    inner = property.properties;
  }
  return false;
}

const listRichTexts = ({ properties }: Item): string[] =>
  Object.entries(properties)
    .filter(([, { contentMediaType, private: hidden }]) => contentMediaType === 'text/html' && !hidden)
    .map(([key]) => formatPointer([key]));
