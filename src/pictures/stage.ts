import { drawDisc, drawFill, formatNumber, formatPair, placeGroup, drawRect, drawStroke } from './brush';
import { mixColors } from './color';
import { drawMaskFace } from './mask';
import { drawCloud } from './scenery';
import type { Sheet } from './sheet';

/** Heavy curtains drawn to both sides with a valance; fills the sheet. */
function drawCurtains(sheet: Sheet, open: number): string {
  const { palette, random, width, height } = sheet;
  const cloth = random.chance(0.5) ? palette.accent : palette.red;
  const folds = sheet.newId();
  sheet.define(
    `<linearGradient id="${folds}" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="34" y2="0" spreadMethod="reflect"><stop offset="0" stop-color="${mixColors(cloth, palette.ink, 0.62)}"/><stop offset=".6" stop-color="${cloth}"/><stop offset="1" stop-color="${mixColors(cloth, palette.paper, 0.18)}"/></linearGradient>`,
  );
  const reach = (width - open) / 2;
  const drape = (flip: number) =>
    placeGroup(
      `<path d="M-4 -4H${formatNumber(reach + 40)}Q${formatNumber(reach + 10)} ${formatNumber(height * 0.42)} ${formatNumber(reach * 0.42)} ${formatNumber(height * 0.62)}Q${formatNumber(reach * 0.62)} ${formatNumber(height * 0.8)} ${formatNumber(reach * 0.7)} ${formatNumber(height * 0.93)}H-4Z" fill="url(#${folds})"/>` +
        drawRect(-4, height * 0.6, reach * 0.5, 15, palette.gold, 1, 7) +
        drawStroke(`M${formatNumber(reach * 0.44)} ${formatNumber(height * 0.62)}v30m-8-28v36m16-36v34`, palette.gold, 4),
      flip > 0 ? 0 : width,
      0,
      [flip, 1],
    );
  const swags = Math.max(3, Math.round(width / 210));
  const each = width / swags;
  const valance = Array.from(
    { length: swags },
    (_, i) =>
      drawFill(
        `M${formatNumber(i * each)} 0h${formatNumber(each)}v44Q${formatNumber((i + 0.5) * each)} 138 ${formatNumber(i * each)} 44Z`,
        sheet.down([0, mixColors(cloth, palette.ink, 0.5)], [0.55, cloth], [1, mixColors(cloth, palette.ink, 0.3)]),
      ) +
      drawStroke(
        `M${formatNumber(i * each)} 46Q${formatNumber((i + 0.5) * each)} 138 ${formatNumber((i + 1) * each)} 46`,
        palette.gold,
        5,
      ) +
      drawStroke(`M${formatPair(i * each, 42)}v34m-6-28v24m12-24v24`, palette.gold, 4),
  ).join('');
  return drape(1) + drape(-1) + valance;
}

/** An open folding fan with a painted mountain band, pivot at the origin, about 560 units wide. */
export function drawFoldingFan(sheet: Sheet): string {
  const { palette } = sheet;
  const at = (turn: number, reach: number) => formatPair(Math.sin(turn) * reach, -Math.cos(turn) * reach);
  const edge = 1.24;
  const leafShape = `M${at(-edge, 110)}L${at(-edge, 296)}A296 296 0 0 1 ${at(edge, 296)}L${at(edge, 110)}A110 110 0 0 0 ${at(-edge, 110)}Z`;
  const turns = Array.from({ length: 17 }, (_, i) => -edge + (i * edge) / 8);
  const ribs = turns.map((turn) => `M0 0L${at(turn, 110)}`).join('');
  const creases = turns.map((turn) => `M${at(turn, 110)}L${at(turn, 296)}`).join('');
  const hills = 'M-300-90Q-220-250-150-176Q-90-130-40-196Q10-262 70-170Q130-210 190-200Q240-190 300-90L0-80Z';
  return (
    drawStroke(ribs, palette.wood, 7) +
    drawFill(leafShape, mixColors(palette.paper, palette.gold, 0.14)) +
    sheet.clipped(
      leafShape,
      drawDisc(96, -232, 30, palette.red, 0.9) +
        drawFill(hills, sheet.down([0, palette.mid], [1, palette.haze])) +
        drawStroke('M-190-150h90m40 18h120m20-26h80', palette.near, 2.4, 0.4),
    ) +
    drawStroke(creases, palette.wood, 1.4, 0.3) +
    drawStroke(`M${at(-edge, 296)}A296 296 0 0 1 ${at(edge, 296)}`, palette.gold, 5) +
    drawStroke(`M0 0L${at(-edge, 300)}M0 0L${at(edge, 300)}`, mixColors(palette.wood, palette.ink, 0.4), 11) +
    drawDisc(0, 0, 9, palette.gold) +
    drawStroke('M0 6Q14 40 2 62M2 66v44m-6-42v36m12-36v36', palette.red, 3.4)
  );
}

/** Draws a stage with drawn curtains, footlights and an opera mask or a painted fan in the light. */
export function drawStage(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const x = width / 2;
  const prop = random.chance(0.5)
    ? placeGroup(drawMaskFace(sheet), x, height * 0.5 + 8, 0.98)
    : placeGroup(drawFoldingFan(sheet), x, height * 0.5 + 120, 0.92);
  const floor = height * 0.8;
  const open = Math.min(width * 0.72, 860);
  const back = mixColors(palette.night, palette.ink, 0.3);
  const beam = sheet.down([0, palette.gold, 0.5], [1, palette.gold, 0.04]);
  const boards = Array.from(
    { length: 17 },
    (_, i) => `M${formatPair(x + (i - 8) * open * 0.05, floor)}L${formatPair(x + (i - 8) * open * 0.13, height)}`,
  ).join('');
  const lamps = Array.from(
    { length: Math.round(width / 80) },
    (_, i) =>
      drawDisc(40 + i * 80, height - 10, 46, sheet.radial([0, palette.gold, 0.75], [1, palette.gold, 0]), 1, 24) +
      drawDisc(40 + i * 80, height - 6, 13, mixColors(palette.gold, palette.paper, 0.4), 1, 9),
  ).join('');
  const screen = drawFill(
    `M${formatPair(x - 240, floor)}V${formatNumber(floor - 300)}Q${formatPair(x, floor - 420)} ${formatPair(x + 240, floor - 300)}V${formatNumber(floor)}Z`,
    sheet.down([0, mixColors(palette.nightLow, palette.night, 0.3)], [1, mixColors(palette.nightLow, palette.haze, 0.3)]),
    0.75,
  );
  return (
    drawRect(0, 0, width, height, sheet.radial([0, mixColors(palette.nightLow, palette.gold, 0.15)], [0.75, back], [1, palette.ink])) +
    screen +
    drawCloud(sheet, x - 120, floor - 250, 210, palette.gold, 0.5) +
    drawCloud(sheet, x + 140, floor - 190, 210, palette.gold, 0.5) +
    drawRect(
      0,
      floor,
      width,
      height - floor,
      sheet.down([0, mixColors(palette.wood, palette.gold, 0.3)], [1, mixColors(palette.wood, palette.ink, 0.5)]),
    ) +
    drawStroke(boards, palette.ink, 2, 0.35) +
    drawFill(`M${formatPair(x - 50, 0)}L${formatPair(x - 250, floor + 40)}H${formatNumber(x + 250)}L${formatPair(x + 50, 0)}Z`, beam) +
    drawDisc(x, floor + 40, 250, palette.gold, 0.3, 32) +
    drawDisc(x, floor + 40, 130, palette.ink, 0.3, 15) +
    prop +
    drawCurtains(sheet, open) +
    lamps
  );
}
