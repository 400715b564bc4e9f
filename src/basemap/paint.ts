import { getWorldSize } from './mercator';
import type { Shape } from './kinds';
import { interpolateSteps, shapeStyles, type Ink, type ShapeStyle } from './shapeStyles';

/** Colours by name. */
export type Palette = Readonly<Record<Ink, string>>;

/** A square of the map: its upper left corner in pixels of the world, and its side. */
export interface Square {
  left: number;
  top: number;
  side: number;
  zoom: number;
}

/** Pixels beside a square in which lines still reach into it. */
const margin = 40;

/** Draws the shapes of one square, the lower kinds first; edges of ways lie below all ways of their kind, so that crossings are open. */
export function paintShapes(context: CanvasRenderingContext2D, square: Square, shapes: readonly Shape[], palette: Palette): void {
  context.fillStyle = palette.water;
  context.fillRect(0, 0, square.side, square.side);
  context.lineJoin = 'round';
  context.lineCap = 'round';
  const seen = shapes.filter((shape) => isSeen(shape, square));
  for (let start = 0; start < seen.length;) {
    const kind = seen[start]?.kind;
    let end = start;
    while (end < seen.length && seen[end]?.kind === kind) end += 1;
    if (kind !== undefined) paintKind(context, square, seen.slice(start, end), shapeStyles[kind], palette);
    start = end;
  }
}

function isSeen({ kind, box: [left, top, right, bottom] }: Shape, square: Square): boolean {
  const { from, to = Infinity } = shapeStyles[kind];
  if (square.zoom < from || square.zoom > to) return false;
  const world = getWorldSize(square.zoom);
  return (
    right * world >= square.left - margin &&
    left * world <= square.left + square.side + margin &&
    bottom * world >= square.top - margin &&
    top * world <= square.top + square.side + margin
  );
}

function paintKind(context: CanvasRenderingContext2D, square: Square, shapes: readonly Shape[], look: ShapeStyle, palette: Palette): void {
  const paths = shapes.map((shape) => createPath(shape, square, look.smooth === true));
  const width = look.width ? interpolateSteps(look.width, square.zoom) : 0;
  if (look.fill !== undefined) {
    context.fillStyle = palette[look.fill];
    paths.forEach((path) => context.fill(path));
  }
  if (look.line === undefined || width === 0) return;
  if (look.edge !== undefined && width > 2) {
    context.strokeStyle = palette[look.edge];
    context.lineWidth = width + 2 * (look.edgeWidth ?? 1);
    paths.forEach((path) => context.stroke(path));
  }
  context.strokeStyle = palette[look.line];
  context.lineWidth = width;
  paths.forEach((path) => context.stroke(path));
  if (!look.dash) return;
  context.setLineDash([...look.dash]);
  context.lineCap = 'butt';
  context.strokeStyle = palette['rail-gap'];
  context.lineWidth = Math.max(0.6, width - 1.2);
  paths.forEach((path) => context.stroke(path));
  context.setLineDash([]);
  context.lineCap = 'round';
}

/** On which sides of the square a point lies outside of it, as bits. */
const findSides = (x: number, y: number, side: number): number =>
  (x < -margin ? 1 : x > side + margin ? 2 : 0) | (y < -margin ? 4 : y > side + margin ? 8 : 0);

/**
 * The path of a shape within a square. A run of points that all lie beyond the same side of it is left out but for its ends: what is
 * drawn is the same, and a coast of ten thousand points costs a few.
 */
function createPath({ points, closed }: Shape, square: Square, smooth: boolean): Path2D {
  const world = getWorldSize(square.zoom);
  const path = new Path2D();
  const kept: number[] = [];
  const count = points.length / 2;
  // The sides beyond which all points lie since the last one that was kept.
  let common = 0;
  for (let index = 0; index < count; index += 1) {
    const x = (points[2 * index] ?? 0) * world - square.left;
    const y = (points[2 * index + 1] ?? 0) * world - square.top;
    common &= findSides(x, y, square.side);
    const next =
      index + 1 < count
        ? findSides((points[2 * index + 2] ?? 0) * world - square.left, (points[2 * index + 3] ?? 0) * world - square.top, square.side)
        : 0;
    if (index > 0 && (common & next) !== 0) continue;
    kept.push(x, y);
    common = findSides(x, y, square.side);
  }
  if (smooth && kept.length > 4) drawCurve(path, kept, closed);
  else for (let index = 0; index < kept.length; index += 2) path.lineTo(kept[index] ?? 0, kept[index + 1] ?? 0);
  if (closed) path.closePath();
  return path;
}

/** A line through the middles of the stretches between its points, curved at each of them. */
function drawCurve(path: Path2D, line: readonly number[], closed: boolean): void {
  const count = line.length / 2;
  const x = (index: number): number => line[2 * (index % count)] ?? 0;
  const y = (index: number): number => line[2 * (index % count) + 1] ?? 0;
  if (closed) path.moveTo((x(0) + x(1)) / 2, (y(0) + y(1)) / 2);
  else path.moveTo(x(0), y(0));
  for (let index = 1; index < (closed ? count + 1 : count - 1); index += 1)
    path.quadraticCurveTo(x(index), y(index), (x(index) + x(index + 1)) / 2, (y(index) + y(index + 1)) / 2);
  if (!closed) path.lineTo(x(count - 1), y(count - 1));
}
