import type { TileLayer } from 'leaflet';

/** Milliseconds within which something must be seen, and failed tiles after which nothing will be. */
const timeoutMs = 8_000;
const enough = 4;

/** Settles when the first tile of a layer has come; rejects when tiles fail before, or none comes in time. */
export function firstTile(layer: TileLayer): Promise<void> {
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
