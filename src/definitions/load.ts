import type { CompiledModule, CompiledPage } from '../model/compiled';
import type { Module, TenantSettings } from '../model/definitions.g';
import type { JsonObject } from '../model/payload';
import type { Problem } from '../model/problem';
import { checkAlternatives } from './alternatives';
import { compileModule, type ModuleResult } from './compile';
import type { Document, Locate } from './document';
import { factsOf, type Facts } from './facts';
import { fragmentLayers } from './fragments';
import { checkWeakened } from './guard';
import { indexHosts } from './hosts';
import { isObject, own, pointer, tokens } from './jsonPointer';
import { cachesOf, createDefinitions, type Built, type Definitions, type Snapshot } from './lastGood';
import * as messages from './messages';
import type { Root } from './metaSchemas';
import { order } from './order';
import { locate, misspelt, overlay, type Layer } from './overlay';
import { assemblePortal, compilePages, compileTexts, type CompiledTexts, type PagesResult, type ServedModule } from './portal';
import { checkContents } from './contentChecks';
import { checkMenu, checkModules, type Attributed } from './portalChecks';
import { checkPresets, presetsOf, unknownModules } from './presets';
import type { ReadCache } from './read';
import { checkReferences } from './references';
import type { Surroundings } from './scopes';
import { assignSlots } from './slots';
import { fingerprintSources, readSources, type BaseFiles, type Sources, type TenantFiles } from './sources';
import { checkOwnTexts, checkTexts, type SharedTexts } from './texts';
import { validate } from './validate';

export type { Definitions } from './lastGood';

/** A definition after overlay, validation and ordering. */
interface Formed<T> {
  /** The files it was made of; the same files make the same. */
  inputs: readonly unknown[];
  json: JsonObject;
  /** The definition, typed; undefined when its form has errors. */
  value: T | undefined;
  locate: Locate;
  problems: Problem[];
}

/** A module with what was found out of it in the surroundings of the tenants that use it. */
interface FormedModule extends Formed<Module> { name: string; facts: Facts | undefined; checks: Check[] }

/** What a module is in certain surroundings: equal texts and the same neighbours that it refers to. */
interface Check {
  texts: string;
  neighbours: Map<string, FormedModule | undefined>;
  around: Surroundings;
  problems: Problem[];
  compiled?: ModuleResult;
  pages: PagesResult[];
}

/** What one load may use of the one before it. */
class Caches {
  readonly files: ReadCache = new Map();
  readonly modules = new Map<string, FormedModule>();
  readonly settings = new Map<string, Formed<TenantSettings>>();
}

/** The modules and texts that one tenant, or the base alone, is made of. */
interface View { modules: ReadonlyMap<string, FormedModule | undefined>; texts: SharedTexts; compiledTexts: CompiledTexts }

/** What all tenants share. */
interface Base { files: BaseFiles; caches: Caches; view: View; found: Attributed[]; told: ReadonlySet<string>; problems: Problem[]; patterns: Record<string, unknown> }

/**
 * Reads, checks and compiles all definitions below a root. Tenants are compiled when they are asked for; of each only its
 * settings are looked at here, so that a thousand of them start quickly.
 * @param root the folder that holds `schemas` and `tenants`
 * @param previous the definitions until now: unchanged files are not read again, and portals without errors outlive errors
 * @returns the definitions; never throws for what is in the files
 */
export async function loadDefinitions(root: string, previous?: Definitions): Promise<Definitions> {
  const caches = (previous && cachesOf(previous, (known) => known instanceof Caches)) ?? new Caches();
  return createDefinitions(takeSnapshot(await readSources(root, caches.files), caches), caches, previous);
}

/** Compiles everything below a root and returns all Problems, sorted. */
export async function checkAll(root: string): Promise<Problem[]> {
  const definitions = await loadDefinitions(root);
  for (const tenant of definitions.tenants) definitions.portal(tenant);
  return definitions.problems;
}

/** A text that changes when a definition file does; made of times and sizes, so it is cheap to ask for before a request. */
export async function fingerprint(root: string): Promise<string> {
  return fingerprintSources(root);
}

