import type { CompiledEndpoint, CompiledModule, CompiledPage, CompiledPortal } from '../../../model/compiled';
import type { ListPage } from '../../../model/definitions.g';
import { parsePointer } from '../../../model/pointer';
import type { MenuEntry } from '../../../model/payload';
import { buildRequest } from '../../../runtime/buildRequest';
import { toMenuEntries } from '../../../server/rendering/shell';
import { toMenuRows } from '../../../server/rooms/site/room';
import type { PlainLink, PlainSite } from '../baselines/site';

/** The list that is measured: where the portal has it, and what it is made of. */
export interface ListScene {
  /** Its address, with the column. */
  path: string;
  column: string;
  page: CompiledPage;
  definition: ListPage;
  module: CompiledModule;
  endpoint: CompiledEndpoint;
  /** The name of the parameter of the call that looks into titles. */
  titleParam: string;
  menu: MenuEntry[];
}

/** Returns the first list of the menu with pictures, a search for titles and a filter by types. @throws an Error when there is none */
export function findListScene(portal: CompiledPortal): ListScene {
  const menu = toMenuEntries(portal, toMenuRows(portal)).filter(({ hidden }) => hidden !== true);
  for (const { href } of menu.flatMap(flatten)) {
    const [path = '', query = ''] = href.split('?');
    const page = portal.pages.get(path);
    const column = new URLSearchParams(query).get('columnId');
    if (page?.definition.kind !== 'list' || column === null) continue;
    const { definition } = page;
    const [moduleName = '', call = ''] = definition.source.split(':');
    const module = portal.modules[moduleName];
    const endpoint = module?.endpoints[call];
    const roles = module?.definition.roles;
    const titleParam = Object.values(definition.search?.fields ?? {}).find(
      ({ param }) => roles?.title !== undefined && endpoint?.params[param]?.field === roles.title,
    )?.param;
    if (!module || !endpoint?.paging || !roles?.image || !roles.time || titleParam === undefined) continue;
    if (Object.values(definition.filters ?? {}).some(({ types }) => types)) {
      return { path: href, column, page, definition, module, endpoint, titleParam, menu };
    }
  }
  throw new Error('the menu has no list with pictures, a search and a filter by types');
}

const flatten = (entry: MenuEntry): MenuEntry[] => [entry, ...entry.children.flatMap(flatten)];

/** Returns the address of the call behind the list, for a page of what is searched for. */
export function writeCall({ endpoint, definition, column, titleParam }: ListScene, keyword: string, page: number): string {
  const byColumn = Object.values(endpoint.params).find(({ slot }) => slot === 'column');
  const { paging } = endpoint;
  return buildRequest(
    { ...endpoint },
    {
      ...(byColumn ? { [byColumn.name]: column } : {}),
      ...(paging?.page ? { [paging.page]: String(page) } : {}),
      ...(paging?.size ? { [paging.size]: String(definition.pageSize ?? 0) } : {}),
      ...(keyword === '' ? {} : { [titleParam]: keyword }),
    },
  ).url;
}

/** Writes down what is fixed in the list, as the portal shows it: what somebody would write into a page by hand. */
export function describeSite(portal: CompiledPortal, scene: ListScene, html: string): PlainSite {
  const { definition, module, endpoint, column, menu, path } = scene;
  const [name = '', filter] = Object.entries(definition.filters ?? {}).find(([, { types }]) => types) ?? [];
  const read = (pattern: RegExp): string => unescape(pattern.exec(html)?.[1] ?? '');
  const row = /<div class="filter-rows-row"[\s\S]*?<\/div><\/div>/.exec(html)?.[0] ?? '';
  const choices = [...row.matchAll(/class="filter-rows-chip"[^>]*href="([^"]*)"[^>]*>([^<]*)</g)].map(([, href = '', label = '']) => ({
    value: new URL(unescape(href), 'http://localhost').searchParams.get(name) ?? '',
    label: unescape(label),
  }));
  const { roles } = module.definition;
  const omit = (endpoint.omit ?? []).map(toName);
  const { site } = portal.settings;
  return {
    title: site.title,
    logo: read(/<img class="header-logo" src="([^"]*)"/),
    menu: menu.map(toLink),
    footer: read(/<footer[\s\S]*?<p[^>]*>([^<]*)</),
    heading: read(/<h1[^>]*>([^<]*)</),
    lead: read(/class="banner-lead">([^<]*)</),
    banner: read(/class="banner-picture" src="([^"]*)"/),
    path,
    detailPath: read(/class="card-link" href="([^"]*&amp;id=)/),
    size: definition.pageSize ?? 0,
    filter: { name, label: read(/class="filter-rows-label"[^>]*>([^<]*)</), choices },
    search: read(/<form class="list-search"[^>]*aria-label="([^"]*)"/),
    fields: {
      title: toName(roles?.title),
      image: toName(roles?.image),
      time: toName(roles?.time),
      summary: toName(roles?.summary),
      body: omit[0] ?? '',
    },
    store: {
      tenant: portal.tenant,
      module: module.name,
      column,
      omit,
      choiceField: endpoint.params[filter?.param ?? '']?.field ?? '',
      titleField: roles?.title ?? '',
    },
  };
}

const toName = (pointer: string | undefined): string => parsePointer(pointer ?? '')[0] ?? '';

const toLink = ({ title, href, children }: MenuEntry): PlainLink => ({ title, href, children: children.map(toLink) });

const unescape = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
