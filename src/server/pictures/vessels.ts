import { disc, fill, leaf, num, pair, placed, rect, stroke, type Point } from './brush';
import { mix } from './color';
import { cornerSeal } from './scenery';
import type { Sheet } from './sheet';
import { plinth, shadow, sheen, steam, studio, turned } from './studio';

interface VaseForm {
  profile: readonly Point[];
  mouth: number;
  height: number;
  foot: number;
}

/** Classic vase forms: plum vase, pear vase, globe with a long neck, double gourd. Radius and height in units. */
const vaseForms: readonly VaseForm[] = [
  { profile: [[58, 0], [62, 60], [88, 150], [122, 230], [112, 296], [44, 318], [34, 334], [44, 352]], mouth: 44, height: 352, foot: 58 },
  { profile: [[60, 0], [60, 14], [104, 50], [126, 110], [98, 178], [48, 226], [32, 284], [38, 330], [62, 352]], mouth: 62, height: 352, foot: 60 },
  { profile: [[64, 0], [66, 12], [124, 46], [140, 112], [112, 172], [50, 200], [37, 240], [36, 320], [40, 364]], mouth: 40, height: 364, foot: 64 },
  { profile: [[58, 0], [60, 12], [112, 44], [124, 102], [104, 154], [58, 184], [60, 196], [84, 226], [80, 270], [46, 296], [26, 316], [30, 346]], mouth: 30, height: 346, foot: 58 },
];

/** Blue-and-white bands across a vessel: petal panels at the foot, waves, a branch of flowers, hanging leaves above. */
function painted(x: number, y: number, height: number, blue: string): string {
  const row = (step: number, each: (px: number) => string) =>
    Array.from({ length: Math.ceil(320 / step) }, (_, i) => each(x - 160 + i * step)).join('');
  const panels = row(30, (px) => `M${pair(px, y - 4)}v-26q15 -22 30 0v26`);
  const hanging = row(22, (px) => leaf(px + 11, y - height + 30, 90, 46, 20));
  const scroll = [-92, -30, 34, 96].map((dx, i) => `M${pair(x + dx - 30, y - height * 0.4 + (i % 2) * 26)}c10 -50 62 -44 56 -8c-6 24 -40 20 -36 -4`).join('');
  const flowers = [-62, 4, 70].map((dx, i) => [0, 60, 120, 180, 240, 300].map((turn) => leaf(x + dx, y - height * 0.41 + (i % 2 ? -22 : 14), turn, 24, 22)).join('')).join('');
  const leaves = [-104, -20, 34, 108].map((dx, i) => leaf(x + dx, y - height * 0.33, -40 + i * 50, 34, 16) + leaf(x + dx, y - height * 0.48, 150 - i * 40, 30, 14)).join('');
  const lines = [0.1, 0.12, 0.24, 0.26, 0.58, 0.6].map((t) => `M${pair(x - 160, y - height * t)}h320`).join('');
  return stroke(panels + scroll, blue, 3, 0.85) + stroke(lines, blue, 2.6, 0.8) + fill(flowers + leaves + hanging, blue, 0.85);
}

/** Crackle lines of a glazed body. */
function crackle(sheet: Sheet, x: number, y: number, height: number): string {
  const { random } = sheet;
  return Array.from({ length: 20 }, () => `M${pair(x + random.between(-130, 130), y - random.between(0, height))}l${num(random.between(-30, 30))} ${num(random.between(16, 44))}l${num(random.between(-34, 34))} ${num(random.between(10, 34))}`).join('');
}

type Glaze = 'celadon' | 'painted' | 'crackled' | 'monochrome';

