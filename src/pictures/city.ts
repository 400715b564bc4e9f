import { chooseSiteX } from './architecture';
import { drawDisc, drawFill, formatNumber, formatPair, placeGroup, drawRect, drawStroke } from './brush';
import { mixColors } from './color';
import { drawRanges } from './landscapes';
import { drawCornerSeal, drawFlock, drawMist, drawOrb, drawRipples, drawSky } from './scenery';
import type { Sheet } from './sheet';

/** Draws a skyline of cultural buildings by the water: a sweeping roof, a shell, or stacked slabs, among slender towers. */
export function drawCity(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const x = chooseSiteX(sheet);
  const quay = height * 0.74;
  const row = (count: number, low: number, high: number, tone: string) => {
    const towers = Array.from({ length: count }, (_, i) => {
      const [left, tall, wide] = [((i + random.between(0, 0.7)) / count) * width, random.between(low, high), random.between(38, 66)];
      const top = random.pick([
        `l${formatNumber(wide)}-30V`,
        `h${formatNumber(wide)}V`,
        `l${formatNumber(wide / 2)}-44l${formatNumber(wide / 2)} 44V`,
      ]);
      return {
        body: `M${formatPair(left, quay)}V${formatNumber(quay - tall)}${top}${formatNumber(quay)}Z`,
        floors: `M${formatPair(left + wide / 2, quay - tall + 18)}V${formatNumber(quay)}`,
      };
    });
    const floors = `<path d="${towers.map((tower) => tower.floors).join('')}" stroke="${palette.paper}" stroke-width="27" stroke-dasharray="2 16" stroke-linecap="butt" opacity=".4"/>`;
    return drawFill(towers.map((tower) => tower.body).join(''), sheet.down([0, tone], [1, mixColors(tone, palette.haze, 0.7)])) + floors;
  };
  const glass = sheet.down([0, mixColors(palette.gold, palette.paper, 0.3)], [1, mixColors(palette.gold, palette.red, 0.35)]);
  const fins = (half: number, tall: number) =>
    `<path d="M${-half} ${-tall / 2}H${half}" stroke="${palette.wood}" stroke-width="${tall}" stroke-dasharray="2 12" stroke-linecap="butt" opacity=".55"/>`;
  const sweep = () =>
    drawRect(-196, -96, 392, 96, glass) +
    fins(196, 96) +
    drawFill(
      'M-292-112Q-150-118-70-186Q0-216 70-186Q150-118 292-112Q160-84 0-92T-292-112Z',
      sheet.down([0, palette.accent], [1, mixColors(palette.accent, palette.ink, 0.45)]),
    ) +
    drawStroke('M-292-112Q-150-118-70-186Q0-216 70-186Q150-118 292-112', mixColors(palette.accent, palette.paper, 0.6), 3);
  const shell = () =>
    drawFill(
      'M-250 0A250 168 0 0 1 250 0Z',
      sheet.across([0, mixColors(palette.mid, palette.paper, 0.35)], [0.5, palette.paper], [1, palette.near]),
    ) +
    drawFill('M-66 0Q-34-110 0-168Q34-110 66 0Z', glass) +
    drawStroke(
      'M-250 0Q-160-120 0-168M-200 0Q-120-100 0-168M-136 0Q-80-90 0-168M250 0Q160-120 0-168M200 0Q120-100 0-168M136 0Q80-90 0-168',
      palette.mid,
      2,
      0.6,
    ) +
    drawStroke('M-40 0Q-20-90 0-168M0 0V-168M40 0Q20-90 0-168', palette.wood, 2, 0.5);
  const slabs = () =>
    drawRect(-74, -120, 148, 120, glass) +
    fins(74, 120) +
    [0, 1, 2, 3, 4]
      .map((i) =>
        drawFill(
          `M${-104 - i * 26}${-122 - i * 25}H${104 + i * 26}L${116 + i * 26}${-143 - i * 25}H${-116 - i * 26}Z`,
          mixColors(palette.accent, palette.ink, 0.4 - i * 0.09),
        ),
      )
      .join('') +
    drawRect(-220, -12, 440, 12, palette.near);
  const hero = placeGroup(drawDisc(0, 4, 330, palette.ink, 0.2, 10) + random.pick([sweep, shell, slabs])(), x, quay, 1.12);
  const id = sheet.newId();
  const trees = drawFill(
    Array.from({ length: Math.round(width / 40) }, (_, i) => {
      const wide = random.whole(16, 30);
      return `M${formatNumber(i * 42 - wide)} ${formatNumber(quay)}a${wide} ${random.whole(14, 26)} 0 0 1 ${wide * 2} 0`;
    }).join(''),
    mixColors(palette.green, palette.near, 0.4),
  );
  return (
    drawSky(sheet) +
    drawOrb(sheet, x - width * 0.18, height * 0.26, 54) +
    drawRanges(sheet, quay, height * 0.24, 1.4) +
    row(Math.min(16, Math.round(width / 80)), 110, 240, palette.far) +
    row(Math.min(10, Math.round(width / 120)), 90, 180, mixColors(palette.mid, palette.far, 0.35)) +
    drawMist(sheet, quay - 50, 24, Math.ceil(width / 200)) +
    drawRect(
      0,
      quay,
      width,
      height - quay,
      sheet.down([0, mixColors(palette.haze, palette.far, 0.4)], [1, mixColors(palette.far, palette.mid, 0.8)]),
    ) +
    `<g opacity=".3"><use href="#${id}" transform="matrix(1 0 0 -.6 0 ${formatNumber(quay * 1.6 + 6)})"/></g>` +
    trees +
    `<g id="${id}">${hero}</g>` +
    drawRect(0, quay - 3, width, 7, mixColors(palette.near, palette.ink, 0.4)) +
    drawRipples(sheet, quay + 14, height - 10, Math.round(width / 20)) +
    drawFlock(sheet, x + width * 0.08, height * 0.2, 5) +
    drawCornerSeal(sheet)
  );
}
