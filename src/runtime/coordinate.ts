import type { MapSettings } from '../model/definitions.g';
import type { Json } from '../model/json';

/** Degrees east and north. */
export interface LngLat {
  lng: number;
  lat: number;
}

/** The systems that coordinates are written in in China. */
export type CoordinateSystem = NonNullable<MapSettings['coordinates']>;

/** The system of coordinates when an institution says nothing. */
export const usualSystem: CoordinateSystem = 'gcj02';

/** Degrees that are no place on a map of this projection. */
const mostNorth = 85;

/** Returns whether degrees can be a place on a map; 0,0 stands for "not known" in many back ends. */
export const isPlace = ({ lng, lat }: LngLat): boolean => Math.abs(lng) <= 180 && Math.abs(lat) <= mostNorth && !(lng === 0 && lat === 0);

/**
 * Reads a coordinate as items have it, 'lng,lat' (ledger MAP-13).
 * @returns undefined for what is no coordinate: words, one number, numbers out of range, or 0,0
 */
export function parseCoordinate(value: Json | undefined): LngLat | undefined {
  const [, east, north] =
    (typeof value === 'string' ? /^\s*(-?\d{1,3}(?:\.\d+)?)\s*[,\uff0c]\s*(-?\d{1,2}(?:\.\d+)?)\s*$/.exec(value) : null) ?? [];
  if (east === undefined || north === undefined) return undefined;
  const at = { lng: Number(east), lat: Number(north) };
  return isPlace(at) ? at : undefined;
}
