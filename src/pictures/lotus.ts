import { drawDisc, drawFill, traceLeaf, formatNumber, formatPair, placeGroup, drawRect, drawStroke } from './brush';
import { toHex, mixColors } from './color';
import { drawCornerSeal, drawMist, drawOrb, drawRipples, drawSky } from './scenery';
import type { Sheet } from './sheet';

interface Blossom {
  petal: string;
  tip: string;
  scale: number;
}

/** A lotus flower seen from the side, petals from back to front, its heart at the origin, about 180 units wide. */
function drawLotusFlower(sheet: Sheet, { petal, tip, scale }: Blossom): string {
  const { palette } = sheet;
  const paint = sheet.down([0, tip], [0.6, petal], [1, palette.paper]);
  const edge = mixColors(tip, palette.ink, 0.35);
  const rows = [
    { angles: [-58, -32, 0, 32, 58], long: 112, wide: 50, low: 6 },
    { angles: [-76, -46, -16, 16, 46, 76], long: 104, wide: 52, low: 12 },
    { angles: [-88, -60, 60, 88], long: 92, wide: 40, low: 22 },
    { angles: [-26, 26, 0], long: 76, wide: 56, low: 22 },
  ];
  const shape = (long: number, wide: number) =>
    `M0 0C${formatPair(-wide * 0.9, -long * 0.35)} ${formatPair(-wide * 0.55, -long * 0.8)} 0 ${formatNumber(-long)}C${formatPair(wide * 0.55, -long * 0.8)} ${formatPair(wide * 0.9, -long * 0.35)} 0 0Z`;
  const petals = rows.flatMap(({ angles, long, wide, low }) => {
    const id = sheet.newId();
    sheet.define(
      `<g id="${id}"><path d="${shape(long, wide)}" fill="${paint}" stroke="${edge}" stroke-width="1.3" stroke-opacity=".6"/>${drawStroke(`M0-14V${formatNumber(-long * 0.7)}M-8-24Q-12 ${formatNumber(-long * 0.5)}-4 ${formatNumber(-long * 0.78)}M8-24Q12 ${formatNumber(-long * 0.5)} 4 ${formatNumber(-long * 0.78)}`, edge, 1, 0.26)}</g>`,
    );
    return angles.map((angle) => `<use href="#${id}" transform="translate(0 ${low}) rotate(${angle})"/>`);
  });
  return placeGroup(petals.join('') + drawDisc(0, 26, 15, palette.green, 1, 7), 0, 0, scale);
}

/** Defines a lotus leaf seen aslant with radial veins; returns how to lay one of a given half width and turn. */
function createLotusLeaf(sheet: Sheet, tone: string): (x: number, y: number, size: number, turn: number) => string {
  const { palette } = sheet;
  const paint = sheet.radialFrom(
    0.45,
    0.4,
    [0, mixColors(tone, palette.paper, 0.35)],
    [0.55, tone],
    [1, mixColors(tone, palette.ink, 0.35)],
  );
  const veins = Array.from(
    { length: 13 },
    (_, i) =>
      `M0 0Q${formatPair(Math.cos(i * 0.483 + 0.2) * 60, Math.sin(i * 0.483) * 24)} ${formatPair(Math.cos(i * 0.483) * 112, Math.sin(i * 0.483) * 47)}`,
  ).join('');
  const id = sheet.newId();
  const vein = mixColors(tone, palette.paper, 0.5);
  sheet.define(
    `<g id="${id}">${drawDisc(0, 0, 120, paint, 1, 52)}${drawStroke(veins, vein, 1.6, 0.5)}${drawDisc(0, 0, 6, vein, 1, 3)}</g>`,
  );
  return (x, y, size, turn) => placeGroup(`<use href="#${id}"/>`, x, y, size / 120, turn);
}

/** Draws lotus above its leaves on a still pond, with a bud and a dragonfly. */
export function drawLotus(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const x = width * (width > height * 2 ? random.pick([0.3, 0.7]) : random.between(0.42, 0.58));
  const side = random.pick([-1, 1]);
  const y = height * 0.47;
  const foot = height * 0.86;
  const green = mixColors(palette.green, palette.near, 0.35);
  const rose = toHex(0.6, 0.15, random.between(2, 20));
  const tip = random.pick([rose, rose, mixColors(palette.accentSoft, palette.paper, 0.3), mixColors(palette.gold, palette.paper, 0.35)]);
  const bloom = { petal: mixColors(tip, palette.paper, 0.66), tip: mixColors(tip, palette.paper, 0.12) };
  const stem = (fromX: number, fromY: number, toX: number) =>
    drawStroke(
      `M${formatPair(fromX, fromY)}Q${formatPair(fromX + (toX - fromX) * 0.2, (fromY + foot) / 2)} ${formatPair(toX, foot + 40)}`,
      mixColors(green, palette.ink, 0.3),
      6,
    );
  const nearLeaf = createLotusLeaf(sheet, green);
  const farLeaf = createLotusLeaf(sheet, mixColors(green, palette.haze, 0.55));
  const farLeaves = Array.from({ length: Math.round(width / 160) }, (_, i) =>
    farLeaf(
      ((i + random.next()) / Math.round(width / 160)) * width,
      height * random.between(0.62, 0.72),
      random.between(46, 76),
      random.between(-8, 8),
    ),
  ).join('');
  const nearLeaves = Array.from({ length: Math.round(width / 250) + 1 }, (_, i) =>
    nearLeaf((i + random.between(-0.1, 0.4)) * 260, height * random.between(0.9, 1), random.between(120, 165), random.between(-9, 9)),
  ).join('');
  const budX = x + side * 160;
  const bud = placeGroup(
    drawFill('M0 44C-34 20-26-20 0-52C26-20 34 20 0 44Z', sheet.down([0, bloom.tip], [1, bloom.petal])) +
      drawFill('M0 44C-26 26-18-2 2-22C14 6 16 26 0 44Z', bloom.petal, 0.8),
    budX,
    y - 74,
    0.9,
    side * 8,
  );
  const fly = placeGroup(
    drawFill(
      traceLeaf(0, 0, -28, 44, 12) + traceLeaf(0, 0, -158, 40, 12) + traceLeaf(0, 3, -8, 38, 11) + traceLeaf(0, 3, -178, 36, 11),
      palette.paper,
      0.85,
    ) +
      drawFill(traceLeaf(0, -12, 84, 54, 7), palette.red) +
      drawDisc(0, -10, 5, palette.ink),
    budX + side * 8,
    y - 128,
    0.9,
    side * 24,
  );
  return (
    drawSky(sheet, palette.sky, palette.haze) +
    drawOrb(sheet, x - side * 120, height * 0.26, 84, mixColors(palette.glow, palette.haze, 0.3)) +
    drawMist(sheet, height * 0.5, 30, 4) +
    drawRect(
      0,
      height * 0.58,
      width,
      height * 0.42,
      sheet.down([0, palette.haze, 0], [0.4, mixColors(palette.sky, palette.far, 0.5)], [1, mixColors(palette.far, palette.mid, 0.8)]),
    ) +
    drawRipples(sheet, height * 0.64, height - 10, Math.round(width / 30)) +
    farLeaves +
    stem(x, y, x + side * 26) +
    stem(budX, y - 40, budX - side * 20) +
    stem(x - side * 190, y + 60, x - side * 150) +
    nearLeaf(x - side * 190, y + 62, 132, side * -10) +
    bud +
    fly +
    placeGroup(drawLotusFlower(sheet, { ...bloom, scale: 1.3 }), x, y) +
    nearLeaves +
    drawCornerSeal(sheet)
  );
}
