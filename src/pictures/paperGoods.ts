import { drawDisc, drawFill, formatNumber, formatPair, placeGroup, drawRect, drawStroke } from './brush';
import { mixColors } from './color';
import { drawDropShadow, drawTableTop } from './desk';
import { drawLandscape } from './landscapes';
import type { Sheet } from './sheet';

/** Lays goods in the middle of a light table; they are drawn about the origin, within 260 units of it. */
export function layOut(sheet: Sheet, goods: string): string {
  const { palette, random, width, height } = sheet;
  const tone = random.pick([
    mixColors(palette.haze, palette.wood, 0.3),
    mixColors(palette.accentSoft, palette.paper, 0.25),
    mixColors(palette.far, palette.paper, 0.35),
    mixColors(palette.gold, palette.paper, 0.5),
  ]);
  return drawTableTop(sheet, tone) + placeGroup(goods, width / 2, height / 2);
}

/** A landscape in a frame of its own, for what is printed on goods. */
export function drawPrint(sheet: Sheet, x: number, y: number, width: number, height: number): string {
  const scale = height / 600;
  const inner = drawLandscape({ ...sheet, width: Math.round(width / scale), height: 600 });
  return sheet.clipped(
    `M${formatPair(x, y)}h${formatNumber(width)}v${formatNumber(height)}h${formatNumber(-width)}Z`,
    placeGroup(inner, x, y, scale),
  );
}

/** A blossom of five petals. */
const drawBlossom = (sheet: Sheet, x: number, y: number, size: number, paint: string): string =>
  [0, 72, 144, 216, 288]
    .map((turn) => {
      const angle = (turn * Math.PI) / 180;
      return drawDisc(x + Math.sin(angle) * size * 0.56, y - Math.cos(angle) * size * 0.56, size * 0.5, paint);
    })
    .join('') + drawDisc(x, y, size * 0.28, sheet.palette.gold);

/** Lines of writing that cannot be read. */
const drawLines = (x: number, y: number, lengths: readonly number[], paint: string, step = 18): string =>
  drawStroke(lengths.map((length, i) => `M${formatPair(x, y + i * step)}h${formatNumber(length)}`).join(''), paint, 5, 0.5);

/** Draws two admission tickets, one across the other. */
export function drawAdmission(sheet: Sheet): string {
  const { palette, random } = sheet;
  const tones = random.pick([
    [palette.accent, mixColors(palette.near, palette.ink, 0.2)],
    [mixColors(palette.green, palette.ink, 0.25), palette.accent],
  ]);
  const scene = sheet.newId();
  sheet.define(`<g id="${scene}">${drawPrint(sheet, -92, -66, 168, 84)}</g>`);
  const ticket = (tone: string): string => {
    const shape = 'M-210-92H92A16 16 0 0 0 124-92H210V92H124A16 16 0 0 0 92 92H-210Z';
    return (
      placeGroup(drawFill(shape, palette.ink, 0.2), 5, 11) +
      drawFill(shape, palette.paper) +
      drawFill('M-210-92H-110V92H-210Z', tone) +
      drawBlossom(sheet, -160, 0, 34, mixColors(tone, palette.paper, 0.65)) +
      drawStroke('M-122-80V80', palette.gold, 3) +
      drawStroke('M108-66V70', tone, 3, 0.6).replace('/>', ' stroke-dasharray="2 12"/>') +
      `<use href="#${scene}"/>` +
      drawLines(-92, 42, [140, 96], tone) +
      drawLines(138, -34, [46, 46, 30], tone, 24)
    );
  };
  const flip = random.pick([-1, 1]);
  const [under, above] = tones.map(ticket);
  return layOut(sheet, placeGroup(under ?? '', flip * 24, 88, 1, flip * 9) + placeGroup(above ?? '', flip * -12, -66, 1.04, flip * -8));
}

/** Draws bookmarks fanned out, each with a tassel. */
export function drawBookmark(sheet: Sheet): string {
  const { palette, random } = sheet;
  const tones = [palette.accent, mixColors(palette.green, palette.ink, 0.15), mixColors(palette.near, '#234a72', 0.5)];
  const mark = (tone: string, index: number): string => {
    const tassel =
      drawStroke('M0-176Q-6-214 14-232', palette.red, 4) +
      drawDisc(16, -236, 7, palette.gold) +
      drawStroke('M16-232l-10 44m10-44l-2 48m2-48l8 46m-8-46l16 42', palette.red, 4);
    const motif =
      index === 1
        ? drawPrint(sheet, -34, -110, 68, 190)
        : drawStroke('M-22 110Q-30 20 12-40T20-120M-14 40q30-6 40-34', mixColors(tone, palette.ink, 0.4), 5) +
          [-112, -60, -4, 52].map((y, i) => drawBlossom(sheet, i % 2 ? 14 : -8, y, 19 - i, mixColors(tone, palette.paper, 0.72))).join('');
    return (
      tassel +
      drawRect(-42, -184, 92, 372, palette.ink, 0.18, 10) +
      drawRect(-46, -192, 92, 372, index === 1 ? palette.paper : mixColors(tone, palette.paper, 0.12), 1, 10) +
      `<rect x="-39" y="-185" width="78" height="358" rx="6" fill="none" stroke="${palette.gold}" stroke-width="2.4"/>` +
      drawDisc(0, -168, 6, palette.ink) +
      motif +
      drawRect(-14, 128, 28, 28, palette.red, 1, 3)
    );
  };
  const flip = random.pick([-1, 1]);
  return layOut(
    sheet,
    tones.map((tone, i) => placeGroup(mark(tone, i), flip * (i - 1) * 128, 40 + Math.abs(i - 1) * 14, 1, flip * (i - 1) * 9)).join(''),
  );
}

