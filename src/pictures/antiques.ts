import { drawDisc, drawFill, drawRect, drawStroke, formatNumber, formatPair, placeGroup, traceLeaf } from './brush';
import { mixColors } from './color';
import { drawCornerSeal } from './scenery';
import type { Sheet } from './sheet';
import { createSheen, drawPlinth, drawShadow, drawStudio, traceVessel } from './studio';

/** Returns marks around a ring, one for each of `count` equal turns, by their place and angle in degrees. */
function around(count: number, radius: number, mark: (x: number, y: number, turn: number) => string): string {
  return Array.from({ length: count }, (_, index) => {
    const turn = (index * 360) / count;
    const angle = (turn * Math.PI) / 180;
    return mark(Math.cos(angle) * radius, Math.sin(angle) * radius, turn);
  }).join('');
}

/** A wooden rest that holds a disc upright, its cradle at (0, 0). */
function drawRest(sheet: Sheet, half: number): string {
  const { palette } = sheet;
  const wood = sheet.across([0, palette.ink], [0.35, palette.wood], [1, palette.ink]);
  const w = formatNumber(half);
  return (
    drawShadow(sheet, 0, 44, half * 1.4) +
    drawFill(
      `M-${w}-46Q-${formatNumber(half * 0.92)} 4 0 8Q${formatNumber(half * 0.92)} 4 ${w}-46h16Q${formatNumber(half)} 20 ${w} 26H-${w}Q-${formatNumber(half)} 20-${formatNumber(half + 16)}-46Z`,
      wood,
    ) +
    drawRect(-half - 26, 26, half * 2 + 52, 16, wood, 1, 3) +
    drawRect(-half - 26, 26, half * 2 + 52, 2.5, palette.gold, 0.55)
  );
}

/** Draws the back of a bronze mirror: a knob in the middle, petals or leaves around it, and rings of dots toward the rim. */
export function drawMirror(sheet: Sheet): string {
  const { palette, random } = sheet;
  const { markup, place } = drawStudio(sheet);
  const tone = random.chance(0.5) ? mixColors(palette.green, palette.ink, 0.25) : mixColors(palette.wood, palette.gold, 0.42);
  const light = mixColors(tone, palette.paper, 0.42);
  const dark = mixColors(tone, palette.ink, 0.55);
  const petals = random.pick([8, 12]);
  const disc = [
    [206, dark],
    [200, createSheen(sheet, tone, light)],
    [168, mixColors(tone, palette.ink, 0.4)],
    [162, sheet.radialFrom(0.36, 0.3, [0, light], [0.6, tone], [1, mixColors(tone, palette.ink, 0.3)])],
    [104, mixColors(tone, palette.ink, 0.4)],
    [98, sheet.radialFrom(0.36, 0.3, [0, light], [0.7, tone], [1, mixColors(tone, palette.ink, 0.3)])],
  ] as const;
  const flowers = around(petals, 44, (x, y, turn) => traceLeaf(x, y, turn, 48, 26));
  const scrolls = around(petals, 133, (x, y, turn) => traceLeaf(x, y, turn + 62, 34, 18, 6) + traceLeaf(x, y, turn - 118, 30, 14, 6));
  const mirror =
    disc.map(([radius, paint]) => drawDisc(0, 0, radius, paint)).join('') +
    drawFill(flowers + scrolls, light, 0.9) +
    drawStroke(flowers, dark, 1.6, 0.6) +
    around(48, 184, (x, y) => drawDisc(x, y, 4, dark, 0.7)) +
    around(petals, 133, (x, y) => drawDisc(x, y, 6.5, light)) +
    drawDisc(0, 6, 30, dark, 0.5) +
    drawDisc(0, 0, 28, sheet.radialFrom(0.35, 0.3, [0, mixColors(light, '#ffffff', 0.4)], [1, mixColors(tone, palette.ink, 0.25)])) +
    drawRect(-28, -4, 56, 7, dark, 0.6, 3.5);
  return markup + placeGroup(drawRest(sheet, 104) + placeGroup(mirror, 0, -200), place.x, place.y - 44, 1) + drawCornerSeal(sheet);
}

