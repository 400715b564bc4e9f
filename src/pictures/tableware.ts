import { disc, fill, leaf, num, placed, rect, stroke, type Point } from './brush';
import { mix } from './color';
import { cornerSeal } from './scenery';
import type { Sheet } from './sheet';
import { shadow, sheen, steam, studio, turned } from './studio';

/** A round bowl; profile height 110, mouth half width 150, foot at the origin. */
const bowlProfile: readonly Point[] = [
  [58, 0],
  [60, 12],
  [70, 16],
  [124, 52],
  [146, 92],
  [152, 122],
];

/** A patterned bowl of noodles with chopsticks and steam. */
export function bowl(sheet: Sheet): string {
  const { palette, random } = sheet;
  const { markup, place } = studio(sheet);
  const tone = random.pick([palette.paper, mix(palette.green, palette.paper, 0.5), palette.accent]);
  const trim = tone === palette.accent ? palette.paper : palette.accent;
  const shape = turned(0, 0, bowlProfile);
  const waves = Array.from({ length: 12 }, (_, i) =>
    [22, 15, 8].map((r) => `M${num(-165 + i * 30 - r)}-34a${r} ${r} 0 0 1 ${r * 2} 0`).join(''),
  ).join('');
  const broth = sheet.radial([0, mix(palette.gold, palette.red, 0.25)], [1, mix(palette.wood, palette.gold, 0.35)]);
  const strands = Array.from(
    { length: 15 },
    (_, i) =>
      `M${num(-112 + i * 13)}${num(-112 - (i % 3) * 3)}q${num(random.between(8, 26))} ${num(random.between(-36, -22))} ${num(random.between(40, 62))} ${num(random.between(-6, 6))}`,
  ).join('');
  const toppings =
    disc(62, -124, 30, palette.paper, 1, 18) +
    disc(62, -125, 14, palette.gold, 1, 9) +
    fill(leaf(-62, -116, -20, 56, 20) + leaf(-66, -118, -52, 46, 18) + leaf(-40, -112, 0, 50, 16), mix(palette.green, palette.ink, 0.25)) +
    disc(6, -138, 9, palette.red, 1, 6) +
    disc(-14, -130, 7, palette.red, 1, 5) +
    disc(26, -116, 6, palette.red, 1, 4);
  const food =
    disc(0, -122, 152, mix(tone, palette.paper, 0.75), 1, 31) +
    disc(0, -120, 141, mix(tone, palette.ink, 0.3), 1, 25) +
    disc(0, -117, 136, broth, 1, 22) +
    sheet.clipped(
      'M-136-117V-170H136V-117A136 22 0 0 1-136-117Z',
      stroke(strands, mix(palette.gold, palette.paper, 0.62), 6.5) +
        stroke(strands, mix(palette.gold, palette.wood, 0.2), 1, 0.5) +
        toppings,
    );
  const shade = sheet.across(
    [0, palette.ink, 0.4],
    [0.14, palette.ink, 0.04],
    [0.3, '#ffffff', 0.45],
    [0.46, '#ffffff', 0],
    [1, palette.ink, 0.42],
  );
  const body =
    fill(shape, tone) +
    sheet.clipped(shape, stroke(waves, trim, 3, 0.85) + rect(-160, -32, 320, 5, trim) + rect(-160, -70, 320, 3, trim, 0.8)) +
    fill(shape, shade);
  const sticks =
    [0, 16]
      .map((d) =>
        fill(
          `M${-84 + d}-128L${182 + d}-262L${187 + d}-254L${-80 + d}-122Z`,
          d ? mix(palette.red, palette.ink, 0.35) : mix(palette.red, palette.ink, 0.15),
        ),
      )
      .join('') + fill('M150-246L187-265L207-252L170-234Z', palette.gold, 0.85);
  return (
    markup +
    placed(shadow(sheet, 0, 2, 190) + steam(sheet, -20, -140, 190) + body + food + sticks, place.x, place.y + 14, 1.32) +
    cornerSeal(sheet)
  );
}

/** A teapot with two cups on a tray, steam rising. */
export function tea(sheet: Sheet): string {
  const { palette, random } = sheet;
  const { markup, place } = studio(sheet);
  const clay = random.pick([
    mix(palette.wood, palette.red, 0.45),
    mix(palette.green, palette.ink, 0.12),
    palette.accent,
    mix(palette.near, palette.ink, 0.2),
  ]);
  const body = sheen(sheet, clay, mix(clay, palette.paper, 0.5));
  const pot = turned(0, 0, [
    [64, 0],
    [66, 8],
    [116, 38],
    [124, 92],
    [104, 142],
    [60, 160],
    [52, 164],
  ]);
  const spout = 'M104-58Q150-64 164-122L168-146L194-152Q196-92 168-54Q142-20 106-28Z';
  const handle = 'M-106-118C-176-148-206-88-172-50C-152-28-122-32-108-36';
  const lid =
    fill('M-54-164Q-46-190 0-192Q46-190 54-164Z', body) + disc(0, -202, 14, body) + stroke('M-60-163H60', mix(clay, palette.ink, 0.5), 3.4);
  const bamboo =
    stroke('M-60-40Q-20-70-10-120M-34-66q30 0 44-20M-22-88q-28 2-40-14M-12-112q20-2 30-16', mix(clay, palette.paper, 0.65), 2.6, 0.75) +
    fill(
      leaf(10, -86, 10, 34, 12) +
        leaf(10, -86, -24, 32, 11) +
        leaf(-62, -102, 190, 30, 11) +
        leaf(18, -128, -10, 30, 10) +
        leaf(-62, -102, 156, 28, 10),
      mix(clay, palette.paper, 0.65),
      0.75,
    );
  const cup = (x: number) =>
    placed(
      shadow(sheet, 0, 1, 62) +
        fill(
          turned(0, 0, [
            [24, 0],
            [25, 7],
            [42, 24],
            [50, 56],
          ]),
          sheen(sheet, mix(palette.paper, palette.green, 0.22), palette.paper),
        ) +
        disc(0, -56, 50, palette.paper, 1, 11) +
        disc(0, -55, 44, mix(palette.gold, palette.green, 0.3), 1, 8) +
        stroke('M-46-34Q0-22 46-34', palette.accent, 2.4, 0.8),
      x,
      0,
      1.05,
    );
  const tray =
    shadow(sheet, 60, 28, 340) +
    fill('M-236 0H344L332 18H-224Z', sheet.across([0, palette.ink], [0.4, palette.wood], [1, palette.ink])) +
    rect(-236, -2, 580, 4, palette.gold, 0.6, 2) +
    fill('M-190 18h36v12h-36ZM264 18h36v12h-36Z', palette.ink);
  const group =
    tray +
    steam(sheet, 196, -62, 130) +
    shadow(sheet, 0, 0, 120) +
    stroke(handle, mix(clay, palette.ink, 0.25), 17) +
    stroke(handle, mix(clay, palette.paper, 0.3), 4, 0.6) +
    fill(spout, body) +
    fill(pot, body) +
    bamboo +
    lid +
    cup(178) +
    cup(276);
  const flip = random.pick([-1, 1]);
  const scale = sheet.height > sheet.width ? 0.94 : 1.12;
  return markup + placed(group, place.x - flip * 56 * scale, place.y - 4, [flip * scale, scale]) + cornerSeal(sheet);
}
