import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { getWorldSize, project, unproject } from '../../../basemap/mercator';
import type { MapPayload } from '../../../model/payload';
import { convertCoordinate } from '../../../runtime/convertCoordinate';
import { usualSystem, type LngLat } from '../../../runtime/coordinate';
import { openMap } from '../../custom/map/providers/open';
import type { MapView } from '../../custom/map/providers/kinds';
import '../../custom/map/map.css';
import { useShell } from '../../data/context';
import { useLatest } from '../../data/useLatest';
import { Outline } from '../../ui/icons';
import './CoordinateField.css';

/** The middle of the country, for an institution whose settings name none. */
const nowhere = { center: { lng: 104.2, lat: 35.9 }, zoom: 4 };
const nearZoom = 15;
const plus = 'M12 5v14M5 12h14';
const minus = 'M5 12h14';

interface PlaceMapProps {
  settings: MapPayload;
  /** The place that is chosen, in the institution's system. */
  at: LngLat | undefined;
  /** Takes a place as items have it. */
  onTake: (coordinate: string) => void;
}

/** The institution's map, on which one place is chosen: by a click, or by moving it with the arrow keys and taking its middle with Enter. */
export function PlaceMap({ settings, at, onTake }: PlaceMapProps): ReactElement {
  const { say } = useShell();
  const canvas = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<MapView>();
  const [failed, setFailed] = useState(false);
  const [taken, setTaken] = useState('');
  const system = settings.coordinates ?? usualSystem;
  const latest = useLatest({ at, onTake, say });
  const take = (place: LngLat, from: MapView): void => {
    const text = write(convertCoordinate(place, from.system, system));
    latest.current.onTake(text);
    setTaken(text);
  };
  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    let opened: MapView | undefined;
    let left = false;
    const { at: first, say: tell } = latest.current;
    const words = { label: tell('map'), creditGround: tell('mapCreditGround'), creditTianditu: tell('mapCreditTianditu') };
    const usual = settings.center ? { center: settings.center, zoom: settings.zoom ?? 11 } : nowhere;
    void openMap(element, { settings, ...(first ? { center: first, zoom: nearZoom } : usual), words }).then((found) => {
      if (left) return found?.close();
      opened = found;
      setView(found);
      setFailed(found === undefined);
    });
    return () => {
      left = true;
      opened?.close();
      element.replaceChildren();
    };
  }, [settings, latest]);
  usePointing(view, take);
  useMark(view, at, system);
  const zoom = (step: number) => (): void => view?.go(view.center(), Math.round(view.zoom()) + step, true);
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !view) return;
    // It would send the form.
    event.preventDefault();
    take(view.center(), view);
  };
  return (
    <>
      <p className="field-hint">{say(failed ? 'deskPlaceFailed' : 'deskPlaceHint')}</p>
      {!failed && (
        <div className="coordinate-field-map map-area">
          <div ref={canvas} className="map-canvas" onKeyDown={press} />
          <span className="coordinate-field-middle" aria-hidden="true" />
          <div className="coordinate-field-tools">
            <button type="button" className="map-control" aria-label={say('mapZoomIn')} onClick={zoom(1)}>
              <Outline path={plus} />
            </button>
            <button type="button" className="map-control" aria-label={say('mapZoomOut')} onClick={zoom(-1)}>
              <Outline path={minus} />
            </button>
          </div>
          <button type="button" className="button button-secondary coordinate-field-take" onClick={() => view && take(view.center(), view)}>
            {say('deskPlaceTake')}
          </button>
        </div>
      )}
      <p className="unseen" role="status">
        {taken !== '' && say('deskPlaceTaken', { place: taken })}
      </p>
    </>
  );
}

/** Six digits are a tenth of a metre. */
const write = ({ lng, lat }: LngLat): string => `${lng.toFixed(6)},${lat.toFixed(6)}`;

/** Takes the place under the pointer when the ground is clicked: the map says that it was, its element where. */
function usePointing(view: MapView | undefined, take: (place: LngLat, from: MapView) => void): void {
  const latest = useLatest(take);
  useEffect(() => {
    // Around the map, so that it is told before the map is.
    const canvas = view?.element.parentElement;
    if (!view || !canvas) return undefined;
    let pointed: { x: number; y: number } | undefined;
    const note = (event: MouseEvent): void => {
      const box = canvas.getBoundingClientRect();
      pointed = { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
    };
    canvas.addEventListener('click', note, { capture: true });
    const stop = view.onGround(() => {
      if (!pointed) return;
      const [middle, size] = [project(view.center()), getWorldSize(view.zoom())];
      latest.current(unproject({ x: middle.x + pointed.x / size, y: middle.y + pointed.y / size }), view);
    });
    return () => {
      canvas.removeEventListener('click', note, { capture: true });
      stop();
    };
  }, [view, latest]);
}

/** Marks the place that is chosen, and brings it into sight when it was typed. */
function useMark(view: MapView | undefined, at: LngLat | undefined, system: NonNullable<MapPayload['coordinates']>): void {
  const [lng, lat] = [at?.lng, at?.lat];
  useEffect(() => {
    if (!view || lng === undefined || lat === undefined) return undefined;
    const place = convertCoordinate({ lng, lat }, system, view.system);
    const element = Object.assign(document.createElement('span'), { className: 'coordinate-field-mark' });
    element.setAttribute('aria-hidden', 'true');
    const mark = view.put(element, place, 'mark');
    const [middle, there, size] = [project(view.center()), project(place), getWorldSize(view.zoom())];
    const away = { x: Math.abs(there.x - middle.x) * size, y: Math.abs(there.y - middle.y) * size };
    if (away.x > view.element.clientWidth / 2 || away.y > view.element.clientHeight / 2)
      view.go(place, Math.max(view.zoom(), nearZoom), false);
    return () => mark.remove();
  }, [view, lng, lat, system]);
}
