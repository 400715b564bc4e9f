import { disc, fill, leaf, num, pair, placed, rect, stroke } from './brush';
import { mix } from './color';
import { cloud, cornerSeal, mist, roof } from './scenery';
import type { Sheet } from './sheet';

/** A round lantern hanging by a cord from its top at the origin, about 180 units tall. */
function lanternBody(sheet: Sheet, tone: string): string {
  const { palette } = sheet;
  const silk = sheet.radial([[0, mix(palette.gold, palette.paper, 0.45)], [0.4, mix(tone, palette.gold, 0.42)], [1, mix(tone, palette.ink, 0.2)]], 0.48, 0.62);
  const ribs = [0.95, 0.62, 0.24].map((share) => `M0 22A${num(64 * share)} 52 0 0 0 0 126M0 22A${num(64 * share)} 52 0 0 1 0 126`).join('');
  const cap = sheet.across([[0, palette.wood], [0.4, palette.gold], [1, palette.wood]]);
  const tassel = stroke('M0 138V158M-8 164V206M-3 164V212M3 164V212M8 164V206', tone, 3) + disc(0, 160, 8, palette.gold);
  return stroke('M0-60V14', palette.ink, 2.5) + disc(0, 74, 66, silk, 1, 53) + stroke(ribs, mix(tone, palette.ink, 0.35), 1.8, 0.4) + rect(-29, 12, 58, 14, cap, 1, 4) + rect(-27, 122, 54, 14, cap, 1, 4) + tassel;
}

/** Lanterns strung at night below upturned eaves, lights blurring behind. */
export function lantern(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const tone = random.pick([palette.red, palette.red, mix(palette.red, palette.gold, 0.55)]);
  const id = sheet.newId();
  sheet.define(`<g id="${id}">${lanternBody(sheet, tone)}</g>`);
  const halo = sheet.radial([[0, palette.gold, 0.6], [0.4, palette.gold, 0.22], [1, palette.gold, 0]]);
  const hung = (x: number, y: number, scale: number, turn: number) => disc(x, y + 74 * scale, 170 * scale, halo) + placed(`<use href="#${id}"/>`, x, y, scale, turn);
  const lights = Array.from({ length: Math.min(28, Math.round(width / 36)) }, () => disc(random.between(0, width), height * random.between(0.45, 0.92), random.between(6, 24), random.chance(0.6) ? palette.gold : mix(tone, palette.gold, 0.4), random.between(0.08, 0.3))).join('');
  const count = Math.max(3, Math.round(width / 190));
  const far = Array.from({ length: count * 2 }, (_, i) => hung(((i + 0.5) / (count * 2)) * width, height * 0.3 + Math.sin((i / (count * 2)) * Math.PI * 3) * 34, 0.42, 0)).join('');
  const near = Array.from({ length: count }, (_, i) => hung(((i + 0.5) / count) * width + random.between(-24, 24), height * random.between(0.12, 0.34), random.between(0.85, 1.3), random.between(-5, 5))).join('');
  const windows = 'M-80 26v46h30v-46ZM-37 26v46h30v-46ZM6 26v46h30v-46ZM49 26v46h30v-46Z';
  const house = (x: number, half: number, y: number) => fill(roof(x, y, half, 72), mix(palette.night, palette.ink, 0.7)) + rect(x - half * 0.72, y, half * 1.44, height - y, mix(palette.night, palette.ink, 0.55)) + placed(fill(windows, palette.gold, 0.75) + stroke('M-65 26v46m43-46v46m43-46v46m43-46v46M-80 48h160', palette.ink, 2.5, 0.7), x, y, [half / 150, 1]);
  const houses = Array.from({ length: Math.ceil(width / 330) + 1 }, (_, i) => house(i * 330 + random.between(-30, 30), random.between(130, 176), height * random.between(0.76, 0.84))).join('');
  const cord = `M-10 ${num(height * 0.22)}Q${pair(width * 0.25, height * 0.34)} ${pair(width * 0.5, height * 0.22)}T${pair(width + 10, height * 0.22)}`;
  return rect(0, 0, width, height, sheet.down([[0, mix(palette.night, palette.ink, 0.4)], [0.6, palette.night], [1, mix(palette.nightLow, palette.gold, 0.25)]])) + lights + stroke(cord, palette.ink, 2.4, 0.6) + far + mist(sheet, height * 0.78, 20, Math.ceil(width / 240), mix(palette.gold, palette.nightLow, 0.5)) + houses + near + cornerSeal(sheet);
}

