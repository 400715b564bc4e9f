import type { ReactElement } from 'react';
import { describeDistance } from '../../../runtime/distance';
import { useShell } from '../../data/context';
import { Icon } from '../../ui/icons';
import { PortalLink } from '../../ui/PortalLink';
import type { LngLat, Place, Positioning } from './kinds';
import { findNearest, liesOutside } from './nearest';
import { noAddress, type MapModel } from './useMap';
import type { PositionedProps } from './usePosition';

/** Where the visitor is: its address and coordinate, that it cannot be found, or the button that looks for it (ledger MAP-09, MAP-10). */
export function LocateBar({ model, positions, places }: PositionedProps & { places: readonly Place[] }): ReactElement | null {
  const { say } = useShell();
  const { position, locate, ready } = positions;
  if (!ready) return null;
  const locating = position.state === 'locating';
  return (
    <div className="map-locate">
      <p className="map-locate-words" role="status">
        <Words position={position} model={model} places={places} />
      </p>
      <button type="button" className="map-locate-button" aria-disabled={locating} onClick={() => locating || locate()}>
        <Icon name="pin" />
        {say(position.state === 'unknown' ? 'mapLocate' : 'mapLocateAgain')}
      </button>
    </div>
  );
}

function Words({ position, model, places }: { position: Positioning; model: MapModel; places: readonly Place[] }): ReactElement {
  const { say } = useShell();
  if (position.state === 'failed')
    return (
      <>
        <span className="map-locate-failed">{model.words('locateFailed')}</span>
        <span>{say(position.denied ? 'mapDenied' : 'mapUnlocated')}</span>
      </>
    );
  if (position.state !== 'found') return <>{position.state === 'locating' && say('mapLocating')}</>;
  const coordinate = say('mapPosition', { lng: position.at.lng.toFixed(4), lat: position.at.lat.toFixed(4) });
  return (
    <>
      <span className="map-locate-label">{say('mapLocated')}</span>
      <span>{position.address || coordinate}</span>
      {position.address !== '' && <span className="map-locate-coordinate">{coordinate}</span>}
      {liesOutside(position.at, places) && <Outside at={position.at} model={model} places={places} />}
    </>
  );
}

/** Words for a visitor whom the map does not show, and the place to go to from there. */
function Outside({ at, model, places }: { at: LngLat; model: MapModel; places: readonly Place[] }): ReactElement | null {
  const { say } = useShell();
  const nearest = findNearest(at, places);
  if (!nearest) return null;
  const { text, given } = describeDistance(nearest.metres);
  return (
    <span className="map-locate-outside">
      {say('mapOutside')}
      <PortalLink href={model.href({ ...noAddress, id: nearest.place.id })} className="map-locate-nearest">
        {nearest.place.title}
      </PortalLink>
      <span className="map-locate-coordinate">{say('mapDistance', { distance: say(text, given) })}</span>
    </span>
  );
}
