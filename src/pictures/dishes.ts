import { drawDisc, drawFill, formatNumber, formatPair, placeGroup, drawRect, drawStroke, traceLeaf } from './brush';
import { mixColors } from './color';
import { layOut } from './paperGoods';
import type { Sheet } from './sheet';

/** A plate seen from above, with a painted rim. */
function drawPlate(sheet: Sheet, rx: number, ry: number): string {
  const { palette } = sheet;
  const glaze = mixColors(palette.paper, palette.haze, 0.2);
  return (
    drawDisc(8, 18, rx + 4, palette.ink, 0.24, ry + 4) +
    drawDisc(0, 0, rx, mixColors(glaze, palette.near, 0.16), 1, ry) +
    drawDisc(0, -3, rx - 3, glaze, 1, ry - 3) +
    `<ellipse rx="${rx - 16}" ry="${ry - 16}" fill="none" stroke="${mixColors(palette.near, '#234a72', 0.6)}" stroke-width="5" opacity=".8"/>` +
    drawDisc(0, 0, rx - 42, mixColors(glaze, palette.near, 0.12), 1, ry - 42) +
    drawDisc(0, 3, rx - 45, mixColors(palette.paper, palette.haze, 0.08), 1, ry - 45)
  );
}

/** Scallions strewn about. */
const drawScallions = (sheet: Sheet, rx: number, ry: number, count: number): string =>
  Array.from({ length: count }, () => {
    const [angle, share] = [sheet.random.between(0, 6.28), sheet.random.between(0.1, 0.9)];
    const turn = sheet.random.between(0, 180);
    return placeGroup(
      drawRect(-11, -3, 22, 6, mixColors(sheet.palette.green, '#7fae5a', 0.5), 1, 3),
      Math.cos(angle) * rx * share,
      Math.sin(angle) * ry * share,
      1,
      turn,
    );
  }).join('');

/** A pair of chopsticks lying along the x axis, 420 units long. */
const drawSticks = (sheet: Sheet): string =>
  [0, 20]
    .map(
      (y) =>
        drawRect(4, y + 8, 420, 8, sheet.palette.ink, 0.2, 4) +
        drawRect(0, y, 420, 8, mixColors(sheet.palette.wood, sheet.palette.ink, 0.25), 1, 4) +
        drawRect(300, y, 120, 8, sheet.palette.red, 1, 4),
    )
    .join('');

/** Draws a whole fish in its sauce. */
export function drawFish(sheet: Sheet): string {
  const { palette, random } = sheet;
  const skin = random.pick([
    mixColors(palette.wood, palette.gold, 0.4),
    mixColors(palette.red, palette.gold, 0.45),
    mixColors(palette.near, palette.haze, 0.45),
  ]);
  const sauce = mixColors(skin, palette.wood, 0.5);
  const body = 'M-176 4Q-120-82 10-70Q96-62 140-14L204-62Q196-6 208 52L140 16Q90 66 0 68Q-120 72-176 4Z';
  const cuts = [-70, -20, 30, 80].map((x) => `M${formatNumber(x)}-52Q${formatNumber(x + 24)} 0 ${formatNumber(x + 2)} 52`).join('');
  const fish =
    drawFill(body, sheet.down([0, mixColors(skin, palette.paper, 0.25)], [1, mixColors(skin, palette.ink, 0.25)])) +
    drawFill('M-40-66Q0-112 60-62Z', mixColors(skin, palette.ink, 0.3)) +
    drawStroke(cuts, mixColors(palette.paper, skin, 0.3), 9) +
    drawStroke('M-118-46Q-96 0-120 46', mixColors(skin, palette.ink, 0.4), 4) +
    drawDisc(-142, -12, 9, palette.paper) +
    drawDisc(-142, -12, 4.5, palette.ink) +
    drawStroke('M196-46L150-6M200 0L152 4M202 38L150 12', mixColors(skin, palette.ink, 0.4), 3);
  const dish =
    drawPlate(sheet, 270, 168) + drawDisc(0, 8, 214, sauce, 0.75, 112) + placeGroup(fish, -8, 0, 0.98) + drawScallions(sheet, 170, 70, 22);
  const chillies = [-60, 20, 96].map((x, i) => drawFill(traceLeaf(x, -30 + i * 26, 20 - i * 50, 44, 18), palette.red)).join('');
  return layOut(sheet, placeGroup(dish + chillies, 0, -20, 1, random.pick([-10, 8])) + placeGroup(drawSticks(sheet), -190, 214, 1, -3));
}

/** Draws slices of meat laid like a fan, with a small dish of sauce. */
export function drawPlatter(sheet: Sheet): string {
  const { palette, random } = sheet;
  const meat = random.pick([
    mixColors(palette.red, palette.wood, 0.45),
    mixColors(palette.gold, palette.wood, 0.35),
    mixColors(palette.wood, palette.red, 0.25),
  ]);
  const slices = Array.from({ length: 13 }, (_, i) => {
    const turn = -104 + i * 17;
    const slice =
      drawRect(-34, -172, 68, 132, mixColors(meat, palette.ink, 0.35), 1, 26) +
      drawRect(-31, -174, 62, 126, i % 2 ? meat : mixColors(meat, palette.gold, 0.16), 1, 24) +
      drawRect(-24, -170, 48, 16, mixColors(meat, palette.paper, 0.6), 0.8, 8);
    return placeGroup(slice, 0, 60, 1, turn);
  }).join('');
  const greens = Array.from({ length: 9 }, (_, i) => traceLeaf(0, 78, 198 + i * 18, 70, 26)).join('');
  const sauce =
    drawDisc(5, 9, 62, palette.ink, 0.22) +
    drawDisc(0, 0, 60, palette.paper) +
    drawDisc(0, 0, 46, mixColors(palette.ink, palette.red, 0.35)) +
    drawFill('M-26-18q18-18 44-10', palette.paper, 0.4);
  return layOut(
    sheet,
    placeGroup(
      drawPlate(sheet, 236, 232) +
        slices +
        drawFill(greens, mixColors(palette.green, palette.ink, 0.15)) +
        drawDisc(0, 70, 16, palette.red),
      random.pick([-24, 12]),
      -16,
    ) +
      placeGroup(sauce, random.pick([-206, 206]), 196) +
      drawScallions(sheet, 130, 120, 9),
  );
}