/** Half of an opera face, drawn to the right of the y axis; the other half is its mirror image. */
function halfFace(sheet: Sheet, field: string, mark: string): string {
  const { palette } = sheet;
  const black = mix(palette.ink, '#000000', 0.4);
  return fill('M0-190Q92-196 128-130Q146-60 128 22Q108 122 52 172Q26 192 0 194Z', field) +
    fill('M0-186Q44-182 70-150Q36-112 22-66Q12-94 0-104Z', mark) +
    fill('M20-40Q34-98 92-120Q124-128 128-98Q98-106 72-84Q44-62 36-30Z', black) + fill('M34-96Q60-134 104-140Q82-150 52-140Q34-128 26-98Z', palette.gold) +
    fill('M22-12Q40-48 84-46Q120-38 134-72Q134-18 108 4Q70 26 40 12Q26 4 22-12Z', black) + fill('M42-8Q62-30 94-16Q74 6 50 2Z', palette.paper) + disc(70, -11, 9.5, black) + disc(73, -14, 2.6, palette.paper) +
    fill('M118 26Q84 40 66 78Q58 112 78 138Q104 108 118 60Z', mark) + fill('M104 48Q82 64 78 98Q98 80 104 48Z', palette.gold, 0.9) +
    fill('M0-60Q12-40 14 10Q30 40 40 52Q34 72 14 66Q8 72 0 72Z', mix(field, palette.paper, 0.5)) + fill('M14 50Q30 46 34 58Q24 66 14 62Z', black) +
    fill('M0 88Q26 82 50 94Q66 102 76 94Q62 116 36 118Q16 116 0 124Z', palette.red) + stroke('M0 104Q30 98 62 100', black, 3.5) + fill('M0 140Q18 136 30 150Q18 172 0 178Z', mark) +
    disc(0, -140, 15, palette.gold) + disc(0, -140, 8, palette.red);
}

/** A whole opera mask about 390 units tall, its middle at the origin. */
function maskFace(sheet: Sheet): string {
  const { palette, random } = sheet;
  const [field, mark] = random.pick([[palette.paper, palette.accent], [palette.red, palette.paper], [palette.paper, palette.red], [mix(palette.accent, palette.paper, 0.1), palette.paper], [palette.gold, mix(palette.accent, palette.ink, 0.2)]]) as [string, string];
  const id = sheet.newId();
  const shade = sheet.across([[0, palette.ink, 0.35], [0.25, palette.ink, 0], [0.42, '#ffffff', 0.22], [0.6, palette.ink, 0], [1, palette.ink, 0.4]]);
  const outline = 'M0-190Q92-196 128-130Q146-60 128 22Q108 122 52 172Q26 192 0 194Q-26 192-52 172Q-108 122-128 22Q-146-60-128-130Q-92-196 0-190Z';
  return `<g id="${id}">${halfFace(sheet, field, mark)}</g><use href="#${id}" transform="scale(-1 1)"/>` + fill(outline, shade);
}

