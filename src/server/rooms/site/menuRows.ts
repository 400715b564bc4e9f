import type { CompiledPortal } from '../../../model/compiled';
import type { Menu, MenuNode } from '../../../model/definitions.g';
import type { Json, JsonObject } from '../../../model/json';

/** Returns the menu tree as the menu call answers it (ledger SHELL-19); `page` is the path that the node opens. */
export function toMenuRows(portal: CompiledPortal, menu: Menu = portal.settings.menu): Json[] {
  return Object.entries(menu).map(([name, node]) => {
    const row: JsonObject = { id: node.id ?? name, title: node.title, href: node.href ?? '', description: node.description ?? '' };
    const routeId = node.backRouteId ?? findRouteId(portal, node);
    const page = findPath(portal, node);
    if (routeId !== undefined) row['backRouteId'] = routeId;
    if (page !== undefined) row['page'] = page;
    if (node.requires !== undefined) row['requires'] = node.requires;
    row['children'] = node.children ? toMenuRows(portal, node.children) : [];
    return row;
  });
}

function findPath(portal: CompiledPortal, node: MenuNode): string | undefined {
  if (node.module !== undefined) {
    const [module = '', page] = node.module.split(':');
    return page === undefined
      ? portal.entries[module]
      : [...portal.pages.values()].find((entry) => entry.module === module && entry.name === page)?.path;
  }
  return node.backRouteId === undefined ? undefined : portal.routeIds[node.backRouteId];
}

/** Returns the number of a column that names a module, or the page that the module's number opens; other pages have no number. */
function findRouteId(portal: CompiledPortal, { module: named }: MenuNode): number | undefined {
  const module = named?.split(':')[0] ?? '';
  return named === module || portal.entries[named ?? ''] === portal.entries[module]
    ? portal.modules[module]?.definition.backRouteId
    : undefined;
}
