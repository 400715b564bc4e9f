import { convert } from '../../../runtime/convertCoordinate';
import { useEffect, useState } from 'react';
import { useShell } from '../../data/context';
import { useLatest } from '../../data/useLatest';
import type { LngLat, Place } from './kinds';
import { MarkLayer } from './marks/MarkLayer';
import type { MapView } from './providers/kinds';
import type { StageProps } from './MapStage';

/** Keeps the marks of a map as the page has them: its places, the open one, the one pointed at, and the visitor. */
export function useMarks(
  view: MapView | undefined,
  {
    settings,
    places,
    pointed,
    positions: { position, follows },
    model: { openId, opened, address },
    at: target,
    onOpen,
    onPoint,
    onStack,
  }: StageProps & { onStack: (places: Place[], at: LngLat) => void },
): void {
  const { say } = useShell();
  const [marks, setMarks] = useState<MarkLayer>();
  const calls = useLatest({ onOpen, onPoint, onStack, say });
  const system = settings.coordinates ?? 'gcj02';
  useEffect(() => {
    if (!view) return undefined;
    const made = new MarkLayer(view, {
      settings,
      toMap: (at) => convert(at, system, view.system),
      onOpen: ({ id }) => calls.current.onOpen(id),
      onPoint: (id) => calls.current.onPoint(id),
      onStack: (together, at) => calls.current.onStack(together, at),
      words: { cluster: (count) => calls.current.say('mapCluster', { count }), position: calls.current.say('mapLocated') },
    });
    setMarks(made);
    return () => {
      made.close();
      setMarks(undefined);
    };
  }, [view, settings, system, calls]);
  useEffect(() => marks?.setOpen(openId), [marks, openId]);
  useEffect(() => marks?.set(places), [marks, places]);
  useEffect(() => marks?.setPointed(pointed), [marks, pointed]);
  const spot = opened || !address ? undefined : target;
  const title = address?.title || address?.text || '';
  useEffect(() => marks?.setSpot(spot && view && { at: convert(spot, system, view.system), title }), [marks, view, spot, title, system]);
  const at = position.state === 'found' ? position.at : undefined;
  useEffect(() => {
    if (!marks || !view) return;
    const here = at && convert(at, system, view.system);
    marks.setPosition(here);
    if (here && follows) view.go(here, Math.max(13, Math.round(view.zoom())), true);
  }, [marks, view, at, follows, system]);
}
