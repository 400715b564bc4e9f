import { measureDistance } from '../../../runtime/distance';
import type { LngLat, Place } from './kinds';

/** Degrees around the places that count as where they are at least: some ten kilometres. */
const leastMargin = 0.1;

/** Returns whether a position lies so far from all places that a map around it would show none of them. */
export function liesOutside(at: LngLat, places: readonly Place[]): boolean {
  const spots = places.flatMap((place) => place.at ?? []);
  if (spots.length === 0) return false;
  const beyond = (value: number, values: readonly number[]): boolean => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const margin = Math.max(leastMargin, most - least);
    return value < least - margin || value > most + margin;
  };
  return (
    beyond(
      at.lng,
      spots.map(({ lng }) => lng),
    ) ||
    beyond(
      at.lat,
      spots.map(({ lat }) => lat),
    )
  );
}

/** Returns the place that is nearest to a position, and how far it is, in metres; undefined where none says where it is. */
export function findNearest(at: LngLat, places: readonly Place[]): { place: Place; metres: number } | undefined {
  return places
    .flatMap((place) => (place.at ? [{ place, metres: measureDistance(at, place.at) }] : []))
    .reduce<{ place: Place; metres: number } | undefined>((best, each) => (best && best.metres <= each.metres ? best : each), undefined);
}
