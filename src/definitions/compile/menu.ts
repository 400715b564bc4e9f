import type { CompiledPortal } from '../../model/compiled';
import type { Menu, MenuNode } from '../../model/definitions.g';
import { getOwn } from '../../model/json';
import { opensFromMenu } from '../language/entries';

/** Returns a menu without the columns that are gone; one with others below it stays as their heading. */
export function dropColumns(menu: Menu, isGone: (node: MenuNode) => boolean): Menu {
  return Object.fromEntries(
    Object.entries(menu).flatMap(([name, node]): [string, MenuNode][] => {
      const children = node.children && dropColumns(node.children, isGone);
      const isLeft = children !== undefined && Object.keys(children).length > 0;
      if (!isGone(node)) return [[name, children ? { ...node, children } : node]];
      const { module: _module, backRouteId: _number, href: _href, ...heading } = node;
      return isLeft ? [[name, { ...heading, children }]] : [];
    }),
  );
}

/** Takes the columns out of a portal's menu whose modules have no page that opens without the id of an item. */
export function dropDeadColumns(portal: CompiledPortal): CompiledPortal {
  const { settings, modules, entries } = portal;
  const isOpened = (named: string): boolean => {
    const [module = '', name] = named.split(':');
    const definition = getOwn(modules, module)?.definition;
    const page = name === undefined ? undefined : getOwn(definition?.pages, name);
    // Of a module that is not there nothing is known.
    return (
      definition === undefined || (name === undefined ? entries[module] !== undefined : !page || opensFromMenu(page, definition, module))
    );
  };
  const numbers = new Map(Object.values(modules).map(({ name, definition }) => [definition.backRouteId, name]));
  const isDead = ({ module, backRouteId, href }: MenuNode): boolean =>
    href === undefined && !isOpened(module ?? numbers.get(backRouteId ?? -1) ?? '');
  const isAnyDead = (menu: Menu): boolean => Object.values(menu).some((node) => isDead(node) || isAnyDead(node.children ?? {}));
  return isAnyDead(settings.menu) ? { ...portal, settings: { ...settings, menu: dropColumns(settings.menu, isDead) } } : portal;
}
