import type { CompiledPortal } from '../model/compiled';
import type { TenantSettings } from '../model/definitions.g';
import { describeLocale, type LocaleLink } from '../model/locale';
import type { Problem } from '../model/problem';
import { compileModule, type ModuleResult } from './compile/module';
import { compilePages } from './compile/pages';
import { collectDesk, deskPrefix } from './desk/desk';
import { deskMemoryOf } from './deskMemory';
import { dropSwitchedOff } from './compile/switchedOff';
import { assemblePortal, compileTexts, type ServedModule } from './compile/portal';
import type { BaseFiles, TenantFiles } from './language/document';
import { dropForeign } from './link/backends';
import { checkCodes, indexHosts } from './link/settings';
import { linkSettings, linkTexts } from './linked';
import type { Memo } from './memo';
import { completeMenu } from './overlay/menu';
import { checkLocale } from './overlay/locales';
import { collectPatches, collectSharedPatches, findUnknownModules, noPatches, type Patches } from './overlay/patches';
import { checkPresets } from './overlay/presets';
import * as messages from './problems/messages';
import { listBase } from './read/copies';
import type { Sources } from './read/sources';
import type { BuiltPortal, PortalBuilder, Snapshot } from './snapshot';
import { findStandIn } from './standIn';
import {
  type BaseContext,
  type CheckedDefinitions,
  type Context,
  type ValidatedDefinition,
  attributeProblems,
  checkDefinitions,
  checkModule,
  hasErrors,
  isValid,
  validateModule,
  validateSettings,
} from './checked';

/**
 * Takes all definitions through the stages. The base goes through them at once, each tenant when its portal is asked
 * for: of each only the settings are looked at here, so that a thousand of them start quickly.
 * @param memo what was made before and is used again as long as it is made of the same
 */
export function runPipeline(sources: Sources, memo: Memo): Snapshot {
  const { base: files, tenants } = sources;
  const { parts: shared, problems: ofBase, heldBack } = memo.recall('what all share', [files], () => enterBase(files, memo));
  const { context } = shared;
  const patches = new Map([...tenants].map(([name, tenant]) => [name, collectPatches(tenant, files)]));
  const settings = new Map([...tenants].map(([name, tenant]) => [name, validateSettings(tenant, patches.get(name) ?? noPatches, context)]));
  const { hosts, problems: ofHosts } = indexHosts(settings);
  const ofSettings = [...tenants].flatMap(([name, tenant]) => [...tenant.problems, ...(settings.get(name)?.problems ?? [])]);
  const builders = new Map(
    [...tenants].map(([name, tenant]) => [name, memo.recall(`builder of ${name}`, [tenant, shared], () => createBuilder(tenant, shared))]),
  );
  return {
    sources: { base: context.files, tenants },
    tenants: [...tenants.keys()],
    hosts,
    problems: [...ofBase, ...ofHosts, ...checkCodes(settings), ...ofSettings],
    heldBack,
    builder: (name) => builders.get(name),
    locales: (name) => [...(tenants.get(name)?.locales.keys() ?? [])],
    checkLocales: () => [...files.locales.keys()].flatMap((locale) => shared.ofLocale(locale)?.problems ?? []),
    settings: (name) => settings.get(name)?.definition,
    locate: (name, module, path) => validateModule(module, patches.get(name) ?? noPatches, context)?.locate(path),
  };
}

/** What all portals are built with. */
interface SharedParts {
  context: BaseContext;
  /** Returns syntax trees of the patterns of the base, the same object each time. */
  patterns(): Record<string, unknown>;
  /** What all portals have in common in a language; undefined where nothing is said in it. */
  ofLocale(locale: string): LocaleBase | undefined;
}

/** Takes the base through the stages; while it has errors, the last one that had none stands in, so that it holds nobody's changes back. */
function enterBase(files: BaseFiles, memo: Memo): { parts: SharedParts; problems: Problem[]; heldBack: ReadonlySet<string> } {
  const found = checkBase(files, memo);
  const { problems } = found;
  const isGood = !hasErrors(found.ofContents);
  const before = isGood ? undefined : findStandIn(files, found.ofContents, memo);
  const instead = before && checkBase(before, memo);
  // A file is good beside the others as they are; while something is wrong with any, that is known of none that was another before.
  const documents = [...listBase(files)].filter((document) => isGood || (document && memo.lastGood(document.file) === undefined));
  memo.keepGood(documents, problems);
  const { context } = instead && !hasErrors(instead.ofContents) ? instead : found;
  // What portals are made of is the same object after a fault as before it: none of them is made anew.
  const parts = memo.recall('parts that all share', [...listBase(context.files), context.files.problems.length], () => shareParts(context));
  const used = new Set(listBase(context.files));
  const unused = [...listBase(files)].filter((document) => !used.has(document));
  return { parts, problems, heldBack: new Set(unused.flatMap((document) => document?.file ?? [])) };
}

