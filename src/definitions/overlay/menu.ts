import type { CompiledModule } from '../../model/compiled';
import type { MenuNode, TenantSettings } from '../../model/definitions.g';
import { asObject, asString, getOwn, isObject, type Json, type JsonObject } from '../../model/json';
import { resolveTokens } from '../../model/pointer';
import type { Document } from '../language/document';
import type { Patches } from './patches';

/**
 * Returns whether an institution has a menu of its own: what it, or one of its presets, writes is complete in itself. Nobody wants the
 * columns that every institution starts from beside the own ones, each to be taken away by name. A menu that changes one of these, takes
 * one away, or places a column beside one is laid on them.
 */
export const hasOwnMenu = ({ settings }: Patches): boolean =>
  settings.some(({ document, from }) => {
    const menu = asObject(resolveTokens(document.value, [...from, 'menu']));
    return Object.keys(menu).length > 0 && Object.values(menu).every((node) => isWholeColumn(node, menu));
  });

const isWholeColumn = (node: Json, menu: JsonObject): boolean =>
  isObject(node) &&
  getOwn(node, 'title') !== undefined &&
  targets.some((key) => getOwn(node, key) !== undefined) &&
  ['before', 'after'].every((key) => node[key] === undefined || getOwn(menu, asString(node[key])) !== undefined);

const targets = ['module', 'href', 'backRouteId', 'children'];

/** Returns the settings that every institution starts from without their menu. */
export function leaveOutMenu(document: Document): Document {
  const { menu: _menu, ...value } = document.value;
  return { ...document, value };
}

/** Returns settings with the modules that only this institution has at the end of its menu, but for those that stand in it. */
export function addOwnColumns(settings: TenantSettings, modules: readonly CompiledModule[]): TenantSettings {
  const named = new Set(Object.values(settings.menu).map(({ module = '' }) => module.split(':')[0]));
  const missing = modules.filter(({ name }) => !named.has(name) && getOwn(settings.menu, name) === undefined);
  if (missing.length === 0) return settings;
  const columns = missing.map(({ name, definition }): [string, MenuNode] => [name, { title: definition.title, module: name }]);
  return { ...settings, menu: { ...settings.menu, ...Object.fromEntries(columns) } };
}
