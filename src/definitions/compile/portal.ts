import type { CompiledCodelist, CompiledEndpoint, CompiledModule, CompiledPage, CompiledPortal } from '../../model/compiled';
import type { Card, Codelist, Form, Page, TenantSettings } from '../../model/definitions.g';
import type { Json } from '../../model/payload';
import { openedForms, sourceKind, uses } from '../scopes/uses';
import { hashOf } from './hash';
import { notePattern } from '../language/icuPattern';
import { own } from '../language/jsonPointer';
import { split } from '../language/names';
import { fieldsOf } from './projection';
import { walk } from '../language/walk';

/** The pages of a module and the other modules that they show something of. */
export interface PagesResult {
  pages: CompiledPage[];
  uses: Map<string, CompiledModule | undefined>;
}

/**
 * Puts the pages of a compiled module together with the cards, calls and code lists that they show, of whichever module.
 * @param compiled gives other compiled modules; pages that need one that is not there are left out
 */
export function compilePages(module: CompiledModule, compiled: (name: string) => CompiledModule | undefined): PagesResult {
  const used = new Map<string, CompiledModule | undefined>();
  const moduleOf = (name: string): CompiledModule | undefined => {
    const owner = split(name, module.name).module;
    if (owner === module.name) return module;
    const other = compiled(owner);
    used.set(owner, other);
    return other;
  };
  const pages = Object.entries(module.definition.pages).map(([name, page]) => compilePage(module, name, page, moduleOf));
  return { pages: pages.filter((page) => page !== undefined), uses: used };
}

function compilePage(
  module: CompiledModule,
  name: string,
  page: Page,
  moduleOf: (name: string) => CompiledModule | undefined,
): CompiledPage | undefined {
  const cards: Record<string, Card> = {};
  for (const { card } of uses(page)) {
    const found = own(moduleOf(card)?.definition.cards, split(card, module.name).name);
    if (found === undefined) return undefined;
    cards[card] = found;
  }
  const forms = formsOf(module, page, cards, moduleOf);
  const { endpoints, codelists } = namesIn('Page', page);
  for (const form of Object.values(forms)) for (const endpoint of namesIn('Form', form).endpoints) endpoints.add(endpoint);
  for (const card of Object.values(cards)) {
    const named = namesIn('Card', card);
    for (const codelist of named.codelists) codelists.add(codelist);
    for (const endpoint of named.endpoints) endpoints.add(endpoint);
  }
  const endpointOf = (endpoint: string): CompiledEndpoint | undefined =>
    own(moduleOf(endpoint)?.endpoints, split(endpoint, module.name).name);
  for (const endpoint of [...endpoints])
    for (const other of Object.values<string>({ ...endpointOf(endpoint)?.alternative })) endpoints.add(other);
  if ([...endpoints].some((endpoint) => endpointOf(endpoint) === undefined)) return undefined;
  const { path = `/${name}`, aliases = [] } = page;
  return {
    module: module.name,
    name,
    path,
    aliases,
    page,
    cards,
    forms,
    endpoints: [...endpoints],
    codelists: {
      ...Object.fromEntries(
        [...codelists].map((codelist) => [
          codelist,
          compileCodelist(own(moduleOf(codelist)?.definition.codelists, split(codelist, module.name).name)),
        ]),
      ),
      ...dictionariesOf(forms),
    },
    fields: fieldsOf({ page, cards, forms, moduleOf: (source) => moduleOf(source)?.definition }),
  };
}

/** The forms of a page by name, and those that it, its cards and its forms open in dialogs as `module:form`. */
function formsOf(
  module: CompiledModule,
  page: Page,
  cards: Readonly<Record<string, Card>>,
  moduleOf: (name: string) => CompiledModule | undefined,
): Record<string, Form> {
  const found: Record<string, Form> = {};
  const add = (key: string, form: Form | undefined): void => {
    if (form === undefined || found[key] !== undefined) return;
    found[key] = form;
    for (const name of openedForms('Form', form)) add(name, own(moduleOf(name)?.definition.forms, split(name, module.name).name));
  };
  for (const name of page.kind === 'form' ? page.forms : []) add(name, own(module.definition.forms, name));
  for (const name of [...openedForms('Page', page), ...Object.values(cards).flatMap((card) => openedForms('Card', card))])
    add(name, own(moduleOf(name)?.definition.forms, split(name, module.name).name));
  return found;
}

