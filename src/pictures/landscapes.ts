import { drawDisc, drawFill, formatNumber, formatPair, placeGroup, drawRect, drawStroke, type Point } from './brush';
import { mixColors } from './color';
import {
  drawCloud,
  drawCornerSeal,
  drawFlock,
  drawMist,
  drawOrb,
  drawRange,
  createRidge,
  drawRipples,
  drawSkiff,
  drawSky,
  drawSmallPine,
} from './scenery';
import type { Sheet } from './sheet';

/** Draws ranges from far to near between the horizon and the crest height, mist lying between them. */
export function drawRanges(sheet: Sheet, horizon: number, rise: number, steepness: number): string {
  const { palette, random, width } = sheet;
  const count = Math.max(2, Math.round(width / 260));
  const layers = [
    { tone: mixColors(palette.far, palette.haze, 0.35), rise, base: horizon - 26, peaks: count + 1 },
    { tone: mixColors(palette.far, palette.mid, 0.35), rise: rise * 0.82, base: horizon - 8, peaks: count },
    { tone: mixColors(palette.mid, palette.near, 0.25), rise: rise * 0.56, base: horizon, peaks: count },
  ];
  return layers
    .map((layer, i) => {
      const line = createRidge(sheet, { ...layer, steepness: steepness + random.between(-0.2, 0.2) });
      return (
        drawRange(sheet, line, horizon + 4, layer.tone) +
        (i < 2 ? drawMist(sheet, layer.base - layer.rise * 0.16, 16, Math.ceil(width / 320)) : '')
      );
    })
    .join('');
}

/** Draws a dark bank in a lower corner, rising toward the side edge; `side` -1 left, 1 right. Returns its markup and its crest. */
export function drawBank(sheet: Sheet, side: number, height: number, reach: number): { markup: string; crest: (share: number) => Point } {
  const { palette, height: bottom, width } = sheet;
  const edge = side < 0 ? 0 : width;
  const crest = (share: number): Point => [edge - side * reach * share, bottom - height * (1 - share) ** 1.5 - 6 * Math.sin(share * 9)];
  const line = Array.from({ length: 13 }, (_, i) => crest(i / 12));
  const paint = sheet.down([0, mixColors(palette.near, palette.ink, 0.55)], [1, palette.near]);
  const grass = line
    .slice(0, -2)
    .map(([x, y]) => `M${formatPair(x, y + 2)}q${formatNumber(side * -3)} -9 ${formatNumber(side * 4)} -15m-6 16q-1 -7-6 -11`);
  return {
    markup:
      drawFill(
        `M${formatPair(edge + side * 20, bottom + 9)}${line.map(([x, y]) => `L${formatPair(x, y)}`).join('')}V${formatNumber(bottom + 9)}Z`,
        paint,
      ) + drawStroke(grass.join(''), palette.ink, 1.6, 0.6),
    crest,
  };
}

/** Draws mountains over a still lake, a low sun, a skiff and a bank with pines. */
export function drawLandscape(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const horizon = height * random.between(0.63, 0.69);
  const side = random.pick([-1, 1]);
  const sunX = width * (0.5 + side * random.between(0.12, 0.27));
  const rise = horizon * random.between(0.62, 0.86);
  const near = drawBank(sheet, side, height * 0.17, Math.min(width * 0.55, 520));
  const [pineX, pineY] = near.crest(0.16);
  const [nextX, nextY] = near.crest(0.36);
  return (
    drawSky(sheet) +
    drawOrb(sheet, sunX, horizon - rise * random.between(0.72, 0.95), random.between(40, 56)) +
    drawRanges(sheet, horizon, rise, random.pick([1.3, 1.7, 2.5])) +
    drawRect(0, horizon, width, height - horizon, sheet.down([0, palette.haze], [1, mixColors(palette.sky, palette.far, 0.55)])) +
    drawMist(sheet, horizon, 8, Math.ceil(width / 260)) +
    drawRipples(sheet, horizon + 24, height - 30, Math.round(width / 34)) +
    drawSkiff(
      sheet,
      width * (0.5 - side * random.between(0.1, 0.26)),
      horizon + (height - horizon) * 0.45,
      random.between(0.62, 0.8),
      -side,
    ) +
    near.markup +
    drawSmallPine(sheet, pineX, pineY + 4, 1.25, -side) +
    drawSmallPine(sheet, nextX, nextY + 3, 0.8, side) +
    drawFlock(sheet, width * (0.5 - side * 0.2), height * random.between(0.14, 0.24), random.whole(4, 7)) +
    drawCornerSeal(sheet)
  );
}

