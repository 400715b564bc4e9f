import type { MapPlace } from '../../../model/definitions.g';
import type { JsonObject } from '../../../model/json';
import { parseCoordinate } from '../../../runtime/coordinate';
import type { Scope } from '../../../runtime/roots';
import { formatDisplay, type ShowContext } from '../../../runtime/display';
import { evaluate } from '../../../runtime/value';
import { pictureAddress } from '../../ui/Picture';
import type { Place } from './kinds';

/** The place that a row stands for; undefined for a row without an id, which could not be opened. */
export function placeOf(row: JsonObject, definition: MapPlace, scope: Scope, showContext: ShowContext): Place | undefined {
  const inner: Scope = { ...scope, row };
  const id = row['id'];
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const type = evaluate(definition.type, inner);
  return {
    id: String(id),
    row,
    title: formatDisplay(definition.title, inner, showContext)?.text ?? '',
    at: parseCoordinate(evaluate(definition.coordinate, inner)),
    type: typeof type === 'string' || typeof type === 'number' ? String(type) : '',
    icon: pictureAddress(evaluate(definition.icon, inner)),
  };
}

/** The places that rows stand for. */
export function placesOf(rows: readonly JsonObject[], definition: MapPlace, scope: Scope, showContext: ShowContext): Place[] {
  return rows.flatMap((row) => placeOf(row, definition, scope, showContext) ?? []);
}

/** The picture of a place in the list; of several the first. */
export function pictureOf(place: Place, definition: MapPlace, scope: Scope): string | undefined {
  const value = evaluate(definition.image, { ...scope, row: place.row });
  return pictureAddress(Array.isArray(value) ? value[0] : value);
}