/** A glazed vase on a stand; banners and seeds add a smaller companion. */
export function porcelain(sheet: Sheet): string {
  const { palette, random } = sheet;
  const { markup, place } = studio(sheet);
  const vase = (x: number, y: number, scale: number, among: readonly Glaze[]) => {
    const form = random.pick(vaseForms);
    const glaze = random.pick(among);
    const shape = turned(0, 0, form.profile);
    const tone = { celadon: mix(palette.green, palette.paper, 0.4), painted: mix(palette.paper, palette.far, 0.12), crackled: mix(palette.paper, palette.gold, 0.3), monochrome: palette.accent }[glaze];
    const inside = glaze === 'painted' ? painted(0, 0, form.height, mix(palette.near, '#1d4f9c', 0.7)) : glaze === 'crackled' ? stroke(crackle(sheet, 0, 0, form.height), palette.wood, 1.3, 0.5) : '';
    const shade = sheet.across([[0, palette.ink, 0.45], [0.16, palette.ink, 0.05], [0.34, '#ffffff', 0.5], [0.5, '#ffffff', 0], [0.86, palette.ink, 0.34], [1, palette.ink, 0.5]]);
    const mouth = disc(0, -form.height, form.mouth - 1, mix(tone, palette.ink, 0.5), 1, form.mouth * 0.17) + stroke(`M${num(-form.mouth)} ${-form.height}a${num(form.mouth)} ${num(form.mouth * 0.17)} 0 0 0 ${num(form.mouth * 2)} 0`, mix(tone, palette.paper, 0.6), 3);
    const depth = sheet.down([[0, '#ffffff', 0.18], [0.55, '#ffffff', 0], [1, palette.ink, 0.35]]);
    const shine = fill(`M-52 ${num(-form.height * 0.6)}q-34 60 -8 120q-4 -62 18 -112Z`, '#ffffff', 0.5);
    return placed(plinth(sheet, 0, -2, form.foot * 1.3) + fill(shape, tone) + (inside ? sheet.clipped(shape, inside) : '') + fill(shape, shade) + fill(shape, depth) + shine + mouth, x, y, scale);
  };
  const wide = sheet.width > sheet.height * 1.2;
  const side = random.pick([-1, 1]);
  const companion = wide && random.chance(0.6) ? vase(place.x + side * 236, place.y - 12, 0.52, ['celadon', 'monochrome']) : '';
  return markup + companion + vase(place.x, place.y - 18, 1.14, ['celadon', 'painted', 'crackled', 'monochrome']) + cornerSeal(sheet);
}

/** Square spirals in a row, the thunder pattern of bronzes, as path data; `cell` units wide each. */
function meander(x: number, y: number, count: number, cell: number): string {
  const c = cell / 6;
  return Array.from({ length: count }, (_, i) => {
    const flip = i % 2 ? -1 : 1;
    return `M${pair(x + (i + 0.5) * cell - flip * c * 2.5, y + c * 5)}v${num(-c * 5)}h${num(flip * c * 5)}v${num(c * 5)}h${num(-flip * c * 3.3)}v${num(-c * 3.3)}h${num(flip * c * 1.6)}v${num(c * 1.6)}`;
  }).join('');
}

