import type { ReactElement } from 'react';
import { expandTemplate } from '../../../runtime/template';
import { usePage, useShell } from '../../data/context';
import { notify } from '../../ui/notices';
import { Icon } from '../../ui/icons';
import { CardFrame } from './CardFrame';
import { DriveButton } from './DriveButton';
import { noAddress, type ShownAddress } from './useMap';
import type { PositionedProps } from './usePosition';

interface AddressProps extends PositionedProps {
  address: ShownAddress;
  searching: boolean;
}

/** An address that is no place of the map: where it is, as far as that is known, and where to look it up (ledger ACT-38). */
export function AddressCard({ model, positions, address, searching }: AddressProps): ReactElement {
  const { map } = usePage().page;
  const { say } = useShell();
  const title = address.title || say('mapAddress');
  const elsewhere = map?.find === undefined ? undefined : expandTemplate(map.find, { address: address.text });
  const told = (): void => notify(say('mapCopied'));
  const copy = (): void => void navigator.clipboard.writeText(address.text).then(told, () => undefined);
  return (
    <CardFrame title={title} close={model.href(noAddress)} busy={searching} fresh={false}>
      <div className="map-card-words">
        <h2 className="map-card-title">{title}</h2>
        <p className="map-card-address">
          <Icon name="pin" />
          {address.text}
        </p>
        {!address.at && !searching && <p className="quiet">{say('mapAddressUnknown')}</p>}
      </div>
      <p className="map-card-actions">
        {address.at && <DriveButton place={{ title: address.title || address.text, at: address.at }} model={model} positions={positions} />}
        {elsewhere !== undefined && (
          <a className="button button-secondary button-small" href={elsewhere} target="_blank" rel="noopener noreferrer">
            {say('mapFind')}
            <span className="unseen">{say('newWindow')}</span>
          </a>
        )}
        {positions.ready && 'clipboard' in navigator && (
          <button type="button" className="button button-plain button-small" onClick={copy}>
            {say('mapCopy')}
          </button>
        )}
      </p>
    </CardFrame>
  );
}
