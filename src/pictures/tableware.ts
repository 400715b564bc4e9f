import { drawDisc, drawFill, traceLeaf, formatNumber, placeGroup, drawRect, drawStroke, type Point } from './brush';
import { mixColors } from './color';
import { drawCornerSeal } from './scenery';
import type { Sheet } from './sheet';
import { drawShadow, createSheen, drawSteam, drawStudio, traceVessel } from './studio';

/** A round bowl; profile height 110, mouth half width 150, foot at the origin. */
const bowlProfile: readonly Point[] = [
  [58, 0],
  [60, 12],
  [70, 16],
  [124, 52],
  [146, 92],
  [152, 122],
];

/** Draws a patterned bowl of noodles with chopsticks and steam. */
export function drawBowl(sheet: Sheet): string {
  const { palette, random } = sheet;
  const { markup, place } = drawStudio(sheet);
  const tone = random.pick([palette.paper, mixColors(palette.green, palette.paper, 0.5), palette.accent]);
  const trim = tone === palette.accent ? palette.paper : palette.accent;
  const shape = traceVessel(0, 0, bowlProfile);
  const waves = Array.from({ length: 12 }, (_, i) =>
    [22, 15, 8].map((r) => `M${formatNumber(-165 + i * 30 - r)}-34a${r} ${r} 0 0 1 ${r * 2} 0`).join(''),
  ).join('');
  const broth = sheet.radial([0, mixColors(palette.gold, palette.red, 0.25)], [1, mixColors(palette.wood, palette.gold, 0.35)]);
  const strands = Array.from(
    { length: 15 },
    (_, i) =>
      `M${formatNumber(-112 + i * 13)}${formatNumber(-112 - (i % 3) * 3)}q${formatNumber(random.between(8, 26))} ${formatNumber(random.between(-36, -22))} ${formatNumber(random.between(40, 62))} ${formatNumber(random.between(-6, 6))}`,
  ).join('');
  const toppings =
    drawDisc(62, -124, 30, palette.paper, 1, 18) +
    drawDisc(62, -125, 14, palette.gold, 1, 9) +
    drawFill(
      traceLeaf(-62, -116, -20, 56, 20) + traceLeaf(-66, -118, -52, 46, 18) + traceLeaf(-40, -112, 0, 50, 16),
      mixColors(palette.green, palette.ink, 0.25),
    ) +
    drawDisc(6, -138, 9, palette.red, 1, 6) +
    drawDisc(-14, -130, 7, palette.red, 1, 5) +
    drawDisc(26, -116, 6, palette.red, 1, 4);
  const food =
    drawDisc(0, -122, 152, mixColors(tone, palette.paper, 0.75), 1, 31) +
    drawDisc(0, -120, 141, mixColors(tone, palette.ink, 0.3), 1, 25) +
    drawDisc(0, -117, 136, broth, 1, 22) +
    sheet.clipped(
      'M-136-117V-170H136V-117A136 22 0 0 1-136-117Z',
      drawStroke(strands, mixColors(palette.gold, palette.paper, 0.62), 6.5) +
        drawStroke(strands, mixColors(palette.gold, palette.wood, 0.2), 1, 0.5) +
        toppings,
    );
  const shade = sheet.across(
    [0, palette.ink, 0.4],
    [0.14, palette.ink, 0.04],
    [0.3, '#ffffff', 0.45],
    [0.46, '#ffffff', 0],
    [1, palette.ink, 0.42],
  );
  const body =
    drawFill(shape, tone) +
    sheet.clipped(shape, drawStroke(waves, trim, 3, 0.85) + drawRect(-160, -32, 320, 5, trim) + drawRect(-160, -70, 320, 3, trim, 0.8)) +
    drawFill(shape, shade);
  const sticks =
    [0, 16]
      .map((d) =>
        drawFill(
          `M${-84 + d}-128L${182 + d}-262L${187 + d}-254L${-80 + d}-122Z`,
          d ? mixColors(palette.red, palette.ink, 0.35) : mixColors(palette.red, palette.ink, 0.15),
        ),
      )
      .join('') + drawFill('M150-246L187-265L207-252L170-234Z', palette.gold, 0.85);
  return (
    markup +
    placeGroup(drawShadow(sheet, 0, 2, 190) + drawSteam(sheet, -20, -140, 190) + body + food + sticks, place.x, place.y + 14, 1.32) +
    drawCornerSeal(sheet)
  );
}