/** A bronze tripod cauldron (ding) with an animal-mask band. */
export function bronze(sheet: Sheet): string {
  const { palette, random } = sheet;
  const { markup, place } = studio(sheet);
  const patina = random.chance(0.6) ? mix(palette.green, palette.ink, 0.28) : mix(palette.wood, palette.gold, 0.32);
  const light = mix(patina, palette.gold, 0.5);
  const body = sheen(sheet, patina, light);
  const dark = mix(patina, palette.ink, 0.62);
  const bowl = 'M-150-292H150Q156-292 156-284V-276H150Q152-184 122-148Q84-118 0-116Q-84-118-122-148Q-152-184-150-276H-156V-284Q-156-292-150-292Z';
  const leg = (lx: number, back: boolean) => fill(`M${lx - 25}-168Q${lx - 30}-126 ${lx - 17}-92L${lx - 15}-14Q${lx - 22} 0 ${lx - 20} 2H${lx + 20}Q${lx + 22} 0 ${lx + 15}-14L${lx + 17}-92Q${lx + 30}-126 ${lx + 25}-168Z`, back ? dark : body) +
    (back ? '' : stroke(`M${lx - 18}-98Q${lx}-88 ${lx + 18}-98M${lx - 16}-86Q${lx}-77 ${lx + 16}-86M${lx - 16}-20H${lx + 16}`, dark, 3));
  const handle = (hx: number) => `<path d="M${hx - 34}-286V-352Q${hx - 34}-372 ${hx - 14}-372H${hx + 14}Q${hx + 34}-372 ${hx + 34}-352V-286H${hx + 16}V-344Q${hx + 16}-350 ${hx + 10}-350H${hx - 10}Q${hx - 16}-350 ${hx - 16}-344V-286Z" fill="${body}"/>`;
  const face = 'M-10-262V-178M10-262V-178M-22-250H-70Q-82-250-82-238T-70-228H-34M22-250H70Q82-250 82-238T70-228H34M-28-196Q-56-176-78-196M28-196Q56-176 78-196';
  const band = sheet.clipped(bowl, rect(-160, -268, 320, 98, mix(patina, palette.ink, 0.35), 0.75) + stroke(meander(-160, -262, 10, 32) + meander(-160, -202, 10, 32), light, 2.4, 0.6) + rect(-94, -266, 188, 94, mix(patina, palette.ink, 0.45)) +
    stroke(face, light, 6) + disc(-46, -214, 13, light) + disc(46, -214, 13, light) + disc(-46, -214, 5, dark) + disc(46, -214, 5, dark)) + stroke('M-148-270H148M-136-168H136', light, 3.4, 0.8);
  const ding = shadow(sheet, 0, 2, 190) + leg(0, true) + handle(-104) + handle(104) + fill(bowl, body) + band + leg(-96, false) + leg(96, false) + rect(-156, -294, 312, 12, sheen(sheet, light, palette.paper), 1, 3);
  const stand = fill('M-200 2H200V16H186L192 34H-192L-186 16H-200Z', sheet.across([[0, palette.ink], [0.35, palette.wood], [1, palette.ink]])) + rect(-200, 2, 400, 2.5, palette.gold, 0.6);
  return markup + placed(stand + ding, place.x, place.y - 20, 1.08) + cornerSeal(sheet);
}

/** A round bowl; profile height 110, mouth half width 150, foot at the origin. */
const bowlProfile: readonly Point[] = [[58, 0], [60, 12], [70, 16], [124, 52], [146, 92], [152, 122]];

/** A patterned bowl of noodles with chopsticks and steam. */
export function bowl(sheet: Sheet): string {
  const { palette, random } = sheet;
  const { markup, place } = studio(sheet);
  const tone = random.pick([palette.paper, mix(palette.green, palette.paper, 0.5), palette.accent]);
  const trim = tone === palette.accent ? palette.paper : palette.accent;
  const shape = turned(0, 0, bowlProfile);
  const waves = Array.from({ length: 12 }, (_, i) => [22, 15, 8].map((r) => `M${num(-165 + i * 30 - r)}-34a${r} ${r} 0 0 1 ${r * 2} 0`).join('')).join('');
  const broth = sheet.radial([[0, mix(palette.gold, palette.red, 0.25)], [1, mix(palette.wood, palette.gold, 0.35)]]);
  const strands = Array.from({ length: 15 }, (_, i) => `M${num(-112 + i * 13)}${num(-112 - (i % 3) * 3)}q${num(random.between(8, 26))} ${num(random.between(-36, -22))} ${num(random.between(40, 62))} ${num(random.between(-6, 6))}`).join('');
  const toppings = disc(62, -124, 30, palette.paper, 1, 18) + disc(62, -125, 14, palette.gold, 1, 9) + fill(leaf(-62, -116, -20, 56, 20) + leaf(-66, -118, -52, 46, 18) + leaf(-40, -112, 0, 50, 16), mix(palette.green, palette.ink, 0.25)) +
    disc(6, -138, 9, palette.red, 1, 6) + disc(-14, -130, 7, palette.red, 1, 5) + disc(26, -116, 6, palette.red, 1, 4);
  const food = disc(0, -122, 152, mix(tone, palette.paper, 0.75), 1, 31) + disc(0, -120, 141, mix(tone, palette.ink, 0.3), 1, 25) + disc(0, -117, 136, broth, 1, 22) + sheet.clipped('M-136-117V-170H136V-117A136 22 0 0 1-136-117Z', stroke(strands, mix(palette.gold, palette.paper, 0.62), 6.5) + stroke(strands, mix(palette.gold, palette.wood, 0.2), 1, 0.5) + toppings);
  const shade = sheet.across([[0, palette.ink, 0.4], [0.14, palette.ink, 0.04], [0.3, '#ffffff', 0.45], [0.46, '#ffffff', 0], [1, palette.ink, 0.42]]);
  const body = fill(shape, tone) + sheet.clipped(shape, stroke(waves, trim, 3, 0.85) + rect(-160, -32, 320, 5, trim) + rect(-160, -70, 320, 3, trim, 0.8)) + fill(shape, shade);
  const sticks = [0, 16].map((d) => fill(`M${-84 + d}-128L${182 + d}-262L${187 + d}-254L${-80 + d}-122Z`, d ? mix(palette.red, palette.ink, 0.35) : mix(palette.red, palette.ink, 0.15))).join('') + fill('M150-246L187-265L207-252L170-234Z', palette.gold, 0.85);
  return markup + placed(shadow(sheet, 0, 2, 190) + steam(sheet, -20, -140, 190) + body + food + sticks, place.x, place.y + 14, 1.32) + cornerSeal(sheet);
}

