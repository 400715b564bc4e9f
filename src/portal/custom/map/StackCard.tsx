import type { KeyboardEvent, ReactElement } from 'react';
import { useShell } from '../../data/context';
import { PortalLink } from '../../ui/PortalLink';
import { Icon } from '../../ui/icons';
import type { Place } from './kinds';

interface StackProps {
  places: readonly Place[];
  href: (id: string) => string;
  onClose: () => void;
}

/** Places that lie at one point, to choose from: no zoom parts them. */
export function StackCard({ places, href, onClose }: StackProps): ReactElement {
  const { say } = useShell();
  const title = say('mapStack', { count: places.length });
  const onKeyDown = ({ key }: KeyboardEvent): void => (key === 'Escape' ? onClose() : undefined);
  return (
    <article className="map-card" aria-label={title} onKeyDown={onKeyDown}>
      <div className="map-card-body">
        <div className="map-card-words">
          <h2 className="map-card-title">{title}</h2>
          <ul className="map-stack">
            {places.map((place) => (
              <li key={place.id}>
                <PortalLink href={href(place.id)} className="map-stack-link">
                  {place.title}
                  <Icon name="forward" className="icon icon-small" />
                </PortalLink>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <button type="button" className="map-card-close" aria-label={say('close')} onClick={onClose}>
        <Icon name="close" />
      </button>
    </article>
  );
}
