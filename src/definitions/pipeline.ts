import type { Module, TenantSettings } from '../model/definitions.g';
import type { Problem } from '../model/problem';
import { checkReferences } from './check/references';
import { compileModule, type ModuleResult } from './compile/module';
import { compilePages } from './compile/pages';
import { dropSwitchedOff } from './compile/switchedOff';
import { assemblePortal, compileTexts, type ServedModule } from './compile/portal';
import type { BaseFiles, Layer, Locate, TenantFiles } from './language/document';
import { isObject, type JsonObject, getOwn } from '../model/json';
import type { Root } from './language/metaSchemas';
import type { Surroundings } from './language/names';
import { checkBackends, dropForeign, listContentModules } from './link/backends';
import { collectLinks, type ModuleLinks } from './link/links';
import { linkModules, type ModuleProblem } from './link/modules';
import { checkCodes, checkContents, checkMentions, checkMenu, checkSwitches, checkTheme, indexHosts } from './link/settings';
import { checkOwnTexts } from './link/texts';
import type { Lookup, Memo } from './memo';
import { findCulprits } from './overlay/changes';
import { collectFragments } from './overlay/fragments';
import { completeMenu, layDefaults } from './overlay/menu';
import { order } from './overlay/order';
import { overlay } from './overlay/overlay';
import { collectPatches, createLayer, findUnknownModules, noPatches, type Patches } from './overlay/patches';
import { checkPresets } from './overlay/presets';
import * as messages from './problems/messages';
import { readSources } from './read/sources';
import { assignSlots } from './scopes/slots';
import type { BuiltPortal, Snapshot } from './snapshot';
import { checkAlternatives } from './validate/alternatives';
import { validateTexts, type SharedTexts } from './validate/texts';
import { validate } from './validate/validate';
import { checkWeakened } from './validate/weakened';

/** A definition after overlay, validation and ordering. */
interface ValidatedDefinition<T> {
  json: JsonObject;
  /** The definition, typed; undefined when it has errors. */
  definition: T | undefined;
  locate: Locate;
  problems: Problem[];
}

interface ValidatedModule extends ValidatedDefinition<Module> {
  name: string;
  /** What it says of others; undefined when it has errors. */
  links: ModuleLinks | undefined;
}

interface ValidModule extends ValidatedModule {
  definition: Module;
  links: ModuleLinks;
}

/** What was found of a module's references, and what they were followed in. */
interface CheckedModule {
  problems: Problem[];
  around: Surroundings;
}

/** The modules and shared texts of a tenant, or of the base alone, after all stages up to the check. */
interface CheckedDefinitions {
  /** Modules by name; undefined for one of which a file cannot be read. */
  modules: ReadonlyMap<string, ValidatedModule | undefined>;
  texts: SharedTexts;
  /** What is wrong with the modules; one that has an error cannot be served. */
  problems: ModuleProblem[];
}

/** What definitions are taken through the stages with. */
interface Context {
  files: BaseFiles;
  memo: Memo;
  /** The base; undefined while it is made itself. What no patch is laid on is taken from it. */
  base?: CheckedDefinitions;
}

/**
 * Takes all definitions below a root through the stages. The base goes through them at once, each tenant when its portal is asked
 * for: of each only the settings are looked at here, so that a thousand of them start quickly.
 * @param memo what was made before and is used again as long as it is made of the same; `unsaved` what editors hold instead of files
 */
