import type { MapPayload } from '../../../../model/payload';
import { toPictureAddress } from '../../../ui/Picture';
import { getOutline } from '../../../ui/icons';
import type { Place } from '../kinds';

/** How the marker of a place looks: a line icon or a picture, on the institution's colour or one of its own. */
export interface MarkerStyle {
  outline: string;
  image?: string;
  color?: string;
}

/**
 * Returns the look of a place's marker: what the institution's settings say of its type (ledger MAP-11, where one institution has icons
 * of its own), else the place's own picture, else a dot.
 */
export function chooseMarkerStyle({ type, icon }: Pick<Place, 'type' | 'icon'>, settings: MapPayload | undefined): MarkerStyle {
  const own = Object.values(settings?.icons ?? {}).find(({ siteType }) => siteType === type);
  const image = own ? toPictureAddress(own.image) : icon;
  return {
    outline: getOutline(own?.icon ?? 'pin'),
    ...(image === undefined ? {} : { image }),
    ...(own?.color === undefined ? {} : { color: own.color }),
  };
}
