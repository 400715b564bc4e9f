import { brushStroke, disc, fill, leaf, num, pair, placed, stroke, type Point } from './brush';
import { hexOf, mix } from './color';
import { ranges } from './landscapes';
import { cloud, cornerSeal, flock, mist, orb, sky } from './scenery';
import type { Sheet } from './sheet';

/** A bamboo stalk from the foot upward: jointed segments with light along one side. */
function stalk(sheet: Sheet, x: number, lean: number, thick: number, tone: string): { markup: string; joints: Point[] } {
  const { palette, random, height } = sheet;
  const paint = sheet.across([[0, mix(tone, palette.ink, 0.35)], [0.35, mix(tone, palette.paper, 0.35)], [0.7, tone], [1, mix(tone, palette.ink, 0.3)]]);
  const joints: Point[] = [];
  let y = height + 30;
  let at = x;
  let body = '';
  let rings = '';
  while (y > -40) {
    const long = random.between(96, 140) * (0.75 + thick / 60);
    const nextX = at + lean * long;
    const half = thick / 2;
    body += `M${pair(at - half, y - 3)}Q${pair((at + nextX) / 2 - half * 0.72, y - long / 2)} ${pair(nextX - half * 1.05, y - long + 3)}h${num(half * 2.1)}Q${pair((at + nextX) / 2 + half * 0.72, y - long / 2)} ${pair(at + half, y - 3)}Z`;
    rings += `M${pair(nextX - half - 1, y - long)}q${num(half)} 4 ${num(thick + 2)} 0`;
    y -= long;
    at = nextX;
    joints.push([at, y]);
  }
  return { markup: fill(body, paint) + stroke(rings, mix(tone, palette.ink, 0.6), 2.4, 0.8), joints };
}

/** A spray of bamboo leaves on a twig that starts at the origin and reaches right, 110 units long. */
function spray(sheet: Sheet, tone: string): string {
  const { random, palette } = sheet;
  const tip: Point = [112, -random.between(8, 34)];
  const clusters: Point[] = [[58, -24], tip];
  const leaves = clusters.flatMap(([x, y]) => [-34, -8, 18, 46].map((turn) =>
    leaf(x, y, 26 + turn * random.between(0.8, 1.1), random.between(74, 116), random.between(18, 25), -6)));
  return stroke(`M0 0Q${pair(50, -30)} ${pair(tip[0], tip[1])}`, mix(tone, palette.ink, 0.3), 2.6) + fill(leaves.join(''), mix(tone, palette.ink, 0.35));
}

/** A bamboo grove: pale stalks behind, strong ones in front, brushed leaves. */
export function bamboo(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const tone = mix(palette.green, palette.near, 0.45);
  const clump = random.pick([0.24, 0.72]);
  const grove = (count: number, color: string, thick: number, size: number, spread: boolean) => {
    const ids = [sheet.newId(), sheet.newId()];
    ids.forEach((id) => sheet.define(`<g id="${id}">${spray(sheet, color)}</g>`));
    return Array.from({ length: count }, (_, i) => {
      const x = spread ? ((i + random.next()) / count) * width : width * clump + (i - count / 2) * random.between(58, 84);
      const { markup, joints } = stalk(sheet, x, random.between(-0.06, 0.06), thick * random.between(0.75, 1.15), color);
      const sprays = joints.filter(() => random.chance(0.66)).slice(0, 5).map(([jx, jy]) =>
        placed(`<use href="#${random.pick(ids)}"/>`, jx, jy, [random.pick([-1, 1]) * size, size * random.between(0.85, 1.1)], random.between(-9, 9)));
      return markup + sprays.join('');
    }).join('');
  };
  const moonX = width * (clump < 0.5 ? 0.66 : 0.34);
  return sky(sheet) + orb(sheet, moonX, height * 0.34, 92) + `<g opacity=".6">${grove(Math.max(2, Math.round(width / 330)), mix(tone, palette.haze, 0.55), 16, 0.56, true)}</g>` +
    mist(sheet, height * 0.82, 50, Math.ceil(width / 180)) + grove(3, tone, 26, 1, false) + mist(sheet, height * 1.0, 14, Math.ceil(width / 260)) +
    flock(sheet, moonX - 40, height * 0.3, 3) + cornerSeal(sheet);
}