function takeSnapshot({ base: files, tenants }: Sources, caches: Caches): Snapshot {
  const base = formBase(files, caches);
  const settings = new Map([...tenants.values()].map((tenant) => [tenant.name, formSettings(tenant, base)]));
  const { hosts, problems } = indexHosts(settings);
  const built = new Map<string, Built>();
  return {
    tenants: [...tenants.keys()], hosts, sound: !hasErrors(base.problems),
    problems: [...base.problems, ...problems, ...[...tenants.values()].flatMap((tenant) => [...tenant.problems, ...settings.get(tenant.name)?.problems ?? []])],
    build(name) {
      const tenant = tenants.get(name);
      const result = built.get(name) ?? (tenant === undefined ? { problems: [], complete: false } : buildTenant(tenant, settings.get(name), base));
      built.set(name, result);
      return result;
    },
    provenance(name, module, reference) {
      const tenant = tenants.get(name);
      const formed = tenant === undefined ? undefined : tenantModules(tenant, base).get(module);
      return formed?.locate(tokens(reference));
    },
  };
}

// The base: what is wrong with it is wrong for everybody.

function formBase(files: BaseFiles, caches: Caches): Base {
  const modules = new Map([...files.modules].map(([name, document]) => [name, document && formModule(`schemas/${name}`, name, document, [], files, caches)]));
  const texts = formTexts(files, []);
  const view: View = { modules, texts, compiledTexts: compileTexts(texts.texts) };
  const found = checkNeighbours(view);
  const formed = [...modules.values()].filter((module) => module !== undefined);
  const checked = formed.filter(isUsable).map((module) => checkModule(module, view));
  const problems = [...files.problems, ...texts.problems, ...checkPresets(files), ...formed.flatMap((module) => module.problems), ...checked.flatMap((check) => check.problems), ...found.map(({ problem }) => problem)];
  const told = new Set([...found, ...formed.flatMap((module) => [...module.problems, ...(isUsable(module) ? checkModule(module, view).problems : [])].map((problem) => ({ module: module.name, problem })))].map(subjectOf));
  const compiled = formed.filter(isUsable).filter((module) => !hasErrors(checkModule(module, view).problems)).map((module) => compiledOf(module, view));
  return { files, caches, view, found, told, problems, patterns: Object.assign({}, view.compiledTexts.patterns, ...compiled.map(({ patterns }) => patterns)) as Record<string, unknown> };
}

function formTexts(files: BaseFiles, patches: Layer[]): SharedTexts {
  const overlaid = overlay(files.texts === undefined ? [] : [layer(files.texts)], patches);
  const { problems, ...texts } = checkTexts(overlaid.value, (path, part) => locate(overlaid, path, part));
  return { ...texts, problems: [...overlaid.problems, ...problems] };
}

// One definition: overlay, validate, alternatives, order.

function form<T>(root: Root, base: Layer[], patches: Layer[], inputs: readonly unknown[]): Formed<T> {
  const overlaid = overlay(base, patches);
  const find: Locate = (path, part) => locate(overlaid, path, part);
  const problems = [...overlaid.problems, ...validate(root, overlaid.value, find, patches.length === 0 ? undefined : (path) => misspelt(overlaid, path))];
  if (!hasErrors(problems)) problems.push(...checkAlternatives(root, overlaid.value, find, patches.length === 0 ? undefined : (path) => misspelt(overlaid, path)));
  if (hasErrors(problems)) return { inputs, json: overlaid.value, value: undefined, locate: find, problems };
  const ordered = order(root, overlaid.value, find);
  problems.push(...ordered.problems);
  const json = isObject(ordered.value) ? ordered.value : {};
  return { inputs, json, value: hasErrors(problems) ? undefined : json as object as T, locate: find, problems };
}

function formModule(key: string, name: string, document: Document, patches: Layer[], files: BaseFiles, caches: Caches): FormedModule {
  const fragments = fragmentLayers([layer(document), ...patches], files.fragments);
  const inputs = [document, ...fragments.documents, ...patches.map((patch) => patch.document), ...fragments.problems.map(({ message }) => message)];
  const known = caches.modules.get(key);
  if (known !== undefined && sameList(known.inputs, inputs)) return known;
  const formed = form<Module>('Module', [...fragments.layers, layer(document)], patches, inputs);
  const problems = [...fragments.problems, ...formed.problems];
  if (formed.value !== undefined) problems.push(...assignSlots(formed.value).faults.map(({ path, fault }) => messages.problem(formed.locate(path, 'key'), pointer(path), fault)));
  const whole = caches.modules.get(`schemas/${name}`);
  if (patches.length > 0 && formed.value !== undefined && whole?.value !== undefined) problems.push(...checkWeakened(whole.json, formed.json, formed.locate));
  const value = hasErrors(problems) ? undefined : formed.value;
  const result: FormedModule = { ...formed, problems, name, value, facts: value && factsOf(formed.json, value), checks: [] };
  caches.modules.set(key, result);
  return result;
}

