/** A marker as labels see it: where it stands in pixels, how wide it is, and the name that may be written beside it. */
export interface Marked {
  key: string;
  x: number;
  y: number;
  radius: number;
  width: number;
}

type Rectangle = readonly [left: number, top: number, right: number, bottom: number];

const height = 24;

/**
 * Returns which markers have room for their name on their right: no name lies on another marker or name. The first ones win.
 * @param markers in the order of importance
 * @returns the keys of those with room
 */
export function findLabelled(markers: readonly Marked[]): Set<string> {
  const taken: Rectangle[] = markers.map(({ x, y, radius }) => [x - radius, y - 2 * radius, x + radius, y + 4]);
  const room = new Set<string>();
  markers.forEach(({ key, x, y, radius, width }, index) => {
    if (width === 0) return;
    const box: Rectangle = [x + radius, y - radius - height / 2 - 4, x + radius + width, y - radius + height / 2 - 4];
    const meets = taken.some(
      (other, at) => at !== index && other[0] < box[2] && other[2] > box[0] && other[1] < box[3] && other[3] > box[1],
    );
    if (meets) return;
    room.add(key);
    taken.push(box);
  });
  return room;
}
