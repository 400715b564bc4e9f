import type { Module, TenantSettings } from '../model/definitions.g';
import type { Problem } from '../model/problem';
import { checkReferences } from './check/references';
import type { BaseFiles, Layer, Locate, LocaleFiles, TenantFiles } from './language/document';
import { isObject, type JsonObject, getOwn } from '../model/json';
import type { Root } from './language/metaSchemas';
import type { Surroundings } from './language/names';
import { collectLinks, type ModuleLinks } from './link/links';
import { linkModules, type ModuleProblem } from './link/modules';
import type { Lookup, Memo } from './memo';
import { findCulprits, type Change } from './overlay/changes';
import { collectFragments } from './overlay/fragments';
import { layDefaults } from './overlay/menu';
import { order } from './overlay/order';
import { overlay } from './overlay/overlay';
import { createLayer, type Patches } from './overlay/patches';
import { groupRemovals } from './overlay/removals';
import * as messages from './problems/messages';
import { assignSlots } from './scopes/slots';
import { checkAlternatives } from './validate/alternatives';
import { validateTexts, type SharedTexts } from './validate/texts';
import { validate } from './validate/validate';
import { checkWeakened } from './validate/weakened';

/** A definition after overlay, validation and ordering. */
export interface ValidatedDefinition<T> {
  json: JsonObject;
  /** The definition, typed; undefined when it has errors. */
  definition: T | undefined;
  locate: Locate;
  problems: Problem[];
}

export interface ValidatedModule extends ValidatedDefinition<Module> {
  name: string;
  /** What it says of others; undefined when it has errors. */
  links: ModuleLinks | undefined;
}

export interface ValidModule extends ValidatedModule {
  definition: Module;
  links: ModuleLinks;
}

/** What was found of a module's references, and what they were followed in. */
export interface CheckedModule {
  problems: Problem[];
  around: Surroundings;
}

/** The modules and shared texts of a tenant, or of the base alone, after all stages up to the check. */
export interface CheckedDefinitions {
  /** Modules by name; undefined for one of which a file cannot be read. */
  modules: ReadonlyMap<string, ValidatedModule | undefined>;
  texts: SharedTexts;
  /** They are those of a desk. */
  forStaff?: true;
  /** What is wrong with the modules; one that has an error cannot be served. */
  problems: ModuleProblem[];
}

/** What definitions are taken through the stages with. */
export interface Context {
  files: BaseFiles;
  memo: Memo;
  /** The base; undefined while it is made itself. What no patch is laid on is taken from it. */
  base?: CheckedDefinitions;
  /** What all portals have in common in another language than the original one; `patched` while it is laid on the base itself, whose patches it is then. */
  locale?: { name: string; files: LocaleFiles; patched?: true };
  /** They are the definitions of a desk, which can have sections that visitors' pages cannot. */
  forStaff?: true;
  /** It is known that nothing is wrong with what they say of each other. */
  isSound?: boolean;
}

/** What portals in one language are built in. */
export interface BaseContext extends Context {
  base: CheckedDefinitions;
}

/** Overlays, validates, orders, links and checks modules and texts. */
export function checkDefinitions(patches: Patches, context: Context): CheckedDefinitions {
  const { files, memo, base, forStaff, isSound } = context;
  const names = [...files.modules.keys(), ...patches.own.keys(), ...patches.unread];
  const modules = new Map(names.map((name) => [name, validateModule(name, patches, context)]));
  const texts = base !== undefined && patches.texts.length === 0 ? base.texts : overlayTexts(patches, context);
  if (isSound) return { modules, texts, problems: [] };
  const validated = [...modules.values()].filter((module) => module !== undefined);
  const link = (found: Lookup<ValidatedModule | undefined>): ModuleProblem[] => {
    const valid = [...modules.keys()].map((name) => found.get(name)).filter(isValid);
    return linkModules(valid, valid.length === modules.size);
  };
  const linked = memo.share(files, `link ${[...patches.own.keys(), ...patches.unread].join(' ')}`, link, modules);
  const attribute = (module: string, problems: readonly Problem[]): ModuleProblem[] => problems.map((problem) => ({ module, problem }));
  const problems = [
    ...validated.flatMap((module) => attribute(module.name, module.problems)),
    ...validated
      .filter(isValid)
      .flatMap((module) => attribute(module.name, checkModule(module, { modules, texts, forStaff }, memo).problems)),
    ...linked,
  ];
  return { modules, texts, ...(forStaff && { forStaff }), problems };
}