export async function runPipeline(root: string, memo: Memo, unsaved?: ReadonlyMap<string, string>): Promise<Snapshot> {
  const { base: files, tenants } = await readSources(root, memo, unsaved);
  const base = checkDefinitions(noPatches, { files, memo });
  const context = { files, memo, base };
  const compiled = [memo.share(base.texts, 'compile', () => compileTexts(base.texts.texts)), ...compileModules(base, memo)];
  const patterns = Object.assign({}, ...compiled.map((result) => result.patterns)) as Record<string, unknown>;
  const patches = new Map([...tenants].map(([name, tenant]) => [name, collectPatches(tenant, files)]));
  const settings = new Map([...tenants].map(([name, tenant]) => [name, validateSettings(tenant, patches.get(name) ?? noPatches, context)]));
  const { hosts, problems: ofHosts } = indexHosts(settings);
  const ofBase = [...files.problems, ...base.texts.problems, ...checkPresets(files), ...base.problems.map(({ problem }) => problem)];
  const ofSettings = [...tenants].flatMap(([name, tenant]) => [...tenant.problems, ...(settings.get(name)?.problems ?? [])]);
  return {
    sources: { base: files, tenants },
    tenants: [...tenants.keys()],
    hosts,
    isBaseValid: !hasErrors(ofBase),
    problems: [...ofBase, ...ofHosts, ...checkCodes(settings), ...ofSettings],
    build: (name) => {
      const [tenant, patch, own] = [tenants.get(name), patches.get(name), settings.get(name)];
      return tenant && patch && own
        ? memo.share(tenant, 'build', () => buildPortal(tenant, patch, own, context, patterns))
        : { problems: [], complete: false };
    },
    settings: (name) => settings.get(name)?.definition,
    locate: (name, module, path) => validateModule(module, patches.get(name) ?? noPatches, context)?.locate(path),
  };
}

/** Takes a tenant through the stages, and compiles and assembles the portal of what has no errors. Without settings nobody knows on which presets its patches lie. */
function buildPortal(
  tenant: TenantFiles,
  patches: Patches,
  settings: ValidatedDefinition<TenantSettings>,
  context: Required<Context>,
  sharedPatterns: Record<string, unknown>,
): BuiltPortal {
  const { files, memo, base } = context;
  if (tenant.settings === undefined) return { problems: [...tenant.problems, ...findUnknownModules(tenant, files)], complete: false };
  const checked = dropForeign(settings.definition, checkDefinitions(patches, context));
  const problems = [
    ...tenant.problems,
    ...settings.problems,
    ...(checked.texts === base.texts ? [] : checked.texts.problems),
    ...findUnknownModules(tenant, files),
    ...linkTexts(tenant, checked, base),
    ...attributeProblems(tenant.name, patches, checked, context),
  ];
  if (settings.definition === undefined) return { problems, complete: false };
  problems.push(...linkSettings(settings.definition, settings.locate, checked, tenant));
  const complete = !hasErrors([...problems, ...checked.problems.map(({ problem }) => problem), ...files.problems, ...base.texts.problems]);
  const modules = compileServed(compileModules(checked, memo), memo);
  const texts = memo.share(checked.texts, 'compile', () => compileTexts(checked.texts.texts));
  const kept = dropSwitchedOff(completeMenu(settings.definition, patches, modules), modules);
  return { problems, complete, portal: assemblePortal(tenant.name, kept.settings, texts, kept.modules, sharedPatterns) };
}

/** Overlays, validates, orders, links and checks modules and texts. */
function checkDefinitions(patches: Patches, context: Context): CheckedDefinitions {
  const { files, memo, base } = context;
  const names = [...files.modules.keys(), ...patches.own.keys()];
  const modules = new Map(names.map((name) => [name, validateModule(name, patches, context)]));
  const texts = base !== undefined && patches.texts.length === 0 ? base.texts : overlayTexts(patches, files);
  const validated = [...modules.values()].filter((module) => module !== undefined);
  const link = (found: Lookup<ValidatedModule | undefined>): ModuleProblem[] => {
    const valid = [...modules.keys()].map((name) => found.get(name)).filter(isValid);
    return linkModules(valid, valid.length === modules.size);
  };
  const linked = memo.share(files, `link ${[...patches.own.keys()].join(' ')}`, link, modules);
  const attribute = (module: string, problems: readonly Problem[]): ModuleProblem[] => problems.map((problem) => ({ module, problem }));
  const problems = [
    ...validated.flatMap((module) => attribute(module.name, module.problems)),
    ...validated.filter(isValid).flatMap((module) => attribute(module.name, checkModule(module, { modules, texts }, memo).problems)),
    ...linked,
  ];
  return { modules, texts, problems };
}

