import { asObject, isObject, type Json } from '../../model/json';
import { formatPointer } from '../../model/pointer';
import type { Problem } from '../../model/problem';
import type { Document, LocaleFiles } from '../language/document';
import * as messages from '../problems/messages';

/** What of definitions visitors read; all else is the same in every language, so that they share calls, rules and what is stored. */
const ofModules = ['title', 'description', 'search', 'states', 'moves', 'codelists', 'endpoints', 'cards', 'pages', 'forms'];
const ofSettings = [
  'description',
  'site',
  'theme',
  'shell',
  'menu',
  'points',
  'messages',
  'licences',
  'slots',
  'dictionaries',
  'types',
  'areas',
  'map',
];
/** What calls say to visitors. */
const ofCalls: ReadonlySet<string> = new Set(['message', 'refused', 'repeated', 'full']);

/** Finds what the patches of a locale change besides what visitors read. */
export function checkLocale({ settings, modules }: LocaleFiles): Problem[] {
  const ofFiles = [...modules.values()].flatMap((document) =>
    document === undefined ? [] : [...checkKeys(document, ofModules), ...checkCalls(document)],
  );
  return [...(settings === undefined ? [] : checkKeys(settings, ofSettings)), ...ofFiles];
}

const checkKeys = (document: Document, allowed: readonly string[]): Problem[] =>
  Object.keys(document.value)
    .filter((key) => key !== '$schema' && !allowed.includes(key))
    .map((key) => report(document, [key], [...allowed]));

function checkCalls(document: Document): Problem[] {
  const visit = (value: Json, path: readonly string[]): Problem[] =>
    isObject(value)
      ? Object.entries(value).flatMap(([key, inner]) => visit(inner, [...path, key]))
      : ofCalls.has(path.at(-1) ?? '')
        ? []
        : [report(document, path, [...ofCalls])];
  return Object.entries(asObject(document.value['endpoints'])).flatMap(([name, call]) => visit(call, ['endpoints', name]));
}

const report = (document: Document, path: readonly string[], allowed: string[]): Problem =>
  messages.createProblem(document.place(path, 'key'), formatPointer(path), messages.sameInAllLanguages(path.at(-1) ?? '', allowed));