/** A plum blossom of five round petals, its heart at (x, y). */
function blossom(sheet: Sheet, paint: string, heart: string): string {
  const { palette } = sheet;
  const turns = [0, 72, 144, 216, 288].map((turn) => (turn * Math.PI) / 180);
  const petals = turns.map((turn) => disc(Math.sin(turn) * 13, -Math.cos(turn) * 13, 11.5, paint)).join('');
  const threads = turns.map((turn) => `M0 0L${pair(Math.sin(turn + 0.6) * 11, -Math.cos(turn + 0.6) * 11)}`).join('');
  return petals + stroke(threads, heart, 1.3) + disc(0, 0, 3.4, palette.gold);
}

/** Grows a gnarled branch: a centre line wandering from a start in a direction (degrees) for a length. */
function branchLine(sheet: Sheet, start: Point, direction: number, length: number, wander: number): Point[] {
  const steps = 7;
  let [x, y] = start;
  let turn = direction;
  return [start, ...Array.from({ length: steps }, (): Point => {
    turn += sheet.random.between(-wander, wander) + (direction - turn) * 0.3;
    x += (Math.cos((turn * Math.PI) / 180) * length) / steps;
    y += (Math.sin((turn * Math.PI) / 180) * length) / steps;
    return [x, y];
  })];
}