/** Draws a set of picture postcards with their band. */
export function drawPostcard(sheet: Sheet): string {
  const { palette, random } = sheet;
  const card = (markup: string): string =>
    drawDropShadow(sheet, -150, -105, 300, 210) + drawRect(-150, -105, 300, 210, palette.paper, 1, 3) + markup;
  const back = card(
    drawStroke('M0-80V80', palette.near, 2, 0.4) +
      drawRect(96, -86, 40, 48, palette.accent, 0.9, 2) +
      drawLines(22, 6, [108, 108, 70], palette.near, 28) +
      drawLines(-128, -60, [96, 106, 88, 60], palette.near, 26),
  );
  const front = card(drawPrint(sheet, -138, -93, 276, 186));
  const flower = card(
    drawRect(-138, -93, 276, 186, mixColors(palette.accentSoft, palette.paper, 0.2)) +
      drawStroke('M-138 70Q-40 40 10-20T130-80M-30 34q50 10 90-8', palette.wood, 7) +
      [
        [-70, 44],
        [4, -10],
        [60, -48],
        [50, 26],
        [106, -66],
      ]
        .map(([x = 0, y = 0], i) => drawBlossom(sheet, x, y, 22 - i, palette.accent))
        .join(''),
  );
  const flip = random.pick([-1, 1]);
  return layOut(
    sheet,
    placeGroup(back, flip * 84, -132, 0.94, flip * 15) +
      placeGroup(flower, flip * -78, -38, 1, flip * -13) +
      placeGroup(front, flip * 26, 104, 1.1, flip * 4),
  );
}

/** Draws a calendar that stands on a desk, bound by rings. */
export function drawCalendar(sheet: Sheet): string {
  const { palette, random } = sheet;
  const chosen = Math.floor(random.between(8, 26));
  const days = Array.from({ length: 30 }, (_, i) => {
    const [x, y] = [-178 + (i % 7) * 40 + 58, 64 + Math.floor(i / 7) * 28];
    return i === chosen ? drawDisc(x, y, 12, palette.accent) : drawDisc(x, y, 5, i % 7 > 4 ? palette.accent : palette.near, 0.75);
  }).join('');
  const rings = Array.from({ length: 12 }, (_, i) => `M${formatNumber(-182 + i * 33)}-178v-34`).join('');
  return layOut(
    sheet,
    drawFill('M-226 226L-196-190H196L226 226Z', palette.ink, 0.2) +
      drawFill('M-214 216L-204-196H204L214 216Z', mixColors(palette.wood, palette.ink, 0.2)) +
      drawRect(-202, -196, 404, 392, palette.paper, 1, 4) +
      drawPrint(sheet, -184, -160, 368, 196) +
      days +
      drawStroke(rings, palette.ink, 7) +
      drawStroke(rings, palette.gold, 3),
  );
}

/** Draws a map of a town, unfolded. */
export function drawMap(sheet: Sheet): string {
  const { palette, random } = sheet;
  const folds = [-220, -110, 0, 110, 220];
  const shade = folds
    .slice(0, 4)
    .map((x, i) => drawRect(x, -170, 110, 340, palette.ink, i % 2 ? 0.08 : 0))
    .join('');
  const streets = 'M-220-60L220-110M-220 110L220 60M-150-170L-120 170M-10-170L20 170M130-170L150 170M-220 20L-10 0M20 30L220 0';
  const river = 'M-220-150Q-120-130-70-60T60 40T220 140';
  const houses = Array.from({ length: 18 }, () => {
    const [x, y] = [random.between(-205, 190), random.between(-155, 135)];
    return drawRect(x, y, random.between(10, 26), random.between(10, 20), random.pick([palette.gold, palette.wood, palette.far]), 0.6, 2);
  }).join('');
  const pin = (x: number, y: number): string =>
    placeGroup(drawFill('M0 0Q-24-30-22-46A22 22 0 0 1 22-46Q24-30 0 0Z', palette.accent) + drawDisc(0, -46, 8, palette.paper), x, y);
  const sheetShape = 'M-220-170H220V170H-220Z';
  return layOut(
    sheet,
    placeGroup(
      drawDropShadow(sheet, -220, -170, 440, 340) +
        drawFill(sheetShape, mixColors(palette.paper, palette.gold, 0.12)) +
        sheet.clipped(
          sheetShape,
          drawFill('M-220 40Q-150 60-130 170H-220ZM90-170Q120-90 220-70V-170Z', palette.green, 0.35) +
            houses +
            drawStroke(streets, palette.paper, 14) +
            drawStroke(streets, palette.wood, 1.6, 0.5) +
            drawStroke(river, mixColors(palette.mid, '#6fa3c4', 0.6), 30) +
            drawStroke('M-92-44L-48-84', palette.wood, 9) +
            shade,
        ) +
        pin(-110, -66) +
        pin(30, 28) +
        pin(150, -92) +
        drawStroke('M-110-60L-20-8L30 34L110-20L150-86', palette.accent, 4, 0.9).replace('/>', ' stroke-dasharray="3 12"/>'),
      0,
      0,
      1.08,
      random.pick([-7, 6]),
    ),
  );
}
