import { traceBrushStroke, drawDisc, drawFill, traceLeaf, formatPair, placeGroup, drawStroke, type Point } from './brush';
import { mixColors } from './color';
import { drawRanges } from './landscapes';
import { drawCloud, drawCornerSeal, drawMist, drawOrb, drawSky } from './scenery';
import type { Sheet } from './sheet';

/** A spread wing: feathers fanning off an arm curve; outer ones white, the inner six black as on a red-crowned crane. */
function drawWing(sheet: Sheet, arm: readonly [Point, Point, Point], from: number, to: number, shade: number): string {
  const { palette } = sheet;
  const [a, b, c] = arm;
  const onArm = (t: number): Point => [
    (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * b[0] + t * t * c[0],
    (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * b[1] + t * t * c[1],
  ];
  const count = 14;
  const white = mixColors(palette.paper, palette.far, shade);
  const feathers = Array.from({ length: count }, (_, i) => {
    const t = i / (count - 1);
    const [x, y] = onArm(t);
    const black = i < 6;
    const length = black ? 58 + i * 3 : 74 + Math.sin(t * 3) * 14;
    return traceLeaf(x, y, from + (to - from) * t, length, 19);
  });
  const coverts = Array.from({ length: 8 }, (_, i) => {
    const t = 0.04 + i / 8.4;
    const [x, y] = onArm(t);
    return traceLeaf(x, y, from + (to - from) * t, 42 - i, 22);
  }).join('');
  const rim = mixColors(palette.ink, white, 0.45);
  return (
    `<g stroke="${rim}" stroke-width=".9">${drawFill(feathers.slice(0, 6).join(''), palette.ink)}${feathers
      .slice(6)
      .map((feather) => drawFill(feather, white))
      .join('')}</g>` +
    `<path d="${coverts}" fill="${white}" stroke="${palette.mid}" stroke-width=".7"/>` +
    drawFill(
      traceBrushStroke([a, [(a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4], c], (t) => 15 - t * 10),
      white,
    )
  );
}

/** A flying crane facing right, about 330 units long, breast at the origin. */
function drawFlyingCrane(sheet: Sheet): string {
  const { palette } = sheet;
  const far = drawWing(
    sheet,
    [
      [24, -8],
      [44, -74],
      [10, -150],
    ],
    176,
    250,
    0.3,
  );
  const near = drawWing(
    sheet,
    [
      [18, -4],
      [-16, -84],
      [-92, -140],
    ],
    150,
    216,
    0,
  );
  const body = sheet.down([0, palette.paper], [1, mixColors(palette.paper, palette.mid, 0.4)]);
  const neck: Point[] = [
    [38, -6],
    [66, -6],
    [96, -22],
    [126, -40],
    [152, -50],
  ];
  return (
    drawFill(
      traceBrushStroke(
        [
          [-62, 6],
          [-110, 14],
          [-176, 18],
        ],
        (t) => 6 - t * 3,
      ) +
        traceBrushStroke(
          [
            [-62, 10],
            [-110, 22],
            [-170, 30],
          ],
          (t) => 5 - t * 3,
        ),
      mixColors(palette.ink, palette.near, 0.4),
    ) +
    far +
    drawFill('M-82 4Q-44-22 8-18Q48-14 54-4Q44 16 4 20Q-42 22-82 4Z', body) +
    drawFill(traceLeaf(-50, 2, 176, 50, 20) + traceLeaf(-46, 6, 168, 52, 16), palette.ink) +
    drawFill(
      traceBrushStroke(neck, (t) => Math.min(7 + t * 60, 25 - t * 15)),
      palette.ink,
    ) +
    drawFill(
      traceBrushStroke(
        [
          [34, -10],
          [64, -12],
          [94, -28],
          [122, -45],
        ],
        (t) => Math.min(6 + t * 30, 13 - t * 10),
      ),
      palette.paper,
    ) +
    drawDisc(156, -51, 10.5, palette.paper, 1, 8) +
    drawFill('M162-57L204-60L162-48Z', mixColors(palette.gold, palette.near, 0.45)) +
    drawDisc(157, -57, 7, palette.red, 1, 4) +
    drawDisc(162, -51, 1.8, palette.ink) +
    near
  );
}

/** Draws red-crowned cranes crossing the sun above clouds and peaks. */
export function drawCrane(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const x = width > height * 2 ? width * random.pick([0.32, 0.66]) : width * 0.5;
  const flip = random.pick([-1, 1]);
  const y = height * 0.46;
  const id = sheet.newId();
  const bird = (bx: number, by: number, scale: number, turn: number) =>
    placeGroup(`<use href="#${id}"/>`, bx, by, [flip * scale, scale], turn * flip);
  sheet.define(`<g id="${id}">${drawFlyingCrane(sheet)}</g>`);
  const disk = random.chance(0.5) ? palette.red : palette.accent;
  const sun = sheet.down([0, disk], [1, mixColors(disk, palette.paper, 0.4)]);
  return (
    drawSky(sheet, mixColors(palette.sky, palette.far, 0.55), palette.haze) +
    drawOrb(sheet, x, y - 30, 168, mixColors(palette.accentSoft, palette.haze, 0.3)) +
    drawDisc(x, y - 30, 168, sun, 0.92) +
    drawRanges(sheet, height * 0.96, height * 0.34, random.pick([1.6, 2.5])) +
    drawMist(sheet, height * 0.84, 30, Math.ceil(width / 170)) +
    drawCloud(sheet, x - 230, y + 96, 320) +
    drawCloud(sheet, x + 220, y - 150, 260, palette.paper, 0.7) +
    bird(x - flip * 6, y + 34, 1.14, -9) +
    bird(x - flip * 232, y - 120, 0.5, -4) +
    (width > 700 ? bird(x + flip * 262, y + 96, 0.46, -13) : '') +
    drawStroke(`M${formatPair(x + 130, y + 122)}h130m-190 14h90`, palette.paper, 5, 0.8) +
    drawCornerSeal(sheet)
  );
}