/** What the names begin with under which the validated modules of a folder are remembered, those in other languages too. */
export const validatedIn = (folder: string): string => `module ${folder}/`;

/** Overlays, validates and orders a module; undefined when one of its files cannot be read. */
export function validateModule(
  name: string,
  patches: Patches,
  { files, memo, base, locale, forStaff }: Context,
): ValidatedModule | undefined {
  const own = patches.own.get(name);
  const document = own ?? files.modules.get(name);
  const laid = patches.ofModule(name);
  if (document === undefined || laid === undefined) return undefined;
  const unpatched = base?.modules.get(name);
  const isUnpatched = base !== undefined && own === undefined && laid.length === 0;
  if (isUnpatched && !locale?.patched) return unpatched;
  const shared = locale?.patched || own !== undefined ? undefined : locale?.files.modules.get(name);
  const whole = [document, ...(shared ? [shared] : [])].map((part) => createLayer(part));
  const fragments = collectFragments([...whole, ...laid], files.fragments, locale?.files.fragments);
  const isTranslated = [...(locale?.files.fragments.values() ?? [])].some((part) => part && fragments.documents.includes(part));
  if (isUnpatched && !isTranslated) return unpatched;
  const make = (): ValidatedModule => {
    const {
      json,
      definition: shaped,
      locate,
      problems,
    } = validateDefinition<Module>('Module', [...fragments.layers, ...whole], laid, memo);
    problems.unshift(...fragments.problems);
    const { faults } = shaped === undefined ? { faults: [] } : assignSlots(shaped);
    problems.push(...faults.map(({ path, fault }) => messages.createProblemAt(locate, path, fault, 'key')));
    if (shaped !== undefined && unpatched?.definition !== undefined) problems.push(...checkWeakened(unpatched.json, json, locate));
    const definition = hasErrors(problems) ? undefined : shaped;
    return { name, json, definition, locate, problems, links: definition && collectLinks(json, definition) };
  };
  // Of a module there are as many at desks as institutions, and nothing is laid on any.
  if (forStaff) return memo.share(document, 'validate', make);
  const documents = [...whole, ...laid].map((layer) => layer.document).concat(fragments.documents);
  return memo.recall(
    `${validatedIn(patches.folder)}${name}`,
    [...documents, ...fragments.problems.map(({ message }) => message), unpatched],
    make,
  );
}

/** Overlays, validates and orders the settings of an institution: the defaults, its presets, its own file. */
export function validateSettings(
  tenant: TenantFiles,
  patches: Patches,
  { files, memo, locale }: Context,
): ValidatedDefinition<TenantSettings> {
  const defaults = [files.tenant, locale?.files.settings];
  const documents = [...defaults, tenant.settings, ...patches.settings.map((layer) => layer.document)];
  return memo.recall(patches.folder, [...documents, ...patches.problems.map(({ message }) => message)], () => {
    const settings = validateDefinition<TenantSettings>('TenantSettings', layDefaults(defaults, patches), patches.settings, memo);
    // Without its own settings a tenant is nobody: the defaults name no host.
    return tenant.settings === undefined
      ? { ...settings, problems: [], definition: undefined }
      : { ...settings, problems: [...patches.problems, ...settings.problems] };
  });
}

/** Overlays, validates and orders one definition; one that is known to be without Problems is not held against its meta-schema again. */
function validateDefinition<T>(root: Root, base: Layer[], patches: Layer[], { sound }: Memo): ValidatedDefinition<T> {
  const { value, below, locate, misspelt, problems: ofPatches } = overlay(base, patches);
  const key = sound?.keyOf(root, base, patches) ?? '';
  const isSound = sound?.has(key) ?? false;
  // What a patch was refused for is not told again of what came of it.
  const refused = ofPatches.filter(({ severity }) => severity === 'error').map(({ path }) => `${path}/`);
  const ofShape = isSound ? [] : validate(root, value, locate, misspelt);
  const problems = [...ofPatches, ...ofShape.filter(({ path }) => !refused.some((start) => `${path}/`.startsWith(start)))];
  if (!isSound && !hasErrors(problems)) problems.push(...checkAlternatives(root, value, locate, misspelt, below));
  if (hasErrors(problems)) return { json: value, definition: undefined, locate, problems };
  const ordered = order(root, value, locate, below);
  problems.push(...ordered.problems);
  if (!isSound && problems.length === 0) sound?.add(key);
  const json = isObject(ordered.value) ? ordered.value : {};
  return { json, definition: hasErrors(problems) ? undefined : (json as object as T), locate, problems };
}

