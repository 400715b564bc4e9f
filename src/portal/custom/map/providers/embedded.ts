import { BasemapLayer } from '../../../../basemap/BasemapLayer';
import { readBasemap } from '../../../../basemap/readBasemap';
import { readTextScale } from '../../../ui/textScale';
import { openLeaflet } from './leaflet';
import type { MapProvider } from './kinds';

/** Milliseconds before the institution's surroundings are given up: the map is drawn without them. */
const timeoutMs = 8_000;

/** Returns the map that this portal draws itself: it needs no key and no other site. */
export const openEmbedded: MapProvider = async (element, opening) => {
  const [{ default: country }, surroundings] = await Promise.all([
    import('../../../../../schemas/maps/china.json'),
    readSurroundings(opening.settings.ground),
  ]);
  const ground = readBasemap(country, surroundings);
  return openLeaflet(element, opening, {
    system: 'wgs84',
    zooms: { min: 3, max: 18 },
    layers: [new BasemapLayer(ground, element, readTextScale())],
    credit: opening.words.creditGround,
    bounds: ground.bounds,
  });
};

async function readSurroundings(name: string | undefined): Promise<unknown> {
  if (name === undefined) return undefined;
  try {
    const response = await fetch('/map/ground.json', { signal: AbortSignal.timeout(timeoutMs) });
    return response.ok ? await response.json() : undefined;
  } catch (error) {
    console.error('map: the surroundings cannot be loaded', error instanceof Error ? error.message : error);
    return undefined;
  }
}
