import type { CompiledModule, CompiledPage, CompiledPortal } from '../../model/compiled';
import type {
  ColumnsSection,
  ComposedPage,
  Joins,
  ListPage,
  ListSection,
  Load,
  Menu,
  MenuNode,
  Sections,
  With,
} from '../../model/definitions.g';
import { getOwn } from '../../model/json';
import { formatPointer, parsePointer } from '../../model/pointer';
import { nameColumnLoad } from '../../runtime/columns';
import { collectSections } from '../../runtime/sections';
import { compilePages } from './pages';

/** A column of the menu that opens a list which anybody may see. */
interface ListColumn {
  id: string;
  title: string;
  list: ListPage;
  path: string;
}

/** Most columns whose newest entries one page shows: each is a call. */
const mostColumns = 12;

/**
 * Returns a portal whose sections of columns that ask for the newest are followed by lists of them: only here are both the menu of the
 * institution and its pages known. A portal without such a section is returned as it is.
 */
export function fillColumns(portal: CompiledPortal): CompiledPortal {
  const filled = [...new Set(portal.pages.values())].flatMap((page): [CompiledPage, CompiledPage][] => {
    const { definition } = page;
    if (definition.kind !== 'composed' || !Object.values(definition.sections).some(asksForNewest)) return [];
    const changed = compileFilled(portal, page, fillPage(definition, listColumns(portal)));
    return changed ? [[page, changed]] : [];
  });
  if (filled.length === 0) return portal;
  const changes = new Map(filled);
  return { ...portal, pages: new Map([...portal.pages].map(([path, page]) => [path, changes.get(page) ?? page])) };
}

const asksForNewest = (section: Sections[string]): section is ColumnsSection & { newest: number } =>
  section.section === 'columns' && section.newest !== undefined;

/** Compiles a page anew; undefined when something that it shows is not there. */
function compileFilled(portal: CompiledPortal, { module, name }: CompiledPage, definition: ComposedPage): CompiledPage | undefined {
  const owner: CompiledModule | undefined = portal.modules[module];
  return (
    owner &&
    compilePages({ ...owner, definition: { ...owner.definition, pages: { [name]: definition } } }, (other) => portal.modules[other])[0]
  );
}

function fillPage(page: ComposedPage, columns: readonly ListColumn[]): ComposedPage {
  const newest = Math.max(...Object.values(page.sections).map((section) => (asksForNewest(section) ? section.newest : 0)));
  const shown = listShownModules(page);
  const isShown = ({ list }: ListColumn): boolean => shown.has(list.source.split(':')[0] ?? '');
  // Of what stands on the page already it is enough to know whether there is any.
  const loads = Object.fromEntries(columns.map((column) => [nameColumnLoad(column.id), createLoad(column, isShown(column) ? 1 : newest)]));
  const sections: Record<string, Sections[string]> = {};
  for (const [name, section] of Object.entries(page.sections)) {
    sections[name] = section;
    if (!asksForNewest(section)) continue;
    columns
      .filter((column) => !isShown(column))
      .forEach((column, index) => {
        sections[`${name}-${index + 1}`] = createList(column, section.newest, index % 2 === 0 ? 'band' : 'plain');
      });
  }
  return { ...page, loads: { ...page.loads, ...loads }, sections };
}

/** Returns the modules of which the page shows lists of its own. */
function listShownModules(page: ComposedPage): ReadonlySet<string> {
  const loads = collectSections(page).flatMap((section) => (section.section === 'list' ? [parsePointer(section.rows)[0] ?? ''] : []));
  return new Set(loads.flatMap((name) => getOwn(page.loads, name)?.source.split(':')[0] ?? []));
}

/** The call of the column's list, as it is when nothing is chosen. */
const createLoad = ({ id, list }: ListColumn, newest: number): Load => ({
  source: list.source,
  limit: newest,
  with: bindColumn(list.with ?? {}, id),
  ...(list.joins ? { joins: bindJoins(list.joins, id) } : {}),
});

const bindJoins = (joins: Joins, id: string): Joins =>
  Object.fromEntries(Object.entries(joins).map(([name, join]) => [name, { ...join, with: bindColumn(join.with ?? {}, id) }]));

/** Puts the id of a column in place of the query's; of everything else that a query would say there is nothing. */
const bindColumn = (values: With, id: string): With =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, With[string]][] => {
      if (value === '/query/columnId') return [[name, { const: id }]];
      return typeof value === 'string' && /^\/(query|lookup)\//.test(value) ? [] : [[name, value]];
    }),
  );

function createList({ id, title, list, path }: ListColumn, newest: number, surface: 'band' | 'plain'): ListSection {
  // Of several layouts the one with the most beside each other: pictures rather than lines.
  const [layout] = Object.values(list.layouts).sort((one, other) => (other.columns ?? 1) - (one.columns ?? 1));
  const columns = layout?.columns ?? 1;
  return {
    section: 'list',
    label: { value: { const: title } },
    surface,
    rows: formatPointer([nameColumnLoad(id), 'rows']),
    card: layout?.card ?? '',
    columns: columns === 1 ? 1 : Math.max(columns, Math.min(newest, 4)),
    more: { to: `${path}{?columnId}`, with: { columnId: { const: id } } },
  };
}

/** Returns the columns that open lists, in the order of the menu; of a heading those below it. */
function listColumns(portal: CompiledPortal): ListColumn[] {
  const visit = (menu: Menu): ListColumn[] =>
    Object.entries(menu).flatMap(([name, node]) => {
      const page = findPage(portal, node);
      if (page === undefined && node.href === undefined) return visit(node.children ?? {});
      const list = page?.definition;
      if (page === undefined || list?.kind !== 'list' || list.requires !== undefined || node.requires !== undefined) return [];
      return portal.endpoints[list.source]?.viewer === undefined ? [{ id: node.id ?? name, title: node.title, list, path: page.path }] : [];
    });
  return visit(portal.settings.menu).slice(0, mostColumns);
}

function findPage(portal: CompiledPortal, { module, backRouteId, href }: MenuNode): CompiledPage | undefined {
  if (href !== undefined) return undefined;
  const path = module === undefined ? portal.routeIds[backRouteId ?? -1] : getOwn(portal.entries, module);
  return path === undefined ? undefined : portal.pages.get(path);
}