/** Draws a pot of stew, seen from above. */
export function drawPot(sheet: Sheet): string {
  const { palette, random } = sheet;
  const clay = random.pick([
    mixColors(palette.wood, palette.ink, 0.4),
    mixColors(palette.ink, palette.near, 0.3),
    mixColors(palette.wood, palette.red, 0.3),
  ]);
  const broth = random.pick([
    mixColors(palette.gold, palette.paper, 0.35),
    mixColors(palette.red, palette.gold, 0.35),
    mixColors(palette.wood, palette.gold, 0.35),
  ]);
  const pieces = Array.from({ length: 15 }, (_, i) => {
    const [angle, reach] = [i * 2.4, 34 + (i % 5) * 28];
    const tone = random.pick([
      mixColors(broth, palette.wood, 0.45),
      mixColors(palette.paper, palette.gold, 0.2),
      mixColors(palette.wood, palette.ink, 0.2),
      mixColors(palette.accent, palette.gold, 0.5),
    ]);
    const [x, y] = [Math.cos(angle) * reach, Math.sin(angle) * reach];
    return (
      drawDisc(x + 2, y + 6, 31, palette.ink, 0.18, 25) +
      drawDisc(x, y, 30, tone, 1, 24) +
      drawDisc(x - 7, y - 8, 12, palette.paper, 0.28, 7)
    );
  }).join('');
  const ring = [-1, 1].map((side) => drawRect(side * 226 - 32, -46, 64, 92, mixColors(clay, palette.ink, 0.25), 1, 26)).join('');
  return layOut(
    sheet,
    placeGroup(drawSticks(sheet), -210, 232, 1, -4) +
      drawDisc(10, 20, 232, palette.ink, 0.24) +
      ring +
      drawDisc(0, 0, 228, clay) +
      drawDisc(0, -3, 214, mixColors(clay, palette.paper, 0.14)) +
      drawDisc(0, 0, 196, mixColors(clay, palette.ink, 0.4)) +
      drawDisc(0, 5, 188, broth) +
      pieces +
      drawScallions(sheet, 170, 170, 26),
  );
}

/** Draws buns in a steamer of bamboo. */
export function drawSteamer(sheet: Sheet): string {
  const { palette, random } = sheet;
  const cane = mixColors(palette.gold, palette.wood, 0.3);
  const dough = random.pick([mixColors(palette.paper, palette.gold, 0.14), mixColors(palette.green, palette.paper, 0.35)]);
  const bun = (x: number, y: number): string => {
    const folds = Array.from(
      { length: 9 },
      (_, i) =>
        `M${formatPair(Math.cos(i * 0.7) * 12, Math.sin(i * 0.7) * 12)}Q${formatPair(Math.cos(i * 0.7 + 0.3) * 30, Math.sin(i * 0.7 + 0.3) * 30)} ${formatPair(Math.cos(i * 0.7 + 0.2) * 48, Math.sin(i * 0.7 + 0.2) * 48)}`,
    ).join('');
    return placeGroup(
      drawDisc(3, 9, 60, palette.ink, 0.2) +
        drawDisc(0, 0, 59, mixColors(dough, palette.wood, 0.16)) +
        drawDisc(-2, -3, 55, dough) +
        drawStroke(folds, mixColors(dough, palette.wood, 0.45), 3, 0.7) +
        drawDisc(0, 0, 9, mixColors(dough, palette.wood, 0.3)),
      x,
      y,
    );
  };
  const slats = Array.from(
    { length: 9 },
    (_, i) =>
      `M${formatPair(-Math.sqrt(186 ** 2 - (i * 42 - 168) ** 2), i * 42 - 168)}H${formatNumber(Math.sqrt(186 ** 2 - (i * 42 - 168) ** 2))}`,
  ).join('');
  return layOut(
    sheet,
    drawDisc(10, 20, 236, palette.ink, 0.24) +
      drawDisc(0, 0, 232, mixColors(cane, palette.ink, 0.25)) +
      drawDisc(0, 0, 222, cane) +
      drawDisc(0, 0, 206, mixColors(cane, palette.wood, 0.5)) +
      drawDisc(0, 0, 194, mixColors(cane, palette.paper, 0.45)) +
      drawStroke(slats, mixColors(cane, palette.wood, 0.5), 5, 0.6) +
      drawStroke('M-232 0h26M206 0h26M0-232v26M0 206v26', mixColors(cane, palette.ink, 0.4), 12) +
      bun(0, 0) +
      [0, 1, 2, 3, 4, 5].map((i) => bun(Math.cos(i * 1.047) * 124, Math.sin(i * 1.047) * 124)).join(''),
  );
}
