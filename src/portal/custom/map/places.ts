import type { MapPlace } from '../../../model/definitions.g';
import type { Json, JsonObject } from '../../../model/payload';
import type { Scope } from '../../../runtime/scope';
import { show, type ShowContext } from '../../../runtime/show';
import { evaluate } from '../../../runtime/value';
import { pictureAddress } from '../../show/Picture';
import type { LngLat, Place } from './kinds';

/** Degrees that are no place on a map of this projection. */
const mostNorth = 85;

/**
 * Reads a coordinate as items have it, 'lng,lat' (ledger MAP-13).
 * @returns undefined for what is no coordinate: words, one number, numbers out of range, or 0,0, which stands for "not known" in many back ends
 */
export function parseCoordinate(value: Json | undefined): LngLat | undefined {
  const [, east, north] = (typeof value === 'string' ? /^\s*(-?\d{1,3}(?:\.\d+)?)\s*[,，]\s*(-?\d{1,2}(?:\.\d+)?)\s*$/.exec(value) : null) ?? [];
  if (east === undefined || north === undefined) return undefined;
  const [lng, lat] = [Number(east), Number(north)];
  return Math.abs(lng) > 180 || Math.abs(lat) > mostNorth || (lng === 0 && lat === 0) ? undefined : { lng, lat };
}

/** The place that a row stands for; undefined for a row without an id, which could not be opened. */
export function placeOf(row: JsonObject, definition: MapPlace, scope: Scope, showing: ShowContext): Place | undefined {
  const inner: Scope = { ...scope, row };
  const id = row['id'];
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const type = evaluate(definition.type, inner);
  return {
    id: String(id), row, title: show(definition.title, inner, showing)?.text ?? '', at: parseCoordinate(evaluate(definition.coordinate, inner)),
    type: typeof type === 'string' || typeof type === 'number' ? String(type) : '', icon: pictureAddress(evaluate(definition.icon, inner)),
  };
}

/** The places that rows stand for. */
export function placesOf(rows: readonly JsonObject[], definition: MapPlace, scope: Scope, showing: ShowContext): Place[] {
  return rows.flatMap((row) => placeOf(row, definition, scope, showing) ?? []);
}

/** The picture of a place in the list; of several the first. */
export function pictureOf(place: Place, definition: MapPlace, scope: Scope): string | undefined {
  const value = evaluate(definition.image, { ...scope, row: place.row });
  return pictureAddress(Array.isArray(value) ? value[0] : value);
}