/** Heavy curtains drawn to both sides with a valance; fills the sheet. */
function curtains(sheet: Sheet, open: number): string {
  const { palette, random, width, height } = sheet;
  const cloth = random.chance(0.5) ? palette.accent : palette.red;
  const folds = sheet.newId();
  sheet.define(`<linearGradient id="${folds}" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="34" y2="0" spreadMethod="reflect"><stop offset="0" stop-color="${mix(cloth, palette.ink, 0.62)}"/><stop offset=".6" stop-color="${cloth}"/><stop offset="1" stop-color="${mix(cloth, palette.paper, 0.18)}"/></linearGradient>`);
  const reach = (width - open) / 2;
  const drape = (flip: number) => placed(`<path d="M-4 -4H${num(reach + 40)}Q${num(reach + 10)} ${num(height * 0.42)} ${num(reach * 0.42)} ${num(height * 0.62)}Q${num(reach * 0.62)} ${num(height * 0.8)} ${num(reach * 0.7)} ${num(height * 0.93)}H-4Z" fill="url(#${folds})"/>` + rect(-4, height * 0.6, reach * 0.5, 15, palette.gold, 1, 7) + stroke(`M${num(reach * 0.44)} ${num(height * 0.62)}v30m-8-28v36m16-36v34`, palette.gold, 4), flip > 0 ? 0 : width, 0, [flip, 1]);
  const swags = Math.max(3, Math.round(width / 210));
  const each = width / swags;
  const valance = Array.from({ length: swags }, (_, i) => fill(`M${num(i * each)} 0h${num(each)}v44Q${num((i + 0.5) * each)} 138 ${num(i * each)} 44Z`, sheet.down([[0, mix(cloth, palette.ink, 0.5)], [0.55, cloth], [1, mix(cloth, palette.ink, 0.3)]])) + stroke(`M${num(i * each)} 46Q${num((i + 0.5) * each)} 138 ${num((i + 1) * each)} 46`, palette.gold, 5) + stroke(`M${pair(i * each, 42)}v34m-6-28v24m12-24v24`, palette.gold, 4)).join('');
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
  return stroke(ribs, palette.wood, 7) + fill(leafShape, mix(palette.paper, palette.gold, 0.14)) +
    sheet.clipped(leafShape, disc(96, -232, 30, palette.red, 0.9) + fill(hills, sheet.down([[0, palette.mid], [1, palette.haze]])) + stroke('M-190-150h90m40 18h120m20-26h80', palette.near, 2.4, 0.4)) +
    stroke(creases, palette.wood, 1.4, 0.3) + stroke(`M${at(-edge, 296)}A296 296 0 0 1 ${at(edge, 296)}`, palette.gold, 5) + stroke(`M0 0L${at(-edge, 300)}M0 0L${at(edge, 300)}`, mix(palette.wood, palette.ink, 0.4), 11) +
    disc(0, 0, 9, palette.gold) + stroke('M0 6Q14 40 2 62M2 66v44m-6-42v36m12-36v36', palette.red, 3.4);
}

