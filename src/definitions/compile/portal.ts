import type { CompiledModule, CompiledPage, CompiledPortal, PersonalFields } from '../../model/compiled';
import type { TenantSettings } from '../../model/definitions.g';
import { fillColumns } from './columns';
import { dropDeadColumns } from './menu';
import { fillKinds, listSearched } from './searchKinds';
import { findEntry } from '../language/entries';
import { notePattern } from '../language/icuPattern';
import { originalLocale } from '../../model/locale';
import { localeName } from '../../runtime/text';
import { getOwn } from '../../model/json';
import { hashValue, type ModuleResult } from './module';
import { findPersonalFields } from './personal';

/** A module that can be served: what it was compiled to and its pages. */
export interface ServedModule extends ModuleResult {
  pages: CompiledPage[];
}

/** A tenant's shared texts with the syntax trees of those that have to be formatted. */
export interface CompiledTexts {
  texts: Record<string, string>;
  patterns: Record<string, unknown>;
  hash: string;
}

/** Parses the patterns of the shared texts. */
export function compileTexts(texts: Record<string, string>): CompiledTexts {
  const patterns: Record<string, unknown> = {};
  for (const text of Object.values(texts)) notePattern(text, patterns);
  return { texts, patterns, hash: hashValue(texts) };
}

/**
 * Puts a tenant's portal together.
 * @param whose the institution, and the language in which it is read
 * @param modules its modules, in the order of their names
 * @param sharedPatterns syntax trees that other tenants use too; used as they are when they hold all that this tenant needs
 */
export function assemblePortal(
  whose: Pick<CompiledPortal, 'tenant' | 'locale' | 'prefix' | 'locales'>,
  settings: TenantSettings,
  texts: CompiledTexts,
  modules: readonly ServedModule[],
  sharedPatterns: Record<string, unknown>,
): CompiledPortal {
  const { tenant, locale, prefix, locales } = whose;
  const sources = [texts.patterns, ...modules.map(({ patterns }) => patterns)];
  const isShared = sources.every((patterns) => Object.keys(patterns).every((pattern) => getOwn(sharedPatterns, pattern) !== undefined));
  const portal: CompiledPortal = {
    tenant,
    locale,
    prefix,
    locales,
    settings,
    texts: texts.texts,
    modules: {},
    pages: new Map(),
    endpoints: {},
    entries: {},
    routeIds: {},
    searched: {},
    patterns: isShared && locale === originalLocale ? sharedPatterns : mergePatterns(sources, locale),
    version: hashValue([tenant, locale, locales.length, settings, texts.hash, modules.map(({ module, hash }) => [module.name, hash])]),
  };
  const personal = findPersonalFields(modules.map(({ module }) => module));
  for (const { module, pages } of modules) {
    portal.modules[module.name] = addPersonalFields(module, personal.get(module.name));
    for (const endpoint of Object.values(module.endpoints)) portal.endpoints[endpoint.name] = endpoint;
    for (const page of pages) {
      for (const path of [page.path, ...page.aliases]) portal.pages.set(path, page);
      portal.entries[`${module.name}:${page.name}`] = page.path;
    }
    const served = Object.fromEntries(pages.map(({ name, definition }) => [name, definition]));
    const named = findEntry({ ...module.definition, pages: served }, module.name);
    const entry = pages.find(({ name }) => name === named);
    if (entry === undefined) continue;
    portal.entries[module.name] = entry.path;
    if (module.definition.backRouteId !== undefined) portal.routeIds[module.definition.backRouteId] = entry.path;
  }
  const opened = dropDeadColumns(portal);
  return fillKinds(fillColumns({ ...opened, searched: listSearched(opened) }));
}

/** Patterns of another language than the original one tell theirs. */
const mergePatterns = (sources: readonly Record<string, unknown>[], locale: string): Record<string, unknown> =>
  Object.assign({}, ...sources, locale === originalLocale ? {} : { [localeName]: locale }) as Record<string, unknown>;

/** What is stored changes its shape with the ID numbers that are kept apart from it. */
function addPersonalFields(module: CompiledModule, personal: PersonalFields | undefined): CompiledModule {
  if (!personal) return module;
  const { shapeHash } = module;
  return { ...module, personal, shapeHash: personal.idNumbers.length > 0 ? hashValue([shapeHash, personal.idNumbers]) : shapeHash };
}
