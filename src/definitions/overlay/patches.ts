import type { Problem } from '../../model/problem';
import type { BaseFiles, Document, Layer, LocaleFiles, TenantFiles } from '../language/document';
import { asObject } from '../../model/json';
import { resolveTokens } from '../../model/pointer';
import * as messages from '../problems/messages';
import { correct } from '../problems/wording';
import { findPresets } from './presets';

/** What is laid on the definitions that all tenants share: the presets of an institution in their order, then its own files. */
export interface Patches {
  /** The folder of whose definitions these are. */
  folder: string;
  settings: Layer[];
  texts: Layer[];
  /** The patches of a module, those of an institution's own module too; undefined when one of them cannot be read. */
  ofModule(name: string): Layer[] | undefined;
  /** The modules that the institution alone has, by name: what is laid on nothing. */
  own: ReadonlyMap<string, Document>;
  /** Names of modules of its own of which the file cannot be read or is no whole module: they are there, and nothing is known of them. */
  unread: readonly string[];
  /** Presets that are not there. */
  problems: Problem[];
}

/** The base is what nothing is laid on. */
export const noPatches: Patches = {
  folder: 'schemas',
  settings: [],
  texts: [],
  ofModule: () => [],
  own: new Map(),
  unread: [],
  problems: [],
};

/** Returns what all portals have in common in a language, as patches on what they have in common in the original one. */
export function collectSharedPatches(locale: string, files: LocaleFiles): Patches {
  return {
    ...noPatches,
    folder: `schemas/${locale}`,
    texts: files.texts === undefined ? [] : [createLayer(files.texts)],
    ofModule: (name) => listLayers(files.modules, name),
  };
}

/**
 * Collects the patches of an institution.
 * @param locale the language in which it is read, unless it is the original one; what it says in that language lies on top
 */
export function collectPatches(tenant: TenantFiles, files: BaseFiles, locale?: string): Patches {
  const { presets, problems } = findPresets(tenant, files);
  const translated = locale === undefined ? undefined : tenant.locales.get(locale);
  const own = new Map(listOwnModules(tenant, files));
  const within = (...from: string[]): Layer[] =>
    presets.filter(({ value }) => resolveTokens(value, from) !== undefined).map((document) => createLayer(document, from));
  const last = (document: Document | undefined): Layer[] => (document === undefined ? [] : [createLayer(document)]);
  return {
    folder: locale === undefined ? `tenants/${tenant.name}` : `tenants/${tenant.name}/${locale}`,
    settings: [...within('tenant'), ...last(tenant.settings), ...last(translated?.settings)],
    texts: [...within('texts'), ...last(tenant.texts), ...last(translated?.texts)],
    own,
    unread: [...tenant.modules.keys()].filter((name) => !own.has(name) && !files.modules.has(name)),
    ofModule: (name) => {
      const [ofTenant, ofLocale] = [own.has(name) ? [] : listLayers(tenant.modules, name), listLayers(translated?.modules, name)];
      return ofTenant && ofLocale && [...(own.has(name) ? [] : within('modules', name)), ...ofTenant, ...ofLocale];
    },
    problems,
  };
}

/** Returns the patch of a name, if there is one; undefined when it cannot be read. */
const listLayers = (documents: ReadonlyMap<string, Document | undefined> | undefined, name: string): Layer[] | undefined => {
  const document = documents?.get(name);
  if (document !== undefined) return [createLayer(document)];
  return documents?.has(name) ? undefined : [];
};

/** Makes a layer of a document, or of the part of it at `from`. */
export const createLayer = (document: Document, from: readonly string[] = []): Layer => ({ document, from, onto: [] });

/** Returns the files of an institution that are modules of its own: of no other name, and whole. */
const listOwnModules = ({ modules }: TenantFiles, files: BaseFiles): [string, Document][] =>
  [...modules].flatMap(([name, document]): [string, Document][] =>
    document !== undefined && !files.modules.has(name) && isWhole(document) ? [[name, document]] : [],
  );

/** What a patch never needs together, or what is probably meant by it. */
const isWhole = ({ value }: Document): boolean => {
  const keys = Object.keys(asObject(value));
  const meant = new Set(keys.map((key) => JSON.parse(correct(key, ['title', 'pages'])?.to ?? '""') as unknown));
  return ['title', 'pages'].every((key) => keys.includes(key) || meant.has(key));
};

/** Finds patches of an institution on modules that are not there. */
export function findUnknownModules(tenant: TenantFiles, { modules }: BaseFiles): Problem[] {
  const own = new Set([...tenant.modules].flatMap(([name, document]) => (document !== undefined && isWhole(document) ? [name] : [])));
  const patches = [...tenant.modules, ...[...tenant.locales.values()].flatMap((locale) => [...locale.modules])];
  return patches.flatMap(([name, document]) =>
    document === undefined || modules.has(name) || own.has(name)
      ? []
      : [messages.createProblem(document.place([]), '', messages.unknownModulePatch(name, [...modules.keys()]))],
  );
}
