import type { CompiledCodelist, CompiledModule, CompiledPage, CompiledPortal, SearchedModule } from '../../model/compiled';
import type { Menu, MenuNode } from '../../model/definitions.g';

/**
 * Returns the modules of a portal that the site search looks in: those that say so themselves, and of the others those that the menu leads
 * to. Those of the menu come first, in its order, so that the choices among kinds follow it. A kind without words of its own is called what
 * the menu calls the first column of its module.
 */
export function listSearched({ modules, entries, routeIds, settings, pages }: CompiledPortal): Record<string, SearchedModule> {
  const found: Record<string, SearchedModule> = {};
  const add = ({ name, search, definition }: CompiledModule, title: string | undefined): void => {
    if (search && found[name] === undefined) found[name] = { type: search.type, label: search.label ?? title ?? definition.title };
  };
  const findModule = ({ module, backRouteId, href }: MenuNode): CompiledModule | undefined => {
    const path = module === undefined ? (href?.split(/[?#]/)[0] ?? routeIds[backRouteId ?? -1]) : entries[module];
    return modules[pages.get(path ?? '')?.module ?? ''];
  };
  const visit = (menu: Menu): void => {
    for (const node of Object.values(menu)) {
      const module = findModule(node);
      if (module) add(module, node.title);
      visit(node.children ?? {});
    }
  };
  visit(settings.menu);
  for (const module of Object.values(modules)) if (module.search?.named) add(module, undefined);
  return found;
}

/** Returns a portal whose code lists of kinds have the kinds of what its site search finds: only here is the menu of the institution known. */
export function fillKinds(portal: CompiledPortal): CompiledPortal {
  const options: Record<string, string> = {};
  for (const { type, label } of Object.values(portal.searched)) options[type] ??= label;
  const isOf = ({ kinds }: CompiledCodelist): boolean => kinds === true;
  const changes = new Map<CompiledPage, CompiledPage>();
  for (const page of portal.pages.values()) {
    const lists = Object.entries(page.codelists);
    if (lists.some(([, list]) => isOf(list)))
      changes.set(page, { ...page, codelists: Object.fromEntries(lists.map(([name, list]) => [name, isOf(list) ? { options } : list])) });
  }
  if (changes.size === 0) return portal;
  return { ...portal, pages: new Map([...portal.pages].map(([path, page]) => [path, changes.get(page) ?? page])) };
}
