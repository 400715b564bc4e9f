import type { Module, TenantSettings } from '../model/definitions.g';
import type { JsonObject } from '../model/payload';
import type { Problem } from '../model/problem';
import { checkAlternatives } from './validate/alternatives';
import type { ModuleResult } from './compile/module';
import type { BaseFiles, Document, Locate, TenantFiles } from './language/document';
import { factsOf, type Facts } from './link/facts';
import { fragmentLayers } from './overlay/fragments';
import { checkWeakened } from './validate/weakened';
import { isObject, pointer } from './language/jsonPointer';
import * as messages from './problems/messages';
import type { Root } from './language/metaSchemas';
import type { Surroundings } from './language/names';
import { order } from './overlay/order';
import { locate, misspelt, overlay, type Layer } from './overlay/overlay';
import type { PagesResult } from './compile/portal';
import { presetsOf } from './overlay/presets';
import type { ReadCache } from './read/files';
import { assignSlots } from './scopes/slots';
import { checkTexts, type SharedTexts } from './validate/texts';
import { validate } from './validate/validate';

/** A definition after overlay, validation and ordering. */
export interface Formed<T> {
  /** The files it was made of; the same files make the same. */
  inputs: readonly unknown[];
  json: JsonObject;
  /** The definition, typed; undefined when its form has errors. */
  value: T | undefined;
  locate: Locate;
  problems: Problem[];
}

/** A module with what was found out of it in the surroundings of the tenants that use it. */
export interface FormedModule extends Formed<Module> {
  name: string;
  facts: Facts | undefined;
  checks: Check[];
}

/** What a module is in certain surroundings: equal texts and the same neighbours that it refers to. */
export interface Check {
  texts: string;
  neighbours: Map<string, FormedModule | undefined>;
  around: Surroundings;
  problems: Problem[];
  compiled?: ModuleResult;
  pages: PagesResult[];
}

/** What one load may use of the one before it. */
export class Caches {
  readonly files: ReadCache = new Map();
  readonly modules = new Map<string, FormedModule>();
  readonly settings = new Map<string, Formed<TenantSettings>>();
}

/** The shared texts under patches, and what is wrong with them. */
export function formTexts(files: BaseFiles, patches: Layer[]): SharedTexts {
  const overlaid = overlay(files.texts === undefined ? [] : [layer(files.texts)], patches);
  const { problems, ...texts } = checkTexts(overlaid.value, (path, part) => locate(overlaid, path, part));
  return { ...texts, problems: [...overlaid.problems, ...problems] };
}

/** Overlays, validates and orders one definition. */
function form<T>(root: Root, base: Layer[], patches: Layer[], inputs: readonly unknown[]): Formed<T> {
  const overlaid = overlay(base, patches);
  const find: Locate = (path, part) => locate(overlaid, path, part);
  const problems = [
    ...overlaid.problems,
    ...validate(root, overlaid.value, find, patches.length === 0 ? undefined : (path) => misspelt(overlaid, path)),
  ];
  if (!hasErrors(problems))
    problems.push(...checkAlternatives(root, overlaid.value, find, patches.length === 0 ? undefined : (path) => misspelt(overlaid, path)));
  if (hasErrors(problems)) return { inputs, json: overlaid.value, value: undefined, locate: find, problems };
  const ordered = order(root, overlaid.value, find);
  problems.push(...ordered.problems);
  const json = isObject(ordered.value) ? ordered.value : {};
  return { inputs, json, value: hasErrors(problems) ? undefined : (json as object as T), locate: find, problems };
}

/**
 * A module under patches; the same files make the same module, so tenants that change nothing share it.
 * @param key what it is remembered under
 */
export function formModule(
  key: string,
  name: string,
  document: Document,
  patches: Layer[],
  files: BaseFiles,
  caches: Caches,
): FormedModule {
  const fragments = fragmentLayers([layer(document), ...patches], files.fragments);
  const inputs = [
    document,
    ...fragments.documents,
    ...patches.map((patch) => patch.document),
    ...fragments.problems.map(({ message }) => message),
  ];
  const known = caches.modules.get(key);
  if (known !== undefined && sameList(known.inputs, inputs)) return known;
  const formed = form<Module>('Module', [...fragments.layers, layer(document)], patches, inputs);
  const problems = [...fragments.problems, ...formed.problems];
  if (formed.value !== undefined)
    problems.push(
      ...assignSlots(formed.value).faults.map(({ path, fault }) => messages.problem(formed.locate(path, 'key'), pointer(path), fault)),
    );
  const whole = caches.modules.get(`schemas/${name}`);
  if (patches.length > 0 && formed.value !== undefined && whole?.value !== undefined)
    problems.push(...checkWeakened(whole.json, formed.json, formed.locate));
  const value = hasErrors(problems) ? undefined : formed.value;
  const result: FormedModule = { ...formed, problems, name, value, facts: value && factsOf(formed.json, value), checks: [] };
  caches.modules.set(key, result);
  return result;
}

/** The settings of an institution: the defaults, its presets, its own file. */
export function formSettings(tenant: TenantFiles, { files, caches }: { files: BaseFiles; caches: Caches }): Formed<TenantSettings> {
  const { documents, problems } = presetsOf(tenant, files);
  const patches = [
    ...documents.filter(({ value }) => value['tenant'] !== undefined).map((document) => layer(document, ['tenant'])),
    ...(tenant.settings === undefined ? [] : [layer(tenant.settings)]),
  ];
  const inputs = [files.tenant, ...patches.map((patch) => patch.document), ...problems.map(({ message }) => message)];
  const known = caches.settings.get(tenant.name);
  if (known !== undefined && sameList(known.inputs, inputs)) return known;
  const formed = form<TenantSettings>('TenantSettings', files.tenant === undefined ? [] : [layer(files.tenant)], patches, inputs);
  // Without its own settings a tenant is nobody: the defaults name no host.
  const result =
    tenant.settings === undefined
      ? { ...formed, problems: [], value: undefined }
      : { ...formed, problems: [...problems, ...formed.problems] };
  caches.settings.set(tenant.name, result);
  return result;
}

/** Whether the form of a module is valid, so that others may refer to it. */
export function isUsable(module: FormedModule): boolean {
  return module.value !== undefined;
}

/** Whether there is more than warnings. */
export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

/** A document, or the part of it at `from`, as a layer of a definition. */
export function layer(document: Document, from: readonly string[] = []): Layer {
  return { document, from, onto: [] };
}

function sameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((entry, index) => entry === b[index]);
}
