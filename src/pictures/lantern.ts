import { drawDisc, drawFill, formatNumber, formatPair, placeGroup, drawRect, drawStroke } from './brush';
import { mixColors } from './color';
import { drawCornerSeal, drawMist, traceRoof } from './scenery';
import type { Sheet } from './sheet';

/** A round lantern hanging by a cord from its top at the origin, about 180 units tall. */
function drawLanternBody(sheet: Sheet, tone: string): string {
  const { palette } = sheet;
  const silk = sheet.radialFrom(
    0.48,
    0.62,
    [0, mixColors(palette.gold, palette.paper, 0.45)],
    [0.4, mixColors(tone, palette.gold, 0.42)],
    [1, mixColors(tone, palette.ink, 0.2)],
  );
  const ribs = [0.95, 0.62, 0.24]
    .map((share) => `M0 22A${formatNumber(64 * share)} 52 0 0 0 0 126M0 22A${formatNumber(64 * share)} 52 0 0 1 0 126`)
    .join('');
  const cap = sheet.across([0, palette.wood], [0.4, palette.gold], [1, palette.wood]);
  const tassel = drawStroke('M0 138V158M-8 164V206M-3 164V212M3 164V212M8 164V206', tone, 3) + drawDisc(0, 160, 8, palette.gold);
  return (
    drawStroke('M0-60V14', palette.ink, 2.5) +
    drawDisc(0, 74, 66, silk, 1, 53) +
    drawStroke(ribs, mixColors(tone, palette.ink, 0.35), 1.8, 0.4) +
    drawRect(-29, 12, 58, 14, cap, 1, 4) +
    drawRect(-27, 122, 54, 14, cap, 1, 4) +
    tassel
  );
}

/** Draws lanterns strung at night below upturned eaves, lights blurring behind. */
export function drawLantern(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const tone = random.pick([palette.red, palette.red, mixColors(palette.red, palette.gold, 0.55)]);
  const id = sheet.newId();
  sheet.define(`<g id="${id}">${drawLanternBody(sheet, tone)}</g>`);
  const halo = sheet.radial([0, palette.gold, 0.6], [0.4, palette.gold, 0.22], [1, palette.gold, 0]);
  const hung = (x: number, y: number, scale: number, turn: number) =>
    drawDisc(x, y + 74 * scale, 170 * scale, halo) + placeGroup(`<use href="#${id}"/>`, x, y, scale, turn);
  const lights = Array.from({ length: Math.min(28, Math.round(width / 36)) }, () =>
    drawDisc(
      random.between(0, width),
      height * random.between(0.45, 0.92),
      random.between(6, 24),
      random.chance(0.6) ? palette.gold : mixColors(tone, palette.gold, 0.4),
      random.between(0.08, 0.3),
    ),
  ).join('');
  const count = Math.max(3, Math.round(width / 190));
  const far = Array.from({ length: count * 2 }, (_, i) =>
    hung(((i + 0.5) / (count * 2)) * width, height * 0.3 + Math.sin((i / (count * 2)) * Math.PI * 3) * 34, 0.42, 0),
  ).join('');
  const near = Array.from({ length: count }, (_, i) =>
    hung(
      ((i + 0.5) / count) * width + random.between(-24, 24),
      height * random.between(0.12, 0.34),
      random.between(0.85, 1.3),
      random.between(-5, 5),
    ),
  ).join('');
  const windows = 'M-80 26v46h30v-46ZM-37 26v46h30v-46ZM6 26v46h30v-46ZM49 26v46h30v-46Z';
  const house = (x: number, half: number, y: number) =>
    drawFill(traceRoof(x, y, half, 72), mixColors(palette.night, palette.ink, 0.7)) +
    drawRect(x - half * 0.72, y, half * 1.44, height - y, mixColors(palette.night, palette.ink, 0.55)) +
    placeGroup(
      drawFill(windows, palette.gold, 0.75) + drawStroke('M-65 26v46m43-46v46m43-46v46m43-46v46M-80 48h160', palette.ink, 2.5, 0.7),
      x,
      y,
      [half / 150, 1],
    );
  const houses = Array.from({ length: Math.ceil(width / 330) + 1 }, (_, i) =>
    house(i * 330 + random.between(-30, 30), random.between(130, 176), height * random.between(0.76, 0.84)),
  ).join('');
  const cord = `M-10 ${formatNumber(height * 0.22)}Q${formatPair(width * 0.25, height * 0.34)} ${formatPair(width * 0.5, height * 0.22)}T${formatPair(width + 10, height * 0.22)}`;
  return (
    drawRect(
      0,
      0,
      width,
      height,
      sheet.down(
        [0, mixColors(palette.night, palette.ink, 0.4)],
        [0.6, palette.night],
        [1, mixColors(palette.nightLow, palette.gold, 0.25)],
      ),
    ) +
    lights +
    drawStroke(cord, palette.ink, 2.4, 0.6) +
    far +
    drawMist(sheet, height * 0.78, 20, Math.ceil(width / 240), mixColors(palette.gold, palette.nightLow, 0.5)) +
    houses +
    near +
    drawCornerSeal(sheet)
  );
}