/** Overlays and validates the shared texts. */
function overlayTexts(patches: Patches, { files, locale }: Context): SharedTexts {
  const documents = [files.texts, locale?.patched ? undefined : locale?.files.texts];
  const { value, locate, problems } = overlay(
    documents.flatMap((document) => (document ? [createLayer(document)] : [])),
    patches.texts,
  );
  const texts = validateTexts(value, locate);
  return { ...texts, problems: [...problems, ...texts.problems] };
}

/** Checks a module's references; in equal surroundings, which are the modules and texts that it refers to, the result is shared. */
export function checkModule(
  module: ValidModule,
  { modules, texts, forStaff }: Pick<CheckedDefinitions, 'modules' | 'texts' | 'forStaff'>,
  memo: Memo,
): CheckedModule {
  const args = module.links.texts.map((name) => getOwn(texts.index.args, name)?.join(',') ?? '-').join(';');
  const check = (others: Lookup<ValidatedModule | undefined>): CheckedModule => {
    const around: Surroundings = {
      module: (name) => others.get(name)?.definition,
      moduleNames: () => [...modules.keys()],
      isBroken: (name) => modules.has(name) && others.get(name)?.definition === undefined,
      texts: texts.index,
      ...(forStaff && { forStaff }),
    };
    return { around, problems: checkReferences({ ...module, around }) };
  };
  return memo.share(module, `check with ${args}`, check, modules);
}

/**
 * Returns the Problems of a tenant's modules: what is wrong with the base was said of the base, what else is wrong is so with its
 * patches only, and stands where the change is that makes it so.
 */
export function attributeProblems(folder: string, patches: Patches, checked: CheckedDefinitions, context: BaseContext): Problem[] {
  const { base, files, memo } = context;
  const known = new Set(base.problems.map(subjectOf));
  const isOfBase = (found: ModuleProblem): boolean => known.has(subjectOf(found));
  const others = checked.problems.filter(
    (found) => base.modules.get(found.module) === checked.modules.get(found.module) || !isOfBase(found),
  );
  const isElsewhere = (found: ModuleProblem): boolean =>
    !isOfBase(found) && (found.problem.code === messages.missingInputCode || !found.problem.file.startsWith(`${folder}/`));
  const trial = (part: Patches): Set<string> => {
    const found = checkDefinitions(part, context);
    memo.forgetAll(validatedIn(part.folder));
    // Of what a part of the changes makes invalid nothing is known.
    const isUnknown = ({ module }: ModuleProblem): boolean => isValid(checked.modules.get(module)) && !isValid(found.modules.get(module));
    return new Set([...found.problems, ...others.filter(isUnknown)].map(subjectOf));
  };
  const modules = new Map([...base.modules].flatMap(([name, module]) => (module === undefined ? [] : [[name, module.json]])));
  const culprits = findCulprits(others.filter(isElsewhere).map(subjectOf), patches, { modules, texts: files.texts?.value ?? {} }, trial);
  const changeOf = (found: ModuleProblem): Change | undefined => (isElsewhere(found) ? culprits.get(subjectOf(found)) : undefined);
  const removals = groupRemovals(others.map((found) => ({ problem: found.problem, change: changeOf(found) })));
  return others.flatMap((found) => {
    const change = changeOf(found);
    const removed = change && removals.get(change);
    if (!isElsewhere(found)) return [found.problem];
    return removed === undefined ? [messages.blame(found.problem, change, folder)] : found.problem === removed.first ? [removed.told] : [];
  });
}

const subjectOf = ({ module, problem: { path, code } }: ModuleProblem): string => `${module} ${path} ${code}`;
export const isValid = (module: ValidatedModule | undefined): module is ValidModule => module?.links !== undefined;
export const hasErrors = (problems: readonly Problem[]): boolean => problems.some(({ severity }) => severity === 'error');
