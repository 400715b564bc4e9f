/** A place in the picture: x to the right, y downward, in viewBox units. */
export type Point = readonly [x: number, y: number];

/** Rounds to what the eye can tell: whole units, one decimal for small values. */
function roundToVisible(value: number): number {
  const rounded = Math.abs(value) < 20 ? Math.round(value * 10) / 10 : Math.round(value);
  return rounded === 0 ? 0 : rounded;
}

/** Writes a number as short as path data allows. */
export function formatNumber(value: number): string {
  return String(roundToVisible(value)).replace(/^(-?)0\./, '$1.');
}

/** Joins coordinates for path data; a minus sign needs no space before it. */
export function formatPair(x: number, y: number): string {
  const second = formatNumber(y);
  return second.startsWith('-') ? formatNumber(x) + second : `${formatNumber(x)} ${second}`;
}

/** Returns the quadratic segments that run smoothly through the middles between the given points (no leading `M`). */
export function traceCurveOn(points: readonly Point[]): string {
  let [fromX, fromY] = (points[0] ?? [0, 0]).map(roundToVisible) as [number, number];
  const segments = points.slice(1).map(([x, y], index) => {
    const after = points[index + 2];
    const [endX, endY] = after
      ? [roundToVisible((x + after[0]) / 2), roundToVisible((y + after[1]) / 2)]
      : [roundToVisible(x), roundToVisible(y)];
    const segment = `q${formatPair(x - fromX, y - fromY)} ${formatPair(endX - fromX, endY - fromY)}`;
    // Steps are taken from the rounded end, so rounding never adds up along a long line.
    [fromX, fromY] = [fromX + roundToVisible(endX - fromX), fromY + roundToVisible(endY - fromY)];
    return segment;
  });
  return segments.join('').replace(/ -/g, '-');
}

/** Path data of a smooth open line through the points; fewer than two points give an empty text. */
function traceCurve(points: readonly Point[]): string {
  const first = points[0];
  return first && points.length > 1 ? `M${formatPair(first[0], first[1])}${traceCurveOn(points)}` : '';
}

/** Returns path data of a polygon with straight sides. */
export function tracePolygon(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => formatPair(x, y)).join('L')}Z`;
}

/**
 * Returns path data of a brush stroke: the outline around a centre line whose width (units) at `t` (0 start, 1 end)
 * is given by `widthAt`.
 */
export function traceBrushStroke(line: readonly Point[], widthAt: (t: number) => number): string {
  const left: Point[] = [];
  const right: Point[] = [];
  line.forEach(([x, y], index) => {
    const before = line[index - 1] ?? [x, y];
    const after = line[index + 1] ?? [x, y];
    const angle = Math.atan2(after[1] - before[1], after[0] - before[0]);
    const half = widthAt(index / Math.max(1, line.length - 1)) / 2;
    left.push([x - Math.sin(angle) * half, y + Math.cos(angle) * half]);
    right.unshift([x + Math.sin(angle) * half, y - Math.cos(angle) * half]);
  });
  const turn = right[0];
  return turn ? `${traceCurve(left)}L${formatPair(turn[0], turn[1])}${traceCurveOn(right)}Z` : '';
}

/** Returns path data of a pointed leaf or petal from a root, `angle` in degrees (0 right, 90 down), `bend` curving its tip. */
export function traceLeaf(x: number, y: number, angle: number, length: number, width: number, bend = 0): string {
  const turn = (angle * Math.PI) / 180;
  const at = (along: number, aside: number) =>
    formatPair(Math.cos(turn) * along - Math.sin(turn) * aside, Math.sin(turn) * along + Math.cos(turn) * aside);
  const there = `q${at(length * 0.42, width / 2)} ${at(length, bend)}`;
  const back = `q${at(-length * 0.58, -bend - width / 2)} ${at(-length, -bend)}`;
  return `M${formatPair(x, y)}${there}${back}`.replace(/ -/g, '-');
}

const formatOpacity = (opacity: number) => (opacity < 1 ? ` opacity="${Math.round(opacity * 100) / 100}"` : '');

/** Draws a filled path element. */
export function drawFill(data: string, paint: string, opacity = 1): string {
  return `<path d="${data}" fill="${paint}"${formatOpacity(opacity)}/>`;
}

/** Draws a stroked path element, `width` in units; the document gives it round ends. */
export function drawStroke(data: string, paint: string, width: number, opacity = 1): string {
  return `<path d="${data}" fill="none" stroke="${paint}" stroke-width="${formatNumber(width)}"${formatOpacity(opacity)}/>`;
}

/** Draws a filled ellipse; `ry` defaults to `rx` (a disc). */
export function drawDisc(x: number, y: number, rx: number, paint: string, opacity = 1, ry = rx): string {
  if (rx === ry)
    return `<circle cx="${formatNumber(x)}" cy="${formatNumber(y)}" r="${formatNumber(rx)}" fill="${paint}"${formatOpacity(opacity)}/>`;
  return `<ellipse cx="${formatNumber(x)}" cy="${formatNumber(y)}" rx="${formatNumber(rx)}" ry="${formatNumber(ry)}" fill="${paint}"${formatOpacity(opacity)}/>`;
}

/** Draws a filled rectangle with optional corner radius. */
export function drawRect(x: number, y: number, width: number, height: number, paint: string, opacity = 1, radius = 0): string {
  const corner = radius ? ` rx="${formatNumber(radius)}"` : '';
  return `<rect x="${formatNumber(x)}" y="${formatNumber(y)}" width="${formatNumber(width)}" height="${formatNumber(height)}"${corner} fill="${paint}"${formatOpacity(opacity)}/>`;
}

/** Wraps markup in a group moved, turned (degrees) and scaled about its own origin. */
export function placeGroup(markup: string, x: number, y: number, scale: number | readonly [number, number] = 1, turn = 0): string {
  const [scaleX, scaleY] = typeof scale === 'number' ? [scale, scale] : scale;
  const size = scaleX === 1 && scaleY === 1 ? '' : ` scale(${Number(scaleX.toFixed(3))} ${Number(scaleY.toFixed(3))})`;
  return `<g transform="translate(${formatPair(x, y)})${turn ? ` rotate(${formatNumber(turn)})` : ''}${size}">${markup}</g>`;
}
