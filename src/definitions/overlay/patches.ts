import type { Problem } from '../../model/problem';
import type { BaseFiles, Document, Layer, TenantFiles } from '../language/document';
import { asObject, asString, getOwn, isObject } from '../../model/json';
import { resolveTokens } from '../../model/pointer';
import * as messages from '../problems/messages';

/** What is laid on the definitions that all tenants share: the presets of an institution in their order, then its own files. */
export interface Patches {
  /** The folder of whose definitions these are. */
  folder: string;
  settings: Layer[];
  texts: Layer[];
  /** The patches of a module; undefined when one of them cannot be read. */
  ofModule(name: string): Layer[] | undefined;
  /** The modules that the institution alone has, by name: what is laid on nothing. */
  own: ReadonlyMap<string, Document>;
  /** Presets that are not there. */
  problems: Problem[];
}

/** The base is what nothing is laid on. */
export const noPatches: Patches = { folder: 'schemas', settings: [], texts: [], ofModule: () => [], own: new Map(), problems: [] };

/** Collects the patches of an institution. */
export function collectPatches(tenant: TenantFiles, files: BaseFiles): Patches {
  const { presets, problems } = findPresets(tenant, files);
  const within = (...from: string[]): Layer[] =>
    presets.filter(({ value }) => resolveTokens(value, from) !== undefined).map((document) => createLayer(document, from));
  const last = (document: Document | undefined): Layer[] => (document === undefined ? [] : [createLayer(document)]);
  return {
    folder: `tenants/${tenant.name}`,
    settings: [...within('tenant'), ...last(tenant.settings)],
    texts: [...within('texts'), ...last(tenant.texts)],
    own: new Map(listOwnModules(tenant, files)),
    ofModule: (name) =>
      tenant.modules.has(name) && tenant.modules.get(name) === undefined
        ? undefined
        : [...within('modules', name), ...last(tenant.modules.get(name))],
    problems,
  };
}

/** Makes a layer of a document, or of the part of it at `from`. */
export const createLayer = (document: Document, from: readonly string[] = []): Layer => ({ document, from, onto: [] });

/** Returns the presets that an institution, or the defaults for it, name, in their order; and those that are not there. */
function findPresets(tenant: TenantFiles, files: BaseFiles): { presets: Document[]; problems: Problem[] } {
  const writer = tenant.settings !== undefined && getOwn(tenant.settings.value, 'presets') !== undefined ? tenant.settings : files.tenant;
  if (writer === undefined) return { presets: [], problems: [] };
  const { problems, report } = messages.collectProblems(writer.place);
  const names = [getOwn(writer.value, 'presets') ?? []].flat().map(asString);
  const presets = names.map((name, index) => {
    const document = files.presets.get(name);
    if (names.indexOf(name) < index) {
      report(['presets', String(index)], messages.duplicatePreset(name));
      return undefined;
    }
    if (document === undefined && name !== '')
      report(['presets', String(index)], messages.unknownName('preset', name, [...files.presets.keys()]));
    return document;
  });
  return { presets: presets.filter((document) => document !== undefined), problems };
}

/** The keys of a preset: patches on the settings, the shared texts and the modules. */
const presetKeys = ['$schema', 'description', 'tenant', 'texts', 'modules'];

/** Checks what no patch of a preset shows: its own keys, and that the modules it changes are there. */
export function checkPresets({ presets, modules }: BaseFiles): Problem[] {
  return [...presets.values()].flatMap((document) => {
    if (document === undefined) return [];
    const { problems, report } = messages.collectProblems(document.place);
    for (const key of Object.keys(document.value))
      if (!presetKeys.includes(key)) report([key], messages.unknownKey(key, presetKeys), 'key');
    for (const key of ['tenant', 'texts', 'modules'])
      if (document.value[key] !== undefined && !isObject(document.value[key]))
        report([key], messages.wrongType('an object', document.value[key]));
    const { description } = document.value;
    if (description !== undefined && typeof description !== 'string') report(['description'], messages.wrongType('a text', description));
    for (const name of Object.keys(asObject(document.value['modules'])))
      if (!modules.has(name)) report(['modules', name], messages.unknownModulePatch(name, [...modules.keys()]), 'key');
    return problems;
  });
}

/** Returns the files of an institution that are modules of its own: of no other name, and whole. */
const listOwnModules = ({ modules }: TenantFiles, files: BaseFiles): [string, Document][] =>
  [...modules].flatMap(([name, document]): [string, Document][] =>
    document !== undefined && !files.modules.has(name) && isWhole(document) ? [[name, document]] : [],
  );

/** What a patch never needs together. */
const isWhole = ({ value }: Document): boolean => ['title', 'pages'].every((key) => getOwn(value, key) !== undefined);

/** Finds patches of an institution on modules that are not there. */
export function findUnknownModules(tenant: TenantFiles, { modules }: BaseFiles): Problem[] {
  return [...tenant.modules].flatMap(([name, document]) =>
    document === undefined || modules.has(name) || isWhole(document)
      ? []
      : [messages.createProblem(document.place([]), '', messages.unknownModulePatch(name, [...modules.keys()]))],
  );
}
