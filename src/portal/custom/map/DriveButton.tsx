import type { ReactElement } from 'react';
import { useShell } from '../../data/context';
import { Icon } from '../../ui/icons';
import type { Place } from './kinds';
import { tellNoPosition, type PositionedProps } from './usePosition';

/** The way to a place, in a new window; as long as it is not known from where, words that say so (ledger MAP-08, MAP-19). */
export function DriveButton({ place, model, positions }: PositionedProps & { place: Pick<Place, 'title' | 'at'> }): ReactElement | null {
  const { say } = useShell();
  const href = positions.drivingTo(place);
  const content = (
    <>
      <Icon name="arrow" />
      <span>{say('mapDrive')}</span>
    </>
  );
  if (!positions.ready) return null;
  if (href === undefined)
    return (
      <button type="button" className="button button-small" onClick={() => tellNoPosition(positions, model.words)}>
        {content}
      </button>
    );
  return (
    <a className="button button-small" href={href} target="_blank" rel="noopener noreferrer">
      {content}
      <span className="unseen">{say('newWindow')}</span>
    </a>
  );
}
