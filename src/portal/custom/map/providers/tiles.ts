import L from 'leaflet';
import { openLeaflet } from './leaflet';
import type { MapProvider } from './kinds';
import { firstTile } from './tileWatch';

/** Tiles of the institution's own. */
export const openTiles: MapProvider = async (element, opening) => {
  const { tiles } = opening.settings;
  if (!tiles) throw new Error('no address of tiles');
  const max = tiles.maxZoom ?? 18;
  const layer = L.tileLayer(tiles.url, { maxNativeZoom: max, maxZoom: max });
  const loaded = firstTile(layer);
  const view = openLeaflet(element, opening, {
    system: tiles.coordinates ?? 'wgs84',
    zooms: { min: 4, max },
    layers: [layer],
    credit: tiles.credit,
  });
  return loaded.then(
    () => view,
    (error: unknown) => {
      view.close();
      throw error;
    },
  );
};
