/** The direction of an arrow key; undefined for other keys. */
const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A marker and its middle in the window. */
export interface Steered {
  element: HTMLElement;
  x: number;
  y: number;
}

/**
 * Returns the marker that an arrow key leads to: of those in its direction the one that is nearest, where sideways counts twice.
 * @returns undefined when there is none, or the key is no arrow
 */
export function findNextMarker(from: Steered, markers: readonly Steered[], key: string): Steered | undefined {
  const direction = directions[key];
  if (!direction) return undefined;
  const [across, down] = direction;
  let best: Steered | undefined;
  let least = Infinity;
  for (const marker of markers) {
    const [x, y] = [marker.x - from.x, marker.y - from.y];
    const ahead = x * across + y * down;
    const aside = Math.abs(x * down) + Math.abs(y * across);
    const distance = ahead + 2 * aside;
    if (marker.element === from.element || ahead <= 0 || distance >= least) continue;
    [best, least] = [marker, distance];
  }
  return best;
}
