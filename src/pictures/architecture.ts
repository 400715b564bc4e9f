import {
  drawDisc,
  drawFill,
  traceLeaf,
  formatNumber,
  formatPair,
  placeGroup,
  tracePolygon,
  drawRect,
  drawStroke,
  type Point,
} from './brush';
import { mixColors } from './color';
import { drawBank, drawRanges } from './landscapes';
import {
  drawCloud,
  drawCornerSeal,
  drawFlock,
  drawMist,
  drawOrb,
  drawRipples,
  traceRoof,
  drawSkiff,
  drawSky,
  drawSmallPine,
} from './scenery';
import type { Sheet } from './sheet';

/** Returns the place of the main building: centred, or off centre in a banner. */
export function chooseSiteX(sheet: Sheet): number {
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
function drawStorey(sheet: Sheet, { y, half, roofHeight, wall }: Storey, tile: string, lit: string): string {
  const { palette } = sheet;
  const eaves = y - wall;
  const body = half * 0.78;
  const bays = half > 120 ? 5 : 3;
  const posts = drawStroke(
    Array.from({ length: bays + 1 }, (_, i) => `M${formatPair(-body + (i * body * 2) / bays, eaves)}v${formatNumber(wall)}`).join(''),
    mixColors(palette.red, palette.ink, 0.25),
    7,
  );
  const bars = Array.from(
    { length: bays * 2 },
    (_, i) => `M${formatPair(-body + (i + 0.5) * (body / bays), eaves + 14)}V${formatNumber(y - 6)}`,
  ).join('');
  const ribs = Array.from({ length: 11 }, (_, i) => {
    const t = (i - 5) / 5.6;
    return `M${formatPair(t * half * 0.4, eaves - roofHeight)}Q${formatPair(t * half * 0.56, eaves - roofHeight * 0.34)} ${formatPair(t * half * 0.9, eaves + roofHeight * (t * t * 0.1 - 0.1))}`;
  }).join('');
  const roofPaint = sheet.down([0, mixColors(tile, palette.ink, 0.15)], [1, mixColors(tile, palette.ink, 0.55)]);
  return (
    drawRect(-body, eaves, body * 2, wall, lit) +
    drawStroke(bars, palette.wood, 1.6, 0.7) +
    drawRect(-body, eaves, body * 2, 12, mixColors(palette.green, palette.ink, 0.35)) +
    posts +
    drawRect(-half * 0.86, y - 7, half * 1.72, 7, mixColors(palette.red, palette.ink, 0.35)) +
    drawFill(traceRoof(0, eaves, half, roofHeight), roofPaint) +
    drawStroke(ribs, mixColors(tile, palette.paper, 0.3), 1.5, 0.4) +
    drawRect(-half * 0.45, eaves - roofHeight - 5, half * 0.9, 8, mixColors(palette.ink, tile, 0.3), 1, 3)
  );
}

/** A hall of stacked storeys from the ground at the origin upward; returns markup of the whole building. */
function drawHall(sheet: Sheet, halves: readonly number[], wall: number, tile: string): string {
  const lit = sheet.down([0, sheet.palette.gold], [1, mixColors(sheet.palette.gold, sheet.palette.red, 0.3)]);
  const widest = halves[0] ?? 0;
  const id = sheet.newId();
  const ground = `<g id="${id}">${drawStorey(sheet, { y: 0, half: widest, roofHeight: widest * 0.3, wall }, tile, lit)}</g>`;
  let y = -(wall + widest * 0.258);
  return (
    ground +
    halves
      .slice(1)
      .map((half) => {
        const tall = 0.9;
        const part = placeGroup(`<use href="#${id}"/>`, 0, y, [half / widest, tall * Math.sqrt(half / widest)]);
        y -= (wall + widest * 0.258) * tall * Math.sqrt(half / widest);
        return part;
      })
      .join('') +
    drawFill(
      `M-7 ${formatNumber(y - 2)}Q-12 ${formatNumber(y - 18)} 0 ${formatNumber(y - 40)}Q12 ${formatNumber(y - 18)} 7 ${formatNumber(y - 2)}Z`,
      sheet.palette.gold,
    )
  );
}

/** Willow strands hanging from a crown at (x, y). */
function drawWillow(sheet: Sheet, x: number, y: number, scale: number): string {
  const { palette, random } = sheet;
  const strands = Array.from({ length: 22 }, (_, i) => {
    const way = (i - 10.5) * 10.6;
    return `M${formatNumber(way * 0.25)} ${formatNumber(-190 + Math.abs(way) * 0.12)}Q${formatPair(way * 0.95, -214)} ${formatPair(way, -190 + Math.abs(way) * 0.3)}T${formatPair(way * 1.12 + random.between(-6, 6), random.between(-110, -34))}`;
  }).join('');
  const trunk = drawFill('M-9 6Q-4-80-20-130L-8-190L2-188L-4-134Q14-90 11 6Z', mixColors(palette.wood, palette.ink, 0.5));
  return placeGroup(trunk + drawStroke(strands, mixColors(palette.green, palette.near, 0.35), 2.6, 0.85), x, y, scale);
}

/** Draws a lakeside pavilion mirrored in the water, under a willow. */
export function drawPavilion(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const x = chooseSiteX(sheet);
  const shore = height * 0.7;
  const side = random.pick([-1, 1]);
  const halves = random.pick([[150, 108], [164], [150, 112, 76]]);
  const id = sheet.newId();
  const base =
    drawRect(-176, 0, 352, 14, mixColors(palette.paper, palette.far, 0.5)) +
    drawRect(-190, 14, 380, 16, mixColors(palette.far, palette.mid, 0.5)) +
    drawStroke('M-150 2V30M-90 2V30M-30 2V30M30 2V30M90 2V30M150 2V30', palette.near, 1.4, 0.5);
  const building = placeGroup(drawHall(sheet, halves, halves.length > 2 ? 62 : 84, palette.near) + base, x, shore - 22);
  const water = sheet.down(
    [0, palette.haze],
    [0.2, mixColors(palette.haze, palette.far, 0.45)],
    [1, mixColors(palette.far, palette.mid, 0.75)],
  );
  const near = drawBank(sheet, -side, 64, Math.min(width * 0.42, 400));
  const reeds = Array.from({ length: 9 }, (_, i) =>
    traceLeaf(near.crest(0.2 + i * 0.05)[0], height + 4, -90 + random.between(-24, 24), random.between(60, 120), 7),
  ).join('');
  return (
    drawSky(sheet) +
    drawOrb(sheet, x + side * 210, height * 0.24, 48) +
    drawRanges(sheet, shore, height * 0.4, 1.6) +
    drawMist(sheet, shore - 30, 18, Math.ceil(width / 190)) +
    drawRect(0, shore, width, height - shore, water) +
    drawWillow(sheet, x - side * 236, shore + 10, 1.25) +
    drawDisc(x - side * 60, shore + 8, 330, mixColors(palette.near, palette.ink, 0.25), 1, 13) +
    `<g opacity=".28"><use href="#${id}" transform="matrix(1 0 0 -.7 0 ${formatNumber(shore * 1.7 + 16)})"/></g><g id="${id}">${building}</g>` +
    drawRipples(sheet, shore + 22, height - 10, Math.round(width / 24)) +
    drawSkiff(sheet, x + side * 190, height * 0.86, 0.66, side) +
    near.markup +
    drawFill(reeds, mixColors(palette.green, palette.ink, 0.5)) +
    drawFlock(sheet, x + side * 70, height * 0.14, 5) +
    drawCornerSeal(sheet)
  );
}

/** Draws temple roofs climbing out of the mist: a pagoda, a hall and a stair between pines. */
export function drawTemple(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const x = chooseSiteX(sheet);
  const side = random.pick([-1, 1]);
  const ground = height * 0.86;
  const tile = mixColors(palette.near, palette.ink, 0.2);
  const floor = sheet.newId();
  sheet.define(`<g id="${floor}">${drawHall(sheet, [92], 40, mixColors(tile, palette.mid, 0.3))}</g>`);
  const levels = [1, 0.89, 0.78, 0.67, 0.56]
    .map((scale, i) => placeGroup(`<use href="#${floor}"/>`, 0, -i * 66 + i * i * 2.6, scale))
    .join('');
  const pagoda = placeGroup(levels, x + side * 178, ground - 74);
  const main = placeGroup(drawHall(sheet, [196, 140], 84, tile), x - side * 56, ground - 6, 1);
  const hill: Point[] = [
    [x - 520, height + 9],
    [x - 420, ground - 20],
    [x - 200, ground - 64],
    [x + side * 178, ground - 84],
    [x + 380, ground - 40],
    [x + 520, height + 9],
  ];
  const steps = Array.from({ length: 8 }, (_, i) =>
    drawRect(
      x - side * 56 - 46 - i * 5,
      ground - 2 + i * 11,
      92 + i * 10,
      11,
      i % 2 ? palette.far : mixColors(palette.haze, palette.far, 0.4),
    ),
  ).join('');
  const slope = sheet.down([0, mixColors(palette.near, palette.green, 0.3)], [1, mixColors(palette.near, palette.ink, 0.4)]);
  return (
    drawSky(sheet) +
    drawOrb(sheet, x - side * 190, height * 0.26, 58) +
    drawRanges(sheet, height * 0.8, height * 0.5, random.pick([1.5, 2.3])) +
    drawMist(sheet, height * 0.7, 30, Math.ceil(width / 170)) +
    drawFill(tracePolygon(hill), slope) +
    pagoda +
    drawSmallPine(sheet, x + side * 300, ground - 46, 1.15, side) +
    drawMist(sheet, ground - 84, 10, 3) +
    main +
    drawRect(0, ground, width, height - ground, slope) +
    steps +
    drawSmallPine(sheet, x - side * 300, ground + 20, 1.5, -side) +
    drawSmallPine(sheet, x + side * 140, ground + 20, 0.9, side) +
    drawCloud(sheet, x - side * 340, ground - 30, 320) +
    drawCloud(sheet, x + side * 350, ground + 4, 300) +
    drawFlock(sheet, x - side * 60, height * 0.15, 6) +
    drawCornerSeal(sheet)
  );
}
