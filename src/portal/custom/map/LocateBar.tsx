import type { ReactElement } from 'react';
import { useShell } from '../../data/context';
import { Icon } from '../../ui/icons';
import type { Positioning } from './kinds';
import type { MapModel } from './useMap';
import type { PositionedProps } from './usePosition';

/** Where the visitor is: its address and coordinate, that it cannot be found, or the button that looks for it (ledger MAP-09, MAP-10). */
export function LocateBar({ model, positions }: PositionedProps): ReactElement | null {
  const { say } = useShell();
  const { position, locate, ready } = positions;
  if (!ready) return null;
  const locating = position.state === 'locating';
  return (
    <div className="map-locate">
      <p className="map-locate-words" role="status">
        <Words position={position} model={model} />
      </p>
      <button type="button" className="map-locate-button" aria-disabled={locating} onClick={() => locating || locate()}>
        <Icon name="pin" />
        {say(position.state === 'unknown' ? 'mapLocate' : 'mapLocateAgain')}
      </button>
    </div>
  );
}

function Words({ position, model }: { position: Positioning; model: MapModel }): ReactElement {
  const { say } = useShell();
  if (position.state === 'failed') return <span className="map-locate-failed">{model.words('locateFailed')}</span>;
  if (position.state !== 'found') return <>{position.state === 'locating' && say('mapLocating')}</>;
  const coordinate = say('mapPosition', { lng: position.at.lng.toFixed(4), lat: position.at.lat.toFixed(4) });
  return (
    <>
      <span className="map-locate-label">{say('mapLocated')}</span>
      <span>{position.address || coordinate}</span>
      {position.address !== '' && <span className="map-locate-coordinate">{coordinate}</span>}
    </>
  );
}