/** A plum branch in blossom before a pale moon. */
export function plum(sheet: Sheet): string {
  const { palette, random, width, height } = sheet;
  const side = random.pick([-1, 1]);
  const wide = Math.min(width, height * 1.5);
  const edge = side < 0 ? -16 : width + 16;
  const bark = mix(palette.ink, palette.wood, 0.35);
  const facing = side < 0 ? 0 : 180;
  const main = branchLine(sheet, [edge, height * random.between(0.7, 0.84)], facing + side * 20, wide * 0.98, 30);
  const id = sheet.newId();
  const tint = random.pick([palette.red, hexOf(0.62, 0.15, 8), mix(palette.gold, palette.paper, 0.4)]);
  sheet.define(`<g id="${id}">${blossom(sheet, sheet.radial([[0, mix(tint, palette.ink, 0.1)], [0.5, mix(tint, palette.paper, 0.25)], [1, mix(tint, palette.paper, 0.62)]]), palette.paper)}</g>`);
  const twigs = main.slice(1, -1).flatMap(([x, y], i) => [-1, 1].filter(() => random.chance(0.78)).map((way) =>
    branchLine(sheet, [x, y], facing + way * random.between(34, 62) , random.between(90, 210) * (1 - i * 0.06), 20)));
  const spots = [main.slice(2), ...twigs.map((twig) => twig.slice(2))].flat().filter(() => random.chance(0.7))
    .reduce<Point[]>((kept, spot) => (kept.some((other) => Math.hypot(other[0] - spot[0], other[1] - spot[1]) < 36) ? kept : [...kept, spot]), []).slice(0, 26);
  const flowers = spots.map(([x, y]) => `<use href="#${id}" transform="translate(${pair(x + random.between(-10, 10), y + random.between(-12, 8))}) rotate(${random.whole(0, 71)}) scale(${num(random.between(0.8, 1.45))})"/>`).join('');
  const buds = twigs.map((twig) => twig[twig.length - 1]).flatMap((tip) => (tip ? [disc(tip[0], tip[1], 6.5, tint)] : [])).join('');
  const falling = Array.from({ length: 7 }, () => disc(edge - side * random.between(0.1, 1.1) * wide, height * random.between(0.55, 0.96), random.between(4, 7), mix(tint, palette.paper, 0.45), 0.85, 3)).join('');
  return sky(sheet) + disc(edge - side * wide * 0.56, height * 0.4, Math.min(190, height * 0.32), sheet.down([[0, palette.paper], [1, mix(palette.haze, palette.sky, 0.3)]]), 0.95) +
    ranges(sheet, height * 1.02, height * 0.2, 1.4) + mist(sheet, height * 0.88, 20, Math.ceil(width / 240)) +
    fill(twigs.map((twig) => brushStroke(twig, (t) => 8 - t * 6)).join(''), bark) + fill(brushStroke(main, (t) => 30 - t * 25 + Math.sin(t * 23) * 2.5), bark) +
    stroke(main.slice(0, 5).map(([x, y]) => `M${pair(x, y - 5)}q${num(-side * 16)} ${num(random.between(-3, 6))} ${num(-side * 34)} ${num(random.between(-6, 4))}`).join(''), mix(bark, palette.paper, 0.4), 1.8, 0.6) +
    buds + flowers + falling + cornerSeal(sheet);
}

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
  const limbs = [[at(24 + sway, 140), at(-34, 184), at(-86, 196)], [at(66, 220), at(46, 292), at(82, 346)], [at(150, 270), at(196, 230), at(272, 206), at(352, 214)], [at(232, 298), at(312, 290), at(384, 304)]];
  const id = sheet.newId();
  const tone = mix(palette.green, palette.ink, 0.62);
  sheet.define(`<g id="${id}">${needleFan(tone)}</g>`);
  const heads = [...limbs.map((limb) => limb[limb.length - 1]), trunk[trunk.length - 1], limbs[2]?.[2], limbs[1]?.[1]];
  const pads = heads.flatMap((head) => {
    if (!head) return [];
    const spread = random.whole(3, 4);
    const glow = fill(`M${pair(head[0] - spread * 26, head[1] + 10)}q${num(spread * 26)} -74 ${num(spread * 52)} 0q${num(-spread * 26)} 14 ${num(-spread * 52)} 0Z`, mix(palette.green, palette.near, 0.4), 0.75);
    const fans = Array.from({ length: spread }, (_, i) => `<use href="#${id}" x="${num(head[0] + (i - (spread - 1) / 2) * 38)}" y="${num(head[1] + random.between(-8, 8))}"/>`);
    const top = Array.from({ length: spread - 1 }, (_, i) => `<use href="#${id}" x="${num(head[0] + (i - (spread - 2) / 2) * 40)}" y="${num(head[1] - 19)}"/>`);
    return [glow + top.join('') + fans.join('')];
  });
  const edge = side > 0 ? -20 : width + 20;
  const cliff = `M${pair(edge, height + 10)}L${pair(edge, height * 0.68)}Q${pair(foot - side * 60, height * 0.72)} ${pair(foot + side * 16, height * 0.79)}L${pair(foot + side * 62, height * 0.82)}L${pair(foot + side * 84, height * 0.9)}L${pair(foot + side * 130, height * 0.93)}L${pair(foot + side * 150, height + 10)}Z`;
  const cracks = [0.1, 0.3, 0.5, 0.68].map((t) => `M${pair(edge + (foot - edge) * t, height * (0.72 + t * 0.08))}q${num(side * 12)} 40 ${num(side * -4)} ${num(random.between(60, 130))}`).join('');
  return sky(sheet) + orb(sheet, width / 2 + side * Math.min(width * 0.22, 330), height * 0.3, 66) + ranges(sheet, height * 0.9, height * 0.44, random.pick([1.5, 2.4])) + mist(sheet, height * 0.86, 34, Math.ceil(width / 170)) +
    cloud(sheet, width / 2 + side * 190, height * 0.78, 320, palette.paper, 0.9) + fill(cliff, sheet.down([[0, mix(palette.near, palette.ink, 0.45)], [1, palette.near]])) + stroke(cracks, palette.ink, 2.4, 0.5) +
    fill(limbs.map((limb) => brushStroke(limb, (t) => 11 - t * 7)).join(''), bark) + fill(brushStroke(trunk, (t) => 38 - t * 30), bark) +
    stroke(trunk.slice(0, 5).map(([x, y]) => `M${pair(x - 6, y + 6)}q8 -9 2 -18m8 10q6 -8 2 -15`).join(''), mix(bark, palette.paper, 0.45), 1.8, 0.6) + pads.join('') +
    placed(flock(sheet, 0, 0, 4), width / 2 + side * 60, height * 0.2) + cornerSeal(sheet);
}
