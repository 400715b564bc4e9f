import { useEffect, useState, useSyncExternalStore } from 'react';
import type { LngLat } from './kinds';
import type { MapView } from './providers/kinds';
import { isSeen, reveal } from './reveal';

/** From here on a card stands beside its mark; on narrower windows it lies at the foot of the map. */
const wide = '(min-width: 1024px)';

/**
 * Where the card of what is open stands, and moves the map so that both can be seen; again when the card grows.
 * @param at where it belongs, in the map's own system
 * @param least how near the map is at least, for what has nothing else to be known by
 * @returns the element in the map for the card; undefined when the card lies at the foot of the map
 */
export function useCardPlace(view: MapView | undefined, at: LngLat | undefined, open: boolean, least?: number): HTMLElement | undefined {
  const beside = useSyncExternalStore(
    subscribe,
    () => window.matchMedia(wide).matches,
    () => true,
  );
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [lng, lat] = [at?.lng, at?.lat];
  useEffect(() => {
    if (!view || lng === undefined || lat === undefined || !open) return undefined;
    const to = { lng, lat };
    if (!isSeen(view, to) || view.zoom() < (least ?? 0)) view.go(to, Math.max(least ?? 13, Math.round(view.zoom())), true);
    if (!beside) {
      const foot = view.element.closest('.map-area')?.querySelector('.map-float');
      if (foot) reveal(view, to, { width: 0, height: foot.clientHeight, place: 'foot' }, true);
      return undefined;
    }
    const element = document.createElement('div');
    element.className = 'map-anchor';
    const placed = view.put(element, to, 'card');
    const grown = new ResizeObserver(() => {
      if (element.offsetHeight > 0) reveal(view, to, { width: element.offsetWidth, height: element.offsetHeight, place: 'above' }, true);
    });
    grown.observe(element);
    setAnchor(element);
    return () => {
      grown.disconnect();
      placed.remove();
      setAnchor(undefined);
    };
  }, [view, lng, lat, open, beside, least]);
  return anchor;
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
