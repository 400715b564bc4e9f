import type { MapPayload } from '../../../../model/payload';
import type { MapProvider, MapView, Opening } from './kinds';

type Name = NonNullable<MapPayload['providers']>[number];

/** How each provider is had: its code comes with it. */
const providers: Readonly<Record<Name, () => Promise<MapProvider>>> = {
  amap: () => import('./amap').then(({ openAmap }) => openAmap),
  tianditu: () => import('./tianditu').then(({ openTianditu }) => openTianditu),
  tiles: () => import('./tiles').then(({ openTiles }) => openTiles),
  embedded: () =>
    Promise.all([import('./embedded'), import('../../../../../schemas/maps/china.json')]).then(([{ openEmbedded }]) => openEmbedded),
};

/** Begins to fetch what the first map needs, before there is a place for it. Without success nothing is lost. */
export function fetchAhead([first = 'embedded']: readonly Name[] = []): void {
  providers[first]().catch(() => undefined);
}

/**
 * Opens the first map that can be had, in the order of the institution's settings. One that cannot is logged and passed over: visitors
 * are told nothing, as long as there is another (ledger MAP-17).
 * @returns undefined when there is none at all
 */
export async function openMap(element: HTMLElement, opening: Opening): Promise<MapView | undefined> {
  for (const name of opening.settings.providers ?? ['embedded']) {
    const room = document.createElement('div');
    room.className = 'map-room';
    element.replaceChildren(room);
    try {
      const open = await providers[name]();
      return await open(room, opening);
    } catch (error) {
      console.error(`map: ${name} cannot be loaded`, error instanceof Error ? error.message : error);
      room.remove();
    }
  }
  return undefined;
}
