import type { MapPayload } from '../../../model/payload';
import { convertCoordinate } from '../../../runtime/convertCoordinate';
import type { LngLat, Place } from './kinds';
import type { MapView } from './providers/kinds';
import type { ShownAddress } from './useMap';

/**
 * Returns where an address is: at a place that has this name or this address, else where the map's provider finds it.
 * @returns in the institution's system; undefined when nobody knows
 */
export async function findAddress(
  { text, title }: ShownAddress,
  places: readonly Place[],
  readAddress: (place: Place) => string,
  view: MapView | undefined,
  settings: MapPayload,
): Promise<LngLat | undefined> {
  const known =
    places.find((place) => place.at && (place.title === title || place.title === text)) ??
    places.find((place) => place.at && (text.includes(place.title) || isSame(readAddress(place), text)));
  if (known?.at) return known.at;
  const found = await view?.find?.(text).catch(() => undefined);
  return found && view ? convertCoordinate(found, view.system, settings.coordinates ?? 'gcj02') : undefined;
}

/** Letters of an address that is exact enough to be a place. */
const exact = 6;

/** Whether two addresses name the same house: one may say besides on which floor. */
const isSame = (known: string, asked: string): boolean =>
  known.length >= exact && asked.length >= exact && (asked.startsWith(known) || known.startsWith(asked));
