import { drawDisc, drawFill, formatNumber, formatPair, placeGroup, drawRect, drawStroke } from './brush';
import { mixColors } from './color';
import { drawPrint, layOut } from './paperGoods';
import type { Sheet } from './sheet';
import { drawFoldingFan } from './stage';
import { createSheen, drawPlinth, drawStudio, traceVessel } from './studio';

/** Path data of a circle. */
const traceRing = (x: number, y: number, radius: number): string =>
  `M${formatPair(x - radius, y)}a${radius} ${radius} 0 1 1 ${radius * 2} 0a${radius} ${radius} 0 1 1 ${-radius * 2} 0Z`;

/** Draws a folding fan, open on the table. */
export function drawFan(sheet: Sheet): string {
  return layOut(
    sheet,
    placeGroup(drawDisc(0, -120, 250, sheet.palette.ink, 0.14, 150), 6, 140) +
      placeGroup(drawFoldingFan(sheet), 0, 150, 0.94, sheet.random.pick([-6, 5])),
  );
}

/** Draws a bag of cloth with a landscape on it. */
export function drawTote(sheet: Sheet): string {
  const { palette, random } = sheet;
  const cloth = random.pick([
    mixColors(palette.paper, palette.gold, 0.2),
    mixColors(palette.near, '#234a72', 0.65),
    mixColors(palette.paper, palette.wood, 0.18),
  ]);
  const seam = mixColors(cloth, palette.ink, 0.35);
  const handle = 'M-84-120C-96-250 96-250 84-120';
  const body = 'M-166-124H166L182 196Q184 214 166 214H-166Q-184 214-182 196Z';
  return layOut(
    sheet,
    placeGroup(drawFill(body, palette.ink, 0.2), 8, 14) +
      drawStroke(handle, mixColors(cloth, palette.ink, 0.3), 24) +
      placeGroup(drawStroke(handle, cloth, 24), 0, 10) +
      drawFill(body, sheet.across([0, mixColors(cloth, palette.ink, 0.16)], [0.4, cloth], [1, mixColors(cloth, palette.ink, 0.12)])) +
      drawStroke('M-168-98H168M-162-108V-86M162-108V-86', seam, 2.4, 0.6) +
      drawRect(-118, -58, 236, 214, palette.paper, 1, 4) +
      drawPrint(sheet, -108, -48, 216, 194) +
      drawStroke('M-160 150Q-150 180-156 200M150 120q14 40 8 80', seam, 3, 0.3),
  );
}

/** Draws four round mats, their patterns told apart by the seed. */
export function drawCoaster(sheet: Sheet): string {
  const { palette, random } = sheet;
  const woven = random.chance(0.5);
  const mat = (x: number, y: number, index: number): string => {
    const tone = [palette.gold, palette.green, palette.accent, mixColors(palette.near, '#234a72', 0.5)][index] ?? palette.gold;
    const base = mixColors(tone, palette.paper, 0.35);
    const rings = [96, 76, 56, 36, 16].map((r, i) => drawDisc(0, 0, r, i % 2 ? base : mixColors(tone, palette.wood, 0.2))).join('');
    const spokes = Array.from(
      { length: 24 },
      (_, i) => `M0 0L${formatPair(Math.sin((i * Math.PI) / 12) * 98, Math.cos((i * Math.PI) / 12) * 98)}`,
    ).join('');
    const night = mixColors(palette.night, tone, 0.2);
    const moon = sheet.clipped(
      traceRing(0, 0, 96),
      drawDisc(0, 0, 96, night) +
        drawDisc(0, 0, 60, mixColors(palette.gold, palette.paper, 0.6)) +
        (index === 0 ? '' : drawDisc([0, 34, 62, -34][index] ?? 0, -4, 60, night)),
    );
    return placeGroup(
      drawDisc(6, 11, 112, palette.ink, 0.2) +
        drawDisc(0, 0, 112, mixColors(tone, palette.wood, 0.4)) +
        drawDisc(0, 0, 104, base) +
        (woven ? rings + drawStroke(spokes, mixColors(tone, palette.ink, 0.4), 2.2, 0.5) : moon),
      x,
      y,
    );
  };
  return layOut(sheet, mat(-122, -112, 0) + mat(122, -124, 1) + mat(-112, 124, 2) + mat(128, 116, 3));
}

