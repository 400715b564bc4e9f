import type { ReactElement } from 'react';
import type { TextKey } from '../../../model/textKeys.g';
import { useShell } from '../../data/context';
import { Icon, Outline } from '../../ui/icons';
import type { LngLat } from './kinds';
import { project, unproject } from '../../../basemap/mercator';
import type { MapView } from './providers/kinds';
import type { Positions } from './usePosition';

const plus = 'M12 5v14M5 12h14';
const minus = 'M5 12h14';
const target = 'M12 3v3M12 18v3M3 12h3M18 12h3M5.500 12a6.500 6.500 0 1 0 13 0a6.500 6.500 0 1 0-13 0M10 12a2 2 0 1 0 4 0a2 2 0 1 0-4 0';

interface ControlsProps {
  view: MapView;
  positions: Positions;
  around: LngLat | undefined;
  onWhole: () => void;
}

/**
 * Nearer, farther, everything, and where the visitor is.
 * @param around what stays where it is in the window while the map comes nearer, in the map's own system; else its middle
 */
export function MapControls({ view, positions, around, onWhole }: ControlsProps): ReactElement {
  const { say } = useShell();
  const zoom = (step: number) => (): void => {
    const to = Math.max(view.zooms.min, Math.min(view.zooms.max, Math.round(view.zoom()) + step));
    const [center, fixed] = [project(view.center()), project(around ?? view.center())];
    const share = 2 ** (view.zoom() - to);
    view.go(unproject({ x: fixed.x + (center.x - fixed.x) * share, y: fixed.y + (center.y - fixed.y) * share }), to, true);
  };
  const control = (words: TextKey, glyph: ReactElement, onClick: () => void): ReactElement => (
    <button type="button" className="map-control" aria-label={say(words)} title={say(words)} onClick={onClick}>
      {glyph}
    </button>
  );
  return (
    <div className="map-controls">
      {control('mapLocate', <Outline path={target} />, () => positions.locate())}
      {control('mapWhole', <Icon name="expand" />, onWhole)}
      <span className="map-zoom">
        {control('mapZoomIn', <Outline path={plus} />, zoom(1))}
        {control('mapZoomOut', <Outline path={minus} />, zoom(-1))}
      </span>
    </div>
  );
}
