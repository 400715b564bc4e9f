import { walk, type Place } from '../definitions/language/walk';
import type { MemberPart } from '../definitions/language/document';
import { enterScope, type Scope } from '../definitions/scopes/scopes';
import type { Side, View } from './view';

/** A place of a definition and what references there see. */
export interface Seen {
  place: Place;
  scope: Scope;
  /** Whether the name of the member is meant or what it holds. */
  part: MemberPart;
}

/** Calls back with every place of a module, or of the settings, of a side. */
export function eachPlace(module: string | undefined, side: Side, view: View, visit: (seen: Seen) => void): void {
  walkPlaces(module, side, view, () => true, visit);
}

/** Returns the place at a path of a module or of the settings. */
export function findPlace(path: readonly string[], part: MemberPart, module: string | undefined, side: Side, view: View): Seen | undefined {
  let found: Seen | undefined;
  const isOnTheWay = ({ path: at }: Place): boolean => at.every((token, index) => token === path[index]);
  walkPlaces(module, side, view, isOnTheWay, (seen) => {
    if (seen.part === part && isSamePath(seen.place.path, path)) found ??= seen;
  });
  return found;
}

function walkPlaces(
  module: string | undefined,
  side: Side,
  view: View,
  isWanted: (place: Place) => boolean,
  visit: (seen: Seen) => void,
): void {
  const json = module === undefined ? view.settings(side).json : view.module(module, side)?.json;
  if (json === undefined) return;
  walk<Scope>(module === undefined ? 'TenantSettings' : 'Module', json, view.scope(module ?? '', side), {
    enter(place, outer) {
      if (!isWanted(place)) return outer;
      const scope = tryScope(place, outer);
      visit({ place, scope, part: 'value' });
      return scope;
    },
    key(place, scope) {
      if (isWanted(place)) visit({ place, scope, part: 'key' });
    },
  });
}

export const isSamePath = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((token, index) => token === other[index]);

/** What is not finished has no scope of its own. */
function tryScope(place: Place, outer: Scope): Scope {
  try {
    return enterScope(place, outer);
  } catch {
    return outer;
  }
}
