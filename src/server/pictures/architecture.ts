import { disc, fill, leaf, num, pair, placed, polygon, rect, stroke, type Point } from './brush';
import { mix } from './color';
import { bank, ranges } from './landscapes';
import { cloud, cornerSeal, flock, mist, orb, ripples, roof, skiff, sky, smallPine } from './scenery';
import type { Sheet } from './sheet';

/** The place of the main building: centred, or off centre in a banner. */
function siteX(sheet: Sheet): number {
  const { random, width, height } = sheet;
  return width > height * 2 ? width * random.pick([0.3, 0.7]) : width * random.between(0.46, 0.54);
}

interface Storey {
  y: number;
  half: number;
  roofHeight: number;
  wall: number;
}

/** One storey: pillars and windows under a tiled roof; `y` is the floor, sizes in units. */
function storey(sheet: Sheet, { y, half, roofHeight, wall }: Storey, tile: string, lit: string): string {
  const { palette } = sheet;
  const eaves = y - wall;
  const body = half * 0.78;
  const bays = half > 120 ? 5 : 3;
  const posts = stroke(Array.from({ length: bays + 1 }, (_, i) => `M${pair(-body + (i * body * 2) / bays, eaves)}v${num(wall)}`).join(''), mix(palette.red, palette.ink, 0.25), 7);
  const bars = Array.from({ length: bays * 2 }, (_, i) => `M${pair(-body + (i + 0.5) * (body / bays), eaves + 14)}V${num(y - 6)}`).join('');
  const ribs = Array.from({ length: 11 }, (_, i) => {
    const t = (i - 5) / 5.6;
    return `M${pair(t * half * 0.4, eaves - roofHeight)}Q${pair(t * half * 0.56, eaves - roofHeight * 0.34)} ${pair(t * half * 0.9, eaves + roofHeight * (t * t * 0.1 - 0.1))}`;
  }).join('');
  const roofPaint = sheet.down([[0, mix(tile, palette.ink, 0.15)], [1, mix(tile, palette.ink, 0.55)]]);
  return rect(-body, eaves, body * 2, wall, lit) + stroke(bars, palette.wood, 1.6, 0.7) + rect(-body, eaves, body * 2, 12, mix(palette.green, palette.ink, 0.35)) + posts +
    rect(-half * 0.86, y - 7, half * 1.72, 7, mix(palette.red, palette.ink, 0.35)) + fill(roof(0, eaves, half, roofHeight), roofPaint) + stroke(ribs, mix(tile, palette.paper, 0.3), 1.5, 0.4) +
    rect(-half * 0.45, eaves - roofHeight - 5, half * 0.9, 8, mix(palette.ink, tile, 0.3), 1, 3);
}

/** A hall of stacked storeys from the ground at the origin upward; returns markup of the whole building. */
function hall(sheet: Sheet, halves: readonly number[], wall: number, tile: string): string {
  const lit = sheet.down([[0, sheet.palette.gold], [1, mix(sheet.palette.gold, sheet.palette.red, 0.3)]]);
  const widest = halves[0] ?? 0;
  const id = sheet.newId();
  const ground = `<g id="${id}">${storey(sheet, { y: 0, half: widest, roofHeight: widest * 0.3, wall }, tile, lit)}</g>`;
  let y = -(wall + widest * 0.258);
  return ground + halves.slice(1).map((half) => {
    const tall = 0.9;
    const part = placed(`<use href="#${id}"/>`, 0, y, [half / widest, tall * Math.sqrt(half / widest)]);
    y -= (wall + widest * 0.258) * tall * Math.sqrt(half / widest);
    return part;
  }).join('') + fill(`M-7 ${num(y - 2)}Q-12 ${num(y - 18)} 0 ${num(y - 40)}Q12 ${num(y - 18)} 7 ${num(y - 2)}Z`, sheet.palette.gold);
}

