import { drawDisc, drawFill, formatNumber, formatPair, placeGroup, drawRect, drawStroke } from './brush';
import { mixColors } from './color';
import { drawRanges } from './landscapes';
import { drawCloud, drawCornerSeal, drawFlock, drawMist, drawOrb, drawRipples, drawSky } from './scenery';
import type { Sheet } from './sheet';

/** Draws a junk with three battened sails on open water, mirrored below the waterline. */
export function drawBoat(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const horizon = height * 0.62;
  const x = width * (width > height * 2 ? random.pick([0.32, 0.68]) : random.between(0.44, 0.56));
  const flip = random.pick([-1, 1]);
  const sailPaint = sheet.across([0, palette.accent], [1, mixColors(palette.accent, palette.ink, 0.35)]);
  const sail = (sx: number, foot: number, tall: number, wide: number) => {
    const left = sx - wide * 0.35;
    const outline = `M${formatPair(left, foot)}L${formatPair(left + wide * 0.06, foot - tall * 0.82)}L${formatPair(sx + wide * 0.2, foot - tall)}Q${formatPair(sx + wide * 0.72, foot - tall * 0.6)} ${formatPair(sx + wide * 0.68, foot - tall * 0.04)}Z`;
    const battens = [0.2, 0.38, 0.56, 0.73].map(
      (t) =>
        `M${formatPair(left + wide * 0.06 * t, foot - tall * t * 0.98)}L${formatPair(sx + wide * (0.69 - t * t * 0.36), foot - tall * (t * 1.02 + 0.02))}`,
    );
    return (
      drawStroke(`M${formatPair(sx, foot + 34)}V${formatNumber(foot - tall - 12)}`, palette.ink, 4) +
      drawFill(outline, sailPaint) +
      drawStroke(battens.join(''), palette.paper, 2, 0.55)
    );
  };
  const hull =
    drawFill(
      'M-156-34Q-120 0-60 2H50Q120-6 150-52L168-54Q150 32 104 40H-96Q-132 34-156-34Z',
      sheet.down([0, palette.wood], [1, palette.ink]),
    ) +
    drawStroke('M-146-18Q-110 12-60 14H56Q112 8 146-30', palette.gold, 2.4, 0.8) +
    drawFill('M-140-26V-52H-84V-2Q-118-6-140-26Z', mixColors(palette.wood, palette.ink, 0.3)) +
    drawFill('M-148-50Q-112-64-76-50Z', palette.ink);
  const ship = sail(-78, -36, 138, 84) + sail(8, -22, 226, 118) + sail(104, -32, 120, 70) + hull;
  const id = sheet.newId();
  const low = horizon + (height - horizon) * 0.42;
  return (
    drawSky(sheet) +
    drawOrb(sheet, x - flip * 150, horizon - 210, 62) +
    drawRanges(sheet, horizon, 190, 1.6) +
    drawMist(sheet, horizon - 8, 8, Math.ceil(width / 220)) +
    drawRect(
      0,
      horizon,
      width,
      height - horizon,
      sheet.down([0, palette.haze], [0.3, mixColors(palette.haze, palette.far, 0.5)], [1, mixColors(palette.far, palette.mid, 0.7)]),
    ) +
    drawRipples(sheet, horizon + 14, height - 12, Math.round(width / 24)) +
    `<g opacity=".2"><use href="#${id}" transform="matrix(1 0 0 -.55 0 ${formatNumber(low * 1.55 + 60)})"/></g>` +
    `<g id="${id}">${placeGroup(ship, x, low, [flip * 1.12, 1.12])}</g>` +
    drawStroke(`M${formatPair(x - 190, low + 48)}h120m30 8h170m-250 12h110m40 6h90`, palette.paper, 3, 0.85) +
    drawFlock(sheet, x + flip * 130, height * 0.18, 5) +
    drawCornerSeal(sheet)
  );
}

/** One swell of scale-shaped waves whose crest rises and falls; rows of arcs are clipped to it. */
function drawSwell(sheet: Sheet, base: number, lift: number, phase: number, tone: string, size: number): string {
  const { palette, width, height } = sheet;
  const crest = Array.from({ length: 25 }, (_, i) => {
    const t = i / 24;
    return `L${formatPair(t * width, base - lift * (0.5 + 0.5 * Math.sin(t * (width / 210) + phase)))}`;
  }).join('');
  const id = sheet.newId();
  const rings =
    [1, 0.74, 0.48, 0.22].map((share, i) => drawDisc(0, 0, size * share, i % 2 ? palette.haze : tone, 1)).join('') +
    drawDisc(0, 0, size, 'none');
  const ring = `<g stroke="${palette.haze}" stroke-width="1.6">${rings}</g>`;
  const half = size * 0.5;
  const spots = [
    [0, half],
    [size * 2, half],
    [size, size],
    [0, size * 1.5],
    [size * 2, size * 1.5],
    [size, size * 2],
  ] as const;
  sheet.define(
    `<g id="${id}s">${ring}</g><pattern id="${id}" width="${formatNumber(size * 2)}" height="${formatNumber(size)}" patternUnits="userSpaceOnUse">` +
      spots.map(([sx, sy]) => `<use href="#${id}s" x="${formatNumber(sx)}" y="${formatNumber(sy)}"/>`).join('') +
      '</pattern>',
  );
  const shape = `M0 ${formatNumber(height)}${crest}V${formatNumber(height)}Z`;
  const shade = sheet.down([0, tone, 0.15], [1, tone, 0.75]);
  return drawFill(shape, `url(#${id})`) + drawFill(shape, shade) + drawStroke(`M${crest.slice(1)}`, palette.haze, 5);
}

/** Draws patterned swells under a great sun, with cloud bars. */
export function drawWave(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const x = width * (width > height * 2 ? random.pick([0.3, 0.7]) : random.between(0.36, 0.64));
  const y = height * 0.36;
  const tones = [
    mixColors(palette.mid, palette.far, 0.3),
    mixColors(palette.mid, palette.near, 0.5),
    mixColors(palette.near, palette.ink, 0.2),
    mixColors(palette.near, palette.ink, 0.6),
  ];
  const swells = tones.map((tone, i) => drawSwell(sheet, height * (0.56 + i * 0.13), 92 - i * 6, random.between(0, 6), tone, 38 + i * 9));
  return (
    drawSky(sheet) +
    drawOrb(sheet, x, y, 118) +
    drawCloud(sheet, x - 150, y + 40, 300, palette.paper, 0.9) +
    drawCloud(sheet, x + 190, y - 70, 240, palette.paper, 0.8) +
    drawFlock(sheet, x + 60, y - 40, 5) +
    swells.join('') +
    drawCornerSeal(sheet)
  );
}
