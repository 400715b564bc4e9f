import type { MapPlace } from '../../../model/definitions.g';
import type { JsonObject } from '../../../model/json';
import { parseCoordinate } from '../../../runtime/coordinate';
import type { Scope } from '../../../runtime/roots';
import { formatDisplay, type ShowContext } from '../../../runtime/display';
import { evaluate } from '../../../runtime/value';
import { toPictureAddress } from '../../ui/Picture';
import type { Place } from './kinds';

/** Returns the place that a row stands for; undefined for a row without an id, which could not be opened. */
export function toPlace(row: JsonObject, definition: MapPlace, scope: Scope, showContext: ShowContext): Place | undefined {
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
    icon: toPictureAddress(evaluate(definition.icon, inner)),
  };
}

/** Returns the places that rows stand for. */
export function toPlaces(rows: readonly JsonObject[], definition: MapPlace, scope: Scope, showContext: ShowContext): Place[] {
  return rows.flatMap((row) => toPlace(row, definition, scope, showContext) ?? []);
}

/** Returns the picture of a place in the list; of several the first. */
export function choosePicture(place: Place, definition: MapPlace, scope: Scope): string | undefined {
  const value = evaluate(definition.image, { ...scope, row: place.row });
  return toPictureAddress(Array.isArray(value) ? value[0] : value);
}
