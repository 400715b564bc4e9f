import { drawDisc, drawFill, formatNumber, formatPair, placeGroup, drawRect, traceCurveOn, drawStroke, type Point } from './brush';
import { mixColors } from './color';
import { drawRanges } from './landscapes';
import { drawMist } from './scenery';
import type { Sheet } from './sheet';

/** Where an object stands: the middle of its foot, in units. */
interface Place {
  x: number;
  y: number;
}

type Backdrop = (sheet: Sheet, x: number, top: number) => string;

/** What stands behind an object, its middle at x and its foot on the table edge `top`. */
const backdrops: readonly Backdrop[] = [
  (sheet, x, top) => {
    const { palette, width } = sheet;
    const radius = Math.min(width * 0.37, 208);
    const moon = sheet.down([0, palette.paper], [1, mixColors(palette.haze, palette.sky, 0.45)]);
    return drawDisc(x, top - radius - 18, radius + 9, palette.paper, 0.35) + drawDisc(x, top - radius - 18, radius, moon);
  },
  (sheet, x, top) => {
    const { palette } = sheet;
    const arch = (half: number, rise: number) =>
      `M${formatPair(x - half, top)}V${formatNumber(top - rise)}A${half} ${half} 0 0 1 ${formatNumber(x + half)} ${formatNumber(top - rise)}V${formatNumber(top)}Z`;
    return (
      drawFill(arch(206, 214), palette.paper, 0.55) +
      drawFill(
        arch(192, 214),
        sheet.across([0, mixColors(palette.sky, palette.near, 0.32)], [0.35, mixColors(palette.haze, palette.sky, 0.3)], [1, palette.haze]),
      )
    );
  },
  (sheet, x, top) => {
    const { palette } = sheet;
    const panel = sheet.down([0, palette.paper], [1, mixColors(palette.haze, palette.sky, 0.55)]);
    return (
      [-2, -1, 0, 1]
        .map(
          (i) =>
            drawRect(x + i * 116, top - 396, 116, 396, palette.wood) +
            drawRect(x + i * 116 + 5, top - 390, 106, 300, panel) +
            drawRect(x + i * 116 + 5, top - 84, 106, 78, mixColors(palette.wood, palette.gold, 0.22)) +
            drawRect(x + i * 116 + 18, top - 72, 80, 54, palette.wood, 0.6, 3),
        )
        .join('') +
      placeGroup(
        drawFill('M-226 0Q-150-150-76-60Q-20-14 40-90Q120-180 226 0Z', sheet.down([0, palette.mid, 0.5], [1, palette.far, 0])),
        x,
        top - 92,
      ) +
      drawStroke(`M${formatPair(x - 116, top - 390)}v384m116-384v384m116-384v384`, palette.wood, 10)
    );
  },
];

/**
 * Draws the room an object is shown in: a wall with a moon, a niche or a folding screen behind the object, mountains in the mist at the
 * sides and a table edge below. Banners place the object off centre so that words can stand beside it.
 */
export function drawStudio(sheet: Sheet): { markup: string; place: Place } {
  const { palette, random, width, height } = sheet;
  const x = width > height * 2 ? width * random.pick([0.3, 0.7]) : width * 0.5;
  const y = height * (height > width ? 0.78 : 0.82);
  const top = y - 34;
  const wall = sheet.down([0, mixColors(palette.sky, palette.far, 0.2)], [1, mixColors(palette.sky, palette.haze, 0.4)]);
  const table = sheet.down(
    [0, mixColors(palette.near, palette.wood, 0.35)],
    [0.12, mixColors(palette.near, palette.ink, 0.4)],
    [1, mixColors(palette.ink, palette.near, 0.15)],
  );
  const markup =
    drawRect(0, 0, width, height, wall) +
    drawRanges(sheet, top, 120, 1.5) +
    drawMist(sheet, top - 18, 14, Math.ceil(width / 260)) +
    random.pick(backdrops)(sheet, x, top) +
    drawRect(0, top, width, height - top, table) +
    drawRect(0, top, width, 3, palette.gold, 0.55);
  return { markup, place: { x, y } };
}