/** Willow strands hanging from a crown at (x, y). */
function willow(sheet: Sheet, x: number, y: number, scale: number): string {
  const { palette, random } = sheet;
  const strands = Array.from({ length: 22 }, (_, i) => {
    const way = (i - 10.5) * 10.6;
    return `M${num(way * 0.25)} ${num(-190 + Math.abs(way) * 0.12)}Q${pair(way * 0.95, -214)} ${pair(way, -190 + Math.abs(way) * 0.3)}T${pair(way * 1.12 + random.between(-6, 6), random.between(-110, -34))}`;
  }).join('');
  const trunk = fill('M-9 6Q-4-80-20-130L-8-190L2-188L-4-134Q14-90 11 6Z', mix(palette.wood, palette.ink, 0.5));
  return placed(trunk + stroke(strands, mix(palette.green, palette.near, 0.35), 2.6, 0.85), x, y, scale);
}

/** A lakeside pavilion mirrored in the water, under a willow. */
export function pavilion(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const x = siteX(sheet);
  const shore = height * 0.7;
  const side = random.pick([-1, 1]);
  const halves = random.pick([[150, 108], [164], [150, 112, 76]]);
  const id = sheet.newId();
  const base = rect(-176, 0, 352, 14, mix(palette.paper, palette.far, 0.5)) + rect(-190, 14, 380, 16, mix(palette.far, palette.mid, 0.5)) + stroke('M-150 2V30M-90 2V30M-30 2V30M30 2V30M90 2V30M150 2V30', palette.near, 1.4, 0.5);
  const building = placed(hall(sheet, halves, halves.length > 2 ? 62 : 84, palette.near) + base, x, shore - 22);
  const water = sheet.down([[0, palette.haze], [0.2, mix(palette.haze, palette.far, 0.45)], [1, mix(palette.far, palette.mid, 0.75)]]);
  const near = bank(sheet, -side, 64, Math.min(width * 0.42, 400));
  const reeds = Array.from({ length: 9 }, (_, i) => leaf(near.crest(0.2 + i * 0.05)[0], height + 4, -90 + random.between(-24, 24), random.between(60, 120), 7)).join('');
  return sky(sheet) + orb(sheet, x + side * 210, height * 0.24, 48) + ranges(sheet, shore, height * 0.4, 1.6) + mist(sheet, shore - 30, 18, Math.ceil(width / 190)) +
    rect(0, shore, width, height - shore, water) + willow(sheet, x - side * 236, shore + 10, 1.25) + disc(x - side * 60, shore + 8, 330, mix(palette.near, palette.ink, 0.25), 1, 13) +
    `<g opacity=".28"><use href="#${id}" transform="matrix(1 0 0 -.7 0 ${num(shore * 1.7 + 16)})"/></g><g id="${id}">${building}</g>` +
    ripples(sheet, shore + 22, height - 10, Math.round(width / 24)) + skiff(sheet, x + side * 190, height * 0.86, 0.66, side) + near.markup + fill(reeds, mix(palette.green, palette.ink, 0.5)) + flock(sheet, x + side * 70, height * 0.14, 5) + cornerSeal(sheet);
}

/** Temple roofs climbing out of the mist: a pagoda, a hall and a stair between pines. */
export function temple(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const x = siteX(sheet);
  const side = random.pick([-1, 1]);
  const ground = height * 0.86;
  const tile = mix(palette.near, palette.ink, 0.2);
  const floor = sheet.newId();
  sheet.define(`<g id="${floor}">${hall(sheet, [92], 40, mix(tile, palette.mid, 0.3))}</g>`);
  const levels = [1, 0.89, 0.78, 0.67, 0.56].map((scale, i) => placed(`<use href="#${floor}"/>`, 0, -i * 66 + i * i * 2.6, scale)).join('');
  const pagoda = placed(levels, x + side * 178, ground - 74);
  const main = placed(hall(sheet, [196, 140], 84, tile), x - side * 56, ground - 6, 1);
  const hill: Point[] = [[x - 520, height + 9], [x - 420, ground - 20], [x - 200, ground - 64], [x + side * 178, ground - 84], [x + 380, ground - 40], [x + 520, height + 9]];
  const steps = Array.from({ length: 8 }, (_, i) => rect(x - side * 56 - 46 - i * 5, ground - 2 + i * 11, 92 + i * 10, 11, i % 2 ? palette.far : mix(palette.haze, palette.far, 0.4))).join('');
  const slope = sheet.down([[0, mix(palette.near, palette.green, 0.3)], [1, mix(palette.near, palette.ink, 0.4)]]);
  return sky(sheet) + orb(sheet, x - side * 190, height * 0.26, 58) + ranges(sheet, height * 0.8, height * 0.5, random.pick([1.5, 2.3])) + mist(sheet, height * 0.7, 30, Math.ceil(width / 170)) +
    fill(polygon(hill), slope) + pagoda + smallPine(sheet, x + side * 300, ground - 46, 1.15, side) + mist(sheet, ground - 84, 10, 3) + main +
    rect(0, ground, width, height - ground, slope) + steps + smallPine(sheet, x - side * 300, ground + 20, 1.5, -side) + smallPine(sheet, x + side * 140, ground + 20, 0.9, side) +
    cloud(sheet, x - side * 340, ground - 30, 320) + cloud(sheet, x + side * 350, ground + 4, 300) + flock(sheet, x - side * 60, height * 0.15, 6) + cornerSeal(sheet);
}