/** Draws a teapot with two cups on a tray, steam rising. */
export function drawTea(sheet: Sheet): string {
  const { palette, random } = sheet;
  const { markup, place } = drawStudio(sheet);
  const clay = random.pick([
    mixColors(palette.wood, palette.red, 0.45),
    mixColors(palette.green, palette.ink, 0.12),
    palette.accent,
    mixColors(palette.near, palette.ink, 0.2),
  ]);
  const body = createSheen(sheet, clay, mixColors(clay, palette.paper, 0.5));
  const pot = traceVessel(0, 0, [
    [64, 0],
    [66, 8],
    [116, 38],
    [124, 92],
    [104, 142],
    [60, 160],
    [52, 164],
  ]);
  const spout = 'M104-58Q150-64 164-122L168-146L194-152Q196-92 168-54Q142-20 106-28Z';
  const handle = 'M-106-118C-176-148-206-88-172-50C-152-28-122-32-108-36';
  const lid =
    drawFill('M-54-164Q-46-190 0-192Q46-190 54-164Z', body) +
    drawDisc(0, -202, 14, body) +
    drawStroke('M-60-163H60', mixColors(clay, palette.ink, 0.5), 3.4);
  const bamboo =
    drawStroke(
      'M-60-40Q-20-70-10-120M-34-66q30 0 44-20M-22-88q-28 2-40-14M-12-112q20-2 30-16',
      mixColors(clay, palette.paper, 0.65),
      2.6,
      0.75,
    ) +
    drawFill(
      traceLeaf(10, -86, 10, 34, 12) +
        traceLeaf(10, -86, -24, 32, 11) +
        traceLeaf(-62, -102, 190, 30, 11) +
        traceLeaf(18, -128, -10, 30, 10) +
        traceLeaf(-62, -102, 156, 28, 10),
      mixColors(clay, palette.paper, 0.65),
      0.75,
    );
  const cup = (x: number) =>
    placeGroup(
      drawShadow(sheet, 0, 1, 62) +
        drawFill(
          traceVessel(0, 0, [
            [24, 0],
            [25, 7],
            [42, 24],
            [50, 56],
          ]),
          createSheen(sheet, mixColors(palette.paper, palette.green, 0.22), palette.paper),
        ) +
        drawDisc(0, -56, 50, palette.paper, 1, 11) +
        drawDisc(0, -55, 44, mixColors(palette.gold, palette.green, 0.3), 1, 8) +
        drawStroke('M-46-34Q0-22 46-34', palette.accent, 2.4, 0.8),
      x,
      0,
      1.05,
    );
  const tray =
    drawShadow(sheet, 60, 28, 340) +
    drawFill('M-236 0H344L332 18H-224Z', sheet.across([0, palette.ink], [0.4, palette.wood], [1, palette.ink])) +
    drawRect(-236, -2, 580, 4, palette.gold, 0.6, 2) +
    drawFill('M-190 18h36v12h-36ZM264 18h36v12h-36Z', palette.ink);
  const group =
    tray +
    drawSteam(sheet, 196, -62, 130) +
    drawShadow(sheet, 0, 0, 120) +
    drawStroke(handle, mixColors(clay, palette.ink, 0.25), 17) +
    drawStroke(handle, mixColors(clay, palette.paper, 0.3), 4, 0.6) +
    drawFill(spout, body) +
    drawFill(pot, body) +
    bamboo +
    lid +
    cup(178) +
    cup(276);
  const flip = random.pick([-1, 1]);
  const scale = sheet.height > sheet.width ? 0.94 : 1.12;
  return markup + placeGroup(group, place.x - flip * 56 * scale, place.y - 4, [flip * scale, scale]) + drawCornerSeal(sheet);
}
