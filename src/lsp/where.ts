import { resolveTokens } from '../model/pointer';
import type { Json } from '../model/json';
import type { Document, Layer } from '../definitions/language/document';
import type { Laid } from '../definitions/overlay/lay';
import type { Target } from './containers';
import type { Side, View } from './view';

/** A part of a file that writes what a name leads to. */
export interface Writer {
  document: Document;
  /** Where in the file. */
  path: string[];
  value: Json;
}

/** Returns what a target is a part of, laid together; undefined for files, which are whole. */
export function findLaid(target: Target, view: View, side: Side): Laid | undefined {
  if (target.kind === 'settings') return view.settings(side);
  if (target.kind === 'texts') return view.texts(side);
  return target.kind === 'module' ? view.module(target.name, side) : undefined;
}

/** Returns the files that write what a name leads to, the lowest first: the base, presets, the institution. */
export function listWriters(target: Target, view: View, side: Side): Writer[] {
  if (target.kind === 'fragment') return toWriter(view.base.fragments.get(target.name));
  if (target.kind === 'preset') return toWriter(view.base.presets.get(target.name));
  const writers = (findLaid(target, view, side)?.layers ?? []).flatMap((layer) => {
    const path = toFile(layer, target.path);
    const value = path && resolveTokens(layer.document.value, path);
    // A page is not defined by the fragments that it lies on.
    const isAround = path?.length === 0 && target.path.length > 0;
    return path === undefined || value === undefined || isAround ? [] : [{ document: layer.document, path, value }];
  });
  // Below fragments a module's pages are named once more, so that they stand in its own order.
  return writers.filter(({ document }, index) => writers.findLastIndex((other) => other.document.file === document.file) === index);
}

const toWriter = (document: Document | undefined): Writer[] =>
  document === undefined ? [] : [{ document, path: [], value: document.value }];

/** Returns where in a layer's file something of the definition stands; undefined for what the layer is not laid on. */
function toFile({ from, onto }: Layer, path: readonly string[]): string[] | undefined {
  return onto.every((token, index) => token === path[index]) ? [...from, ...path.slice(onto.length)] : undefined;
}

/** Returns in which of the layers a file lies, in words. */
export function describeOrigin(file: string): string {
  const [, tenant] = /^tenants\/([^/]+)\//.exec(file) ?? [];
  if (tenant !== undefined) return `the institution ${tenant}`;
  return file.startsWith('schemas/presets/') ? 'a preset' : file.startsWith('schemas/fragments/') ? 'a fragment' : 'the base';
}
