import type { Json } from '../../model/json';
import { convertCoordinate } from '../../runtime/convertCoordinate';
import { type CoordinateSystem, type LngLat, isPlace } from '../../runtime/coordinate';
import { type Fault, quote } from './fault';

/** Degrees as a file writes them: numbers, or text of numbers. */
export interface Degrees {
  lng: Json | undefined;
  lat: Json | undefined;
}

/** Returns both degrees of one value: `120.15,30.25`, `120.15 30.25`, or a list of two. One that is not two numbers is all in `lng`. */
export function splitPoint(value: Json | undefined, order: 'lngLat' | 'latLng' = 'lngLat'): Degrees {
  const parts = typeof value === 'string' ? value.trim().split(/\s*[,\uff0c;|]\s*|\s+/) : value;
  if (!Array.isArray(parts) || parts.length !== 2) return { lng: value, lat: undefined };
  const [first, second] = parts;
  return order === 'lngLat' ? { lng: first, lat: second } : { lng: second, lat: first };
}

/**
 * Returns the coordinate as items have it, in another system.
 * @returns no value for none, and for 0,0, which stands for "not known" in many files
 */
export function toCoordinate(
  degrees: Degrees | undefined,
  from: CoordinateSystem,
  to: CoordinateSystem,
): { value?: string; fault?: Omit<Fault, 'place'> } {
  const { lng, lat } = degrees ?? {};
  if (isNothing(lng) && isNothing(lat)) return {};
  const at = { lng: toNumber(lng), lat: toNumber(lat) };
  if (at.lng === 0 && at.lat === 0) return {};
  if (isPlace(at)) return { value: formatCoordinate(convertCoordinate(at, from, to)) };
  const turned = isPlace({ lng: at.lat, lat: at.lng }) ? '; are they the other way round?' : '';
  const found = `${describeValue(lng)} and ${describeValue(lat)}`;
  return {
    fault: {
      message: `expects degrees east and north such as 120.15 and 30.25, found ${found}${turned}`,
      said: {
        text: 'importExpects',
        values: { found: `${describeValue(lng)}, ${describeValue(lat)}` },
        expected: { text: 'importCoordinate' },
      },
    },
  };
}

/** 'lng,lat' to about a tenth of a metre. */
export const formatCoordinate = ({ lng, lat }: LngLat): string => `${Number(lng.toFixed(6))},${Number(lat.toFixed(6))}`;

const isNothing = (value: Json | undefined): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
const toNumber = (value: Json | undefined): number =>
  typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
const describeValue = (value: Json | undefined): string => (isNothing(value) ? 'nothing' : quote(value));
