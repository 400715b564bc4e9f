import { useEffect, useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { usualSystem } from '../../../runtime/coordinate';
import { writeNear } from '../../../runtime/distance';
import { usePage, useShell } from '../../data/context';
import '../../lists/SortLinks.css';
import { PortalLink } from '../../ui/PortalLink';
import type { MapOrder } from './useMap';
import type { PositionedProps, Positions } from './usePosition';

/**
 * The order of the list: the usual one, what is nearest to the visitor first, or what is nearest to an area, for visitors who do not say
 * where they are, or have no scripts that could find it.
 */
export function OrderBar({ model: { order }, positions }: PositionedProps): ReactElement | null {
  const { say } = useShell();
  const goNearest = useGoNearest(order, positions);
  if (!order) return null;
  const { from, start, starts, usual } = order;
  const offersStarts = starts.length > 0 && (start !== undefined || positions.position.state === 'failed' || !positions.ready);
  return (
    <div className="map-order">
      <nav className="sort-links" aria-label={say('sorts')}>
        <PortalLink href={usual} className="sort-links-link" current={from === undefined ? 'true' : false}>
          {say('mapUsual')}
        </PortalLink>
        {(positions.ready || (from && !start)) && (
          <PortalLink
            href={usual}
            className="sort-links-link"
            current={from && !start ? 'true' : false}
            onClick={(event) => {
              event.preventDefault();
              goNearest();
            }}
          >
            {say('mapNearest')}
          </PortalLink>
        )}
      </nav>
      {start && <p className="map-order-words">{say('mapStart', { name: start.name })}</p>}
      {offersStarts && (
        <p className="map-order-words">
          {say('mapStarts')}
          {starts.map(({ name, near }) => (
            <PortalLink key={near} href={order.nearest(near)} className="map-order-start" current={near === start?.near ? 'true' : false}>
              {name}
            </PortalLink>
          ))}
        </p>
      )}
    </div>
  );
}

/** Returns what leads to the list that begins with what is nearest to the visitor, once that is known. */
function useGoNearest(order: MapOrder | undefined, { position, locate, follow }: Positions): () => void {
  const { page } = usePage();
  const navigate = useNavigate();
  const [wanted, setWanted] = useState(false);
  const system = page.map?.coordinates ?? usualSystem;
  useEffect(() => {
    if (!wanted || position.state === 'locating' || position.state === 'unknown') return;
    setWanted(false);
    if (position.state === 'found' && order) void navigate(order.nearest(writeNear(position.at, system)));
  }, [wanted, position, order, navigate, system]);
  return () => {
    setWanted(true);
    if (position.state === 'found') follow();
    else locate();
  };
}
