import { getWorldSize } from './mercator';
import type { Name, Shape } from './kinds';
import { interpolateSteps } from './shapeStyles';
import { nameStyles, type NameStyle } from './nameStyles';
import type { Palette, Square } from './paint';

/** A name with its place at one zoom, in pixels of the world. */
export interface PlacedName {
  look: NameStyle;
  size: number;
  /** What is written where; along a line each letter by itself. */
  letters: { text: string; x: number; y: number }[];
  /** Its rectangle: left, top, right, bottom. */
  box: readonly [number, number, number, number];
}

/** The width of a text at a size of 100 pixels. */
export type Measure = (text: string, bold: boolean) => number;

/** Pixels from a dot to its name, and at least between the same name on one way. */
const dotGap = 7;
const repeatGap = 700;

/**
 * Places names at a zoom: the more important first, and none upon another. It does not depend on what part of the map is seen, so
 * that squares that are drawn one by one fit together.
 * @param scale how much larger than usual letters are
 */
export function placeNames(names: readonly Name[], zoom: number, measure: Measure, scale = 1): PlacedName[] {
  const wanted = names.filter(({ kind }) => zoom >= nameStyles[kind].from && zoom < nameStyles[kind].to);
  const taken = new Grid();
  return [...wanted]
    .sort((a, b) => nameStyles[a.kind].rank - nameStyles[b.kind].rank)
    .flatMap((name) => {
      const look = nameStyles[name.kind];
      const size = interpolateSteps(look.size, zoom) * scale;
      const placed = name.along ? placeAlongLine(name.text, name.along, look, size, zoom) : [placeAtPoint(name, look, size, zoom, measure)];
      return placed.filter(({ box }) => taken.take(box));
    });
}

function placeAtPoint({ text, x, y }: Name, look: NameStyle, size: number, zoom: number, measure: Measure): PlacedName {
  const world = getWorldSize(zoom);
  const spaced = look.spaced ?? 0;
  const letters = [...text];
  const width = (measure(text, look.bold === true) * size) / 100 + spaced * (letters.length - 1);
  const dotted = look.dot === true && zoom < 11;
  const left = x * world + (dotted ? dotGap : -width / 2);
  const middle = y * world;
  const step = width / letters.length;
  return {
    look,
    size,
    letters:
      spaced === 0 ? [{ text, x: left, y: middle }] : letters.map((letter, index) => ({ text: letter, x: left + index * step, y: middle })),
    box: [left - (dotted ? dotGap + 3 : 2), middle - size * 0.7, left + width + 2, middle + size * 0.7],
  };
}

/** Names of ways and rivers, letter by letter along them, again and again where they are long. */
function placeAlongLine(text: string, line: Shape, look: NameStyle, size: number, zoom: number): PlacedName[] {
  const world = getWorldSize(zoom);
  const letters = [...text];
  const step = size + (look.spaced ?? 0);
  const length = step * (letters.length - 1);
  const total = measureLength(line.points) * world;
  if (total < length + 4 * size) return [];
  const times = Math.max(1, Math.floor(total / (length + repeatGap)));
  return Array.from({ length: times }, (_, turn) => {
    const start = (total * (turn + 0.5)) / times - length / 2;
    const [first, last] = [findPoint(line.points, start / world), findPoint(line.points, (start + length) / world)];
    // Letters run from left to right, or downwards on what is steep.
    const [width, height] = [last.x - first.x, last.y - first.y];
    const turned = Math.abs(height) > Math.abs(width) * 1.5 ? height < 0 : width < 0;
    const placed = letters.map((letter, index) => {
      const { x, y } = findPoint(line.points, (start + step * (turned ? letters.length - 1 - index : index)) / world);
      return { text: letter, x: x * world - size / 2, y: y * world };
    });
    const [xs, ys] = [placed.map(({ x }) => x), placed.map(({ y }) => y)];
    return {
      look,
      size,
      letters: placed,
      box: [Math.min(...xs) - 1, Math.min(...ys) - size * 0.6, Math.max(...xs) + size + 1, Math.max(...ys) + size * 0.6] as const,
    };
  });
}

function measureLength(points: Float64Array): number {
  let length = 0;
  for (let index = 2; index < points.length; index += 2)
    length += Math.hypot((points[index] ?? 0) - (points[index - 2] ?? 0), (points[index + 1] ?? 0) - (points[index - 1] ?? 0));
  return length;
}

function findPoint(points: Float64Array, distance: number): { x: number; y: number } {
  let left = distance;
  for (let index = 2; index < points.length; index += 2) {
    const [x, y] = [points[index - 2] ?? 0, points[index - 1] ?? 0];
    const [width, height] = [(points[index] ?? 0) - x, (points[index + 1] ?? 0) - y];
    const stretch = Math.hypot(width, height);
    if (left <= stretch) return { x: x + (width * left) / (stretch || 1), y: y + (height * left) / (stretch || 1) };
    left -= stretch;
  }
  return { x: points.at(-2) ?? 0, y: points.at(-1) ?? 0 };
}

/** Rectangles that are taken, kept by cells so that few are compared. */
class Grid {
  private readonly cells = new Map<string, (readonly [number, number, number, number])[]>();
  private static readonly cell = 128;

  take(box: readonly [number, number, number, number]): boolean {
    const keys = Grid.keysOf(box);
    const meets = keys.some((key) =>
      this.cells.get(key)?.some((other) => other[0] < box[2] && other[2] > box[0] && other[1] < box[3] && other[3] > box[1]),
    );
    if (meets) return false;
    for (const key of keys) (this.cells.get(key) ?? this.cells.set(key, []).get(key))?.push(box);
    return true;
  }

  private static keysOf([left, top, right, bottom]: readonly [number, number, number, number]): string[] {
    const keys: string[] = [];
    for (let x = Math.floor(left / Grid.cell); x <= Math.floor(right / Grid.cell); x += 1)
      for (let y = Math.floor(top / Grid.cell); y <= Math.floor(bottom / Grid.cell); y += 1) keys.push(`${x} ${y}`);
    return keys;
  }
}

/** Writes the names that reach into a square. */
export function paintNames(
  context: CanvasRenderingContext2D,
  square: Square,
  names: readonly PlacedName[],
  palette: Palette,
  family: string,
): void {
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  for (const { look, size, letters, box } of names) {
    if (box[2] < square.left || box[0] > square.left + square.side || box[3] < square.top || box[1] > square.top + square.side) continue;
    context.font = `${look.italic ? 'italic ' : ''}${look.bold ? 600 : 400} ${size}px ${family}`;
    context.strokeStyle = palette.halo;
    context.lineWidth = 3;
    context.fillStyle = palette[look.ink];
    for (const { text, x, y } of letters) context.strokeText(text, x - square.left, y - square.top);
    for (const { text, x, y } of letters) context.fillText(text, x - square.left, y - square.top);
    if (look.dot && square.zoom < 11)
      paintDot(context, (letters[0]?.x ?? 0) - dotGap - square.left, (letters[0]?.y ?? 0) - square.top, palette);
  }
}

function paintDot(context: CanvasRenderingContext2D, x: number, y: number, palette: Palette): void {
  context.beginPath();
  context.arc(x, y, 2.5, 0, 2 * Math.PI);
  context.fillStyle = palette.land;
  context.fill();
  context.lineWidth = 1.4;
  context.strokeStyle = palette.name;
  context.stroke();
}
