import type { MapPayload } from '../../../model/payload';
import { convertCoordinate } from '../../../runtime/convertCoordinate';
import { expandTemplate } from '../../../runtime/template';
import type { CoordinateSystem, LngLat, Position } from './kinds';
import type { MapView } from './providers/kinds';

/** Where the visitor is; `unresolved`: the address of it was looked for and could not be found. */
export interface Located extends Position {
  unresolved: boolean;
}

/** Seconds after which locating is given up (ledger MAP-12). */
const usualTimeoutSeconds = 10;
/** The name of the error of a visitor who does not allow it. */
export const denied = 'NotAllowedError';
/** The system that browsers tell positions in (W3C Geolocation). */
const browserSystem: CoordinateSystem = 'wgs84';

/**
 * Finds where the visitor is: by the map's provider when it can, else by the browser; and the address of it, where the provider knows
 * addresses.
 * @throws when it cannot be found: not allowed, not possible, or not in time
 */
export async function locate(settings: MapPayload, view: MapView | undefined): Promise<Located> {
  const system = settings.coordinates ?? 'gcj02';
  const timeoutSeconds = settings.timeoutSeconds ?? usualTimeoutSeconds;
  const found = view?.locate
    ? { ...(await inTime(view.locate(timeoutSeconds), timeoutSeconds)), system: view.system }
    : { at: await inTime(askBrowser(timeoutSeconds), timeoutSeconds), address: '', system: browserSystem };
  const at = convertCoordinate(found.at, found.system, system);
  if (found.address !== '' || !view?.addressAt) return { at, address: found.address, unresolved: false };
  const address = await view.addressAt(convertCoordinate(at, system, view.system)).catch(() => undefined);
  return { at, address: address ?? '', unresolved: address === undefined };
}

function askBrowser(seconds: number): Promise<LngLat> {
  if (!('geolocation' in navigator)) return Promise.reject(new Error('no geolocation'));
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lng: coords.longitude, lat: coords.latitude }),
      (error) => reject(Object.assign(new Error(error.message), error.code === error.PERMISSION_DENIED ? { name: denied } : {})),
      { enableHighAccuracy: true, timeout: seconds * 1000, maximumAge: 60_000 },
    );
  });
}

/** A question to the visitor that is never answered counts as no. */
function inTime<T>(promise: Promise<T>, seconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('not in time')), seconds * 1000);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Returns the page that shows the way from the visitor's position to a place (ledger MAP-08), as the section or the institution names it.
 * @param from in the institution's system, as `to` is
 * @returns undefined when neither names one
 */
export function buildDrivingAddress(
  settings: MapPayload,
  own: string | undefined,
  from: { at: LngLat; name: string },
  to: { at: LngLat; name: string },
): string | undefined {
  const template = own ?? settings.driving?.url;
  if (template === undefined) return undefined;
  const written = (at: LngLat): { lng: string; lat: string } => {
    const { lng, lat } = convertCoordinate(at, settings.coordinates ?? 'gcj02', settings.driving?.coordinates ?? 'gcj02');
    // To a tenth of a metre.
    return { lng: lng.toFixed(6), lat: lat.toFixed(6) };
  };
  const [start, end] = [written(from.at), written(to.at)];
  const begin = { fromLng: start.lng, fromLat: start.lat, fromName: from.name };
  return expandTemplate(template, { ...begin, toLng: end.lng, toLat: end.lat, toName: to.name });
}
