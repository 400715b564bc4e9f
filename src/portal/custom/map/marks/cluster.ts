import { project, worldSize, type Point } from '../mercator';
import type { LngLat, Place } from '../kinds';

/** A place with its point on the map; `at` is in the map's own system. */
export interface Spot extends Point { place: Place; at: LngLat }

/** Places that share a mark: one, or several that lie too close to be told apart at a zoom. */
export interface Cluster extends Point { key: string; spots: Spot[] }

/** Pixels within which marks are one; at the nearest zooms only those that lie upon each other. */
const reach = 44;
const nearReach = 10;
const nearZoom = 17;

/** The spots of places that have a coordinate, in the map's own system. */
export function spotsOf(places: readonly Place[], toMap: (at: LngLat) => LngLat): Spot[] {
  return places.flatMap((place) => {
    if (!place.at) return [];
    const at = toMap(place.at);
    return [{ place, at, ...project(at) }];
  });
}

/**
 * Puts spots together that lie within reach of each other at a zoom: each joins the nearest mark begun before it. The result depends
 * on the zoom alone, not on what is seen, so that marks stay where they are while the map moves. Linear in the number of spots.
 */
export function clustersAt(spots: readonly Spot[], zoom: number): Cluster[] {
  const size = (zoom >= nearZoom ? nearReach : reach) / worldSize(zoom);
  const cells = new Map<number, Begun[]>();
  const found: Begun[] = [];
  for (const spot of spots) {
    const [column, row] = [Math.floor(spot.x / size), Math.floor(spot.y / size)];
    const near = nearest(cells, column, row, spot, size);
    if (near) near.spots.push(spot);
    else {
      const begun: Begun = { x: spot.x, y: spot.y, spots: [spot] };
      found.push(begun);
      const key = keyOf(column, row);
      (cells.get(key) ?? cells.set(key, []).get(key))?.push(begun);
    }
  }
  return found.map(settled);
}

interface Begun extends Point { spots: Spot[] }

/** One number for a cell; the rows of a world never reach this many at the zooms there are. */
const keyOf = (column: number, row: number): number => column * 67_108_864 + row;

function nearest(cells: ReadonlyMap<number, Begun[]>, column: number, row: number, { x, y }: Point, size: number): Begun | undefined {
  let best: Begun | undefined;
  let least = size * size;
  for (let across = column - 1; across <= column + 1; across += 1) {
    for (let down = row - 1; down <= row + 1; down += 1) {
      for (const begun of cells.get(keyOf(across, down)) ?? []) {
        const distance = (begun.x - x) ** 2 + (begun.y - y) ** 2;
        if (distance <= least) [best, least] = [begun, distance];
      }
    }
  }
  return best;
}

/** A mark stands in the middle of its spots. */
function settled({ spots }: Begun): Cluster {
  const [first] = spots;
  const count = spots.length;
  return { key: `${first?.place.id ?? ''} ${count}`, spots, x: spots.reduce((sum, spot) => sum + spot.x, 0) / count, y: spots.reduce((sum, spot) => sum + spot.y, 0) / count };
}

/** Whether spots lie at one point, so that no zoom parts them. */
export function isStack(spots: readonly Spot[], zoom: number): boolean {
  const [first] = spots;
  const size = nearReach / worldSize(zoom);
  return first !== undefined && spots.every(({ x, y }) => Math.abs(x - first.x) <= size && Math.abs(y - first.y) <= size);
}
