import { traceBrushStroke, drawDisc, drawFill, traceLeaf, formatNumber, formatPair, placeGroup, drawRect, drawStroke } from './brush';
import { mixColors } from './color';
import { drawLandscape } from './landscapes';
import { drawCornerSeal } from './scenery';
import type { Sheet } from './sheet';

/** A table top seen from above with soft light, filling the sheet. */
export function drawTableTop(sheet: Sheet, tone: string): string {
  const { palette, width, height, random } = sheet;
  const grain = Array.from(
    { length: 10 },
    (_, i) =>
      `M-10 ${formatNumber((i + random.next()) * (height / 9))}Q${formatPair(width * 0.5, (i + random.next()) * (height / 9))} ${formatPair(width + 10, (i + random.next()) * (height / 9))}`,
  ).join('');
  return (
    drawRect(
      0,
      0,
      width,
      height,
      sheet.radialFrom(0.4, 0.3, [0, mixColors(tone, palette.paper, 0.28)], [1, mixColors(tone, palette.ink, 0.25)]),
    ) + drawStroke(grain, palette.ink, 1.4, 0.09)
  );
}

/** A soft offset shadow of a lying sheet or cover. */
export function drawDropShadow(sheet: Sheet, x: number, y: number, width: number, height: number): string {
  return (
    drawRect(x + 4, y + 10, width, height, sheet.palette.ink, 0.16, 8) + drawRect(x + 2, y + 5, width, height, sheet.palette.ink, 0.16, 6)
  );
}

/** A writing brush lying along the x axis, 300 units long. */
function drawWritingBrush(sheet: Sheet): string {
  const { palette } = sheet;
  const cane = sheet.down([0, mixColors(palette.gold, palette.paper, 0.35)], [0.5, palette.gold], [1, palette.wood]);
  return (
    drawRect(4, 9, 300, 14, palette.ink, 0.2, 7) +
    drawRect(0, 0, 214, 14, cane, 1, 3) +
    drawRect(206, -3, 30, 20, mixColors(palette.wood, palette.ink, 0.4), 1, 3) +
    drawFill('M236-4Q276-8 306 8Q274 22 236 18Z', mixColors(palette.paper, palette.gold, 0.25)) +
    drawFill('M270-3Q296 0 308 8Q294 17 270 18Q280 8 270-3Z', palette.ink) +
    drawStroke('M0 7H-16', palette.red, 3)
  );
}

/** Draws a hand scroll partly unrolled, a painted landscape on its silk, rollers at both ends. */
export function drawScroll(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const half = Math.min(width * 0.385, 470);
  const tall = height > width ? 340 : 300;
  const tone = random.pick([
    mixColors(palette.wood, palette.gold, 0.42),
    mixColors(palette.near, palette.haze, 0.3),
    mixColors(palette.far, palette.paper, 0.25),
  ]);
  const paintingWidth = half * 2 - 150;
  const inner = drawLandscape({ ...sheet, width: Math.round((paintingWidth / (tall - 56)) * 600), height: 600 });
  const scale = (tall - 56) / 600;
  const top = -tall / 2;
  const roller = (x: number) =>
    drawRect(x - 12, top - 12, 36, tall + 28, palette.ink, 0.22, 8) +
    drawRect(
      x - 17,
      top - 6,
      34,
      tall + 12,
      sheet.across(
        [0, mixColors(palette.accent, palette.ink, 0.45)],
        [0.3, mixColors(palette.accent, palette.paper, 0.35)],
        [1, mixColors(palette.accent, palette.ink, 0.55)],
      ),
      1,
      3,
    ) +
    [top - 30, top + tall + 6]
      .map((y) => drawRect(x - 9, y, 18, 24, sheet.across([0, palette.wood], [0.35, palette.gold], [1, palette.ink]), 1, 5))
      .join('');
  const silk = sheet.down(
    [0, mixColors(palette.gold, palette.paper, 0.55)],
    [0.5, mixColors(palette.gold, palette.paper, 0.68)],
    [1, mixColors(palette.gold, palette.wood, 0.12)],
  );
  const brocade = mixColors(palette.accent, palette.ink, 0.15);
  const strip =
    drawRect(-half, top, half * 2, tall, silk) +
    drawRect(-half + 18, top, 44, tall, brocade, 0.8) +
    drawRect(half - 62, top, 44, tall, brocade, 0.8) +
    sheet.clipped(
      `M${formatPair(-paintingWidth / 2, top + 28)}h${formatNumber(paintingWidth)}v${formatNumber(tall - 56)}h${formatNumber(-paintingWidth)}Z`,
      placeGroup(inner, -paintingWidth / 2, top + 28, scale),
    ) +
    drawStroke(
      `M${formatPair(-half, top + 12)}H${formatNumber(half)}M${formatPair(-half, -top - 12)}H${formatNumber(half)}`,
      palette.gold,
      2.4,
      0.9,
    );
  const ribbon =
    drawFill(
      traceBrushStroke(
        [
          [half + 10, 0],
          [half + 34, 30],
          [half + 22, 90],
          [half + 44, 140],
        ],
        () => 9,
      ),
      palette.red,
    ) + drawDisc(half + 44, 144, 8, palette.gold);
  const brushRest = placeGroup(drawWritingBrush(sheet), -half * 0.5, tall / 2 + 66, 0.9, -5);
  return (
    drawTableTop(sheet, tone) +
    placeGroup(
      drawDropShadow(sheet, -half, top, half * 2, tall) + strip + ribbon + roller(-half) + roller(half) + brushRest,
      width / 2,
      height * 0.46,
      1,
      height > width ? 0 : -3,
    )
  );
}

