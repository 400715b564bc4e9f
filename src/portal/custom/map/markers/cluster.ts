import { project, getWorldSize, type Point } from '../../../../basemap/mercator';
import type { LngLat, Place } from '../kinds';

/** A place with its point on the map; `at` is in the map's own system. */
export interface Spot extends Point {
  place: Place;
  at: LngLat;
}

/** Places that share a marker: one, or several that lie too close to be told apart at a zoom. */
export interface Cluster extends Point {
  key: string;
  spots: Spot[];
}

/** Rounds in which markers whose middles came to lie upon each other become one. */
const rounds = 3;
/** At the nearest zooms only those are one that lie upon each other. */
const nearReach = 10;
const nearZoom = 17;

/** Returns the spots of places that have a coordinate, in the map's own system. */
export function toSpots(places: readonly Place[], toMap: (at: LngLat) => LngLat): Spot[] {
  return places.flatMap((place) => {
    if (!place.at) return [];
    const at = toMap(place.at);
    return [{ place, at, ...project(at) }];
  });
}

/**
 * Puts spots together that lie within reach of each other at a zoom: each joins the nearest marker begun before it. The result depends
 * on the zoom alone, not on what is seen, so that markers stay where they are while the map moves. As a marker stands in the middle of its
 * spots, two may come to lie upon each other: those are put together too. Linear in the number of spots.
 * @param reach pixels within which markers are one: those of what can be tapped
 */
export function buildClusters(spots: readonly Spot[], zoom: number, reach = 44): Cluster[] {
  const size = (zoom >= nearZoom ? nearReach : reach) / getWorldSize(zoom);
  const single = spots.map((spot) => ({ x: spot.x, y: spot.y, spots: [spot] }));
  let found = together(single, size);
  for (let round = 0; round < rounds; round += 1) {
    const merged = together(found, size);
    if (merged.length === found.length) break;
    found = merged;
  }
  return found.map(settled);
}

/** Each joins the nearest one within reach that began before it; in the end each stands in the middle of its spots. */
function together(begun: readonly Begun[], size: number): Begun[] {
  const cells = new Map<number, Begun[]>();
  const found: Begun[] = [];
  for (const one of begun) {
    const [column, row] = [Math.floor(one.x / size), Math.floor(one.y / size)];
    const near = nearest(cells, column, row, one, size);
    if (near) near.spots.push(...one.spots);
    else {
      const own: Begun = { x: one.x, y: one.y, spots: [...one.spots] };
      found.push(own);
      const key = toCellKey(column, row);
      (cells.get(key) ?? cells.set(key, []).get(key))?.push(own);
    }
  }
  return found.map(({ spots }) => ({ spots, ...computeMiddle(spots) }));
}

interface Begun extends Point {
  spots: Spot[];
}

/** One number for a cell; the rows of a world never reach this many at the zooms there are. */
const toCellKey = (column: number, row: number): number => column * 67_108_864 + row;

function nearest(cells: ReadonlyMap<number, Begun[]>, column: number, row: number, { x, y }: Point, size: number): Begun | undefined {
  let best: Begun | undefined;
  let least = size * size;
  for (let across = column - 1; across <= column + 1; across += 1) {
    for (let down = row - 1; down <= row + 1; down += 1) {
      for (const begun of cells.get(toCellKey(across, down)) ?? []) {
        const distance = (begun.x - x) ** 2 + (begun.y - y) ** 2;
        if (distance <= least) [best, least] = [begun, distance];
      }
    }
  }
  return best;
}

/** A marker stands in the middle of its spots. */
const settled = ({ spots, x, y }: Begun): Cluster => ({ key: `${spots[0]?.place.id ?? ''} ${spots.length}`, spots, x, y });

const computeMiddle = (spots: readonly Spot[]): Point => ({
  x: spots.reduce((sum, spot) => sum + spot.x, 0) / spots.length,
  y: spots.reduce((sum, spot) => sum + spot.y, 0) / spots.length,
});

/** Returns whether spots lie at one point, so that no zoom parts them. */
export function isStack(spots: readonly Spot[], zoom: number): boolean {
  const [first] = spots;
  const size = nearReach / getWorldSize(zoom);
  return first !== undefined && spots.every(({ x, y }) => Math.abs(x - first.x) <= size && Math.abs(y - first.y) <= size);
}
