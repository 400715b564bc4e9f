import { convertCoordinate } from '../../../runtime/convertCoordinate';
import { useEffect, useState } from 'react';
import { useShell } from '../../data/context';
import { useLatest } from '../../data/useLatest';
import type { LngLat, Place } from './kinds';
import { liesOutside } from './nearest';
import { MarkerLayer } from './markers/MarkerLayer';
import type { MapView } from './providers/kinds';
import type { StageProps } from './MapStage';

/** Keeps the markers of a map as the page has them: its places, the open one, the one pointed at, and the visitor. */
export function useMarkers(view: MapView | undefined, props: StageProps & { onStack: (places: Place[], at: LngLat) => void }): void {
  const { settings, places, pointed, at: target } = props;
  const { position, follows } = props.positions;
  const { openId, opened, address } = props.model;
  const { say } = useShell();
  const [markers, setMarkers] = useState<MarkerLayer>();
  const calls = useLatest({ ...props, say });
  const system = settings.coordinates ?? 'gcj02';
  useEffect(() => {
    if (!view) return undefined;
    const made = new MarkerLayer(view, {
      settings,
      toMap: (at) => convertCoordinate(at, system, view.system),
      onOpen: ({ id }) => calls.current.onOpen(id),
      onPoint: (id) => calls.current.onPoint(id),
      onStack: (together, at) => calls.current.onStack(together, at),
      words: { cluster: (count) => calls.current.say('mapCluster', { count }), position: calls.current.say('mapLocated') },
    });
    setMarkers(made);
    return () => {
      made.close();
      setMarkers(undefined);
    };
  }, [view, settings, system, calls]);
  useEffect(() => markers?.setOpen(openId), [markers, openId]);
  useEffect(() => markers?.set(places), [markers, places]);
  useEffect(() => markers?.setPointed(pointed), [markers, pointed]);
  const spot = opened || !address ? undefined : target;
  const title = address?.title || address?.text || '';
  useEffect(
    () => markers?.setSpot(spot && view && { at: convertCoordinate(spot, system, view.system), title }),
    [markers, view, spot, title, system],
  );
  const at = position.state === 'found' ? position.at : undefined;
  useEffect(() => {
    if (!markers || !view) return;
    const here = at && convertCoordinate(at, system, view.system);
    markers.setPosition(here);
    // Where nothing is drawn nobody finds the way back to the places.
    if (at && here && follows && !liesOutside(at, calls.current.places)) view.go(here, Math.max(13, Math.round(view.zoom())), true);
  }, [markers, view, at, follows, system, calls]);
}