/** Draws a soft contact shadow under an object whose foot is at (x, y). */
export function drawShadow(sheet: Sheet, x: number, y: number, reach: number): string {
  const { ink } = sheet.palette;
  return drawDisc(x, y, reach, sheet.radial([0, '#0b0a0a', 0.55], [0.6, ink, 0.3], [1, ink, 0]), 1, reach * 0.16);
}

/** Returns path data of a turned vessel: a profile of (radius, height above the foot) mirrored about x. */
export function traceVessel(x: number, y: number, profile: readonly Point[]): string {
  const right = profile.map(([radius, high]): Point => [x + radius, y - high]);
  const left = [...profile].reverse().map(([radius, high]): Point => [x - radius, y - high]);
  const start = right[0];
  const over = left[0];
  return start && over
    ? `M${formatPair(start[0], start[1])}${traceCurveOn(right)}L${formatPair(over[0], over[1])}${traceCurveOn(left)}Z`
    : '';
}

/** Returns a paint of a rounded body shade: dark at both edges with light a third of the way, as on glaze or bronze. */
export function createSheen(sheet: Sheet, tone: string, light: string): string {
  const { ink } = sheet.palette;
  return sheet.across(
    [0, mixColors(tone, ink, 0.5)],
    [0.12, mixColors(tone, ink, 0.12)],
    [0.32, light],
    [0.5, tone],
    [0.84, mixColors(tone, ink, 0.32)],
    [0.94, mixColors(tone, ink, 0.5)],
    [1, mixColors(tone, ink, 0.3)],
  );
}

/** Draws a dark wooden stand under a vessel, its top at (x, y). */
export function drawPlinth(sheet: Sheet, x: number, y: number, half: number): string {
  const { palette } = sheet;
  const wood = sheet.across([0, palette.ink], [0.35, palette.wood], [1, palette.ink]);
  const d = `M${formatPair(x - half, y)}h${formatNumber(half * 2)}v9h${formatNumber(-half * 0.16)}q${formatNumber(half * 0.02)} 13 ${formatNumber(half * 0.12)} 23h${formatNumber(-half * 0.34)}q${formatNumber(-half * 0.04)} -13 ${formatNumber(-half * 0.2)} -13h${formatNumber(-half * 0.84)}q${formatNumber(-half * 0.16)} 0 ${formatNumber(-half * 0.2)} 13h${formatNumber(-half * 0.34)}q${formatNumber(half * 0.1)} -10 ${formatNumber(half * 0.12)} -23h${formatNumber(-half * 0.16)}Z`;
  return drawShadow(sheet, x, y + 32, half * 1.35) + drawFill(d, wood) + drawRect(x - half, y, half * 2, 2.5, palette.gold, 0.5);
}

/** Draws curls of steam rising from (x, y). */
export function drawSteam(sheet: Sheet, x: number, y: number, height: number): string {
  const paint = sheet.down([0, sheet.palette.paper, 0], [0.5, sheet.palette.paper, 0.85], [1, sheet.palette.paper, 0.1]);
  return [-26, 0, 24]
    .map((dx, i) => {
      const tall = height * (i === 1 ? 1 : 0.68);
      const w = 15;
      return drawFill(
        `M${formatPair(x + dx, y)}C${formatPair(x + dx - 30, y - tall * 0.35)} ${formatPair(x + dx + 34, y - tall * 0.6)} ${formatPair(x + dx + 4, y - tall)}C${formatPair(x + dx + 34 + w, y - tall * 0.58)} ${formatPair(x + dx - 30 + w, y - tall * 0.35)} ${formatPair(x + dx, y)}Z`,
        paint,
      );
    })
    .join('');
}
