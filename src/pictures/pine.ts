import { traceBrushStroke, drawFill, formatNumber, formatPair, placeGroup, drawStroke, type Point } from './brush';
import { mixColors } from './color';
import { drawRanges } from './landscapes';
import { drawCloud, drawCornerSeal, drawFlock, drawMist, drawOrb, drawSky } from './scenery';
import type { Sheet } from './sheet';

/** A fan of pine needles opening upward at the origin. */
function drawNeedleFan(tone: string): string {
  const needles = Array.from({ length: 19 }, (_, i) => {
    const turn = ((-176 + i * 9.6) * Math.PI) / 180;
    return `M0 0L${formatPair(Math.cos(turn) * 46, Math.sin(turn) * 33)}`;
  });
  return drawStroke(needles.join(''), tone, 2);
}

/** Draws an old pine leaning from a cliff over a sea of mist. */
export function drawPine(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const side = random.pick([-1, 1]);
  const foot = width / 2 - side * Math.min(width * 0.36, 420);
  const at = (dx: number, dy: number): Point => [foot + side * dx, height * 0.8 - dy];
  const sway = random.between(-14, 14);
  const bark = mixColors(palette.ink, palette.wood, 0.45);
  const trunk = [at(0, -10), at(34, 70), at(16 + sway, 150), at(66, 220), at(142 + sway, 268), at(236, 300), at(300, 352)];
  const limbs = [
    [at(24 + sway, 140), at(-34, 184), at(-86, 196)],
    [at(66, 220), at(46, 292), at(82, 346)],
    [at(150, 270), at(196, 230), at(272, 206), at(352, 214)],
    [at(232, 298), at(312, 290), at(384, 304)],
  ];
  const id = sheet.newId();
  const tone = mixColors(palette.green, palette.ink, 0.62);
  sheet.define(`<g id="${id}">${drawNeedleFan(tone)}</g>`);
  const heads = [...limbs.map((limb) => limb[limb.length - 1]), trunk[trunk.length - 1], limbs[2]?.[2], limbs[1]?.[1]];
  const pads = heads.flatMap((head) => {
    if (!head) return [];
    const spread = random.whole(3, 4);
    const glow = drawFill(
      `M${formatPair(head[0] - spread * 26, head[1] + 10)}q${formatNumber(spread * 26)} -74 ${formatNumber(spread * 52)} 0q${formatNumber(-spread * 26)} 14 ${formatNumber(-spread * 52)} 0Z`,
      mixColors(palette.green, palette.near, 0.4),
      0.75,
    );
    const fans = Array.from(
      { length: spread },
      (_, i) =>
        `<use href="#${id}" x="${formatNumber(head[0] + (i - (spread - 1) / 2) * 38)}" y="${formatNumber(head[1] + random.between(-8, 8))}"/>`,
    );
    const top = Array.from(
      { length: spread - 1 },
      (_, i) => `<use href="#${id}" x="${formatNumber(head[0] + (i - (spread - 2) / 2) * 40)}" y="${formatNumber(head[1] - 19)}"/>`,
    );
    return [glow + top.join('') + fans.join('')];
  });
  const edge = side > 0 ? -20 : width + 20;
  const cliff = `M${formatPair(edge, height + 10)}L${formatPair(edge, height * 0.68)}Q${formatPair(foot - side * 60, height * 0.72)} ${formatPair(foot + side * 16, height * 0.79)}L${formatPair(foot + side * 62, height * 0.82)}L${formatPair(foot + side * 84, height * 0.9)}L${formatPair(foot + side * 130, height * 0.93)}L${formatPair(foot + side * 150, height + 10)}Z`;
  const cracks = [0.1, 0.3, 0.5, 0.68]
    .map(
      (t) =>
        `M${formatPair(edge + (foot - edge) * t, height * (0.72 + t * 0.08))}q${formatNumber(side * 12)} 40 ${formatNumber(side * -4)} ${formatNumber(random.between(60, 130))}`,
    )
    .join('');
  return (
    drawSky(sheet) +
    drawOrb(sheet, width / 2 + side * Math.min(width * 0.22, 330), height * 0.3, 66) +
    drawRanges(sheet, height * 0.9, height * 0.44, random.pick([1.5, 2.4])) +
    drawMist(sheet, height * 0.86, 34, Math.ceil(width / 170)) +
    drawCloud(sheet, width / 2 + side * 190, height * 0.78, 320, palette.paper, 0.9) +
    drawFill(cliff, sheet.down([0, mixColors(palette.near, palette.ink, 0.45)], [1, palette.near])) +
    drawStroke(cracks, palette.ink, 2.4, 0.5) +
    drawFill(limbs.map((limb) => traceBrushStroke(limb, (t) => 11 - t * 7)).join(''), bark) +
    drawFill(
      traceBrushStroke(trunk, (t) => 38 - t * 30),
      bark,
    ) +
    drawStroke(
      trunk
        .slice(0, 5)
        .map(([x, y]) => `M${formatPair(x - 6, y + 6)}q8 -9 2 -18m8 10q6 -8 2 -15`)
        .join(''),
      mixColors(bark, palette.paper, 0.45),
      1.8,
      0.6,
    ) +
    pads.join('') +
    placeGroup(drawFlock(sheet, 0, 0, 4), width / 2 + side * 60, height * 0.2) +
    drawCornerSeal(sheet)
  );
}
