import { brushStroke, fill, num, pair, placed, stroke, type Point } from './brush';
import { mix } from './color';
import { ranges } from './landscapes';
import { cloud, cornerSeal, flock, mist, orb, sky } from './scenery';
import type { Sheet } from './sheet';

/** A fan of pine needles opening upward at the origin. */
function needleFan(tone: string): string {
  const needles = Array.from({ length: 19 }, (_, i) => {
    const turn = ((-176 + i * 9.6) * Math.PI) / 180;
    return `M0 0L${pair(Math.cos(turn) * 46, Math.sin(turn) * 33)}`;
  });
  return stroke(needles.join(''), tone, 2);
}

/** An old pine leaning from a cliff over a sea of mist. */
export function pine(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const side = random.pick([-1, 1]);
  const foot = width / 2 - side * Math.min(width * 0.36, 420);
  const at = (dx: number, dy: number): Point => [foot + side * dx, height * 0.8 - dy];
  const sway = random.between(-14, 14);
  const bark = mix(palette.ink, palette.wood, 0.45);
  const trunk = [at(0, -10), at(34, 70), at(16 + sway, 150), at(66, 220), at(142 + sway, 268), at(236, 300), at(300, 352)];
  const limbs = [
    [at(24 + sway, 140), at(-34, 184), at(-86, 196)],
    [at(66, 220), at(46, 292), at(82, 346)],
    [at(150, 270), at(196, 230), at(272, 206), at(352, 214)],
    [at(232, 298), at(312, 290), at(384, 304)],
  ];
  const id = sheet.newId();
  const tone = mix(palette.green, palette.ink, 0.62);
  sheet.define(`<g id="${id}">${needleFan(tone)}</g>`);
  const heads = [...limbs.map((limb) => limb[limb.length - 1]), trunk[trunk.length - 1], limbs[2]?.[2], limbs[1]?.[1]];
  const pads = heads.flatMap((head) => {
    if (!head) return [];
    const spread = random.whole(3, 4);
    const glow = fill(
      `M${pair(head[0] - spread * 26, head[1] + 10)}q${num(spread * 26)} -74 ${num(spread * 52)} 0q${num(-spread * 26)} 14 ${num(-spread * 52)} 0Z`,
      mix(palette.green, palette.near, 0.4),
      0.75,
    );
    const fans = Array.from(
      { length: spread },
      (_, i) => `<use href="#${id}" x="${num(head[0] + (i - (spread - 1) / 2) * 38)}" y="${num(head[1] + random.between(-8, 8))}"/>`,
    );
    const top = Array.from(
      { length: spread - 1 },
      (_, i) => `<use href="#${id}" x="${num(head[0] + (i - (spread - 2) / 2) * 40)}" y="${num(head[1] - 19)}"/>`,
    );
    return [glow + top.join('') + fans.join('')];
  });
  const edge = side > 0 ? -20 : width + 20;
  const cliff = `M${pair(edge, height + 10)}L${pair(edge, height * 0.68)}Q${pair(foot - side * 60, height * 0.72)} ${pair(foot + side * 16, height * 0.79)}L${pair(foot + side * 62, height * 0.82)}L${pair(foot + side * 84, height * 0.9)}L${pair(foot + side * 130, height * 0.93)}L${pair(foot + side * 150, height + 10)}Z`;
  const cracks = [0.1, 0.3, 0.5, 0.68]
    .map(
      (t) =>
        `M${pair(edge + (foot - edge) * t, height * (0.72 + t * 0.08))}q${num(side * 12)} 40 ${num(side * -4)} ${num(random.between(60, 130))}`,
    )
    .join('');
  return (
    sky(sheet) +
    orb(sheet, width / 2 + side * Math.min(width * 0.22, 330), height * 0.3, 66) +
    ranges(sheet, height * 0.9, height * 0.44, random.pick([1.5, 2.4])) +
    mist(sheet, height * 0.86, 34, Math.ceil(width / 170)) +
    cloud(sheet, width / 2 + side * 190, height * 0.78, 320, palette.paper, 0.9) +
    fill(cliff, sheet.down([0, mix(palette.near, palette.ink, 0.45)], [1, palette.near])) +
    stroke(cracks, palette.ink, 2.4, 0.5) +
    fill(limbs.map((limb) => brushStroke(limb, (t) => 11 - t * 7)).join(''), bark) +
    fill(
      brushStroke(trunk, (t) => 38 - t * 30),
      bark,
    ) +
    stroke(
      trunk
        .slice(0, 5)
        .map(([x, y]) => `M${pair(x - 6, y + 6)}q8 -9 2 -18m8 10q6 -8 2 -15`)
        .join(''),
      mix(bark, palette.paper, 0.45),
      1.8,
      0.6,
    ) +
    pads.join('') +
    placed(flock(sheet, 0, 0, 4), width / 2 + side * 60, height * 0.2) +
    cornerSeal(sheet)
  );
}