/** Draws a jade disc with a hole in the middle (bi), its face covered with grains. */
export function drawJade(sheet: Sheet): string {
  const { palette, random } = sheet;
  const { markup, place } = drawStudio(sheet);
  const tone = random.pick([
    mixColors(palette.green, palette.paper, 0.45),
    mixColors(palette.paper, palette.gold, 0.14),
    mixColors(palette.green, palette.wood, 0.22),
  ]);
  const light = mixColors(tone, '#ffffff', 0.5);
  const dark = mixColors(tone, palette.ink, 0.4);
  const ring = (outer: number, inner: number): string =>
    [outer, inner]
      .map((r, index) => `M${formatNumber(-r)} 0a${r} ${r} 0 1 ${index ? 0 : 1} ${r * 2} 0a${r} ${r} 0 1 ${index ? 0 : 1} ${-r * 2} 0Z`)
      .join('');
  const rows = [96, 124, 152, 178];
  // A line of no length with round ends is a dot; one path holds them all.
  const trace = (dx: number, dy: number): string =>
    rows.map((radius) => around(Math.round(radius / 4.4), radius, (x, y) => `M${formatPair(x + dx, y + dy)}h0`)).join('');
  const grains = drawStroke(trace(0, 0), dark, 13, 0.5) + drawStroke(trace(-1.5, -2), light, 10, 0.85);
  const disc =
    `<path d="${ring(208, 62)}" fill="${sheet.radialFrom(0.34, 0.28, [0, light], [0.5, tone], [1, mixColors(tone, palette.ink, 0.28)])}" fill-rule="evenodd"/>` +
    grains +
    drawStroke(ring(204, 66), dark, 3, 0.55) +
    drawStroke(ring(196, 74), light, 2, 0.8) +
    drawStroke('M-132-146Q-60-206 34-196', '#ffffff', 7, 0.4);
  return markup + placeGroup(drawRest(sheet, 104) + placeGroup(disc, 0, -202), place.x, place.y - 44, 1) + drawCornerSeal(sheet);
}

/** Draws a bronze bell with a long shank (yongzhong), hung in its frame, with rows of bosses. */
export function drawBell(sheet: Sheet): string {
  const { palette, random } = sheet;
  const { markup, place } = drawStudio(sheet);
  const tone = random.chance(0.6) ? mixColors(palette.green, palette.ink, 0.24) : mixColors(palette.wood, palette.gold, 0.36);
  const light = mixColors(tone, palette.gold, 0.5);
  const dark = mixColors(tone, palette.ink, 0.6);
  const sheen = createSheen(sheet, tone, light);
  const wood = sheet.across([0, palette.ink], [0.4, palette.wood], [1, palette.ink]);
  const body = 'M-100-276H100L136-18Q70-64 0-64Q-70-64-136-18Z';
  const boss = (x: number, y: number) =>
    drawDisc(x, y + 3, 10, dark) + drawDisc(x, y, 9, light) + drawDisc(x - 2, y - 3, 3.4, '#ffffff', 0.5);
  const bosses = [0, 1, 2]
    .flatMap((row) => [-1, 1].flatMap((side) => [0, 1, 2].map((at) => boss(side * (40 + row * 3 + at * 26), -246 + row * 34))))
    .join('');
  const curls = [-70, 0, 70].map((x) => `M${formatPair(x - 24, -98)}q-8-26 18-26t20 20-16 18-14-14`).join('');
  const bell =
    drawFill('M-20-372H20L26-276H-26Z', sheen) +
    drawRect(-30, -330, 60, 16, light, 1, 7) +
    drawRect(-24, -378, 48, 10, dark, 1, 3) +
    drawFill(body, sheen) +
    sheet.clipped(
      body,
      drawRect(-150, -262, 300, 118, dark, 0.28) + drawRect(-12, -262, 24, 118, dark, 0.35) + drawStroke(curls, light, 5, 0.75),
    ) +
    drawStroke('M-102-264H102M-118-146H118M-12-264V-146M12-264V-146', light, 3, 0.7) +
    bosses +
    drawStroke('M-136-18Q-70-64 0-64Q70-64 136-18', light, 4, 0.8);
  const frame =
    drawShadow(sheet, 0, 40, 250) +
    [-206, 206].map((x) => drawRect(x - 11, -396, 22, 424, wood, 1, 3) + drawRect(x - 44, 20, 88, 18, wood, 1, 4)).join('') +
    drawRect(-252, -414, 504, 24, wood, 1, 5) +
    drawRect(-252, -414, 504, 3, palette.gold, 0.55) +
    drawStroke('M0-392V-366', palette.red, 7);
  return markup + placeGroup(frame + bell, place.x, place.y - 34, 1.02) + drawCornerSeal(sheet);
}

