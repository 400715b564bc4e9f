import { drawFill, traceLeaf, formatNumber, formatPair, placeGroup, drawStroke, type Point } from './brush';
import { mixColors } from './color';
import { drawCornerSeal, drawFlock, drawMist, drawOrb, drawSky } from './scenery';
import type { Sheet } from './sheet';

/** A bamboo stalk from the foot upward: jointed segments with light along one side. */
function drawStalk(sheet: Sheet, x: number, lean: number, thick: number, tone: string): { markup: string; joints: Point[] } {
  const { palette, random, height } = sheet;
  const paint = sheet.across(
    [0, mixColors(tone, palette.ink, 0.35)],
    [0.35, mixColors(tone, palette.paper, 0.35)],
    [0.7, tone],
    [1, mixColors(tone, palette.ink, 0.3)],
  );
  const joints: Point[] = [];
  let y = height + 30;
  let at = x;
  let body = '';
  let rings = '';
  while (y > -40) {
    const long = random.between(96, 140) * (0.75 + thick / 60);
    const nextX = at + lean * long;
    const half = thick / 2;
    body += `M${formatPair(at - half, y - 3)}Q${formatPair((at + nextX) / 2 - half * 0.72, y - long / 2)} ${formatPair(nextX - half * 1.05, y - long + 3)}h${formatNumber(half * 2.1)}Q${formatPair((at + nextX) / 2 + half * 0.72, y - long / 2)} ${formatPair(at + half, y - 3)}Z`;
    rings += `M${formatPair(nextX - half - 1, y - long)}q${formatNumber(half)} 4 ${formatNumber(thick + 2)} 0`;
    y -= long;
    at = nextX;
    joints.push([at, y]);
  }
  return { markup: drawFill(body, paint) + drawStroke(rings, mixColors(tone, palette.ink, 0.6), 2.4, 0.8), joints };
}

/** A spray of bamboo leaves on a twig that starts at the origin and reaches right, 110 units long. */
function drawSpray(sheet: Sheet, tone: string): string {
  const { random, palette } = sheet;
  const tip: Point = [112, -random.between(8, 34)];
  const clusters: Point[] = [[58, -24], tip];
  const leaves = clusters.flatMap(([x, y]) =>
    [-34, -8, 18, 46].map((turn) =>
      traceLeaf(x, y, 26 + turn * random.between(0.8, 1.1), random.between(74, 116), random.between(18, 25), -6),
    ),
  );
  return (
    drawStroke(`M0 0Q${formatPair(50, -30)} ${formatPair(tip[0], tip[1])}`, mixColors(tone, palette.ink, 0.3), 2.6) +
    drawFill(leaves.join(''), mixColors(tone, palette.ink, 0.35))
  );
}

/** Draws a bamboo grove: pale stalks behind, strong ones in front, brushed leaves. */
export function drawBamboo(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const tone = mixColors(palette.green, palette.near, 0.45);
  const clump = random.pick([0.24, 0.72]);
  const grove = (count: number, color: string, thick: number, size: number, spread: boolean) => {
    const ids = [sheet.newId(), sheet.newId()];
    ids.forEach((id) => sheet.define(`<g id="${id}">${drawSpray(sheet, color)}</g>`));
    return Array.from({ length: count }, (_, i) => {
      const x = spread ? ((i + random.next()) / count) * width : width * clump + (i - count / 2) * random.between(58, 84);
      const { markup, joints } = drawStalk(sheet, x, random.between(-0.06, 0.06), thick * random.between(0.75, 1.15), color);
      const sprays = joints
        .filter(() => random.chance(0.66))
        .slice(0, 5)
        .map(([jx, jy]) =>
          placeGroup(
            `<use href="#${random.pick(ids)}"/>`,
            jx,
            jy,
            [random.pick([-1, 1]) * size, size * random.between(0.85, 1.1)],
            random.between(-9, 9),
          ),
        );
      return markup + sprays.join('');
    }).join('');
  };
  const moonX = width * (clump < 0.5 ? 0.66 : 0.34);
  return (
    drawSky(sheet) +
    drawOrb(sheet, moonX, height * 0.34, 92) +
    `<g opacity=".6">${grove(Math.max(2, Math.round(width / 330)), mixColors(tone, palette.haze, 0.55), 16, 0.56, true)}</g>` +
    drawMist(sheet, height * 0.82, 50, Math.ceil(width / 180)) +
    grove(3, tone, 26, 1, false) +
    drawMist(sheet, height * 1.0, 14, Math.ceil(width / 260)) +
    drawFlock(sheet, moonX - 40, height * 0.3, 3) +
    drawCornerSeal(sheet)
  );
}