function shareParts(context: BaseContext): SharedParts {
  let patterns: Record<string, unknown> | undefined;
  return {
    context,
    patterns: () => (patterns ??= collectPatterns(context)),
    ofLocale: (locale) => context.memo.share(context.files, `locale ${locale}`, () => enterLocale(locale, context)),
  };
}

/** Checks the files that all share. @returns also what is wrong with any of them, and of that what is so with files that can be read */
function checkBase(files: BaseFiles, memo: Memo): { context: BaseContext; problems: Problem[]; ofContents: Problem[] } {
  const key = memo.sound?.keyOfFiles('base', [...files.modules, ...files.fragments, ['texts', files.texts]]) ?? '';
  const isSound = memo.sound?.has(key) ?? false;
  const base = checkDefinitions(noPatches, { files, memo, isSound });
  const ofContents = [...base.texts.problems, ...checkPresets(files), ...base.problems.map(({ problem }) => problem)];
  const problems = [...files.problems, ...files.heldBack, ...ofContents];
  if (!isSound && problems.length === 0) memo.sound?.add(key);
  return { context: { files, memo, base }, problems, ofContents };
}

function collectPatterns(context: BaseContext): Record<string, unknown> {
  const { memo, base } = context;
  const compiled = [memo.share(base.texts, 'compile', () => compileTexts(base.texts.texts)), ...compileModules(base, context)];
  return Object.assign({}, ...compiled.map((result) => result.patterns)) as Record<string, unknown>;
}

/** Returns what makes the portals of an institution. */
function createBuilder(tenant: TenantFiles, { context, patterns, ofLocale }: SharedParts): PortalBuilder {
  const found = new Map<string | undefined, Omit<BuiltPortal, 'portal'>>();
  const buildOriginal = (): BuiltPortal => {
    const patches = collectPatches(tenant, context.files);
    return buildPortal(tenant, patches, validateSettings(tenant, patches, context), context, patterns());
  };
  const buildOther = (locale: string): BuiltPortal => {
    const shared = ofLocale(locale);
    // What is wrong with the original is told of it, and would be told again of every language.
    if (!tenant.locales.has(locale) || !shared || !(found.get(undefined) ?? builder.build()).complete)
      return { problems: [], complete: false };
    return buildLocale(tenant, locale, shared, patterns());
  };
  const builder: PortalBuilder = {
    tenant: tenant.name,
    build(locale) {
      const built = locale === undefined ? buildOriginal() : buildOther(locale);
      found.set(locale, { problems: built.problems, complete: built.complete });
      return built;
    },
    found: (locale) => found.get(locale),
  };
  return builder;
}

/** What all portals have in common in a language, and what is wrong with it. */
interface LocaleBase {
  context: BaseContext;
  problems: Problem[];
}

/** Lays what all portals have in common in a language on the base and takes it through the stages up to the check. */
function enterLocale(name: string, original: BaseContext): LocaleBase | undefined {
  const {
    files: { locales },
    base,
  } = original;
  const files = locales.get(name);
  if (files === undefined) return undefined;
  const patches = collectSharedPatches(name, files);
  const checked = checkDefinitions(patches, { ...original, locale: { name, files, patched: true } });
  const strays = [...files.modules].flatMap(([module, document]) =>
    document === undefined || original.files.modules.has(module)
      ? []
      : [messages.createProblem(document.place([]), '', messages.unknownModulePatch(module, [...original.files.modules.keys()]))],
  );
  const problems = [
    ...checkLocale(files),
    ...strays,
    ...(checked.texts === base.texts ? [] : checked.texts.problems),
    ...linkTexts(files.texts, checked, base),
    ...attributeProblems(`schemas/${name}`, patches, checked, original),
  ];
  return { context: { ...original, base: checked, locale: { name, files } }, problems };
}

/** Takes what a tenant is in another language through the stages. */
function buildLocale(
  tenant: TenantFiles,
  locale: string,
  { context, problems }: LocaleBase,
  patterns: Record<string, unknown>,
): BuiltPortal {
  const patches = collectPatches(tenant, context.files, locale);
  const files = tenant.locales.get(locale);
  const built = buildPortal(tenant, patches, validateSettings(tenant, patches, context), context, patterns);
  const found = [...problems, ...(files ? [...checkLocale(files), ...linkTexts(files.texts, context.base, context.base)] : [])];
  return { ...built, problems: [...found, ...built.problems], complete: built.complete && !hasErrors(found) };
}

