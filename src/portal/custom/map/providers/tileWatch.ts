import type { TileLayer } from 'leaflet';
import type { MapView, Opening } from './kinds';
import { openLeaflet, type LeafletOptions } from './leaflet';

type Tiled = Omit<LeafletOptions, 'layers'> & { layers: readonly [TileLayer, ...TileLayer[]] };

/** Opens a map of tiles; rejects when those of its first layer do not come. */
export async function openTileMap(element: HTMLElement, opening: Opening, options: Tiled): Promise<MapView> {
  const loaded = firstTile(options.layers[0]);
  const view = openLeaflet(element, opening, options);
  try {
    await loaded;
  } catch (error) {
    view.close();
    throw error;
  }
  return view;
}

/** Milliseconds within which something must be seen, and failed tiles after which nothing will be. */
const timeoutMs = 8_000;
const enough = 4;

/** Settles when the first tile of a layer has come; rejects when tiles fail before, or none comes in time. */
function firstTile(layer: TileLayer): Promise<void> {
  return new Promise((resolve, reject) => {
    let failed = 0;
    const timer = setTimeout(() => reject(new Error('no tile came in time')), timeoutMs);
    layer.once('tileload', () => {
      clearTimeout(timer);
      resolve();
    });
    layer.on('tileerror', () => {
      failed += 1;
      if (failed < enough) return;
      clearTimeout(timer);
      reject(new Error('tiles fail'));
    });
  });
}
