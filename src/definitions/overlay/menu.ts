import type { CompiledModule, CompiledPage } from '../../model/compiled';
import type { MenuNode, TenantSettings } from '../../model/definitions.g';
import { asObject, asString, getOwn, isObject, type Json, type JsonObject } from '../../model/json';
import { resolveTokens } from '../../model/pointer';
import type { Document, Layer } from '../language/document';
import { remember } from '../language/remember';
import { createLayer, type Patches } from './patches';

/** What can be served of a module. */
interface ServedModule {
  module: CompiledModule;
  pages: readonly CompiledPage[];
}

/**
 * Returns whether an institution has a menu of its own: what it, or one of its presets, writes is complete in itself. Nobody wants the
 * columns that every institution starts from beside the own ones, each to be taken away by name. A menu that changes one of these, takes
 * one away, or places a column beside one is laid on them.
 * @param below the settings that every institution starts from
 */
const hasOwnMenu = ({ settings }: Patches, below: Document | undefined): boolean => {
  const columns = asObject(getOwn(below?.value, 'menu'));
  return settings.some(({ document, from }) => isOwnMenu(asObject(resolveTokens(document.value, [...from, 'menu'])), columns));
};

/**
 * A slip in one column makes no patch of the menu: a column of no name below changes nothing there, so it is one that is not finished; and
 * who writes more of the columns below as a whole than in part has forgotten something in these.
 */
function isOwnMenu(menu: JsonObject, below: JsonObject): boolean {
  const names = Object.keys(menu);
  const [whole, others] = [names.filter((name) => isWholeColumn(menu[name])), names.filter((name) => !isWholeColumn(menu[name]))];
  if (whole.length === 0 || names.some((name) => isLaidOn(name, menu, below))) return false;
  const countBelow = (some: readonly string[]): number => some.filter((name) => getOwn(below, name) !== undefined).length;
  return countBelow(others) === 0 || countBelow(whole) > countBelow(others);
}

const isWholeColumn = (node: Json | undefined): boolean =>
  isObject(node) && getOwn(node, 'title') !== undefined && targets.some((key) => getOwn(node, key) !== undefined);

/** Whether a node takes a column below away, or stands beside one that is not in the menu itself. */
function isLaidOn(name: string, menu: JsonObject, below: JsonObject): boolean {
  const node = menu[name];
  if (node === null) return getOwn(below, name) !== undefined;
  return ['before', 'after'].some((key) => {
    const sibling = isObject(node) ? asString(node[key]) : '';
    return getOwn(menu, sibling) === undefined && getOwn(below, sibling) !== undefined;
  });
}

const targets = ['module', 'href', 'backRouteId', 'children'];

/**
 * Returns what the settings of an institution are laid on: those that every institution starts from, without their menu where it has its own.
 * @param documents the settings, then what they say in another language
 */
export function layDefaults(documents: readonly (Document | undefined)[], patches: Patches): Layer[] {
  const isOwn = hasOwnMenu(patches, documents[0]);
  return documents.flatMap((document) => {
    if (document === undefined) return [];
    return [createLayer(isOwn ? leaveOutMenu(document) : document)];
  });
}

// The same each time, so that what is made of it is known again.
const leaveOutMenu = remember((document: Document): Document => {
  const { menu: _menu, ...value } = document.value;
  return { ...document, value };
});

/**
 * Returns settings with the modules that only this institution has at the end of its menu, unless the menu is its own or they stand in it.
 * @param below the settings that every institution starts from
 */
export function completeMenu(
  settings: TenantSettings,
  patches: Patches,
  modules: readonly ServedModule[],
  below: Document | undefined,
): TenantSettings {
  if (hasOwnMenu(patches, below)) return settings;
  const named = new Set(Object.values(settings.menu).map(({ module = '' }) => module.split(':')[0]));
  const columns = modules.flatMap(({ module: { name, definition }, pages }): [string, MenuNode][] =>
    patches.own.has(name) && pages.length > 0 && !named.has(name) && getOwn(settings.menu, name) === undefined
      ? [[name, { title: definition.title, module: name }]]
      : [],
  );
  return columns.length === 0 ? settings : { ...settings, menu: { ...settings.menu, ...Object.fromEntries(columns) } };
}