/** Takes a tenant through the stages, and compiles and assembles the portal of what has no errors. Without settings nobody knows on which presets its patches lie. */
function buildPortal(
  tenant: TenantFiles,
  patches: Patches,
  settings: ValidatedDefinition<TenantSettings>,
  context: BaseContext,
  sharedPatterns: Record<string, unknown>,
): BuiltPortal {
  const { files, memo, base, locale } = context;
  if (tenant.settings === undefined) return { problems: [...tenant.problems, ...findUnknownModules(tenant, files)], complete: false };
  const checked = dropForeign(settings.definition, checkDefinitions(patches, context));
  const problems = [
    ...tenant.problems,
    ...settings.problems,
    ...(checked.texts === base.texts ? [] : checked.texts.problems),
    ...findUnknownModules(tenant, files),
    ...linkTexts(tenant.texts, checked, base),
    ...attributeProblems(`tenants/${tenant.name}`, patches, checked, context),
  ];
  if (settings.definition === undefined) return { problems, complete: false };
  problems.push(...linkSettings(settings.definition, settings.locate, checked, tenant, locale ? undefined : files.tenant));
  const complete = !hasErrors([...problems, ...checked.problems.map(({ problem }) => problem), ...files.problems, ...base.texts.problems]);
  const modules = compileServed(compileModules(checked, context), memo);
  const texts = memo.share(checked.texts, 'compile', () => compileTexts(checked.texts.texts));
  const kept = dropSwitchedOff(completeMenu(settings.definition, patches, modules, files.tenant), modules);
  return {
    problems,
    complete,
    portal: assemblePortal(
      { tenant: tenant.name, ...listLocales(tenant, locale?.name) },
      kept.settings,
      texts,
      kept.modules,
      sharedPatterns,
    ),
  };
}

/**
 * Compiles the desk of an institution: a portal for its staff, made of the definitions that are written for all desks and of those that are
 * derived from the institution's modules.
 * @param site the public portal in its original language
 * @param base the files that all portals are made of
 */
export function buildDesk(site: CompiledPortal, base: BaseFiles): { portal: CompiledPortal; problems: Problem[] } {
  const memory = deskMemoryOf(base);
  const { files, settings } = collectDesk(site, base, memory.write);
  const context: Context = { files, memo: memory.memo, forStaff: true };
  const checked = checkDefinitions(noPatches, context);
  const modules = compileServed(compileModules(checked, context), context.memo);
  const own = { ...describeLocale(), prefix: deskPrefix };
  const portal = assemblePortal({ tenant: site.tenant, ...own, locales: [own] }, settings, compileTexts(checked.texts.texts), modules, {});
  return {
    portal: { ...portal, desk: { site } },
    problems: [...checked.texts.problems, ...checked.problems.map(({ problem }) => problem)],
  };
}

/** Returns the language of a portal and all in which its institution can be read, the original one first. */
function listLocales({ locales }: TenantFiles, name: string | undefined): LocaleLink & { locales: LocaleLink[] } {
  return { ...describeLocale(name), locales: [undefined, ...locales.keys()].map(describeLocale) };
}

/** Compiles the modules that have no errors; each result is that of its check, so what checks share is compiled once. */
function compileModules(checked: CheckedDefinitions, { files, memo }: Context): ModuleResult[] {
  const locales = [...files.locales.keys()];
  const broken = new Set(checked.problems.filter(({ problem }) => hasErrors([problem])).map(({ module }) => module));
  const sound = [...checked.modules.values()].filter(isValid).filter(({ name }) => !broken.has(name));
  return sound.map((module) => {
    const check = checkModule(module, checked, memo);
    return memo.share(check, `compile with ${locales.join(' ')}`, () =>
      compileModule(module.name, module.json, module.definition, check.around, locales),
    );
  });
}

/** Compiles the pages of modules; those that show the same parts of the same modules are compiled once. */
function compileServed(results: readonly ModuleResult[], memo: Memo): ServedModule[] {
  const modules = new Map(results.map(({ module }) => [module.name, module]));
  return results.map((result) => ({
    ...result,
    pages: memo.share(result, 'pages', (others) => compilePages(result.module, (name) => others.get(name)), modules),
  }));
}
