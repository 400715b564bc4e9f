import { drawDisc, drawFill, traceLeaf, formatNumber, formatPair, placeGroup, tracePolygon, drawRect, drawStroke } from './brush';
import { mixColors } from './color';
import { drawCornerSeal } from './scenery';
import type { Sheet } from './sheet';

type Bars = (half: number) => string;

/** Lattice bars inside a square of the given half width: steps, cracked ice, and a grid of begonia rounds. */
const latticeBars: readonly Bars[] = [
  (half) =>
    [0.78, 0.5]
      .map(
        (s) =>
          `M${formatPair(-half * s, -half)}V${formatNumber(half)}M${formatPair(half * s, -half)}V${formatNumber(half)}M${formatPair(-half, -half * s)}H${formatNumber(half)}M${formatPair(-half, half * s)}H${formatNumber(half)}`,
      )
      .join(''),
  (half) => {
    const at = (dx: number, dy: number) => formatPair(dx * half, dy * half);
    return `M${at(-1, -0.5)}L${at(-0.55, -0.62)}L${at(-0.3, -1)}M${at(-0.55, -0.62)}L${at(-0.62, 0)}L${at(-1, 0.3)}M${at(-0.62, 0)}L${at(-0.5, 0.55)}L${at(-0.1, 1)}M${at(-0.5, 0.55)}L${at(-1, 0.8)}M${at(0.2, -1)}L${at(0.36, -0.6)}L${at(1, -0.72)}M${at(0.36, -0.6)}L${at(0.6, -0.1)}L${at(1, 0.1)}M${at(0.6, -0.1)}L${at(0.52, 0.56)}L${at(1, 0.68)}M${at(0.52, 0.56)}L${at(0.4, 1)}M${at(0.52, 0.56)}L${at(-0.1, 1)}`;
  },
  (half) =>
    [-0.75, 0.75]
      .flatMap((sx) =>
        [-0.75, 0.75].map(
          (sy) =>
            `M${formatPair(sx * half - half * 0.25, sy * half)}a${formatNumber(half * 0.25)} ${formatNumber(half * 0.25)} 0 1 0 ${formatNumber(half * 0.5)} 0a${formatNumber(half * 0.25)} ${formatNumber(half * 0.25)} 0 1 0 ${formatNumber(-half * 0.5)} 0`,
        ),
      )
      .join('') +
    `M${formatPair(-half, -half * 0.5)}H${formatNumber(half)}M${formatPair(-half, half * 0.5)}H${formatNumber(half)}M${formatPair(-half * 0.5, -half)}V${formatNumber(half)}M${formatPair(half * 0.5, -half)}V${formatNumber(half)}`,
];

/** The garden behind a window: mountains, a moon, a scholar's rock and bamboo or a plum. */
function drawGarden(sheet: Sheet, half: number): string {
  const { palette, random } = sheet;
  const rock =
    drawFill(
      `M${formatPair(-half * 0.5, half)}Q${formatPair(-half * 0.56, half * 0.3)} ${formatPair(-half * 0.28, half * 0.22)}Q${formatPair(-half * 0.3, -half * 0.1)} ${formatPair(-half * 0.08, -half * 0.06)}Q${formatPair(half * 0.14, half * 0.1)} ${formatPair(half * 0.02, half * 0.36)}Q${formatPair(half * 0.26, half * 0.42)} ${formatPair(half * 0.2, half)}Z`,
      sheet.across([0, palette.mid], [0.5, palette.far], [1, palette.near]),
    ) +
    drawDisc(-half * 0.16, half * 0.3, 12, palette.near, 0.7, 18) +
    drawDisc(half * 0.02, half * 0.62, 15, palette.near, 0.6, 11);
  const leaves = Array.from({ length: 26 }, () =>
    traceLeaf(half * random.between(0.1, 0.85), half * random.between(-0.75, 0.45), random.between(30, 150), random.between(44, 78), 13),
  ).join('');
  const canes = [0.34, 0.52, 0.7]
    .map((t) => `M${formatPair(half * t, half)}Q${formatPair(half * (t - 0.06), 0)} ${formatPair(half * (t + 0.04), -half)}`)
    .join('');
  const tone = mixColors(palette.green, palette.near, 0.4);
  return (
    drawRect(-half, -half, half * 2, half * 2, sheet.down([0, mixColors(palette.sky, palette.paper, 0.25)], [1, palette.paper])) +
    drawDisc(-half * 0.36, -half * 0.4, half * 0.24, palette.glow, 0.85) +
    drawFill(
      `M${formatPair(-half, half * 0.2)}Q${formatPair(-half * 0.5, -half * 0.3)} ${formatPair(-half * 0.2, half * 0.06)}T${formatPair(half, half * 0.1)}V${formatNumber(half)}H${formatNumber(-half)}Z`,
      sheet.down([0, palette.far], [1, palette.paper]),
    ) +
    drawStroke(canes, mixColors(tone, palette.paper, 0.15), 9) +
    rock +
    drawFill(leaves, mixColors(tone, palette.ink, 0.25), 0.9)
  );
}

