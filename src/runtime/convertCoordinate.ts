import gcoord, { type CRSTypes } from 'gcoord';
import type { CoordinateSystem, LngLat } from './coordinate';

const systems: Readonly<Record<CoordinateSystem, CRSTypes>> = { gcj02: gcoord.GCJ02, wgs84: gcoord.WGS84, bd09: gcoord.BD09 };

/** Returns a coordinate in another system. */
export function convertCoordinate({ lng, lat }: LngLat, from: CoordinateSystem, to: CoordinateSystem): LngLat {
  if (from === to) return { lng, lat };
  const [east, north] = gcoord.transform<[number, number]>([lng, lat], systems[from], systems[to]);
  return { lng: east, lat: north };
}
