import type { CompiledCodelist, CompiledEndpoint, CompiledModule, CompiledPage } from '../../model/compiled';
import type { Card, Codelist, Form, FormField, Page, PartName } from '../../model/definitions.g';
import { columnTypes } from '../../runtime/typeGroups';
import { findNameKind, findOpenedForms, findCards } from '../scopes/uses';
import { type Json, getOwn } from '../../model/json';
import { splitName } from '../language/names';
import { collectFields } from './projection';
import { remember } from '../language/remember';
import { walk } from '../language/walk';

/** Finds a compiled module. */
type ModuleOf = (name: string) => CompiledModule | undefined;

/**
 * Puts the pages of a compiled module together with the cards, calls and code lists that they show, of whichever module.
 * @param compiled gives other compiled modules; pages that need one that is not there are left out
 */
export function compilePages(module: CompiledModule, compiled: ModuleOf): CompiledPage[] {
  const moduleOf: ModuleOf = (name) => {
    const owner = splitName(name, module.name).module;
    return owner === module.name ? module : compiled(owner);
  };
  const pages = Object.entries(module.definition.pages).map(([name, page]) => compilePage(module, name, page, moduleOf));
  return pages.filter((page) => page !== undefined);
}

function compilePage(module: CompiledModule, name: string, page: Page, moduleOf: ModuleOf): CompiledPage | undefined {
  const nameIn = (source: string): string => splitName(source, module.name).name;
  const cards: Record<string, Card> = {};
  for (const { card } of findCards(page)) {
    const found = getOwn(moduleOf(card)?.definition.cards, nameIn(card));
    if (found === undefined) return undefined;
    cards[card] = found;
  }
  const forms = collectForms(module, page, cards, moduleOf);
  const ofForms = Object.values(forms).map(collectNames.form);
  const ofOthers = [collectNames.page(page), ...Object.values(cards).map(collectNames.card)];
  const endpoints = new Set([...ofOthers, ...ofForms].flatMap((named) => [...named.endpoints]));
  const codelists = new Set(ofOthers.flatMap((named) => [...named.codelists]));
  const endpointOf = (endpoint: string): CompiledEndpoint | undefined => getOwn(moduleOf(endpoint)?.endpoints, nameIn(endpoint));
  // What is added is visited too: the picture of a proof has an alternative of its own.
  for (const endpoint of endpoints) {
    const { alternative, proof } = endpointOf(endpoint) ?? {};
    for (const other of [...Object.values<string>({ ...alternative }), ...Object.values<string>({ ...proof })]) endpoints.add(other);
  }
  if ([...endpoints].some((endpoint) => endpointOf(endpoint) === undefined)) return undefined;
  const { path = `/${name}`, aliases = [] } = page;
  const codelistOf = (codelist: string): Codelist | undefined => getOwn(moduleOf(codelist)?.definition.codelists, nameIn(codelist));
  return {
    module: module.name,
    name,
    path,
    aliases,
    definition: page,
    cards,
    forms,
    endpoints: [...endpoints],
    codelists: {
      ...Object.fromEntries([...codelists].map((codelist) => [codelist, compileCodelist(codelistOf(codelist))])),
      ...collectDictionaries(forms),
    },
    fields: collectFields({ page, cards, forms, moduleOf: (source) => moduleOf(source)?.definition }),
  };
}

/** Returns the forms of a page by name, and those that it, its cards and its forms open in dialogs as `module:form`. */
function collectForms(module: CompiledModule, page: Page, cards: Readonly<Record<string, Card>>, moduleOf: ModuleOf): Record<string, Form> {
  const found: Record<string, Form> = {};
  const addOpened = (name: string): void => add(name, getOwn(moduleOf(name)?.definition.forms, splitName(name, module.name).name));
  const add = (key: string, form: Form | undefined): void => {
    if (form === undefined || found[key] !== undefined) return;
    found[key] = form;
    findOpenedForms('Form', form).forEach(addOpened);
  };
  for (const name of page.kind === 'form' ? page.forms : []) add(name, getOwn(module.definition.forms, name));
  [...findOpenedForms('Page', page), ...Object.values(cards).flatMap((card) => findOpenedForms('Card', card))].forEach(addOpened);
  return found;
}

/** Returns the dictionaries whose entries fields offer, as code lists named `dictionary:<code>`, and the types of the column where a field offers these. */
function collectDictionaries(forms: Readonly<Record<string, Form>>): Record<string, CompiledCodelist> {
  const listFields = (fields: Form['fields']): FormField[] =>
    Object.values(fields).flatMap((field) => [field, ...listFields(field.fields ?? {})]);
  const fields = Object.values(forms).flatMap((form) => listFields(form.fields));
  const codes = fields.map(({ dictionary }) => dictionary).filter((code) => code !== undefined);
  return {
    ...Object.fromEntries(codes.map((code) => [`dictionary:${code}`, { dictionary: code }])),
    ...(fields.some(({ field }) => field === 'types') ? { [columnTypes]: { types: true } } : {}),
  };
}

/** Returns what finds the absolute names of calls and code lists in a compiled part. */
const nameCollector = (part: PartName) =>
  remember((value: Page | Card | Form): { endpoints: ReadonlySet<string>; codelists: ReadonlySet<string> } => {
    const endpoints = new Set<string>();
    const codelists = new Set<string>();
    walk(part, value as object as Json, undefined, {
      enter(place) {
        if (typeof place.value !== 'string') return;
        if (findNameKind(place) === 'endpoint') endpoints.add(place.value);
        if ((place.owner === 'DisplayObject' || place.owner === 'Filter') && place.field === 'codelist') codelists.add(place.value);
      },
    });
    return { endpoints, codelists };
  });
// A card is shown by many pages.
const collectNames = { page: nameCollector('Page'), card: nameCollector('Card'), form: nameCollector('Form') };

function compileCodelist(codelist: Codelist | undefined): CompiledCodelist {
  const { options, dictionary, types, kinds } = codelist ?? {};
  if (kinds) return { kinds };
  if (options === undefined) return { ...(dictionary === undefined ? {} : { dictionary }), ...(types === undefined ? {} : { types }) };
  const labels = Object.values(options).map(({ value, label }) => [
    String(value),
    typeof label === 'string' ? label : (label.text ?? (typeof label.value === 'string' ? label.value : (label.else ?? ''))),
  ]);
  return { options: Object.fromEntries(labels) as Record<string, string> };
}