type Bars = (half: number) => string;

/** Lattice bars inside a square of the given half width: steps, cracked ice, and a grid of begonia rounds. */
const latticeBars: readonly Bars[] = [
  (half) => [0.78, 0.5].map((s) => `M${pair(-half * s, -half)}V${num(half)}M${pair(half * s, -half)}V${num(half)}M${pair(-half, -half * s)}H${num(half)}M${pair(-half, half * s)}H${num(half)}`).join(''),
  (half) => {
    const at = (dx: number, dy: number) => pair(dx * half, dy * half);
    return `M${at(-1, -0.5)}L${at(-0.55, -0.62)}L${at(-0.3, -1)}M${at(-0.55, -0.62)}L${at(-0.62, 0)}L${at(-1, 0.3)}M${at(-0.62, 0)}L${at(-0.5, 0.55)}L${at(-0.1, 1)}M${at(-0.5, 0.55)}L${at(-1, 0.8)}M${at(0.2, -1)}L${at(0.36, -0.6)}L${at(1, -0.72)}M${at(0.36, -0.6)}L${at(0.6, -0.1)}L${at(1, 0.1)}M${at(0.6, -0.1)}L${at(0.52, 0.56)}L${at(1, 0.68)}M${at(0.52, 0.56)}L${at(0.4, 1)}M${at(0.52, 0.56)}L${at(-0.1, 1)}`;
  },
  (half) => [-0.75, 0.75].flatMap((sx) => [-0.75, 0.75].map((sy) => `M${pair(sx * half - half * 0.25, sy * half)}a${num(half * 0.25)} ${num(half * 0.25)} 0 1 0 ${num(half * 0.5)} 0a${num(half * 0.25)} ${num(half * 0.25)} 0 1 0 ${num(-half * 0.5)} 0`)).join('') +
    `M${pair(-half, -half * 0.5)}H${num(half)}M${pair(-half, half * 0.5)}H${num(half)}M${pair(-half * 0.5, -half)}V${num(half)}M${pair(half * 0.5, -half)}V${num(half)}`,
];

/** The garden behind a window: mountains, a moon, a scholar's rock and bamboo or a plum. */
function garden(sheet: Sheet, half: number): string {
  const { palette, random } = sheet;
  const rock = fill(`M${pair(-half * 0.5, half)}Q${pair(-half * 0.56, half * 0.3)} ${pair(-half * 0.28, half * 0.22)}Q${pair(-half * 0.3, -half * 0.1)} ${pair(-half * 0.08, -half * 0.06)}Q${pair(half * 0.14, half * 0.1)} ${pair(half * 0.02, half * 0.36)}Q${pair(half * 0.26, half * 0.42)} ${pair(half * 0.2, half)}Z`, sheet.across([[0, palette.mid], [0.5, palette.far], [1, palette.near]])) +
    disc(-half * 0.16, half * 0.3, 12, palette.near, 0.7, 18) + disc(half * 0.02, half * 0.62, 15, palette.near, 0.6, 11);
  const leaves = Array.from({ length: 26 }, () => leaf(half * random.between(0.1, 0.85), half * random.between(-0.75, 0.45), random.between(30, 150), random.between(44, 78), 13)).join('');
  const canes = [0.34, 0.52, 0.7].map((t) => `M${pair(half * t, half)}Q${pair(half * (t - 0.06), 0)} ${pair(half * (t + 0.04), -half)}`).join('');
  const tone = mix(palette.green, palette.near, 0.4);
  return rect(-half, -half, half * 2, half * 2, sheet.down([[0, mix(palette.sky, palette.paper, 0.25)], [1, palette.paper]])) + disc(-half * 0.36, -half * 0.4, half * 0.24, palette.glow, 0.85) +
    fill(`M${pair(-half, half * 0.2)}Q${pair(-half * 0.5, -half * 0.3)} ${pair(-half * 0.2, half * 0.06)}T${pair(half, half * 0.1)}V${num(half)}H${num(-half)}Z`, sheet.down([[0, palette.far], [1, palette.paper]])) +
    stroke(canes, mix(tone, palette.paper, 0.15), 9) + rock + fill(leaves, mix(tone, palette.ink, 0.25), 0.9);
}