/** Draws a wrapped box with a ribbon. */
export function drawGift(sheet: Sheet): string {
  const { palette, random } = sheet;
  const { markup, place } = drawStudio(sheet);
  const tone = random.pick([palette.accent, mixColors(palette.green, palette.ink, 0.15), mixColors(palette.near, '#234a72', 0.55)]);
  const ribbon = random.pick([palette.gold, mixColors(palette.gold, palette.paper, 0.45)]);
  const side = createSheen(sheet, tone, mixColors(tone, palette.paper, 0.3));
  const clouds = [-96, -20, 60]
    .flatMap((y, row) => [-110, -30, 60].map((x) => `M${formatPair(x + (row % 2) * 36, y)}q18-30 36 0q18-14 26 6h-70`))
    .join('');
  const box =
    drawDisc(0, 4, 214, palette.ink, 0.35, 22) +
    drawRect(-158, -196, 316, 200, side, 1, 4) +
    placeGroup(drawStroke(clouds, mixColors(tone, palette.paper, 0.55), 3, 0.7), 0, -70, 0.84) +
    drawRect(-172, -232, 344, 52, createSheen(sheet, mixColors(tone, palette.ink, 0.12), mixColors(tone, palette.paper, 0.25)), 1, 5) +
    drawRect(-20, -232, 40, 236, ribbon) +
    drawRect(-172, -214, 344, 14, ribbon, 0.9) +
    drawFill(
      'M0-236C-30-310-130-312-112-258C-104-232-40-232 0-236ZM0-236C30-310 130-312 112-258C104-232 40-232 0-236Z',
      mixColors(ribbon, palette.wood, 0.15),
    ) +
    drawFill(
      'M0-238C-24-286-92-290-84-260C-78-244-30-240 0-238ZM0-238C24-286 92-290 84-260C78-244 30-240 0-238Z',
      mixColors(ribbon, palette.ink, 0.3),
    ) +
    drawDisc(0, -238, 17, ribbon);
  return markup + placeGroup(box, place.x, place.y, 1.12);
}

/** Draws a holder with a burning stick of incense. */
export function drawIncense(sheet: Sheet): string {
  const { palette, random } = sheet;
  const { markup, place } = drawStudio(sheet);
  const glaze = random.pick([mixColors(palette.green, palette.paper, 0.45), mixColors(palette.green, '#9fc3b0', 0.6)]);
  const body = createSheen(sheet, glaze, mixColors(glaze, palette.paper, 0.6));
  const dish = traceVessel(0, 0, [
    [70, 0],
    [74, 8],
    [150, 30],
    [172, 54],
  ]);
  const petals = [-2, -1, 0, 1, 2].map(
    (i) =>
      `M${formatNumber(i * 30)}-50Q${formatNumber(i * 54 - 26)}-96 ${formatNumber(i * 46)}-118Q${formatNumber(i * 54 + 26)}-96 ${formatNumber(i * 30)}-50Z`,
  );
  const smoke = 'M70-330C30-380 120-410 76-460C44-500 110-520 92-560';
  const holder =
    drawPlinth(sheet, 0, 2, 130) +
    drawFill(dish, body) +
    drawDisc(0, -54, 172, mixColors(glaze, palette.paper, 0.4), 1, 22) +
    drawDisc(0, -52, 158, mixColors(glaze, palette.ink, 0.18), 1, 17) +
    petals.map((petal, i) => drawFill(petal, mixColors(glaze, palette.paper, i % 2 ? 0.25 : 0.5))).join('') +
    drawStroke(petals.join(''), mixColors(glaze, palette.ink, 0.35), 2, 0.6) +
    drawStroke('M2-104L70-322', mixColors(palette.wood, palette.ink, 0.2), 6) +
    drawDisc(70, -324, 5, palette.red) +
    drawStroke(smoke, palette.paper, 7, 0.55) +
    drawStroke(smoke, palette.paper, 16, 0.2);
  return markup + placeGroup(holder, place.x, place.y - 34, 0.92);
}

