import type { TextKey } from '../model/textKeys.g';
import { type CoordinateSystem, type LngLat, parseCoordinate } from './coordinate';
import { convertCoordinate } from './convertCoordinate';

/** The mean radius of the earth, in metres. */
const radius = 6_371_000;

/** Returns how far two places are from each other on a sphere, in metres. */
export function measureDistance(from: LngLat, to: LngLat): number {
  const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;
  const [high, wide] = [toRadians(to.lat - from.lat), toRadians(to.lng - from.lng)];
  const chord = Math.sin(high / 2) ** 2 + Math.cos(toRadians(from.lat)) * Math.cos(toRadians(to.lat)) * Math.sin(wide / 2) ** 2;
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Returns the words for a distance and what they are given: as exact as a position is that is known to some 100 metres. */
export function describeDistance(metres: number): { text: TextKey; given: Readonly<Record<string, string>> } {
  return metres < 975
    ? { text: 'distanceMetres', given: { metres: String(Math.max(50, Math.round(metres / 50) * 50)) } }
    : { text: 'distanceKilometres', given: { kilometres: (metres / 1000).toFixed(metres < 99_950 ? 1 : 0) } };
}

/**
 * Returns a position as addresses carry it: 'lng,lat' as browsers tell it (WGS 84), to some 100 metres. More is not needed to order a
 * list, and nobody is to be found by it.
 */
export function writeNear(at: LngLat, system: CoordinateSystem): string {
  const { lng, lat } = convertCoordinate(at, system, 'wgs84');
  return `${lng.toFixed(3)},${lat.toFixed(3)}`;
}

/** Returns the position that an address carries, in another system; undefined for what is none. */
export function readNear(text: string | undefined, system: CoordinateSystem): LngLat | undefined {
  const at = parseCoordinate(text);
  return at && convertCoordinate(at, 'wgs84', system);
}
