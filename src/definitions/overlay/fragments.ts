import type { Problem } from '../../model/problem';
import { startOf, type Document, type Layer } from '../language/document';
import { isObject, type JsonObject } from '../../model/json';
import { formatPointer, resolveTokens } from '../../model/pointer';
import { remember } from '../language/remember';
import { mergePatch } from './mergePatch';
import * as messages from '../problems/messages';

/** The layers that fragments add below a module's pages, and the fragments that are not there. */
interface FragmentLayers {
  layers: Layer[];
  problems: Problem[];
  documents: Document[];
}

/**
 * Finds the fragments that the pages of a module say they use, after all patches, so that a tenant can choose another one.
 * A first layer names the pages, so that their order is the module's own and not that of the fragments.
 * @param layers the definition and its patches, the lowest first
 * @param fragments the fragments by name; undefined for one that cannot be read
 * @param translated patches of fragments for readers of another language
 */
export function collectFragments(
  layers: readonly Layer[],
  fragments: ReadonlyMap<string, Document | undefined>,
  translated: ReadonlyMap<string, Document | undefined> = new Map(),
): FragmentLayers {
  const result: FragmentLayers = { layers: [], problems: [], documents: [] };
  for (const [page, names] of findUses(layers)) {
    for (const [index, name] of names.entries()) {
      const document = fragments.get(name);
      if (document === undefined) result.problems.push(reportUnknown(layers, ['pages', page, 'use', String(index)], name, fragments));
      else {
        for (const part of [document, translated.get(name)]) {
          if (part === undefined) continue;
          result.layers.push({ document: leaveOutSchema(part), from: [], onto: ['pages', page] });
          result.documents.push(part);
        }
      }
    }
  }
  for (const document of new Set(result.documents)) {
    if (document.value['use'] !== undefined)
      result.problems.push(messages.createProblem(document.place(['use'], 'key'), '/use', messages.fragmentUses()));
  }
  const first = layers[0]?.document;
  if (result.layers.length > 0 && first !== undefined) result.layers.unshift({ document: namePages(first), from: [], onto: [] });
  return result;
}

// The same each time, so that what is made of them is known again.
const leaveOutSchema = remember((document: Document): Document => {
  const { $schema: _editorsOnly, ...value } = document.value;
  return { ...document, value };
});
const namePages = remember((document: Document): Document => {
  const { pages } = document.value;
  return { ...document, value: { pages: isObject(pages) ? Object.fromEntries(Object.keys(pages).map((page) => [page, {}])) : {} } };
});

function findUses(layers: readonly Layer[]): [string, string[]][] {
  const merged = layers.reduce<JsonObject>((value, { document, from }) => {
    const patch = resolveTokens(document.value, from);
    const result = isObject(patch) ? mergePatch(value, patch) : value;
    return isObject(result) ? result : value;
  }, {});
  const pages = isObject(merged['pages']) ? merged['pages'] : {};
  return Object.entries(pages).flatMap(([page, value]) => {
    const names = isObject(value) && Array.isArray(value['use']) ? value['use'].filter((name) => typeof name === 'string') : [];
    return names.length === 0 ? [] : [[page, names] as [string, string[]]];
  });
}

function reportUnknown(layers: readonly Layer[], path: readonly string[], name: string, fragments: ReadonlyMap<string, unknown>): Problem {
  const writer = layers.findLast(({ document, from }) => resolveTokens(document.value, [...from, ...path]) === name);
  const place = writer?.document.place([...writer.from, ...path]) ?? startOf('');
  return messages.createProblem(place, formatPointer(path), messages.unknownName('fragment', name, [...fragments.keys()]));
}