/** Draws a river winding between interlocking spurs toward the viewer. */
export function drawRiver(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const horizon = height * 0.4;
  const middle = width * random.between(0.44, 0.58);
  const first = random.pick([-1, 1]);
  const spurs = Array.from({ length: 6 }, (_, i) => {
    const depth = (i + 1) / 6;
    const side = i % 2 ? first : -first;
    const edge = side < 0 ? -20 : width + 20;
    const foot = horizon + (height - horizon) * depth ** 1.7;
    const tip = middle + side * (10 + depth * width * 0.2) - side * (1 - depth) * 70;
    const rise = 90 + depth * random.between(60, 110);
    const tone = mixColors(
      depth < 0.5 ? mixColors(palette.far, palette.mid, depth * 2) : mixColors(palette.mid, palette.ink, (depth - 0.5) * 1.5),
      palette.green,
      0.18,
    );
    const line = Array.from({ length: 15 }, (_, k) => {
      const share = k / 14;
      const bumps = Math.sin(share * 11 + i * 2) * 9 + Math.sin(share * 23 + i) * 5;
      return `L${formatPair(edge + (tip - edge) * share, foot - rise * (1 - share) ** 0.9 - bumps * (1 - share))}`;
    });
    const paint = sheet.down([0, tone], [0.55, mixColors(tone, palette.haze, 0.45)], [1, mixColors(tone, palette.haze, 0.85)]);
    const pine =
      depth > 0.6
        ? drawSmallPine(sheet, edge + (tip - edge) * 0.45, foot - rise * 0.55, depth * 0.62, side, mixColors(tone, palette.ink, 0.6))
        : '';
    return (
      pine +
      drawFill(
        `M${formatPair(edge, foot + 12)}${line.join('')}Q${formatPair(tip - side * -60, foot + 16)} ${formatPair(edge, foot + 12)}Z`,
        paint,
      ) +
      (i < 5 ? drawMist(sheet, foot + 2, 3, 1) : '')
    );
  });
  const sail = (x: number, y: number, s: number) =>
    placeGroup(
      drawFill('M-2 0V-58Q26-40 30-6Z', palette.paper) +
        drawFill('M-6-2V-46Q-20-24-22-4Z', palette.accentSoft) +
        drawFill('M-26 2H34Q24 16 8 16H-8Q-20 14-26 2Z', palette.ink),
      x,
      y,
      s,
    );
  return (
    drawSky(sheet) +
    drawOrb(sheet, middle - first * width * 0.16, horizon * 0.42, 42) +
    drawRanges(sheet, horizon + 12, horizon * 0.6, 1.5) +
    drawRect(
      0,
      horizon,
      width,
      height - horizon,
      sheet.down([0, palette.haze], [0.5, mixColors(palette.haze, palette.sky, 0.6)], [1, mixColors(palette.sky, palette.mid, 0.35)]),
    ) +
    drawRipples(sheet, horizon + 30, height - 20, Math.round(width / 26)) +
    spurs.slice(0, 4).join('') +
    sail(middle + first * 14, height * 0.6, 0.5) +
    spurs.slice(4).join('') +
    sail(middle - first * 24, height * 0.84, 1.05) +
    drawFlock(sheet, middle + first * 90, height * 0.16, 5) +
    drawCornerSeal(sheet)
  );
}

/** Draws a great moon over sea and hills, cloud bars drifting across. */
export function drawMoon(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const horizon = height * 0.74;
  const x = width * (width > height * 2 ? random.pick([0.3, 0.68]) : random.between(0.38, 0.62));
  const radius = random.between(120, 150);
  const y = horizon * random.between(0.42, 0.5);
  const pale = mixColors(palette.paper, palette.gold, 0.16);
  const glitter = Array.from({ length: 11 }, (_, i) => {
    const length = ((radius * 1.5 * (12 - i)) / 14) * random.between(0.4, 1);
    return `M${formatPair(x - length / 2 + random.between(-14, 14), horizon + 10 + i * 12)}h${formatNumber(length)}`;
  });
  const halo = sheet.radial([0, pale, 0.55], [0.5, pale, 0.2], [1, pale, 0]);
  const stars = Array.from({ length: Math.round(width / 50) }, () =>
    drawDisc(random.between(0, width), random.between(0, horizon * 0.7), random.between(0.8, 1.9), palette.paper, random.between(0.3, 0.8)),
  ).join('');
  const line = createRidge(sheet, { base: horizon, rise: 90, peaks: Math.round(width / 240) + 1, steepness: 1.4 });
  return (
    drawSky(sheet, palette.night, mixColors(palette.nightLow, palette.haze, 0.25)) +
    stars +
    drawDisc(x, y, radius * 2.1, halo) +
    drawDisc(x, y, radius, sheet.radialFrom(0.4, 0.36, [0, palette.paper], [0.75, pale], [1, mixColors(pale, palette.gold, 0.25)])) +
    drawFlock(sheet, x + radius * random.pick([-1.9, 1.2]), y - 20, 5, mixColors(palette.nightLow, palette.haze, 0.6)) +
    drawRange(sheet, line, horizon + 4, mixColors(palette.night, palette.nightLow, 0.4), mixColors(palette.nightLow, palette.haze, 0.15)) +
    drawCloud(sheet, x - radius, y + radius * 0.5, radius * 2.1, palette.haze, 0.8) +
    drawCloud(sheet, x + radius * 0.95, y + radius * 0.82, radius * 1.7, palette.haze, 0.6) +
    drawRect(0, horizon, width, height - horizon, sheet.down([0, palette.nightLow], [1, palette.night])) +
    drawRipples(sheet, horizon + 12, height - 12, Math.round(width / 34), palette.haze, 0.3) +
    drawStroke(glitter.join(''), pale, 3.4, 0.8) +
    drawSkiff(
      { ...sheet, palette: { ...palette, ink: mixColors(palette.night, palette.ink, 0.6) } },
      x + random.pick([-1, 1]) * random.between(100, 170),
      height * 0.88,
      0.9,
    ) +
    drawCornerSeal(sheet)
  );
}
