import { asObject, isObject } from '../model/json';
import type { Laid } from '../definitions/overlay/lay';
import type { Shape } from '../definitions/scopes/shapes';
import type { Target } from './containers';
import type { Side, View } from './view';

/** The fields of items by what their definitions have, which the same parts of a file are in whatever they are laid into. */
const fields = new WeakMap<object, Target>();
const indexed = new WeakSet<Laid>();

/** Returns the field of an item that a shape is; shapes of items are what their definitions have, so that each is known by itself. */
export function findField(shape: Shape, view: View, side: Side): Target | undefined {
  const known = fields.get(shape);
  if (known !== undefined) return known;
  for (const name of view.moduleNames(side)) {
    const laid = view.module(name, side);
    if (laid === undefined || indexed.has(laid)) continue;
    indexed.add(laid);
    indexFields(name, laid.json['item'], ['item']);
  }
  return fields.get(shape);
}

function indexFields(module: string, owner: unknown, path: readonly string[]): void {
  for (const [field, property] of Object.entries(asObject(asObject(owner)['properties']))) {
    if (!isObject(property)) continue;
    const at = [...path, 'properties', field];
    fields.set(property, { kind: 'module', name: module, path: at });
    indexFields(module, property, at);
    indexFields(module, property['items'], [...at, 'items']);
  }
}