/** A thread-bound book lying flat, 250 by 350 units about the origin, with a blank title slip. */
function drawBoundBook(sheet: Sheet, cover: string): string {
  const { palette } = sheet;
  const cloth = sheet.across(
    [0, mixColors(cover, palette.ink, 0.2)],
    [0.3, mixColors(cover, palette.paper, 0.1)],
    [1, mixColors(cover, palette.ink, 0.12)],
  );
  const holes = [-140, -52, 52, 140];
  const thread = `M96-175V175${holes.map((y) => `M96 ${y}H125`).join('')}M96-140L125-175M96 140L125 175`;
  const leaves = [9, 6, 3]
    .map((d) =>
      drawRect(
        -125 + d,
        -175 + d * 1.3,
        250,
        350,
        d % 2 ? mixColors(palette.paper, palette.gold, 0.25) : mixColors(palette.paper, palette.wood, 0.25),
        1,
        2,
      ),
    )
    .join('');
  const slip =
    drawRect(-104, -156, 48, 196, palette.paper) +
    `<path d="M-99-151h38v186h-38Z" fill="none" stroke="${palette.red}" stroke-width="1.8"/>`;
  return (
    drawDropShadow(sheet, -122, -168, 258, 358) +
    leaves +
    drawRect(-125, -175, 250, 350, cloth, 1, 2) +
    drawStroke('M112-175V175', palette.ink, 1, 0.12) +
    slip +
    drawStroke(thread, palette.paper, 2.6) +
    holes.map((y) => drawDisc(96, y, 2.6, palette.ink)).join('')
  );
}

/** Draws thread-bound books fanned on a desk with a brush and an ink stone. */
export function drawBook(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const tone = random.pick([
    mixColors(palette.wood, palette.gold, 0.35),
    mixColors(palette.far, palette.paper, 0.3),
    mixColors(palette.accentSoft, palette.paper, 0.35),
  ]);
  const blue = mixColors(palette.near, '#234a72', 0.6);
  const covers = random.pick([
    [blue, palette.accent, mixColors(blue, palette.ink, 0.2)],
    [palette.accent, blue, mixColors(palette.green, palette.ink, 0.2)],
    [mixColors(palette.wood, palette.gold, 0.3), blue, palette.accent],
  ]);
  const x = width > height * 2 ? width * random.pick([0.3, 0.68]) : width / 2;
  const y = height / 2;
  const flip = random.pick([-1, 1]);
  const id = sheet.newId();
  const fan = covers
    .map((cover, i) =>
      placeGroup(
        drawBoundBook(sheet, cover),
        x + flip * (i - 1) * 96 - 10,
        y + (i - 1) * 12 - 6,
        1.08,
        flip * (-15 + i * 13) + random.between(-3, 3),
      ),
    )
    .join('');
  const stone = placeGroup(
    drawRect(-56, -74, 116, 160, palette.ink, 0.25, 16) +
      drawRect(-60, -80, 120, 160, mixColors(palette.ink, palette.near, 0.25), 1, 14) +
      drawRect(-48, -36, 96, 104, palette.ink, 1, 12) +
      drawDisc(0, -54, 40, palette.ink, 1, 13) +
      drawFill('M-34-56q20-10 44-4', mixColors(palette.near, palette.paper, 0.4), 0.5),
    x + flip * 312,
    y + 96,
    1,
    flip * 8,
  );
  const sprig = placeGroup(
    drawFill(
      Array.from({ length: 9 }, (_, i) => traceLeaf(i * 22, Math.sin(i) * 6, (i % 2 ? -1 : 1) * 52, 54, 17)).join(''),
      mixColors(palette.green, palette.ink, 0.2),
      0.9,
    ) + drawStroke('M-20 6Q80-10 200 4', mixColors(palette.green, palette.ink, 0.4), 3),
    x - flip * 330 - 90,
    height * 0.2,
    1,
    flip * 24,
  );
  const wide = width > 700;
  sheet.define(`<g id="${id}">${drawWritingBrush(sheet)}</g>`);
  return (
    drawTableTop(sheet, tone) +
    (wide ? sprig : '') +
    fan +
    (wide ? stone : '') +
    placeGroup(`<use href="#${id}"/>`, x - flip * 90 - 130, height - (height > width ? 120 : 64), 0.94, flip * -7) +
    drawCornerSeal(sheet)
  );
}
