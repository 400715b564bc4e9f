import { project, getWorldSize, type Box } from './mercator';
import type { Basemap } from './kinds';
import type { Square } from './paint';

/** The part of the world that is drawn. */
export type Sheet = Box;

/** Pixels in which the ground fades out towards its edges. */
const fade = 72;

/** Returns the sheet that a ground is drawn on. */
export function toSheet([west, south, east, north]: Basemap['bounds']): Sheet {
  const [upper, lower] = [project({ lng: west, lat: north }), project({ lng: east, lat: south })];
  return { left: upper.x, top: upper.y, right: lower.x, bottom: lower.y };
}

/** Lets the ground fade out at the edges of its sheet: nothing is known of what lies beyond, so no coast may seem to be there. */
export function paintEdges(context: CanvasRenderingContext2D, square: Square, sheet: Sheet, color: string): void {
  const world = getWorldSize(square.zoom);
  const edges = {
    left: sheet.left * world - square.left,
    right: sheet.right * world - square.left,
    top: sheet.top * world - square.top,
    bottom: sheet.bottom * world - square.top,
  };
  if (edges.left + fade > 0) fillFading(context, square.side, color, [edges.left, 0, edges.left + fade, 0]);
  if (edges.right - fade < square.side) fillFading(context, square.side, color, [edges.right, 0, edges.right - fade, 0]);
  if (edges.top + fade > 0) fillFading(context, square.side, color, [0, edges.top, 0, edges.top + fade]);
  if (edges.bottom - fade < square.side) fillFading(context, square.side, color, [0, edges.bottom, 0, edges.bottom - fade]);
}

/** A square that is wholly of the colour on one side of a line, and less and less of it towards another. */
function fillFading(context: CanvasRenderingContext2D, side: number, color: string, line: [number, number, number, number]): void {
  const gradient = context.createLinearGradient(...line);
  gradient.addColorStop(0, color);
  gradient.addColorStop(1, toTransparent(color));
  context.fillStyle = gradient;
  context.fillRect(0, 0, side, side);
}

/** The colour `#rrggbb` without any strength. */
const toTransparent = (color: string): string => (/^#[0-9a-f]{6}$/i.test(color) ? `${color}00` : 'transparent');
