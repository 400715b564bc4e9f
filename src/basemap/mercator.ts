/** A coordinate in degrees. */
interface LngLat {
  lng: number;
  lat: number;
}

/** A point of the Web Mercator square: 0,0 is its north-west corner, 1,1 its south-east one. */
export interface Point {
  x: number;
  y: number;
}

/** Pixels of the world at zoom 0, the same for every provider. */
const tile = 256;

/** Returns the pixels of the whole world at a zoom. */
export const getWorldSize = (zoom: number): number => tile * 2 ** zoom;

/** Returns where a coordinate lies in the square. */
export function project({ lng, lat }: LngLat): Point {
  const sine = Math.sin((Math.max(-85.06, Math.min(85.06, lat)) * Math.PI) / 180);
  return { x: lng / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

/** Returns the coordinate of a point of the square. */
export function unproject({ x, y }: Point): LngLat {
  return { lng: (x - 0.5) * 360, lat: (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI };
}

/** A rectangle of the square. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns the smallest rectangle around points; undefined without any. */
export function findBoundingBox(points: readonly Point[]): Box | undefined {
  const [first] = points;
  if (!first) return undefined;
  const box = { left: first.x, top: first.y, right: first.x, bottom: first.y };
  for (const { x, y } of points) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

/** Returns the middle and the largest whole zoom at which a rectangle fits into a window of pixels. */
export function fitBox(
  box: Box,
  size: { width: number; height: number },
  { min, max }: { min: number; max: number },
): { middle: Point; zoom: number } {
  const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  const scale = Math.min(size.width / Math.max(box.right - box.left, 1e-9), size.height / Math.max(box.bottom - box.top, 1e-9));
  return { middle, zoom: Math.max(min, Math.min(max, Math.floor(Math.log2(scale / tile)))) };
}
