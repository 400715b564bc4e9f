import { disc, fill, leaf, num, pair, placed, polygon, rect, stroke, type Point } from './brush';
import { mix } from './color';
import { bank, ranges } from './landscapes';
import { cloud, cornerSeal, flock, mist, orb, ripples, roof, skiff, sky, smallPine } from './scenery';
import type { Sheet } from './sheet';

/** The place of the main building: centred, or off centre in a banner. */
export function siteX(sheet: Sheet): number {
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
  const posts = stroke(
    Array.from({ length: bays + 1 }, (_, i) => `M${pair(-body + (i * body * 2) / bays, eaves)}v${num(wall)}`).join(''),
    mix(palette.red, palette.ink, 0.25),
    7,
  );
  const bars = Array.from({ length: bays * 2 }, (_, i) => `M${pair(-body + (i + 0.5) * (body / bays), eaves + 14)}V${num(y - 6)}`).join('');
  const ribs = Array.from({ length: 11 }, (_, i) => {
    const t = (i - 5) / 5.6;
    return `M${pair(t * half * 0.4, eaves - roofHeight)}Q${pair(t * half * 0.56, eaves - roofHeight * 0.34)} ${pair(t * half * 0.9, eaves + roofHeight * (t * t * 0.1 - 0.1))}`;
  }).join('');
  const roofPaint = sheet.down([0, mix(tile, palette.ink, 0.15)], [1, mix(tile, palette.ink, 0.55)]);
  return (
    rect(-body, eaves, body * 2, wall, lit) +
    stroke(bars, palette.wood, 1.6, 0.7) +
    rect(-body, eaves, body * 2, 12, mix(palette.green, palette.ink, 0.35)) +
    posts +
    rect(-half * 0.86, y - 7, half * 1.72, 7, mix(palette.red, palette.ink, 0.35)) +
    fill(roof(0, eaves, half, roofHeight), roofPaint) +
    stroke(ribs, mix(tile, palette.paper, 0.3), 1.5, 0.4) +
    rect(-half * 0.45, eaves - roofHeight - 5, half * 0.9, 8, mix(palette.ink, tile, 0.3), 1, 3)
  );
}

/** A hall of stacked storeys from the ground at the origin upward; returns markup of the whole building. */
function hall(sheet: Sheet, halves: readonly number[], wall: number, tile: string): string {
  const lit = sheet.down([0, sheet.palette.gold], [1, mix(sheet.palette.gold, sheet.palette.red, 0.3)]);
  const widest = halves[0] ?? 0;
  const id = sheet.newId();
  const ground = `<g id="${id}">${storey(sheet, { y: 0, half: widest, roofHeight: widest * 0.3, wall }, tile, lit)}</g>`;
  let y = -(wall + widest * 0.258);
  return (
    ground +
    halves
      .slice(1)
      .map((half) => {
        const tall = 0.9;
        const part = placed(`<use href="#${id}"/>`, 0, y, [half / widest, tall * Math.sqrt(half / widest)]);
        y -= (wall + widest * 0.258) * tall * Math.sqrt(half / widest);
        return part;
      })
      .join('') +
    fill(`M-7 ${num(y - 2)}Q-12 ${num(y - 18)} 0 ${num(y - 40)}Q12 ${num(y - 18)} 7 ${num(y - 2)}Z`, sheet.palette.gold)
  );
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
  const base =
    rect(-176, 0, 352, 14, mix(palette.paper, palette.far, 0.5)) +
    rect(-190, 14, 380, 16, mix(palette.far, palette.mid, 0.5)) +
    stroke('M-150 2V30M-90 2V30M-30 2V30M30 2V30M90 2V30M150 2V30', palette.near, 1.4, 0.5);
  const building = placed(hall(sheet, halves, halves.length > 2 ? 62 : 84, palette.near) + base, x, shore - 22);
  const water = sheet.down([0, palette.haze], [0.2, mix(palette.haze, palette.far, 0.45)], [1, mix(palette.far, palette.mid, 0.75)]);
  const near = bank(sheet, -side, 64, Math.min(width * 0.42, 400));
  const reeds = Array.from({ length: 9 }, (_, i) =>
    leaf(near.crest(0.2 + i * 0.05)[0], height + 4, -90 + random.between(-24, 24), random.between(60, 120), 7),
  ).join('');
  return (
    sky(sheet) +
    orb(sheet, x + side * 210, height * 0.24, 48) +
    ranges(sheet, shore, height * 0.4, 1.6) +
    mist(sheet, shore - 30, 18, Math.ceil(width / 190)) +
    rect(0, shore, width, height - shore, water) +
    willow(sheet, x - side * 236, shore + 10, 1.25) +
    disc(x - side * 60, shore + 8, 330, mix(palette.near, palette.ink, 0.25), 1, 13) +
    `<g opacity=".28"><use href="#${id}" transform="matrix(1 0 0 -.7 0 ${num(shore * 1.7 + 16)})"/></g><g id="${id}">${building}</g>` +
    ripples(sheet, shore + 22, height - 10, Math.round(width / 24)) +
    skiff(sheet, x + side * 190, height * 0.86, 0.66, side) +
    near.markup +
    fill(reeds, mix(palette.green, palette.ink, 0.5)) +
    flock(sheet, x + side * 70, height * 0.14, 5) +
    cornerSeal(sheet)
  );
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
  const hill: Point[] = [
    [x - 520, height + 9],
    [x - 420, ground - 20],
    [x - 200, ground - 64],
    [x + side * 178, ground - 84],
    [x + 380, ground - 40],
    [x + 520, height + 9],
  ];
  const steps = Array.from({ length: 8 }, (_, i) =>
    rect(x - side * 56 - 46 - i * 5, ground - 2 + i * 11, 92 + i * 10, 11, i % 2 ? palette.far : mix(palette.haze, palette.far, 0.4)),
  ).join('');
  const slope = sheet.down([0, mix(palette.near, palette.green, 0.3)], [1, mix(palette.near, palette.ink, 0.4)]);
  return (
    sky(sheet) +
    orb(sheet, x - side * 190, height * 0.26, 58) +
    ranges(sheet, height * 0.8, height * 0.5, random.pick([1.5, 2.3])) +
    mist(sheet, height * 0.7, 30, Math.ceil(width / 170)) +
    fill(polygon(hill), slope) +
    pagoda +
    smallPine(sheet, x + side * 300, ground - 46, 1.15, side) +
    mist(sheet, ground - 84, 10, 3) +
    main +
    rect(0, ground, width, height - ground, slope) +
    steps +
    smallPine(sheet, x - side * 300, ground + 20, 1.5, -side) +
    smallPine(sheet, x + side * 140, ground + 20, 0.9, side) +
    cloud(sheet, x - side * 340, ground - 30, 320) +
    cloud(sheet, x + side * 350, ground + 4, 300) +
    flock(sheet, x - side * 60, height * 0.15, 6) +
    cornerSeal(sheet)
  );
}