/** Draws a zither of seven strings on its table. */
export function drawZither(sheet: Sheet): string {
  const { palette, random } = sheet;
  const wood = mixColors(palette.wood, palette.ink, 0.35);
  const shape =
    'M-270-58H-228Q-214-38-196-58H60Q86-30 112-56H232Q282-54 284 0Q282 54 232 56H112Q86 30 60 58H-196Q-214 38-228 58H-270Q-284 30-284 0T-270-58Z';
  const strings = Array.from({ length: 7 }, (_, i) => `M${formatPair(-262, -33 + i * 11)}L${formatPair(246, -24 + i * 8)}`).join('');
  const marks = [-200, -150, -104, -60, -18, 24, 64, 102, 140, 172, 200]
    .map((x, i) => drawDisc(x, 46, i === 6 ? 5.5 : 4, palette.paper, 0.9))
    .join('');
  const zither =
    placeGroup(drawFill(shape, palette.ink, 0.28), 6, 16) +
    drawFill(shape, sheet.down([0, mixColors(wood, palette.red, 0.25)], [0.35, wood], [1, mixColors(wood, palette.ink, 0.4)])) +
    drawRect(228, -40, 12, 80, mixColors(wood, palette.ink, 0.6), 1, 3) +
    drawRect(-266, -44, 10, 88, mixColors(palette.gold, wood, 0.4), 1, 3) +
    marks +
    drawStroke(strings, mixColors(palette.gold, palette.paper, 0.6), 1.8, 0.9) +
    drawStroke('M240 40q20 60 4 96m-14-96q12 50-6 84', palette.red, 5);
  return layOut(
    sheet,
    placeGroup(drawRect(-300, -112, 600, 224, mixColors(palette.accent, palette.paper, 0.55), 0.5, 8), 0, 0, 0.94) +
      placeGroup(zither, 0, 0, 0.96, random.pick([-4, 4])),
  );
}

/** Draws a carved printing block with its ink roller and a print beside it. */
export function drawBlock(sheet: Sheet): string {
  const { palette, random } = sheet;
  const petals = [0, 72, 144, 216, 288].map((turn) =>
    traceRing(Math.sin((turn * Math.PI) / 180) * 40, -24 - Math.cos((turn * Math.PI) / 180) * 40, 27),
  );
  const carving = `${petals.join('')}${traceRing(0, -24, 11)}M0 46Q4 76-10 96M-2 70Q34 66 48 40M-4 84Q-42 82-58 52`;
  const block =
    drawRect(-112, -122, 236, 262, palette.ink, 0.25, 8) +
    drawRect(-120, -134, 236, 262, mixColors(palette.wood, palette.gold, 0.3), 1, 6) +
    drawRect(-104, -118, 204, 230, mixColors(palette.wood, palette.ink, 0.25), 1, 3) +
    drawStroke(carving, mixColors(palette.gold, palette.paper, 0.3), 8);
  const print =
    drawRect(-104, -112, 220, 250, palette.ink, 0.18, 3) +
    drawRect(-110, -122, 220, 250, palette.paper, 1, 2) +
    drawStroke(carving, palette.accent, 8, 0.92);
  const roller =
    drawRect(-66, -24, 140, 52, palette.ink, 0.25, 20) +
    drawRect(-70, -32, 140, 52, createSheen(sheet, mixColors(palette.ink, palette.near, 0.2), palette.mid), 1, 18) +
    drawStroke('M-78-6H-92V70H0M78-6H92V70H0', palette.gold, 7) +
    drawRect(-13, 66, 26, 110, mixColors(palette.wood, palette.gold, 0.3), 1, 10);
  const flip = random.pick([-1, 1]);
  return layOut(
    sheet,
    placeGroup(print, flip * 116, -60, 1, flip * 9) +
      placeGroup(block, flip * -104, -16, 1, flip * -5) +
      placeGroup(roller, flip * 92, 124, 0.86, flip * -38),
  );
}

/** Draws rolls of printed tape. */
export function drawTape(sheet: Sheet): string {
  const { palette, random } = sheet;
  const roll = (tone: string, x: number, y: number, turn: number): string => {
    const marks = Array.from({ length: 8 }, (_, i) => `M${formatNumber(40 + i * 34)} 84h16v-14h-8v7`).join('');
    return placeGroup(
      drawDisc(8, 14, 112, palette.ink, 0.2) +
        drawFill('M0 62H320l12 12-12 12 12 12-12 12H0Z', mixColors(tone, palette.paper, 0.25)) +
        drawStroke(marks, mixColors(tone, palette.ink, 0.35), 5, 0.8) +
        drawDisc(0, 0, 110, mixColors(tone, palette.ink, 0.1)) +
        [104, 96, 88, 80].map((r, i) => drawDisc(0, 0, r, mixColors(tone, palette.paper, i % 2 ? 0.2 : 0.34))).join('') +
        drawDisc(0, 0, 72, mixColors(palette.paper, palette.wood, 0.35)) +
        drawDisc(0, 0, 62, mixColors(palette.haze, palette.ink, 0.25)),
      x,
      y,
      0.88,
      turn,
    );
  };
  const flip = random.pick([-1, 1]);
  return layOut(
    sheet,
    placeGroup(
      roll(mixColors(palette.near, '#234a72', 0.5), -104, -118, -8) +
        roll(mixColors(palette.green, palette.paper, 0.1), 96, 10, 6) +
        roll(palette.accent, -112, 122, 3),
      0,
      0,
      [flip, 1],
    ),
  );
}