/** Draws an empty bowl on a foot ring: celadon with lotus petals, black with streaks, or painted in blue. */
export function drawWare(sheet: Sheet): string {
  const { palette, random } = sheet;
  const { markup, place } = drawStudio(sheet);
  const glaze = random.pick(['celadon', 'black', 'painted'] as const);
  const tone = {
    celadon: mixColors(palette.green, palette.paper, 0.42),
    black: mixColors('#1d1a1c', palette.wood, 0.2),
    painted: mixColors(palette.paper, palette.far, 0.1),
  }[glaze];
  const shape = traceVessel(0, 0, [
    [62, 0],
    [64, 22],
    [70, 28],
    [150, 70],
    [196, 140],
    [210, 216],
    [214, 224],
  ]);
  const blue = mixColors(palette.near, '#1d4f9c', 0.72);
  const petals = Array.from({ length: 11 }, (_, at) => traceLeaf(-200 + at * 40, -26, -90, 150, 62)).join('');
  const streaks = Array.from(
    { length: 60 },
    () => `M${formatPair(random.between(-212, 212), -224)}v${formatNumber(random.between(60, 180))}`,
  ).join('');
  const vine = [-150, -75, 0, 75, 150].map((x, at) => `M${formatPair(x - 36, -120)}q36-${at % 2 ? 56 : 10} 72 0`).join('');
  const blooms = [-150, -75, 0, 75, 150].map((x) => around(8, 0, (_x, _y, turn) => traceLeaf(x, -124, turn, 26, 16))).join('');
  const inside = {
    celadon: drawStroke(petals, mixColors(tone, palette.ink, 0.35), 3, 0.6),
    black: drawStroke(streaks, mixColors(palette.gold, palette.wood, 0.35), 2.2, 0.55),
    painted: drawStroke(`${vine}M-220-200h440M-220-192h440M-160-52h320M-160-44h320`, blue, 3.4, 0.85) + drawFill(blooms, blue, 0.85),
  }[glaze];
  const shade = sheet.across(
    [0, palette.ink, 0.45],
    [0.2, palette.ink, 0.04],
    [0.36, '#ffffff', 0.4],
    [0.55, '#ffffff', 0],
    [1, palette.ink, 0.45],
  );
  const bowl =
    drawPlinth(sheet, 0, -2, 92) +
    drawFill(shape, tone) +
    sheet.clipped(shape, inside) +
    drawFill(shape, shade) +
    drawDisc(0, -222, 213, mixColors(tone, palette.paper, glaze === 'black' ? 0.12 : 0.4), 1, 36) +
    drawDisc(0, -220, 204, sheet.down([0, mixColors(tone, palette.ink, 0.55)], [1, mixColors(tone, palette.ink, 0.12)]), 1, 31);
  return markup + placeGroup(bowl, place.x, place.y - 22, 1.02) + drawCornerSeal(sheet);
}