/** Overlays, validates and orders a module; undefined when one of its files cannot be read. */
function validateModule(name: string, patches: Patches, { files, memo, base }: Context): ValidatedModule | undefined {
  const own = patches.own.get(name);
  const document = own ?? files.modules.get(name);
  const laid = own === undefined ? patches.ofModule(name) : [];
  if (document === undefined || laid === undefined) return undefined;
  const unpatched = base?.modules.get(name);
  if (base !== undefined && own === undefined && laid.length === 0) return unpatched;
  const whole = createLayer(document);
  const fragments = collectFragments([whole, ...laid], files.fragments);
  const documents = [document, ...fragments.documents, ...laid.map((layer) => layer.document)];
  return memo.recall(`${patches.folder}/${name}`, [...documents, ...fragments.problems.map(({ message }) => message), unpatched], () => {
    const { json, definition: shaped, locate, problems } = validateDefinition<Module>('Module', [...fragments.layers, whole], laid);
    problems.unshift(...fragments.problems);
    const { faults } = shaped === undefined ? { faults: [] } : assignSlots(shaped);
    problems.push(...faults.map(({ path, fault }) => messages.createProblemAt(locate, path, fault, 'key')));
    if (shaped !== undefined && unpatched?.definition !== undefined) problems.push(...checkWeakened(unpatched.json, json, locate));
    const definition = hasErrors(problems) ? undefined : shaped;
    return { name, json, definition, locate, problems, links: definition && collectLinks(json, definition) };
  });
}

/** Overlays, validates and orders the settings of an institution: the defaults, its presets, its own file. */
function validateSettings(tenant: TenantFiles, patches: Patches, { files, memo }: Context): ValidatedDefinition<TenantSettings> {
  const documents = [files.tenant, tenant.settings, ...patches.settings.map((layer) => layer.document)];
  return memo.recall(patches.folder, [...documents, ...patches.problems.map(({ message }) => message)], () => {
    const settings = validateDefinition<TenantSettings>('TenantSettings', layDefaults(files.tenant, patches), patches.settings);
    // Without its own settings a tenant is nobody: the defaults name no host.
    return tenant.settings === undefined
      ? { ...settings, problems: [], definition: undefined }
      : { ...settings, problems: [...patches.problems, ...settings.problems] };
  });
}

/** Overlays, validates and orders one definition. */
function validateDefinition<T>(root: Root, base: Layer[], patches: Layer[]): ValidatedDefinition<T> {
  const { value, locate, misspelt, problems: ofPatches } = overlay(base, patches);
  // What a patch was refused for is not told again of what came of it.
  const refused = ofPatches.filter(({ severity }) => severity === 'error').map(({ path }) => `${path}/`);
  const ofShape = validate(root, value, locate, misspelt).filter(({ path }) => !refused.some((start) => `${path}/`.startsWith(start)));
  const problems = [...ofPatches, ...ofShape];
  if (!hasErrors(problems)) problems.push(...checkAlternatives(root, value, locate, misspelt));
  if (hasErrors(problems)) return { json: value, definition: undefined, locate, problems };
  const ordered = order(root, value, locate);
  problems.push(...ordered.problems);
  const json = isObject(ordered.value) ? ordered.value : {};
  return { json, definition: hasErrors(problems) ? undefined : (json as object as T), locate, problems };
}

/** Overlays and validates the shared texts. */
function overlayTexts(patches: Patches, files: BaseFiles): SharedTexts {
  const { value, locate, problems } = overlay(files.texts === undefined ? [] : [createLayer(files.texts)], patches.texts);
  const texts = validateTexts(value, locate);
  return { ...texts, problems: [...problems, ...texts.problems] };
}

/** Checks a module's references; in equal surroundings, which are the modules and texts that it refers to, the result is shared. */
function checkModule(module: ValidModule, { modules, texts }: Pick<CheckedDefinitions, 'modules' | 'texts'>, memo: Memo): CheckedModule {
  const args = module.links.texts.map((name) => getOwn(texts.index.args, name)?.join(',') ?? '-').join(';');
  const check = (others: Lookup<ValidatedModule | undefined>): CheckedModule => {
    const around: Surroundings = {
      module: (name) => others.get(name)?.definition,
      moduleNames: () => [...modules.keys()],
      isBroken: (name) => modules.has(name) && others.get(name)?.definition === undefined,
      texts: texts.index,
    };
    return { around, problems: checkReferences({ ...module, around }) };
  };
  return memo.share(module, `check with ${args}`, check, modules);
}

