import { useEffect, useRef, useState, type ReactElement } from 'react';
import { createPortal } from 'react-dom';
import type { MapPayload } from '../../../model/payload';
import { convertCoordinate } from '../../../runtime/convertCoordinate';
import { useShell } from '../../data/context';
import type { CoordinateSystem, LngLat, Place } from './kinds';
import { MapControls } from './MapControls';
import { findBoundingBox, fitBox, project, unproject } from '../../../basemap/mercator';
import { openMap } from './providers/open';
import type { MapView } from './providers/kinds';
import { isSeen } from './reveal';
import { StackCard } from './StackCard';
import { useCardPlace } from './useCardPlace';
import { useMarkers } from './useMarkers';
import type { MapModel } from './useMap';
import type { Positions } from './usePosition';

/** What the map is given by the page. */
export interface StageProps {
  model: MapModel;
  settings: MapPayload;
  places: readonly Place[];
  /** These are all places, not only the first of the list. */
  complete: boolean;
  pointed: string | undefined;
  positions: Positions;
  /** Where the card belongs, in the institution's system, and the card. */
  at: LngLat | undefined;
  card: ReactElement | null;
  onOpen: (id: string) => void;
  onPoint: (id: string | undefined) => void;
  /** There is a map now, or it is known that there is none. */
  onView: (view: MapView | undefined) => void;
}

/** The middle of the country, for a map on which nothing is known to be. */
const nowhere = { center: { lng: 104.2, lat: 35.9 }, zoom: 5 };
/** The zoom at which a single place is shown. */
const nearZoom = 14;

/** The map with its marks, its controls, and the card of what is open. */
export function MapStage(props: StageProps): ReactElement {
  const { model, settings, places, complete, positions, at, card, onView } = props;
  const { say } = useShell();
  const canvas = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<MapView>();
  const [stack, setStack] = useState<{ places: Place[]; at: LngLat }>();
  const start = useRef({ places, at, say });
  const system = settings.coordinates ?? 'gcj02';
  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    let opened: MapView | undefined;
    let left = false;
    const first = start.current;
    const words = { label: first.say('map'), creditGround: first.say('mapCreditGround'), creditTianditu: first.say('mapCreditTianditu') };
    void openMap(element, { settings, ...beginning(settings, first.places, first.at, element), words }).then((found) => {
      if (left) found?.close();
      else {
        opened = found;
        setView(found);
        onView(found);
      }
    });
    return () => {
      left = true;
      opened?.close();
      element.replaceChildren();
    };
    // The map is opened once: what it shows is moved, not made anew.
  }, [settings, onView]);
  useMarkers(view, { ...props, onStack: (together, point) => setStack({ places: together, at: point }) });
  useEffect(() => setStack(undefined), [model.openId, places]);
  useEffect(() => view?.onGround(() => setStack(undefined)), [view]);
  const shown = stack ? <StackCard places={stack.places} href={(id) => model.href({ id })} onClose={() => setStack(undefined)} /> : card;
  const open = stack ? stack.at : at && view && convertCoordinate(at, system, view.system);
  const anchor = useCardPlace(view, open, shown !== null, model.opened || stack ? undefined : nearZoom + 1);
  const whole = (): void => {
    if (view) showAll(view, convertPlaces(places, view, system));
  };
  const seen = useRef<readonly Place[]>();
  const spot = at !== undefined;
  useEffect(() => {
    if (!view || !complete || seen.current === places) return;
    seen.current = places;
    const points = convertPlaces(places, view, system);
    // Neither where the settings begin nor, of another type, where the visitor is, need anything be in sight.
    if (!spot && model.openId === undefined && points.length > 0 && !points.some((point) => isSeen(view, point))) showAll(view, points);
  }, [view, places, complete, system, model.openId, spot]);
  return (
    <>
      <div ref={canvas} className="map-canvas" />
      {view && <MapControls view={view} positions={positions} around={open} onWhole={whole} />}
      {view && (
        <p className="map-keys" aria-hidden="true">
          {say('mapKeys')}
        </p>
      )}
      {shown && (anchor ? createPortal(shown, anchor) : <div className="map-float">{shown}</div>)}
    </>
  );
}

const convertPlaces = (places: readonly Place[], view: MapView, system: CoordinateSystem): LngLat[] =>
  places.flatMap(({ at }) => (at ? [convertCoordinate(at, system, view.system)] : []));

/** The part of the window in which places are shown together. */
const roomIn = ({ clientWidth, clientHeight }: HTMLElement): { width: number; height: number } => ({
  width: clientWidth * 0.8,
  height: clientHeight * 0.75,
});

function showAll(view: MapView, points: readonly LngLat[]): void {
  const box = findBoundingBox(points.map(project));
  if (!box) return;
  const fit = fitBox(box, roomIn(view.element), { min: view.zooms.min, max: nearZoom });
  view.go(unproject(fit.middle), fit.zoom, true);
}

/** What the map shows first: what is open, else the middle that the settings name, else all places. */
function beginning(
  settings: MapPayload,
  places: readonly Place[],
  at: LngLat | undefined,
  element: HTMLElement,
): { center: LngLat; zoom: number } {
  const zoom = settings.zoom ?? 11;
  if (at) return { center: at, zoom: Math.max(zoom, nearZoom) };
  if (settings.center) return { center: settings.center, zoom };
  const box = findBoundingBox(places.flatMap((place) => (place.at ? [project(place.at)] : [])));
  if (!box) return nowhere;
  const fit = fitBox(box, roomIn(element), { min: 5, max: zoom });
  return { center: unproject(fit.middle), zoom: fit.zoom };
}
