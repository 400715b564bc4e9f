import { disc, fill, num, pair, placed, rect, stroke } from './brush';
import { mix } from './color';
import { maskFace } from './mask';
import { cloud } from './scenery';
import type { Sheet } from './sheet';

/** Heavy curtains drawn to both sides with a valance; fills the sheet. */
function curtains(sheet: Sheet, open: number): string {
  const { palette, random, width, height } = sheet;
  const cloth = random.chance(0.5) ? palette.accent : palette.red;
  const folds = sheet.newId();
  sheet.define(
    `<linearGradient id="${folds}" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="34" y2="0" spreadMethod="reflect"><stop offset="0" stop-color="${mix(cloth, palette.ink, 0.62)}"/><stop offset=".6" stop-color="${cloth}"/><stop offset="1" stop-color="${mix(cloth, palette.paper, 0.18)}"/></linearGradient>`,
  );
  const reach = (width - open) / 2;
  const drape = (flip: number) =>
    placed(
      `<path d="M-4 -4H${num(reach + 40)}Q${num(reach + 10)} ${num(height * 0.42)} ${num(reach * 0.42)} ${num(height * 0.62)}Q${num(reach * 0.62)} ${num(height * 0.8)} ${num(reach * 0.7)} ${num(height * 0.93)}H-4Z" fill="url(#${folds})"/>` +
        rect(-4, height * 0.6, reach * 0.5, 15, palette.gold, 1, 7) +
        stroke(`M${num(reach * 0.44)} ${num(height * 0.62)}v30m-8-28v36m16-36v34`, palette.gold, 4),
      flip > 0 ? 0 : width,
      0,
      [flip, 1],
    );
  const swags = Math.max(3, Math.round(width / 210));
  const each = width / swags;
  const valance = Array.from(
    { length: swags },
    (_, i) =>
      fill(
        `M${num(i * each)} 0h${num(each)}v44Q${num((i + 0.5) * each)} 138 ${num(i * each)} 44Z`,
        sheet.down([0, mix(cloth, palette.ink, 0.5)], [0.55, cloth], [1, mix(cloth, palette.ink, 0.3)]),
      ) +
      stroke(`M${num(i * each)} 46Q${num((i + 0.5) * each)} 138 ${num((i + 1) * each)} 46`, palette.gold, 5) +
      stroke(`M${pair(i * each, 42)}v34m-6-28v24m12-24v24`, palette.gold, 4),
  ).join('');
  return drape(1) + drape(-1) + valance;
}

/** An open folding fan with a painted mountain band, pivot at the origin, about 560 units wide. */
function foldingFan(sheet: Sheet): string {
  const { palette } = sheet;
  const at = (turn: number, reach: number) => pair(Math.sin(turn) * reach, -Math.cos(turn) * reach);
  const edge = 1.24;
  const leafShape = `M${at(-edge, 110)}L${at(-edge, 296)}A296 296 0 0 1 ${at(edge, 296)}L${at(edge, 110)}A110 110 0 0 0 ${at(-edge, 110)}Z`;
  const turns = Array.from({ length: 17 }, (_, i) => -edge + (i * edge) / 8);
  const ribs = turns.map((turn) => `M0 0L${at(turn, 110)}`).join('');
  const creases = turns.map((turn) => `M${at(turn, 110)}L${at(turn, 296)}`).join('');
  const hills = 'M-300-90Q-220-250-150-176Q-90-130-40-196Q10-262 70-170Q130-210 190-200Q240-190 300-90L0-80Z';
  return (
    stroke(ribs, palette.wood, 7) +
    fill(leafShape, mix(palette.paper, palette.gold, 0.14)) +
    sheet.clipped(
      leafShape,
      disc(96, -232, 30, palette.red, 0.9) +
        fill(hills, sheet.down([0, palette.mid], [1, palette.haze])) +
        stroke('M-190-150h90m40 18h120m20-26h80', palette.near, 2.4, 0.4),
    ) +
    stroke(creases, palette.wood, 1.4, 0.3) +
    stroke(`M${at(-edge, 296)}A296 296 0 0 1 ${at(edge, 296)}`, palette.gold, 5) +
    stroke(`M0 0L${at(-edge, 300)}M0 0L${at(edge, 300)}`, mix(palette.wood, palette.ink, 0.4), 11) +
    disc(0, 0, 9, palette.gold) +
    stroke('M0 6Q14 40 2 62M2 66v44m-6-42v36m12-36v36', palette.red, 3.4)
  );
}

/** A stage with drawn curtains, footlights and an opera mask or a painted fan in the light. */
export function stage(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const x = width / 2;
  const prop = random.chance(0.5)
    ? placed(maskFace(sheet), x, height * 0.5 + 8, 0.98)
    : placed(foldingFan(sheet), x, height * 0.5 + 120, 0.92);
  const floor = height * 0.8;
  const open = Math.min(width * 0.72, 860);
  const back = mix(palette.night, palette.ink, 0.3);
  const beam = sheet.down([0, palette.gold, 0.5], [1, palette.gold, 0.04]);
  const boards = Array.from(
    { length: 17 },
    (_, i) => `M${pair(x + (i - 8) * open * 0.05, floor)}L${pair(x + (i - 8) * open * 0.13, height)}`,
  ).join('');
  const lamps = Array.from(
    { length: Math.round(width / 80) },
    (_, i) =>
      disc(40 + i * 80, height - 10, 46, sheet.radial([0, palette.gold, 0.75], [1, palette.gold, 0]), 1, 24) +
      disc(40 + i * 80, height - 6, 13, mix(palette.gold, palette.paper, 0.4), 1, 9),
  ).join('');
  const screen = fill(
    `M${pair(x - 240, floor)}V${num(floor - 300)}Q${pair(x, floor - 420)} ${pair(x + 240, floor - 300)}V${num(floor)}Z`,
    sheet.down([0, mix(palette.nightLow, palette.night, 0.3)], [1, mix(palette.nightLow, palette.haze, 0.3)]),
    0.75,
  );
  return (
    rect(0, 0, width, height, sheet.radial([0, mix(palette.nightLow, palette.gold, 0.15)], [0.75, back], [1, palette.ink])) +
    screen +
    cloud(sheet, x - 120, floor - 250, 210, palette.gold, 0.5) +
    cloud(sheet, x + 140, floor - 190, 210, palette.gold, 0.5) +
    rect(0, floor, width, height - floor, sheet.down([0, mix(palette.wood, palette.gold, 0.3)], [1, mix(palette.wood, palette.ink, 0.5)])) +
    stroke(boards, palette.ink, 2, 0.35) +
    fill(`M${pair(x - 50, 0)}L${pair(x - 250, floor + 40)}H${num(x + 250)}L${pair(x + 50, 0)}Z`, beam) +
    disc(x, floor + 40, 250, palette.gold, 0.3, 32) +
    disc(x, floor + 40, 130, palette.ink, 0.3, 15) +
    prop +
    curtains(sheet, open) +
    lamps
  );
}
