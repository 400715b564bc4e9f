import type { MapPayload } from '../../../../model/payload';
import type { CoordinateSystem, LngLat } from '../kinds';

/** What is at a coordinate of the map, until it is removed. */
export interface Placed {
  move(at: LngLat): void;
  remove(): void;
}

/** How a map is opened. */
export interface Opening {
  settings: MapPayload;
  /** The middle, in the institution's system, and the zoom. */
  center: LngLat;
  zoom: number;
  /** Words that the map itself shows or says. */
  words: { label: string; creditGround: string; creditTianditu: string };
}

/** One map, whoever drew it. Its coordinates are in its own system; only `providers` know whose it is. */
export interface MapView {
  readonly system: CoordinateSystem;
  readonly zooms: { min: number; max: number };
  /** The element that holds it. */
  readonly element: HTMLElement;
  center(): LngLat;
  zoom(): number;
  /** Moves to a middle and a zoom. */
  go(center: LngLat, zoom: number, animated: boolean): void;
  /** Calls back whenever it has come to rest somewhere else, or has another size; returns how to stop. */
  onRest(listener: () => void): () => void;
  /** Calls back when a place without marks is clicked; returns how to stop. */
  onGround(listener: () => void): () => void;
  /** Puts an element at a coordinate: its own upper left corner is there. Cards lie above marks. */
  put(element: HTMLElement, at: LngLat, layer: 'mark' | 'card'): Placed;
  /** Where the visitor is; only providers that know better than the browser have it. Rejects when it cannot be found. */
  locate?(timeoutSeconds: number): Promise<{ at: LngLat; address: string }>;
  /** The address at a coordinate; rejects when it cannot be found. */
  addressAt?(at: LngLat): Promise<string>;
  /** The coordinate of an address; undefined when there is none. */
  find?(address: string): Promise<LngLat | undefined>;
  close(): void;
}

/** Opens a map in an element; rejects when it cannot be had, and leaves the element empty. */
export type MapProvider = (element: HTMLElement, opening: Opening) => Promise<MapView>;
