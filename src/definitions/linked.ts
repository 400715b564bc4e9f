import type { TenantSettings } from '../model/definitions.g';
import { describeLocale } from '../model/locale';
import type { Problem } from '../model/problem';
import { isValid, type CheckedDefinitions } from './checked';
import type { Document, Locate, TenantFiles } from './language/document';
import { checkBackends, listContentModules } from './link/backends';
import { checkColumns, checkContents, checkMentions, checkMenu, checkOwnFacts, checkPrefixes, checkSwitches } from './link/settings';
import { checkOwnTexts } from './link/texts';
import { checkUnasked } from './link/unasked';

/**
 * Checks what an institution's settings say of the modules, and the modules of its settings.
 * @param checked its modules
 * @param files its files
 * @param defaults the settings that every institution starts from; absent in another language, where some of its menu may be missing
 */
export function linkSettings(
  settings: TenantSettings,
  locate: Locate,
  { modules }: CheckedDefinitions,
  { recorded, locales }: TenantFiles,
  defaults: Document | undefined,
): Problem[] {
  const valid = [...modules.values()].filter(isValid);
  const asking = listContentModules(settings, valid);
  const isWhole = asking.length === modules.size;
  const definitions = new Map(valid.map(({ name, definition }) => [name, definition]));
  const prefixes = [...locales.keys()].map((name) => describeLocale(name).prefix);
  return [
    ...checkBackends(settings, valid, locate, recorded),
    ...checkOwnFacts(settings, locate),
    ...checkSwitches(settings, definitions, (name) => modules.has(name), locate),
    ...checkMenu(settings, definitions, (name) => modules.has(name), locate),
    ...checkColumns(
      settings,
      new Map(valid.map((module) => [module.name, module])),
      { prefixes, whole: valid.length === modules.size },
      locate,
    ),
    ...checkPrefixes(valid, prefixes),
    ...checkMentions(settings, definitions, (name) => modules.has(name), locate),
    ...asking.flatMap((module) => checkContents(settings, module.links, module.locate, locate)),
    ...(defaults && isWhole ? checkUnasked(settings, asking, defaults.value, locate) : []),
  ];
}

/** Checks what an institution's own texts say of those of the base. */
export function linkTexts(texts: Document | undefined, { modules }: CheckedDefinitions, base: CheckedDefinitions): Problem[] {
  const valid = [...modules.values()].filter(isValid);
  // What a module with errors refers to is not known.
  if (texts === undefined || valid.length < modules.size) return [];
  return checkOwnTexts(texts, base.texts.index.args, new Set(valid.flatMap(({ links }) => links.texts)));
}