/** Compiles the modules that have no errors; each result is that of its check, so what checks share is compiled once. */
function compileModules(checked: CheckedDefinitions, memo: Memo): ModuleResult[] {
  const broken = new Set(checked.problems.filter(({ problem }) => hasErrors([problem])).map(({ module }) => module));
  const sound = [...checked.modules.values()].filter(isValid).filter(({ name }) => !broken.has(name));
  return sound.map((module) => {
    const check = checkModule(module, checked, memo);
    return memo.share(check, 'compile', () => compileModule(module.name, module.json, module.definition, check.around));
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

/** Checks what an institution's settings say of the modules, and the modules of its settings. */
function linkSettings(settings: TenantSettings, locate: Locate, { modules }: CheckedDefinitions, { recorded }: TenantFiles): Problem[] {
  const valid = [...modules.values()].filter(isValid);
  const definitions = new Map(valid.map(({ name, definition }) => [name, definition]));
  return [
    ...checkBackends(settings, valid, locate, recorded),
    ...checkTheme(settings, locate),
    ...checkSwitches(settings, definitions, (name) => modules.has(name), locate),
    ...checkMenu(settings, definitions, (name) => modules.has(name), locate),
    ...checkMentions(settings, definitions, (name) => modules.has(name), locate),
    ...listContentModules(settings, valid).flatMap((module) => checkContents(settings, module.links, module.locate, locate)),
  ];
}

/** Checks what an institution's own texts say of those of the base. */
function linkTexts({ texts }: TenantFiles, { modules }: CheckedDefinitions, base: CheckedDefinitions): Problem[] {
  const valid = [...modules.values()].filter(isValid);
  // What a module with errors refers to is not known.
  if (texts === undefined || valid.length < modules.size) return [];
  return checkOwnTexts(texts, base.texts.index.args, new Set(valid.flatMap(({ links }) => links.texts)));
}

/**
 * Returns the Problems of a tenant's modules: what is wrong with the base was said of the base, what else is wrong is so with its
 * patches only, and stands where the change is that makes it so.
 */
function attributeProblems(tenant: string, patches: Patches, checked: CheckedDefinitions, context: Required<Context>): Problem[] {
  const { base, files, memo } = context;
  const known = new Set(base.problems.map(subjectOf));
  const isOfBase = (found: ModuleProblem): boolean => known.has(subjectOf(found));
  const others = checked.problems.filter(
    (found) => base.modules.get(found.module) === checked.modules.get(found.module) || !isOfBase(found),
  );
  const isElsewhere = (found: ModuleProblem): boolean =>
    !isOfBase(found) && (found.problem.code === messages.missingInputCode || !found.problem.file.startsWith(`tenants/${tenant}/`));
  const trial = (part: Patches): Set<string> => {
    const found = checkDefinitions(part, context);
    for (const name of base.modules.keys()) memo.forget(`${part.folder}/${name}`);
    // Of what a part of the changes makes invalid nothing is known.
    const isUnknown = ({ module }: ModuleProblem): boolean => isValid(checked.modules.get(module)) && !isValid(found.modules.get(module));
    return new Set([...found.problems, ...others.filter(isUnknown)].map(subjectOf));
  };
  const modules = new Map([...base.modules].flatMap(([name, module]) => (module === undefined ? [] : [[name, module.json]])));
  const culprits = findCulprits(others.filter(isElsewhere).map(subjectOf), patches, { modules, texts: files.texts?.value ?? {} }, trial);
  return others.map((found) =>
    isElsewhere(found) ? messages.blame(found.problem, culprits.get(subjectOf(found)), tenant) : found.problem,
  );
}

const subjectOf = ({ module, problem: { path, code } }: ModuleProblem): string => `${module} ${path} ${code}`;
const isValid = (module: ValidatedModule | undefined): module is ValidModule => module?.links !== undefined;
const hasErrors = (problems: readonly Problem[]): boolean => problems.some(({ severity }) => severity === 'error');