function formSettings(tenant: TenantFiles, { files, caches }: Base): Formed<TenantSettings> {
  const { documents, problems } = presetsOf(tenant, files);
  const patches = [...documents.filter(({ value }) => value['tenant'] !== undefined).map((document) => layer(document, ['tenant'])), ...(tenant.settings === undefined ? [] : [layer(tenant.settings)])];
  const inputs = [files.tenant, ...patches.map((patch) => patch.document), ...problems.map(({ message }) => message)];
  const known = caches.settings.get(tenant.name);
  if (known !== undefined && sameList(known.inputs, inputs)) return known;
  const formed = form<TenantSettings>('TenantSettings', files.tenant === undefined ? [] : [layer(files.tenant)], patches, inputs);
  // Without its own settings a tenant is nobody: the defaults name no host.
  const result = tenant.settings === undefined ? { ...formed, problems: [], value: undefined } : { ...formed, problems: [...problems, ...formed.problems] };
  caches.settings.set(tenant.name, result);
  return result;
}

// One tenant: its patches, references between modules, compilation.

function buildTenant(tenant: TenantFiles, settings: Formed<TenantSettings> | undefined, base: Base): Built {
  const view = tenantView(tenant, base);
  const unpatched = [...view.modules].every(([name, module]) => base.view.modules.get(name) === module);
  const usable = [...view.modules.values()].filter((module) => module !== undefined).filter(isUsable);
  const problems = [...tenant.problems, ...settings?.problems ?? [], ...view.texts === base.view.texts ? [] : view.texts.problems, ...unknownModules(tenant, base.files)];
  const found: Attributed[] = [
    ...unpatched ? base.found : checkNeighbours(view),
    ...[...view.modules.values()].flatMap((module) => (module?.problems ?? []).map((problem) => ({ module: module?.name ?? '', problem }))),
    ...usable.flatMap((module) => checkModule(module, view).problems.map((problem) => ({ module: module.name, problem }))),
  ];
  // What is wrong for everybody was told of the module itself.
  const told = unpatched ? found : found.filter((one) => base.view.modules.get(one.module) === view.modules.get(one.module) || !base.told.has(subjectOf(one)));
  problems.push(...ownTexts(tenant, view, base), ...told.map((one) => (base.told.has(subjectOf(one)) || one.problem.file.startsWith(`tenants/${tenant.name}/`) ? one.problem : { ...one.problem, message: one.problem.message + messages.onlyPatched(tenant.name) })));
  if (settings?.value === undefined) return { problems, complete: false };
  const definitions = new Map(usable.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const])));
  problems.push(...checkMenu(settings.value, definitions, (name) => view.modules.has(name), settings.locate), ...usable.flatMap(({ facts, locate: find }) => (facts === undefined || settings.value === undefined ? [] : checkContents(settings.value, facts, find))));
  const broken = new Set(found.filter(({ problem }) => problem.severity === 'error').map(({ module }) => module));
  const modules = servedModules(usable.filter(({ name }) => !broken.has(name)), view);
  const complete = !hasErrors([...problems, ...found.map(({ problem }) => problem), ...base.files.problems, ...base.view.texts.problems]);
  return { problems, complete, portal: assemblePortal(tenant.name, settings.value, view.compiledTexts, modules, base.patterns) };
}

/** A Problem by what it is about, wherever it was written. */
const subjectOf = ({ module, problem: { path, code } }: Attributed): string => `${module} ${path} ${code}`;

function ownTexts({ texts }: TenantFiles, { modules }: View, base: Base): Problem[] {
  const all = [...modules.values()];
  // What a module with errors refers to is not known.
  if (texts === undefined || all.some((module) => module?.facts === undefined)) return [];
  return checkOwnTexts(texts, base.view.texts.index.args, new Set(all.flatMap((module) => module?.facts?.texts ?? [])));
}