/** A teapot with two cups on a tray, steam rising. */
export function tea(sheet: Sheet): string {
  const { palette, random } = sheet;
  const { markup, place } = studio(sheet);
  const clay = random.pick([mix(palette.wood, palette.red, 0.45), mix(palette.green, palette.ink, 0.12), palette.accent, mix(palette.near, palette.ink, 0.2)]);
  const body = sheen(sheet, clay, mix(clay, palette.paper, 0.5));
  const pot = turned(0, 0, [[64, 0], [66, 8], [116, 38], [124, 92], [104, 142], [60, 160], [52, 164]]);
  const spout = 'M104-58Q150-64 164-122L168-146L194-152Q196-92 168-54Q142-20 106-28Z';
  const handle = 'M-106-118C-176-148-206-88-172-50C-152-28-122-32-108-36';
  const lid = fill('M-54-164Q-46-190 0-192Q46-190 54-164Z', body) + disc(0, -202, 14, body) + stroke('M-60-163H60', mix(clay, palette.ink, 0.5), 3.4);
  const bamboo = stroke('M-60-40Q-20-70-10-120M-34-66q30 0 44-20M-22-88q-28 2-40-14M-12-112q20-2 30-16', mix(clay, palette.paper, 0.65), 2.6, 0.75) + fill(leaf(10, -86, 10, 34, 12) + leaf(10, -86, -24, 32, 11) + leaf(-62, -102, 190, 30, 11) + leaf(18, -128, -10, 30, 10) + leaf(-62, -102, 156, 28, 10), mix(clay, palette.paper, 0.65), 0.75);
  const cup = (x: number) => placed(shadow(sheet, 0, 1, 62) + fill(turned(0, 0, [[24, 0], [25, 7], [42, 24], [50, 56]]), sheen(sheet, mix(palette.paper, palette.green, 0.22), palette.paper)) + disc(0, -56, 50, palette.paper, 1, 11) + disc(0, -55, 44, mix(palette.gold, palette.green, 0.3), 1, 8) + stroke('M-46-34Q0-22 46-34', palette.accent, 2.4, 0.8), x, 0, 1.05);
  const tray = shadow(sheet, 60, 28, 340) + fill('M-236 0H344L332 18H-224Z', sheet.across([[0, palette.ink], [0.4, palette.wood], [1, palette.ink]])) + rect(-236, -2, 580, 4, palette.gold, 0.6, 2) + fill('M-190 18h36v12h-36ZM264 18h36v12h-36Z', palette.ink);
  const group = tray + steam(sheet, 196, -62, 130) + shadow(sheet, 0, 0, 120) + stroke(handle, mix(clay, palette.ink, 0.25), 17) + stroke(handle, mix(clay, palette.paper, 0.3), 4, 0.6) + fill(spout, body) + fill(pot, body) + bamboo + lid + cup(178) + cup(276);
  const flip = random.pick([-1, 1]);
  const scale = sheet.height > sheet.width ? 0.94 : 1.12;
  return markup + placed(group, place.x - flip * 56 * scale, place.y - 4, [flip * scale, scale]) + cornerSeal(sheet);
}