/** A stage with drawn curtains, footlights and an opera mask or a painted fan in the light. */
export function stage(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const x = width / 2;
  const prop = random.chance(0.5) ? placed(maskFace(sheet), x, height * 0.5 + 8, 0.98) : placed(foldingFan(sheet), x, height * 0.5 + 120, 0.92);
  const floor = height * 0.8;
  const open = Math.min(width * 0.72, 860);
  const back = mix(palette.night, palette.ink, 0.3);
  const beam = sheet.down([[0, palette.gold, 0.5], [1, palette.gold, 0.04]]);
  const boards = Array.from({ length: 17 }, (_, i) => `M${pair(x + (i - 8) * open * 0.05, floor)}L${pair(x + (i - 8) * open * 0.13, height)}`).join('');
  const lamps = Array.from({ length: Math.round(width / 80) }, (_, i) => disc(40 + i * 80, height - 10, 46, sheet.radial([[0, palette.gold, 0.75], [1, palette.gold, 0]]), 1, 24) + disc(40 + i * 80, height - 6, 13, mix(palette.gold, palette.paper, 0.4), 1, 9)).join('');
  const screen = fill(`M${pair(x - 240, floor)}V${num(floor - 300)}Q${pair(x, floor - 420)} ${pair(x + 240, floor - 300)}V${num(floor)}Z`, sheet.down([[0, mix(palette.nightLow, palette.night, 0.3)], [1, mix(palette.nightLow, palette.haze, 0.3)]]), 0.75);
  return rect(0, 0, width, height, sheet.radial([[0, mix(palette.nightLow, palette.gold, 0.15)], [0.75, back], [1, palette.ink]])) + screen + cloud(sheet, x - 120, floor - 250, 210, palette.gold, 0.5) + cloud(sheet, x + 140, floor - 190, 210, palette.gold, 0.5) +
    rect(0, floor, width, height - floor, sheet.down([[0, mix(palette.wood, palette.gold, 0.3)], [1, mix(palette.wood, palette.ink, 0.5)]])) + stroke(boards, palette.ink, 2, 0.35) +
    fill(`M${pair(x - 50, 0)}L${pair(x - 250, floor + 40)}H${num(x + 250)}L${pair(x + 50, 0)}Z`, beam) + disc(x, floor + 40, 250, palette.gold, 0.3, 32) + disc(x, floor + 40, 130, palette.ink, 0.3, 15) +
    prop + curtains(sheet, open) + lamps;
}

/** An opera mask shown large among fans of feathers and cloud bars. */
export function mask(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const x = width > height * 2 ? width * random.pick([0.3, 0.7]) : width / 2;
  const y = height * 0.52;
  const ground = random.pick([[palette.night, mix(palette.nightLow, palette.night, 0.35)], [mix(palette.accent, palette.ink, 0.55), mix(palette.accent, palette.ink, 0.2)], [palette.sky, palette.haze]]) as [string, string];
  const rays = Array.from({ length: 24 }, (_, i) => leaf(0, 0, i * 15 + 7, Math.hypot(width, height), 90)).join('');
  const pearl = (tone: string) => sheet.radial([[0, palette.paper], [0.35, tone], [1, mix(tone, palette.ink, 0.45)]], 0.36, 0.3);
  const tiers = [{ count: 7, reach: 0.72, size: 21, lift: 76, tone: palette.red }, { count: 9, reach: 0.98, size: 18, lift: 44, tone: mix(palette.near, '#2a6fa8', 0.5) }, { count: 11, reach: 1.2, size: 13, lift: 18, tone: palette.gold }];
  const balls = fill('M-138-96Q-150-250 0-268Q150-250 138-96Q92-170 0-176Q-92-170-138-96Z', mix(palette.accent, palette.ink, 0.35)) + tiers.map(({ count, reach, size, lift, tone }) => Array.from({ length: count }, (_, i) => {
    const turn = ((i / (count - 1)) * 2 - 1) * reach;
    return disc(Math.sin(turn) * (134 + lift * 0.1), -8 - Math.cos(turn) * (172 + lift), size, pearl(tone));
  }).join('')).join('');
  const cords = [-1, 1].map((side) => stroke(`M${side * 128} 20Q${side * 168} 90 ${side * 148} 190`, palette.gold, 5) + disc(side * 148, 196, 11, palette.red) + stroke(`M${side * 148} 204v52m-7-50v44m14-44v44`, palette.red, 4)).join('');
  return rect(0, 0, width, height, sheet.radial([[0, ground[1]], [1, ground[0]]])) + placed(`<path d="${rays}" fill="${palette.paper}" opacity=".06"/>`, x, y) + cloud(sheet, x - 260, y + 170, 300, palette.gold, 0.4) + cloud(sheet, x + 270, y + 40, 260, palette.gold, 0.4) +
    placed(disc(0, -20, 236, mix(palette.gold, palette.paper, 0.4), 0.28) + disc(0, -20, 205, mix(palette.gold, palette.paper, 0.4), 0.25) + cords + maskFace(sheet) + balls, x, y + 44, 0.98) + cornerSeal(sheet);
}
