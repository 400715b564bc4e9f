import useSWR from 'swr';
import type { MapPayload } from '../../../model/payload';
import { usePage } from '../../data/context';
import { formatDisplay } from '../../../runtime/display';
import type { LngLat, Place } from './kinds';
import type { MapView } from './providers/kinds';
import type { MapModel, ShownAddress } from './useMap';
import type { DataKey } from '../../data/keys';

/** The name of the list's line that holds the address of a place. */
const addressLine = 'address';

/**
 * The address that is shown instead of a place, with where it is once that is known.
 * @param view the map, or undefined while it is on its way
 * @param settled whether there will be no other map
 */
export function useAddress(
  { address, section }: MapModel,
  places: readonly Place[] | undefined,
  view: MapView | undefined,
  settled: boolean,
  settings: MapPayload,
): { address: ShownAddress | undefined; searching: boolean } {
  const { scope, showContext } = usePage();
  const sought = address && !address.at ? address : undefined;
  const key = sought && `${sought.text}\n${sought.title}`;
  const readAddress = (place: Place): string =>
    formatDisplay(section.place.fields?.[addressLine], { ...scope, row: place.row }, showContext)?.text ?? '';
  const { data: found } = useSWR(
    sought && places && settled ? (['address', key, places.length, places[0]?.id, view?.system] satisfies DataKey) : null,
    async (): Promise<{ key: string | undefined; at: LngLat | undefined }> => {
      const found = import('./findAddress').then(
        ({ findAddress }) => sought && findAddress(sought, places ?? [], readAddress, view, settings),
      );
      return { key, at: await found.catch(() => undefined) };
    },
    // With other places it is sought again; until then it stays where it was.
    { keepPreviousData: true },
  );
  const at = address?.at ?? (found?.key === key ? found?.at : undefined);
  return { address: address && (at ? { ...address, at } : address), searching: key !== undefined && found?.key !== key };
}
