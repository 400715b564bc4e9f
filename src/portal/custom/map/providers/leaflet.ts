import { convertCoordinate } from '../../../../runtime/convertCoordinate';
import L, { type Layer } from 'leaflet';
import type { CoordinateSystem, LngLat } from '../kinds';
import './leaflet.css';
import type { MapView, Opening, Placed } from './kinds';

/** What a map of Leaflet is made of besides how it is opened. */
export interface LeafletOptions {
  system: CoordinateSystem;
  zooms: { min: number; max: number };
  layers: readonly Layer[];
  /** Whose map it is, as words. */
  credit: string;
  /** Degrees that the map does not leave: west, south, east, north. */
  bounds?: readonly [number, number, number, number];
}

const still = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Opens a map of Leaflet. What is put on it are elements of ours: Leaflet moves them and leaves them alone otherwise. */
export function openLeaflet(
  element: HTMLElement,
  { settings, center, zoom, words }: Opening,
  { system, zooms, layers, credit, bounds }: LeafletOptions,
): MapView {
  const middle = convertCoordinate(center, settings.coordinates ?? 'gcj02', system);
  const limits = bounds && L.latLngBounds([bounds[1], bounds[0]], [bounds[3], bounds[2]]);
  const map = L.map(element, {
    center: [middle.lat, middle.lng],
    zoom: Math.max(zooms.min, Math.min(zooms.max, zoom)),
    minZoom: zooms.min,
    maxZoom: zooms.max,
    layers: [...layers],
    zoomControl: false,
    attributionControl: false,
    zoomAnimation: !still(),
    fadeAnimation: false,
    markerZoomAnimation: !still(),
    wheelPxPerZoomLevel: 100,
    worldCopyJump: false,
    ...(limits ? { maxBounds: limits, maxBoundsViscosity: 1 } : {}),
  });
  element.setAttribute('role', 'region');
  element.setAttribute('aria-label', words.label);
  if (limits) map.setMinZoom(Math.max(zooms.min, map.getBoundsZoom(limits)));
  L.control.attribution({ prefix: false, position: 'bottomright' }).addAttribution(credit).addTo(map);
  L.control.scale({ imperial: false, position: 'bottomleft', maxWidth: 120 }).addTo(map);
  const resized = new ResizeObserver(() => void map.invalidateSize({ pan: false }));
  resized.observe(element);
  const listen = (events: string, listener: () => void): (() => void) => {
    map.on(events, listener);
    return () => void map.off(events, listener);
  };
  return {
    system,
    zooms,
    element,
    center: () => {
      const { lng, lat } = map.getCenter();
      return { lng, lat };
    },
    zoom: () => map.getZoom(),
    go: ({ lng, lat }, to, animated) => {
      map.setView([lat, lng], Math.max(zooms.min, Math.min(zooms.max, to)), { animate: animated && !still() });
    },
    onRest: (listener) => listen('moveend resize', listener),
    onGround: (listener) => listen('click', listener),
    put: (content, at, layer) => put(map, content, at, layer),
    close: () => {
      resized.disconnect();
      map.remove();
      element.remove();
    },
  };
}

function put(map: L.Map, content: HTMLElement, at: LngLat, layer: 'mark' | 'card'): Placed {
  L.DomEvent.disableClickPropagation(content);
  if (layer === 'card') L.DomEvent.disableScrollPropagation(content);
  const icon = L.divIcon({ html: content, className: `map-put map-put-${layer}`, iconSize: [0, 0] });
  const zIndexOffset = layer === 'card' ? 100_000 : 0;
  const marker = L.marker([at.lat, at.lng], { icon, interactive: false, keyboard: false, zIndexOffset }).addTo(map);
  return { move: ({ lng, lat }) => void marker.setLatLng([lat, lng]), remove: () => void marker.remove() };
}