/** Draws a lattice window (round, eight-sided or square) in a white wall, a garden behind it. */
export function drawLattice(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const half = 214;
  const shapes = {
    round: `M${-half} 0A${half} ${half} 0 1 1 ${half} 0A${half} ${half} 0 1 1 ${-half} 0Z`,
    eight: tracePolygon([
      [-half, -90],
      [-90, -half],
      [90, -half],
      [half, -90],
      [half, 90],
      [90, half],
      [-90, half],
      [-half, 90],
    ]),
    square: `M${-half} ${-half}H${half}V${half}H${-half}Z`,
  };
  const shape = random.pick(Object.values(shapes));
  const bars = random.pick(latticeBars)(half);
  const wood = mixColors(palette.wood, palette.ink, 0.45);
  const window =
    `<path d="${shape}" fill="${palette.ink}" opacity=".18" transform="translate(9 13) scale(1.07)"/>` +
    sheet.clipped(
      shape,
      drawGarden(sheet, half) + drawStroke(bars, wood, 11) + drawStroke(bars, mixColors(palette.wood, palette.gold, 0.3), 2.5, 0.7),
    ) +
    drawStroke(shape, wood, 26) +
    drawStroke(shape, mixColors(palette.wood, palette.gold, 0.45), 4, 0.9);
  const middle = height * 0.47;
  const x = width > height * 2 ? width * random.pick([0.3, 0.7]) : width / 2;
  const tiles = Array.from(
    { length: Math.ceil(width / 44) + 1 },
    (_, i) => `M${formatNumber(i * 44 - 22)} 0v16a22 17 0 0 0 44 0v-16Z`,
  ).join('');
  const eaves =
    drawRect(0, 0, width, 14, palette.ink) +
    `<g transform="translate(0 10)"><path d="${tiles}" fill="${mixColors(palette.near, palette.ink, 0.45)}" stroke="${mixColors(palette.mid, palette.near, 0.5)}" stroke-width="2"/></g>`;
  const wall = sheet.radial([0, mixColors(palette.paper, palette.sky, 0.12)], [1, mixColors(palette.paper, palette.sky, 0.75)]);
  const shade = Array.from({ length: 18 }, () =>
    traceLeaf(
      x + random.pick([-1, 1]) * random.between(240, 430),
      random.between(60, height * 0.7),
      random.between(20, 160),
      random.between(60, 110),
      18,
    ),
  ).join('');
  const floor = height * 0.9;
  return (
    drawRect(0, 0, width, height, wall) +
    drawFill(shade, palette.mid, 0.16) +
    placeGroup(window, x, middle + (height > width ? 0 : 8)) +
    eaves +
    drawRect(0, 42, width, 20, palette.ink, 0.07) +
    drawRect(0, floor, width, height - floor, sheet.down([0, mixColors(palette.near, palette.ink, 0.3)], [1, palette.ink])) +
    drawRect(0, floor, width, 4, palette.far) +
    drawCornerSeal(sheet)
  );
}
