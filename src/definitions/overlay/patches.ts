import type { Problem } from '../../model/problem';
import type { BaseFiles, Document, Layer, TenantFiles } from '../language/document';
import { getOwn } from '../../model/json';
import { resolveTokens } from '../../model/pointer';
import * as messages from '../problems/messages';
import { findPresets } from './presets';

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
