import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import type { Endpoint, MenuNode, Option } from '../../model/definitions.g';
import { isObject } from '../../model/json';
import { remember } from '../language/remember';
import { findCall, listCalls } from './records';

/** A column of the menu that a module's items can stand in. */
export interface Column {
  id: string;
  title: string;
}

/**
 * Returns the columns that a module's items can stand in: those of an institution's menu that show it, in the order of the menu, then those
 * for which pages of other modules ask for its items.
 */
export function listColumns(site: CompiledPortal, module: CompiledModule): Column[] {
  const columns = [...listShownColumns(site, module), ...(findAsked(site).get(module.name) ?? [])];
  return [...new Map(columns.map((column) => [column.id, column])).values()];
}

/** Returns columns as options of a field or a filter. */
export const toColumnOptions = (columns: readonly Column[]): Record<string, Option> =>
  Object.fromEntries(columns.map(({ id, title }, index) => [`column${index}`, { value: id, label: title }]));

function listShownColumns({ settings: { menu } }: CompiledPortal, { name, definition }: CompiledModule): Column[] {
  const shows = ({ module, backRouteId }: MenuNode): boolean =>
    module === name || module?.startsWith(`${name}:`) === true || (backRouteId !== undefined && backRouteId === definition.backRouteId);
  return listNodes(menu, shows);
}

const listNodes = (nodes: CompiledPortal['settings']['menu'], fits: (node: MenuNode, id: string) => boolean): Column[] =>
  Object.entries(nodes).flatMap(([key, node]) => [
    ...(fits(node, node.id ?? key) ? [{ id: node.id ?? key, title: node.title }] : []),
    ...(node.children ? listNodes(node.children, fits) : []),
  ]);

/** Columns for which pages ask for items of other modules, by the names of those: the page's own, one that it names, or that of what is handed in for. */
const findAsked = remember((site: CompiledPortal): ReadonlyMap<string, Column[]> => {
  const found = new Map<string, Column[]>();
  const note = (name: string, columns: readonly Column[]): void => void found.set(name, [...(found.get(name) ?? []), ...columns]);
  for (const [owner, module] of Object.entries(site.modules)) {
    const own = listShownColumns(site, module);
    for (const { source, given } of listCalls(module.definition)) {
      const call = findCall(site, source, owner);
      const column = call && site.modules[call.module]?.definition.roles?.column;
      if (!call || column === undefined || call.module === owner || call.service !== undefined) continue;
      for (const [param, value] of Object.entries(given))
        if (call.params[param]?.field === column) note(call.module, isOwn(value, module) ? own : listNamed(site, value));
    }
    for (const { creates } of Object.values<Endpoint>(module.definition.endpoints ?? {})) {
      const subject = creates?.about?.module === undefined ? undefined : site.modules[creates.about.module];
      if (subject && subject !== module) note(creates?.module ?? owner, listShownColumns(site, subject));
    }
  }
  return found;
});

/** Whether what a call is given is the column of the page, or of the item that it shows. */
const isOwn = (value: unknown, { definition: { roles } }: CompiledModule): boolean =>
  value === '/query/columnId' || (roles?.column !== undefined && (value === `/item${roles.column}` || value === `/row${roles.column}`));

const listNamed = ({ settings: { menu } }: CompiledPortal, value: unknown): Column[] =>
  isObject(value) && typeof value['const'] === 'string' ? listNodes(menu, (_node, id) => id === value['const']) : [];
