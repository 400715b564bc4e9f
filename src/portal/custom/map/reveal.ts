import type { LngLat } from './kinds';
import { project, unproject, getWorldSize } from '../../../basemap/mercator';
import type { MapView } from './providers/kinds';

/** Pixels between what is revealed and the edges of the map, and the height of a mark. */
const margin = 20;
const markHeight = 44;

/** Room that is taken in the window of the map: a card above the mark, or one that covers the foot of the map. */
export interface Room {
  width: number;
  height: number;
  place: 'above' | 'foot';
}

/** Moves the map as little as possible, so that a coordinate and the card that belongs to it can be seen. */
export function reveal(view: MapView, at: LngLat, room: Room, animated: boolean): void {
  const world = getWorldSize(view.zoom());
  const [center, point] = [project(view.center()), project(at)];
  const { clientWidth, clientHeight } = view.element;
  const x = (point.x - center.x) * world + clientWidth / 2;
  const y = (point.y - center.y) * world + clientHeight / 2;
  const half = room.place === 'above' ? room.width / 2 : 24;
  const above = room.place === 'above' ? room.height + markHeight + 12 : markHeight;
  const foot = room.place === 'foot' ? room.height : 0;
  const right = shift(x - half - margin, x + half + margin, clientWidth);
  const down = shift(y - above - margin, y + margin, clientHeight - foot);
  if (Math.abs(right) < 1 && Math.abs(down) < 1) return;
  view.go(unproject({ x: center.x + right / world, y: center.y + down / world }), view.zoom(), animated);
}

/** How far a stretch must be moved to lie between 0 and an end; one that is too long shows its beginning. */
const shift = (from: number, to: number, end: number): number => (from < 0 || to - from > end ? from : to > end ? to - end : 0);

/** Returns whether a coordinate is in sight. */
export function isSeen(view: MapView, at: LngLat): boolean {
  const world = getWorldSize(view.zoom());
  const [center, point] = [project(view.center()), project(at)];
  return (
    Math.abs(point.x - center.x) * world < view.element.clientWidth / 2 &&
    Math.abs(point.y - center.y) * world < view.element.clientHeight / 2
  );
}
