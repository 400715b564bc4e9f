import { traceBrushStroke, drawDisc, drawFill, formatNumber, formatPair, drawStroke, type Point } from './brush';
import { toHex, mixColors } from './color';
import { drawRanges } from './landscapes';
import { drawCornerSeal, drawMist, drawSky } from './scenery';
import type { Sheet } from './sheet';

/** A plum blossom of five round petals, its heart at the origin. */
function drawBlossom(sheet: Sheet, paint: string, heart: string): string {
  const { palette } = sheet;
  const turns = [0, 72, 144, 216, 288].map((turn) => (turn * Math.PI) / 180);
  const petals = turns.map((turn) => drawDisc(Math.sin(turn) * 13, -Math.cos(turn) * 13, 11.5, paint)).join('');
  const threads = turns.map((turn) => `M0 0L${formatPair(Math.sin(turn + 0.6) * 11, -Math.cos(turn + 0.6) * 11)}`).join('');
  return petals + drawStroke(threads, heart, 1.3) + drawDisc(0, 0, 3.4, palette.gold);
}

/** Grows a gnarled branch: a centre line wandering from a start in a direction (degrees) for a length. */
function growBranch(sheet: Sheet, start: Point, direction: number, length: number, wander: number): Point[] {
  const steps = 7;
  let [x, y] = start;
  let turn = direction;
  return [
    start,
    ...Array.from({ length: steps }, (): Point => {
      turn += sheet.random.between(-wander, wander) + (direction - turn) * 0.3;
      x += (Math.cos((turn * Math.PI) / 180) * length) / steps;
      y += (Math.sin((turn * Math.PI) / 180) * length) / steps;
      return [x, y];
    }),
  ];
}

/** Draws a plum branch in blossom before a pale moon. */
export function drawPlum(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const side = random.pick([-1, 1]);
  const wide = Math.min(width, height * 1.5);
  const edge = side < 0 ? -16 : width + 16;
  const bark = mixColors(palette.ink, palette.wood, 0.35);
  const facing = side < 0 ? 0 : 180;
  const main = growBranch(sheet, [edge, height * random.between(0.7, 0.84)], facing + side * 20, wide * 0.98, 30);
  const id = sheet.newId();
  const tint = random.pick([palette.red, toHex(0.62, 0.15, 8), mixColors(palette.gold, palette.paper, 0.4)]);
  sheet.define(
    `<g id="${id}">${drawBlossom(
      sheet,
      sheet.radial(
        [0, mixColors(tint, palette.ink, 0.1)],
        [0.5, mixColors(tint, palette.paper, 0.25)],
        [1, mixColors(tint, palette.paper, 0.62)],
      ),
      palette.paper,
    )}</g>`,
  );
  const twigs = main
    .slice(1, -1)
    .flatMap(([x, y], i) =>
      [-1, 1]
        .filter(() => random.chance(0.78))
        .map((way) => growBranch(sheet, [x, y], facing + way * random.between(34, 62), random.between(90, 210) * (1 - i * 0.06), 20)),
    );
  const spots = [main.slice(2), ...twigs.map((twig) => twig.slice(2))]
    .flat()
    .filter(() => random.chance(0.7))
    .reduce<Point[]>(
      (kept, spot) => (kept.some((other) => Math.hypot(other[0] - spot[0], other[1] - spot[1]) < 36) ? kept : [...kept, spot]),
      [],
    )
    .slice(0, 26);
  const flowers = spots
    .map(
      ([x, y]) =>
        `<use href="#${id}" transform="translate(${formatPair(x + random.between(-10, 10), y + random.between(-12, 8))}) rotate(${random.whole(0, 71)}) scale(${formatNumber(random.between(0.8, 1.45))})"/>`,
    )
    .join('');
  const buds = twigs
    .map((twig) => twig[twig.length - 1])
    .flatMap((tip) => (tip ? [drawDisc(tip[0], tip[1], 6.5, tint)] : []))
    .join('');
  const falling = Array.from({ length: 7 }, () =>
    drawDisc(
      edge - side * random.between(0.1, 1.1) * wide,
      height * random.between(0.55, 0.96),
      random.between(4, 7),
      mixColors(tint, palette.paper, 0.45),
      0.85,
      3,
    ),
  ).join('');
  return (
    drawSky(sheet) +
    drawDisc(
      edge - side * wide * 0.56,
      height * 0.4,
      Math.min(190, height * 0.32),
      sheet.down([0, palette.paper], [1, mixColors(palette.haze, palette.sky, 0.3)]),
      0.95,
    ) +
    drawRanges(sheet, height * 1.02, height * 0.2, 1.4) +
    drawMist(sheet, height * 0.88, 20, Math.ceil(width / 240)) +
    drawFill(twigs.map((twig) => traceBrushStroke(twig, (t) => 8 - t * 6)).join(''), bark) +
    drawFill(
      traceBrushStroke(main, (t) => 30 - t * 25 + Math.sin(t * 23) * 2.5),
      bark,
    ) +
    drawStroke(
      main
        .slice(0, 5)
        .map(
          ([x, y]) =>
            `M${formatPair(x, y - 5)}q${formatNumber(-side * 16)} ${formatNumber(random.between(-3, 6))} ${formatNumber(-side * 34)} ${formatNumber(random.between(-6, 4))}`,
        )
        .join(''),
      mixColors(bark, palette.paper, 0.4),
      1.8,
      0.6,
    ) +
    buds +
    flowers +
    falling +
    drawCornerSeal(sheet)
  );
}