function tenantView(tenant: TenantFiles, base: Base): View {
  const patches = [...presetsOf(tenant, base.files).documents.filter(({ value }) => value['texts'] !== undefined).map((document) => layer(document, ['texts'])), ...(tenant.texts === undefined ? [] : [layer(tenant.texts)])];
  const modules = tenantModules(tenant, base);
  if (patches.length === 0) return { ...base.view, modules };
  const texts = formTexts(base.files, patches);
  return { modules, texts, compiledTexts: compileTexts(texts.texts) };
}

function tenantModules(tenant: TenantFiles, { files, caches, view }: Base): Map<string, FormedModule | undefined> {
  const presets = presetsOf(tenant, files).documents;
  return new Map([...files.modules].map(([name, document]) => {
    const ownPatch = tenant.modules.get(name);
    if (document === undefined || (tenant.modules.has(name) && ownPatch === undefined)) return [name, undefined];
    const patches = [...presets.filter(({ value }) => isObject(value['modules']) && own(value['modules'], name) !== undefined).map((preset) => layer(preset, ['modules', name])), ...(ownPatch === undefined ? [] : [layer(ownPatch)])];
    return [name, patches.length === 0 ? view.modules.get(name) : formModule(`tenants/${tenant.name}/${name}`, name, document, patches, files, caches)];
  }));
}

function checkNeighbours({ modules }: View): Attributed[] {
  const sound = [...modules.values()].flatMap((module) => (module?.value === undefined || module.facts === undefined ? [] : [{ name: module.name, definition: module.value, facts: module.facts, locate: module.locate }]));
  return checkModules(sound, sound.length === modules.size);
}

/** Checks a module's references, unless it was checked in equal surroundings before: then tenants share the result and all that is compiled of it. */
function checkModule(module: FormedModule, view: View): Check {
  const texts = (module.facts?.texts ?? []).map((name) => own(view.texts.index.args, name)?.join(',') ?? '-').join(';');
  const known = module.checks.find((check) => check.texts === texts && [...check.neighbours].every(([name, neighbour]) => view.modules.get(name) === neighbour));
  if (known !== undefined) return known;
  const neighbours = new Map<string, FormedModule | undefined>();
  const neighbour = (name: string): FormedModule | undefined => {
    const found = view.modules.get(name);
    neighbours.set(name, found);
    return found;
  };
  const around: Surroundings = { module: (name) => neighbour(name)?.value, moduleNames: () => [...view.modules.keys()], isBroken: (name) => view.modules.has(name) && neighbour(name)?.value === undefined, texts: view.texts.index };
  const problems = module.value === undefined ? [] : checkReferences({ name: module.name, json: module.json, definition: module.value, locate: module.locate, around });
  const check: Check = { texts, neighbours, around, problems, pages: [] };
  module.checks.push(check);
  return check;
}

function compiledOf(module: FormedModule, view: View): ModuleResult {
  const check = checkModule(module, view);
  if (module.value === undefined) throw new Error(`The module ${module.name} has errors.`);
  return check.compiled ??= compileModule(module.name, module.json, module.value, check.around);
}

function servedModules(modules: readonly FormedModule[], view: View): ServedModule[] {
  const results = new Map(modules.map((module) => [module.name, compiledOf(module, view)]));
  const compiled = (name: string): CompiledModule | undefined => results.get(name)?.module;
  return modules.map((module) => ({ ...compiledOf(module, view), pages: pagesOf(checkModule(module, view), compiledOf(module, view), compiled) }));
}

function pagesOf(check: Check, { module }: ModuleResult, compiled: (name: string) => CompiledModule | undefined): CompiledPage[] {
  const known = check.pages.find(({ uses }) => [...uses].every(([name, used]) => compiled(name) === used));
  if (known !== undefined) return known.pages;
  const result = compilePages(module, compiled);
  check.pages.push(result);
  return result.pages;
}

function isUsable(module: FormedModule): boolean {
  return module.value !== undefined;
}

function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

function layer(document: Document, from: readonly string[] = []): Layer {
  return { document, from, onto: [] };
}

function sameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((entry, index) => entry === b[index]);
}
