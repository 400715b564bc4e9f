import { useEffect, useState } from 'react';
import type { MapPayload } from '../../../model/payload';
import { usePage } from '../../data/context';
import { formatDisplay } from '../../../runtime/display';
import type { LngLat, Place } from './kinds';
import type { MapView } from './providers/kinds';
import type { MapModel, ShownAddress } from './useMap';
import { useLatest } from '../../data/useLatest';

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
  const key = address && !address.at ? `${address.text}\n${address.title}` : undefined;
  const [found, setFound] = useState<{ key: string; at: LngLat | undefined }>();
  const readAddress = (place: Place): string =>
    formatDisplay(section.place.fields?.[addressLine], { ...scope, row: place.row }, showContext)?.text ?? '';
  const latest = useLatest({ address, readAddress, settings });
  useEffect(() => {
    const { address: sought } = latest.current;
    if (key === undefined || !sought || !places || !settled) return undefined;
    let wanted = true;
    void import('./findAddress')
      .then(({ findAddress }) => findAddress(sought, places, latest.current.readAddress, view, latest.current.settings))
      .catch(() => undefined)
      .then((at) => {
        if (wanted) setFound({ key, at });
      });
    return () => {
      wanted = false;
    };
  }, [key, places, view, settled, latest]);
  const at = address?.at ?? (found?.key === key ? found?.at : undefined);
  return { address: address && (at ? { ...address, at } : address), searching: key !== undefined && found?.key !== key };
}
