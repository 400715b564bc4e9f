import { drawDisc, drawFill, traceLeaf, placeGroup, drawRect, drawStroke } from './brush';
import { mixColors } from './color';
import { drawCloud, drawCornerSeal } from './scenery';
import type { Sheet } from './sheet';

/** Half of an opera face, drawn to the right of the y axis; the other half is its mirror image. */
function drawHalfFace(sheet: Sheet, field: string, mark: string): string {
  const { palette } = sheet;
  const black = mixColors(palette.ink, '#000000', 0.4);
  return (
    drawFill('M0-190Q92-196 128-130Q146-60 128 22Q108 122 52 172Q26 192 0 194Z', field) +
    drawFill('M0-186Q44-182 70-150Q36-112 22-66Q12-94 0-104Z', mark) +
    drawFill('M20-40Q34-98 92-120Q124-128 128-98Q98-106 72-84Q44-62 36-30Z', black) +
    drawFill('M34-96Q60-134 104-140Q82-150 52-140Q34-128 26-98Z', palette.gold) +
    drawFill('M22-12Q40-48 84-46Q120-38 134-72Q134-18 108 4Q70 26 40 12Q26 4 22-12Z', black) +
    drawFill('M42-8Q62-30 94-16Q74 6 50 2Z', palette.paper) +
    drawDisc(70, -11, 9.5, black) +
    drawDisc(73, -14, 2.6, palette.paper) +
    drawFill('M118 26Q84 40 66 78Q58 112 78 138Q104 108 118 60Z', mark) +
    drawFill('M104 48Q82 64 78 98Q98 80 104 48Z', palette.gold, 0.9) +
    drawFill('M0-60Q12-40 14 10Q30 40 40 52Q34 72 14 66Q8 72 0 72Z', mixColors(field, palette.paper, 0.5)) +
    drawFill('M14 50Q30 46 34 58Q24 66 14 62Z', black) +
    drawFill('M0 88Q26 82 50 94Q66 102 76 94Q62 116 36 118Q16 116 0 124Z', palette.red) +
    drawStroke('M0 104Q30 98 62 100', black, 3.5) +
    drawFill('M0 140Q18 136 30 150Q18 172 0 178Z', mark) +
    drawDisc(0, -140, 15, palette.gold) +
    drawDisc(0, -140, 8, palette.red)
  );
}

/** Draws a whole opera mask about 390 units tall, its middle at the origin. */
export function drawMaskFace(sheet: Sheet): string {
  const { palette, random } = sheet;
  const [field, mark] = random.pick<[string, string]>([
    [palette.paper, palette.accent],
    [palette.red, palette.paper],
    [palette.paper, palette.red],
    [mixColors(palette.accent, palette.paper, 0.1), palette.paper],
    [palette.gold, mixColors(palette.accent, palette.ink, 0.2)],
  ]);
  const id = sheet.newId();
  const shade = sheet.across(
    [0, palette.ink, 0.35],
    [0.25, palette.ink, 0],
    [0.42, '#ffffff', 0.22],
    [0.6, palette.ink, 0],
    [1, palette.ink, 0.4],
  );
  const outline =
    'M0-190Q92-196 128-130Q146-60 128 22Q108 122 52 172Q26 192 0 194Q-26 192-52 172Q-108 122-128 22Q-146-60-128-130Q-92-196 0-190Z';
  return `<g id="${id}">${drawHalfFace(sheet, field, mark)}</g><use href="#${id}" transform="scale(-1 1)"/>` + drawFill(outline, shade);
}

/** Draws an opera mask shown large among fans of feathers and cloud bars. */
export function drawMask(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const x = width > height * 2 ? width * random.pick([0.3, 0.7]) : width / 2;
  const y = height * 0.52;
  const ground = random.pick<[string, string]>([
    [palette.night, mixColors(palette.nightLow, palette.night, 0.35)],
    [mixColors(palette.accent, palette.ink, 0.55), mixColors(palette.accent, palette.ink, 0.2)],
    [palette.sky, palette.haze],
  ]);
  const rays = Array.from({ length: 24 }, (_, i) => traceLeaf(0, 0, i * 15 + 7, Math.hypot(width, height), 90)).join('');
  const pearl = (tone: string) => sheet.radialFrom(0.36, 0.3, [0, palette.paper], [0.35, tone], [1, mixColors(tone, palette.ink, 0.45)]);
  const tiers = [
    { count: 7, reach: 0.72, size: 21, lift: 76, tone: palette.red },
    { count: 9, reach: 0.98, size: 18, lift: 44, tone: mixColors(palette.near, '#2a6fa8', 0.5) },
    { count: 11, reach: 1.2, size: 13, lift: 18, tone: palette.gold },
  ];
  const balls =
    drawFill('M-138-96Q-150-250 0-268Q150-250 138-96Q92-170 0-176Q-92-170-138-96Z', mixColors(palette.accent, palette.ink, 0.35)) +
    tiers
      .map(({ count, reach, size, lift, tone }) =>
        Array.from({ length: count }, (_, i) => {
          const turn = ((i / (count - 1)) * 2 - 1) * reach;
          return drawDisc(Math.sin(turn) * (134 + lift * 0.1), -8 - Math.cos(turn) * (172 + lift), size, pearl(tone));
        }).join(''),
      )
      .join('');
  const cords = [-1, 1]
    .map(
      (side) =>
        drawStroke(`M${side * 128} 20Q${side * 168} 90 ${side * 148} 190`, palette.gold, 5) +
        drawDisc(side * 148, 196, 11, palette.red) +
        drawStroke(`M${side * 148} 204v52m-7-50v44m14-44v44`, palette.red, 4),
    )
    .join('');
  return (
    drawRect(0, 0, width, height, sheet.radial([0, ground[1]], [1, ground[0]])) +
    placeGroup(`<path d="${rays}" fill="${palette.paper}" opacity=".06"/>`, x, y) +
    drawCloud(sheet, x - 260, y + 170, 300, palette.gold, 0.4) +
    drawCloud(sheet, x + 270, y + 40, 260, palette.gold, 0.4) +
    placeGroup(
      drawDisc(0, -20, 236, mixColors(palette.gold, palette.paper, 0.4), 0.28) +
        drawDisc(0, -20, 205, mixColors(palette.gold, palette.paper, 0.4), 0.25) +
        cords +
        drawMaskFace(sheet) +
        balls,
      x,
      y + 44,
      0.98,
    ) +
    drawCornerSeal(sheet)
  );
}
