import L from 'leaflet';
import type { MapProvider } from './kinds';
import { openTileMap } from './tileWatch';

/** Tiles of the institution's own. */
export const openTiles: MapProvider = async (element, opening) => {
  const { tiles } = opening.settings;
  if (!tiles) throw new Error('no address of tiles');
  const max = tiles.maxZoom ?? 18;
  const layer = L.tileLayer(tiles.url, { maxNativeZoom: max, maxZoom: max });
  const { coordinates: system = 'wgs84', credit } = tiles;
  return openTileMap(element, opening, { system, zooms: { min: 4, max }, layers: [layer], credit });
};
