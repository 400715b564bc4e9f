import { drawDisc, drawFill, traceLeaf, formatNumber, formatPair, placeGroup, drawStroke, type Point } from './brush';
import { mixColors } from './color';
import { drawCornerSeal } from './scenery';
import type { Sheet } from './sheet';
import { drawPlinth, drawStudio, traceVessel } from './studio';

interface VaseForm {
  profile: readonly Point[];
  mouth: number;
  height: number;
  foot: number;
}

/** Classic vase forms: plum vase, pear vase, globe with a long neck, double gourd. Radius and height in units. */
const vaseForms: readonly VaseForm[] = [
  {
    profile: [
      [58, 0],
      [62, 60],
      [88, 150],
      [122, 230],
      [112, 296],
      [44, 318],
      [34, 334],
      [44, 352],
    ],
    mouth: 44,
    height: 352,
    foot: 58,
  },
  {
    profile: [
      [60, 0],
      [60, 14],
      [104, 50],
      [126, 110],
      [98, 178],
      [48, 226],
      [32, 284],
      [38, 330],
      [62, 352],
    ],
    mouth: 62,
    height: 352,
    foot: 60,
  },
  {
    profile: [
      [64, 0],
      [66, 12],
      [124, 46],
      [140, 112],
      [112, 172],
      [50, 200],
      [37, 240],
      [36, 320],
      [40, 364],
    ],
    mouth: 40,
    height: 364,
    foot: 64,
  },
  {
    profile: [
      [58, 0],
      [60, 12],
      [112, 44],
      [124, 102],
      [104, 154],
      [58, 184],
      [60, 196],
      [84, 226],
      [80, 270],
      [46, 296],
      [26, 316],
      [30, 346],
    ],
    mouth: 30,
    height: 346,
    foot: 58,
  },
];

/** Blue-and-white bands across a vessel: petal panels at the foot, waves, a branch of flowers, hanging leaves above. */
function drawPainting(x: number, y: number, height: number, blue: string): string {
  const row = (step: number, each: (px: number) => string) =>
    Array.from({ length: Math.ceil(320 / step) }, (_, i) => each(x - 160 + i * step)).join('');
  const panels = row(30, (px) => `M${formatPair(px, y - 4)}v-26q15 -22 30 0v26`);
  const hanging = row(22, (px) => traceLeaf(px + 11, y - height + 30, 90, 46, 20));
  const scroll = [-92, -30, 34, 96]
    .map((dx, i) => `M${formatPair(x + dx - 30, y - height * 0.4 + (i % 2) * 26)}c10 -50 62 -44 56 -8c-6 24 -40 20 -36 -4`)
    .join('');
  const flowers = [-62, 4, 70]
    .map((dx, i) =>
      [0, 60, 120, 180, 240, 300].map((turn) => traceLeaf(x + dx, y - height * 0.41 + (i % 2 ? -22 : 14), turn, 24, 22)).join(''),
    )
    .join('');
  const leaves = [-104, -20, 34, 108]
    .map((dx, i) => traceLeaf(x + dx, y - height * 0.33, -40 + i * 50, 34, 16) + traceLeaf(x + dx, y - height * 0.48, 150 - i * 40, 30, 14))
    .join('');
  const lines = [0.1, 0.12, 0.24, 0.26, 0.58, 0.6].map((t) => `M${formatPair(x - 160, y - height * t)}h320`).join('');
  return drawStroke(panels + scroll, blue, 3, 0.85) + drawStroke(lines, blue, 2.6, 0.8) + drawFill(flowers + leaves + hanging, blue, 0.85);
}

/** Crackle lines of a glazed body. */
function drawCrackle(sheet: Sheet, x: number, y: number, height: number): string {
  const { random } = sheet;
  return Array.from(
    { length: 20 },
    () =>
      `M${formatPair(x + random.between(-130, 130), y - random.between(0, height))}l${formatNumber(random.between(-30, 30))} ${formatNumber(random.between(16, 44))}l${formatNumber(random.between(-34, 34))} ${formatNumber(random.between(10, 34))}`,
  ).join('');
}

type Glaze = 'celadon' | 'painted' | 'crackled' | 'monochrome';

/** Draws a glazed vase on a stand; banners and seeds add a smaller companion. */
export function drawPorcelain(sheet: Sheet): string {
  const { palette, random } = sheet;
  const { markup, place } = drawStudio(sheet);
  const vase = (x: number, y: number, scale: number, among: readonly Glaze[]) => {
    const form = random.pick(vaseForms);
    const glaze = random.pick(among);
    const shape = traceVessel(0, 0, form.profile);
    const tone = {
      celadon: mixColors(palette.green, palette.paper, 0.4),
      painted: mixColors(palette.paper, palette.far, 0.12),
      crackled: mixColors(palette.paper, palette.gold, 0.3),
      monochrome: palette.accent,
    }[glaze];
    const inside =
      glaze === 'painted'
        ? drawPainting(0, 0, form.height, mixColors(palette.near, '#1d4f9c', 0.7))
        : glaze === 'crackled'
          ? drawStroke(drawCrackle(sheet, 0, 0, form.height), palette.wood, 1.3, 0.5)
          : '';
    const shade = sheet.across(
      [0, palette.ink, 0.45],
      [0.16, palette.ink, 0.05],
      [0.34, '#ffffff', 0.5],
      [0.5, '#ffffff', 0],
      [0.86, palette.ink, 0.34],
      [1, palette.ink, 0.5],
    );
    const mouth =
      drawDisc(0, -form.height, form.mouth - 1, mixColors(tone, palette.ink, 0.5), 1, form.mouth * 0.17) +
      drawStroke(
        `M${formatNumber(-form.mouth)} ${-form.height}a${formatNumber(form.mouth)} ${formatNumber(form.mouth * 0.17)} 0 0 0 ${formatNumber(form.mouth * 2)} 0`,
        mixColors(tone, palette.paper, 0.6),
        3,
      );
    const depth = sheet.down([0, '#ffffff', 0.18], [0.55, '#ffffff', 0], [1, palette.ink, 0.35]);
    const shine = drawFill(`M-52 ${formatNumber(-form.height * 0.6)}q-34 60 -8 120q-4 -62 18 -112Z`, '#ffffff', 0.5);
    return placeGroup(
      drawPlinth(sheet, 0, -2, form.foot * 1.3) +
        drawFill(shape, tone) +
        (inside ? sheet.clipped(shape, inside) : '') +
        drawFill(shape, shade) +
        drawFill(shape, depth) +
        shine +
        mouth,
      x,
      y,
      scale,
    );
  };
  const wide = sheet.width > sheet.height * 1.2;
  const side = random.pick([-1, 1]);
  const companion = wide && random.chance(0.6) ? vase(place.x + side * 236, place.y - 12, 0.52, ['celadon', 'monochrome']) : '';
  return markup + companion + vase(place.x, place.y - 18, 1.14, ['celadon', 'painted', 'crackled', 'monochrome']) + drawCornerSeal(sheet);
}
