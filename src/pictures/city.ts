import { siteX } from './architecture';
import { disc, fill, num, pair, placed, rect, stroke } from './brush';
import { mix } from './color';
import { ranges } from './landscapes';
import { cornerSeal, flock, mist, orb, ripples, sky } from './scenery';
import type { Sheet } from './sheet';

/** A skyline of cultural buildings by the water: a sweeping roof, a shell, or stacked slabs, among slender towers. */
export function city(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const x = siteX(sheet);
  const quay = height * 0.74;
  const row = (count: number, low: number, high: number, tone: string) => {
    const towers = Array.from({ length: count }, (_, i) => {
      const [left, tall, wide] = [((i + random.between(0, 0.7)) / count) * width, random.between(low, high), random.between(38, 66)];
      const top = random.pick([`l${num(wide)}-30V`, `h${num(wide)}V`, `l${num(wide / 2)}-44l${num(wide / 2)} 44V`]);
      return {
        body: `M${pair(left, quay)}V${num(quay - tall)}${top}${num(quay)}Z`,
        floors: `M${pair(left + wide / 2, quay - tall + 18)}V${num(quay)}`,
      };
    });
    const floors = `<path d="${towers.map((tower) => tower.floors).join('')}" stroke="${palette.paper}" stroke-width="27" stroke-dasharray="2 16" stroke-linecap="butt" opacity=".4"/>`;
    return fill(towers.map((tower) => tower.body).join(''), sheet.down([0, tone], [1, mix(tone, palette.haze, 0.7)])) + floors;
  };
  const glass = sheet.down([0, mix(palette.gold, palette.paper, 0.3)], [1, mix(palette.gold, palette.red, 0.35)]);
  const fins = (half: number, tall: number) =>
    `<path d="M${-half} ${-tall / 2}H${half}" stroke="${palette.wood}" stroke-width="${tall}" stroke-dasharray="2 12" stroke-linecap="butt" opacity=".55"/>`;
  const sweep = () =>
    rect(-196, -96, 392, 96, glass) +
    fins(196, 96) +
    fill(
      'M-292-112Q-150-118-70-186Q0-216 70-186Q150-118 292-112Q160-84 0-92T-292-112Z',
      sheet.down([0, palette.accent], [1, mix(palette.accent, palette.ink, 0.45)]),
    ) +
    stroke('M-292-112Q-150-118-70-186Q0-216 70-186Q150-118 292-112', mix(palette.accent, palette.paper, 0.6), 3);
  const shell = () =>
    fill(
      'M-250 0A250 168 0 0 1 250 0Z',
      sheet.across([0, mix(palette.mid, palette.paper, 0.35)], [0.5, palette.paper], [1, palette.near]),
    ) +
    fill('M-66 0Q-34-110 0-168Q34-110 66 0Z', glass) +
    stroke(
      'M-250 0Q-160-120 0-168M-200 0Q-120-100 0-168M-136 0Q-80-90 0-168M250 0Q160-120 0-168M200 0Q120-100 0-168M136 0Q80-90 0-168',
      palette.mid,
      2,
      0.6,
    ) +
    stroke('M-40 0Q-20-90 0-168M0 0V-168M40 0Q20-90 0-168', palette.wood, 2, 0.5);
  const slabs = () =>
    rect(-74, -120, 148, 120, glass) +
    fins(74, 120) +
    [0, 1, 2, 3, 4]
      .map((i) =>
        fill(
          `M${-104 - i * 26}${-122 - i * 25}H${104 + i * 26}L${116 + i * 26}${-143 - i * 25}H${-116 - i * 26}Z`,
          mix(palette.accent, palette.ink, 0.4 - i * 0.09),
        ),
      )
      .join('') +
    rect(-220, -12, 440, 12, palette.near);
  const hero = placed(disc(0, 4, 330, palette.ink, 0.2, 10) + random.pick([sweep, shell, slabs])(), x, quay, 1.12);
  const id = sheet.newId();
  const trees = fill(
    Array.from({ length: Math.round(width / 40) }, (_, i) => {
      const wide = random.whole(16, 30);
      return `M${num(i * 42 - wide)} ${num(quay)}a${wide} ${random.whole(14, 26)} 0 0 1 ${wide * 2} 0`;
    }).join(''),
    mix(palette.green, palette.near, 0.4),
  );
  return (
    sky(sheet) +
    orb(sheet, x - width * 0.18, height * 0.26, 54) +
    ranges(sheet, quay, height * 0.24, 1.4) +
    row(Math.min(16, Math.round(width / 80)), 110, 240, palette.far) +
    row(Math.min(10, Math.round(width / 120)), 90, 180, mix(palette.mid, palette.far, 0.35)) +
    mist(sheet, quay - 50, 24, Math.ceil(width / 200)) +
    rect(0, quay, width, height - quay, sheet.down([0, mix(palette.haze, palette.far, 0.4)], [1, mix(palette.far, palette.mid, 0.8)])) +
    `<g opacity=".3"><use href="#${id}" transform="matrix(1 0 0 -.6 0 ${num(quay * 1.6 + 6)})"/></g>` +
    trees +
    `<g id="${id}">${hero}</g>` +
    rect(0, quay - 3, width, 7, mix(palette.near, palette.ink, 0.4)) +
    ripples(sheet, quay + 14, height - 10, Math.round(width / 20)) +
    flock(sheet, x + width * 0.08, height * 0.2, 5) +
    cornerSeal(sheet)
  );
}