/** A lattice window (round, eight-sided or square) in a white wall, a garden behind it. */
export function lattice(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const half = 214;
  const shapes = {
    round: `M${-half} 0A${half} ${half} 0 1 1 ${half} 0A${half} ${half} 0 1 1 ${-half} 0Z`,
    eight: polygon([[-half, -90], [-90, -half], [90, -half], [half, -90], [half, 90], [90, half], [-90, half], [-half, 90]]),
    square: `M${-half} ${-half}H${half}V${half}H${-half}Z`,
  };
  const shape = random.pick(Object.values(shapes));
  const bars = random.pick(latticeBars)(half);
  const wood = mix(palette.wood, palette.ink, 0.45);
  const window = `<path d="${shape}" fill="${palette.ink}" opacity=".18" transform="translate(9 13) scale(1.07)"/>` + sheet.clipped(shape, garden(sheet, half) + stroke(bars, wood, 11) + stroke(bars, mix(palette.wood, palette.gold, 0.3), 2.5, 0.7)) + stroke(shape, wood, 26) + stroke(shape, mix(palette.wood, palette.gold, 0.45), 4, 0.9);
  const middle = height * 0.47;
  const x = width > height * 2 ? width * random.pick([0.3, 0.7]) : width / 2;
  const tiles = Array.from({ length: Math.ceil(width / 44) + 1 }, (_, i) => `M${num(i * 44 - 22)} 0v16a22 17 0 0 0 44 0v-16Z`).join('');
  const eaves = rect(0, 0, width, 14, palette.ink) + `<g transform="translate(0 10)"><path d="${tiles}" fill="${mix(palette.near, palette.ink, 0.45)}" stroke="${mix(palette.mid, palette.near, 0.5)}" stroke-width="2"/></g>`;
  const wall = sheet.radial([[0, mix(palette.paper, palette.sky, 0.12)], [1, mix(palette.paper, palette.sky, 0.75)]]);
  const shade = Array.from({ length: 18 }, () => leaf(x + random.pick([-1, 1]) * random.between(240, 430), random.between(60, height * 0.7), random.between(20, 160), random.between(60, 110), 18)).join('');
  const floor = height * 0.9;
  return rect(0, 0, width, height, wall) + fill(shade, palette.mid, 0.16) + placed(window, x, middle + (height > width ? 0 : 8)) + eaves + rect(0, 42, width, 20, palette.ink, 0.07) +
    rect(0, floor, width, height - floor, sheet.down([[0, mix(palette.near, palette.ink, 0.3)], [1, palette.ink]])) + rect(0, floor, width, 4, palette.far) + cornerSeal(sheet);
}

