import type { CompiledPage } from '../../model/compiled';
import type { Card, Form, MenuNode, Page, PartName, TenantSettings } from '../../model/definitions.g';
import { isObject, type Json } from '../../model/json';
import { parseUriTemplate } from '../language/uriTemplate';
import { walk } from '../language/walk';
import { dropColumns } from './menu';
import type { ServedModule } from './portal';

/** What never holds. */
const never = { '/now': { present: false } };

/** Returns the names of the modules that an institution has switched off. */
const listSwitchedOff = ({ modules = {} }: TenantSettings): string[] =>
  Object.entries(modules).flatMap(([name, isOn]) => (isOn ? [] : [name]));

/**
 * Takes the modules away that an institution has switched off: their pages and calls, what leads to these pages on pages of other modules and in the
 * menu. What other pages show of them hides itself, as what a failing load shows does.
 */
export function dropSwitchedOff(
  settings: TenantSettings,
  modules: readonly ServedModule[],
): { settings: TenantSettings; modules: readonly ServedModule[] } {
  const names = new Set(listSwitchedOff(settings));
  if (names.size === 0) return { settings, modules };
  const gone = modules.filter(({ module }) => names.has(module.name));
  const paths = new Set(gone.flatMap(({ pages }) => pages.flatMap(({ path, aliases }) => [path, ...aliases])));
  const numbers = new Set(gone.map(({ module }) => module.definition.backRouteId));
  const leads = (address: unknown): boolean => typeof address === 'string' && paths.has(address.split(/[?#]/)[0] ?? '');
  const isGone = ({ module, backRouteId, href }: MenuNode): boolean =>
    (module !== undefined && names.has(module.split(':')[0] ?? '')) ||
    (backRouteId !== undefined && numbers.has(backRouteId)) ||
    leads(href);
  const shell = Object.fromEntries(Object.entries(settings.shell).filter(([, address]) => !leads(address)));
  return {
    settings: { ...settings, shell, menu: dropColumns(settings.menu, isGone) },
    modules: modules
      .filter(({ module }) => !names.has(module.name))
      .map((module) => ({ ...module, pages: module.pages.map((page) => dropLinks(page, paths)) })),
  };
}

/** Returns a page on which nothing leads to pages that are gone. */
function dropLinks(page: CompiledPage, paths: ReadonlySet<string>): CompiledPage {
  const drop = <T extends Page | Card | Form>(part: PartName, value: T): T =>
    walk(part, value as object as Json, undefined, {
      leave: ({ part: name }, _scope, left) => {
        const to = name === 'Action' && isObject(left) ? left['to'] : undefined;
        const parsed = typeof to === 'string' ? parseUriTemplate(to) : '';
        return isObject(left) && typeof parsed !== 'string' && paths.has(parsed.path) ? { ...left, when: never } : left;
      },
    }) as object as T;
  const dropEach = <T extends Card | Form>(part: PartName, values: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, drop(part, value)]));
  return { ...page, definition: drop('Page', page.definition), cards: dropEach('Card', page.cards), forms: dropEach('Form', page.forms) };
}
