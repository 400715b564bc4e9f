import { drawDisc, drawFill, formatNumber, formatPair, placeGroup, drawRect, drawStroke } from './brush';
import { mixColors } from './color';
import { drawCornerSeal } from './scenery';
import type { Sheet } from './sheet';
import { drawShadow, createSheen, drawStudio } from './studio';

/** Square spirals in a row, the thunder pattern of bronzes, as path data; `cell` units wide each. */
function traceMeander(x: number, y: number, count: number, cell: number): string {
  const c = cell / 6;
  return Array.from({ length: count }, (_, i) => {
    const flip = i % 2 ? -1 : 1;
    return `M${formatPair(x + (i + 0.5) * cell - flip * c * 2.5, y + c * 5)}v${formatNumber(-c * 5)}h${formatNumber(flip * c * 5)}v${formatNumber(c * 5)}h${formatNumber(-flip * c * 3.3)}v${formatNumber(-c * 3.3)}h${formatNumber(flip * c * 1.6)}v${formatNumber(c * 1.6)}`;
  }).join('');
}

/** Draws a bronze tripod cauldron (ding) with an animal-mask band. */
export function drawBronze(sheet: Sheet): string {
  const { palette, random } = sheet;
  const { markup, place } = drawStudio(sheet);
  const patina = random.chance(0.6) ? mixColors(palette.green, palette.ink, 0.28) : mixColors(palette.wood, palette.gold, 0.32);
  const light = mixColors(patina, palette.gold, 0.5);
  const body = createSheen(sheet, patina, light);
  const dark = mixColors(patina, palette.ink, 0.62);
  const bowl =
    'M-150-292H150Q156-292 156-284V-276H150Q152-184 122-148Q84-118 0-116Q-84-118-122-148Q-152-184-150-276H-156V-284Q-156-292-150-292Z';
  const leg = (lx: number, back: boolean) =>
    drawFill(
      `M${lx - 25}-168Q${lx - 30}-126 ${lx - 17}-92L${lx - 15}-14Q${lx - 22} 0 ${lx - 20} 2H${lx + 20}Q${lx + 22} 0 ${lx + 15}-14L${lx + 17}-92Q${lx + 30}-126 ${lx + 25}-168Z`,
      back ? dark : body,
    ) +
    (back
      ? ''
      : drawStroke(`M${lx - 18}-98Q${lx}-88 ${lx + 18}-98M${lx - 16}-86Q${lx}-77 ${lx + 16}-86M${lx - 16}-20H${lx + 16}`, dark, 3));
  const handle = (hx: number) =>
    `<path d="M${hx - 34}-286V-352Q${hx - 34}-372 ${hx - 14}-372H${hx + 14}Q${hx + 34}-372 ${hx + 34}-352V-286H${hx + 16}V-344Q${hx + 16}-350 ${hx + 10}-350H${hx - 10}Q${hx - 16}-350 ${hx - 16}-344V-286Z" fill="${body}"/>`;
  const face =
    'M-10-262V-178M10-262V-178M-22-250H-70Q-82-250-82-238T-70-228H-34M22-250H70Q82-250 82-238T70-228H34M-28-196Q-56-176-78-196M28-196Q56-176 78-196';
  const band =
    sheet.clipped(
      bowl,
      drawRect(-160, -268, 320, 98, mixColors(patina, palette.ink, 0.35), 0.75) +
        drawStroke(traceMeander(-160, -262, 10, 32) + traceMeander(-160, -202, 10, 32), light, 2.4, 0.6) +
        drawRect(-94, -266, 188, 94, mixColors(patina, palette.ink, 0.45)) +
        drawStroke(face, light, 6) +
        drawDisc(-46, -214, 13, light) +
        drawDisc(46, -214, 13, light) +
        drawDisc(-46, -214, 5, dark) +
        drawDisc(46, -214, 5, dark),
    ) + drawStroke('M-148-270H148M-136-168H136', light, 3.4, 0.8);
  const ding =
    drawShadow(sheet, 0, 2, 190) +
    leg(0, true) +
    handle(-104) +
    handle(104) +
    drawFill(bowl, body) +
    band +
    leg(-96, false) +
    leg(96, false) +
    drawRect(-156, -294, 312, 12, createSheen(sheet, light, palette.paper), 1, 3);
  const stand =
    drawFill('M-200 2H200V16H186L192 34H-192L-186 16H-200Z', sheet.across([0, palette.ink], [0.35, palette.wood], [1, palette.ink])) +
    drawRect(-200, 2, 400, 2.5, palette.gold, 0.6);
  return markup + placeGroup(stand + ding, place.x, place.y - 20, 1.08) + drawCornerSeal(sheet);
}