/** A skyline of cultural buildings by the water: a sweeping roof, a shell, or stacked slabs, among slender towers. */
export function city(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const x = siteX(sheet);
  const quay = height * 0.74;
  const row = (count: number, low: number, high: number, tone: string) => {
    const towers = Array.from({ length: count }, (_, i) => {
      const [left, tall, wide] = [((i + random.between(0, 0.7)) / count) * width, random.between(low, high), random.between(38, 66)];
      const top = random.pick([`l${num(wide)}-30V`, `h${num(wide)}V`, `l${num(wide / 2)}-44l${num(wide / 2)} 44V`]);
      return { body: `M${pair(left, quay)}V${num(quay - tall)}${top}${num(quay)}Z`, floors: `M${pair(left + wide / 2, quay - tall + 18)}V${num(quay)}` };
    });
    const floors = `<path d="${towers.map((tower) => tower.floors).join('')}" stroke="${palette.paper}" stroke-width="27" stroke-dasharray="2 16" stroke-linecap="butt" opacity=".4"/>`;
    return fill(towers.map((tower) => tower.body).join(''), sheet.down([[0, tone], [1, mix(tone, palette.haze, 0.7)]])) + floors;
  };
  const glass = sheet.down([[0, mix(palette.gold, palette.paper, 0.3)], [1, mix(palette.gold, palette.red, 0.35)]]);
  const fins = (half: number, tall: number) => `<path d="M${-half} ${-tall / 2}H${half}" stroke="${palette.wood}" stroke-width="${tall}" stroke-dasharray="2 12" stroke-linecap="butt" opacity=".55"/>`;
  const sweep = () => rect(-196, -96, 392, 96, glass) + fins(196, 96) + fill('M-292-112Q-150-118-70-186Q0-216 70-186Q150-118 292-112Q160-84 0-92T-292-112Z', sheet.down([[0, palette.accent], [1, mix(palette.accent, palette.ink, 0.45)]])) + stroke('M-292-112Q-150-118-70-186Q0-216 70-186Q150-118 292-112', mix(palette.accent, palette.paper, 0.6), 3);
  const shell = () => fill('M-250 0A250 168 0 0 1 250 0Z', sheet.across([[0, mix(palette.mid, palette.paper, 0.35)], [0.5, palette.paper], [1, palette.near]])) + fill('M-66 0Q-34-110 0-168Q34-110 66 0Z', glass) + stroke('M-250 0Q-160-120 0-168M-200 0Q-120-100 0-168M-136 0Q-80-90 0-168M250 0Q160-120 0-168M200 0Q120-100 0-168M136 0Q80-90 0-168', palette.mid, 2, 0.6) + stroke('M-40 0Q-20-90 0-168M0 0V-168M40 0Q20-90 0-168', palette.wood, 2, 0.5);
  const slabs = () => rect(-74, -120, 148, 120, glass) + fins(74, 120) + [0, 1, 2, 3, 4].map((i) => fill(`M${-104 - i * 26}${-122 - i * 25}H${104 + i * 26}L${116 + i * 26}${-143 - i * 25}H${-116 - i * 26}Z`, mix(palette.accent, palette.ink, 0.4 - i * 0.09))).join('') + rect(-220, -12, 440, 12, palette.near);
  const hero = placed(disc(0, 4, 330, palette.ink, 0.2, 10) + random.pick([sweep, shell, slabs])(), x, quay, 1.12);
  const id = sheet.newId();
  const trees = fill(Array.from({ length: Math.round(width / 40) }, (_, i) => {
    const wide = random.whole(16, 30);
    return `M${num(i * 42 - wide)} ${num(quay)}a${wide} ${random.whole(14, 26)} 0 0 1 ${wide * 2} 0`;
  }).join(''), mix(palette.green, palette.near, 0.4));
  return sky(sheet) + orb(sheet, x - width * 0.18, height * 0.26, 54) + ranges(sheet, quay, height * 0.24, 1.4) + row(Math.min(16, Math.round(width / 80)), 110, 240, palette.far) + row(Math.min(10, Math.round(width / 120)), 90, 180, mix(palette.mid, palette.far, 0.35)) + mist(sheet, quay - 50, 24, Math.ceil(width / 200)) +
    rect(0, quay, width, height - quay, sheet.down([[0, mix(palette.haze, palette.far, 0.4)], [1, mix(palette.far, palette.mid, 0.8)]])) + `<g opacity=".3"><use href="#${id}" transform="matrix(1 0 0 -.6 0 ${num(quay * 1.6 + 6)})"/></g>` +
    trees + `<g id="${id}">${hero}</g>` + rect(0, quay - 3, width, 7, mix(palette.near, palette.ink, 0.4)) + ripples(sheet, quay + 14, height - 10, Math.round(width / 20)) + flock(sheet, x + width * 0.08, height * 0.2, 5) + cornerSeal(sheet);
}