/** The dictionaries whose entries fields offer, as code lists named `dictionary:<code>`. */
function dictionariesOf(forms: Readonly<Record<string, Form>>): Record<string, CompiledCodelist> {
  const codes = Object.values(forms)
    .flatMap((form) => Object.values(form.fields))
    .map(({ dictionary }) => dictionary)
    .filter((code) => code !== undefined);
  return Object.fromEntries(codes.map((code) => [`dictionary:${code}`, { dictionary: code }]));
}

/** The absolute names of calls and code lists in a compiled part. */
function namesIn(part: string, value: Page | Card | Form): { endpoints: Set<string>; codelists: Set<string> } {
  const endpoints = new Set<string>();
  const codelists = new Set<string>();
  walk(part, value as object as Json, undefined, {
    enter({ names, owner, field, value: name }) {
      if (typeof name !== 'string') return;
      if (names.at(-1) === 'Source' && sourceKind(owner, field) === 'endpoint') endpoints.add(name);
      if (owner === 'DisplayObject' && field === 'codelist') codelists.add(name);
    },
  });
  return { endpoints, codelists };
}

function compileCodelist(codelist: Codelist | undefined): CompiledCodelist {
  const { options, dictionary, types } = codelist ?? {};
  if (options === undefined) return { ...(dictionary === undefined ? {} : { dictionary }), ...(types === undefined ? {} : { types }) };
  return {
    options: Object.fromEntries(
      Object.values(options).map(({ value, label }) => [
        String(value),
        typeof label === 'string' ? label : (label.text ?? (typeof label.value === 'string' ? label.value : (label.else ?? ''))),
      ]),
    ),
  };
}

/** A module that can be served: its compiled form and its pages. */
export interface ServedModule {
  module: CompiledModule;
  pages: CompiledPage[];
  /** Syntax trees of its patterns that have to be formatted. */
  patterns: Record<string, unknown>;
  /** A hash of all that it was compiled to. */
  hash: string;
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
  return { texts, patterns, hash: hashOf(texts) };
}

/**
 * Puts a tenant's portal together.
 * @param modules its modules, in the order of their names
 * @param sharedPatterns syntax trees that other tenants use too; used as they are when they hold all that this tenant needs
 */
export function assemblePortal(
  tenant: string,
  settings: TenantSettings,
  texts: CompiledTexts,
  modules: readonly ServedModule[],
  sharedPatterns: Record<string, unknown>,
): CompiledPortal {
  const sources = [texts.patterns, ...modules.map(({ patterns }) => patterns)];
  const isShared = sources.every((patterns) => Object.keys(patterns).every((pattern) => own(sharedPatterns, pattern) !== undefined));
  const portal: CompiledPortal = {
    tenant,
    settings,
    texts: texts.texts,
    modules: {},
    pages: new Map(),
    endpoints: {},
    entries: {},
    routeIds: {},
    patterns: isShared ? sharedPatterns : (Object.assign({}, ...sources) as Record<string, unknown>),
    version: hashOf([tenant, settings, texts.hash, modules.map(({ module, hash }) => [module.name, hash])]),
  };
  for (const { module, pages } of modules) {
    portal.modules[module.name] = module;
    for (const endpoint of Object.values(module.endpoints)) portal.endpoints[endpoint.name] = endpoint;
    for (const page of pages) {
      for (const path of [page.path, ...page.aliases]) portal.pages.set(path, page);
      portal.entries[`${module.name}:${page.name}`] = page.path;
    }
    const entry = pages.find(({ name }) => name === module.definition.entry) ?? pages[0];
    if (entry === undefined) continue;
    portal.entries[module.name] = entry.path;
    if (module.definition.backRouteId !== undefined) portal.routeIds[module.definition.backRouteId] = entry.path;
  }
  return portal;
}
