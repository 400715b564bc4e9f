import {
  traceBrushStroke,
  drawDisc,
  drawFill,
  formatNumber,
  formatPair,
  placeGroup,
  drawRect,
  traceCurveOn,
  drawStroke,
  type Point,
} from './brush';
import { mixColors } from './color';
import type { Sheet } from './sheet';

/** Draws a sky over the whole sheet, from `top` at the upper edge to `low` at three quarters down. */
export function drawSky(sheet: Sheet, top = sheet.palette.sky, low = sheet.palette.haze): string {
  return drawRect(0, 0, sheet.width, sheet.height, sheet.down([0, top], [0.72, low], [1, low]));
}

/** Draws a sun or moon disc with a halo four radii wide. */
export function drawOrb(sheet: Sheet, x: number, y: number, radius: number, color = sheet.palette.glow): string {
  const halo = sheet.radial([0, color, 0.5], [0.35, color, 0.22], [1, color, 0]);
  const body = sheet.down([0, color], [1, mixColors(color, sheet.palette.haze, 0.35)]);
  return drawDisc(x, y, radius * 2.6, halo) + drawDisc(x, y, radius, body);
}

/** Draws soft lenses of mist around height `y`, at most `reach` units above or below it. */
export function drawMist(sheet: Sheet, y: number, reach: number, count: number, color = sheet.palette.haze): string {
  const soft = sheet.radial([0, color, 0.85], [0.55, color, 0.5], [1, color, 0]);
  const { random, width } = sheet;
  return Array.from({ length: count }, (_, i) => {
    const x = ((i + random.between(0.1, 0.9)) / count) * width;
    return drawDisc(x, y + random.between(-reach, reach), random.between(190, 330), soft, 1, random.between(26, 52));
  }).join('');
}

/** Draws a stylised cloud: rounded bars stacked like in woodcuts, `width` units wide, middle at (x, y). */
export function drawCloud(sheet: Sheet, x: number, y: number, width: number, color = sheet.palette.paper, opacity = 0.8): string {
  const paint = sheet.across([0, color], [0.55, color, 0.92], [1, color, 0.25]);
  const bars = [
    [-0.08, -13, 0.34],
    [0.06, 0, 0.9],
    [-0.14, 13, 0.5],
    [0.3, 13, 0.24],
  ] as const;
  const body = bars.map(([shift, rise, share]) =>
    drawRect(x + shift * width - (share * width) / 2, y + rise - 6.5, share * width, 13, paint, 1, 6.5),
  );
  return `<g opacity="${opacity}">${body.join('')}</g>`;
}

/** How a mountain ridge is shaped; lengths in units. */
interface RidgeShape {
  base: number;
  rise: number;
  peaks: number;
  /** 1.2 for rolling hills, 2.6 for the steep pillars of karst country. */
  steepness: number;
}

/** Returns a ridge line over the whole width: bells of seeded place and height, roughened by three octaves of waves. */
export function createRidge(sheet: Sheet, { base, rise, peaks, steepness }: RidgeShape): Point[] {
  const { random, width } = sheet;
  const step = Math.max(15, width / 52);
  const bells = Array.from({ length: peaks }, (_, i) => ({
    x: ((i + random.between(0.15, 0.85)) / peaks) * width * 1.1 - width * 0.05,
    height: rise * random.between(0.42, 1),
    reach: (width / peaks) * random.between(0.4, 0.72) + 40,
    skew: random.between(0.75, 1.35),
  }));
  const phases = [random.between(0, 9), random.between(0, 9), random.between(0, 9)] as const;
  return Array.from({ length: Math.ceil((width + 60) / step) + 1 }, (_, i) => {
    const x = -30 + i * step;
    const bell = Math.max(
      ...bells.map((b) => {
        const away = Math.abs(x - b.x) / (x < b.x ? b.reach * b.skew : b.reach / b.skew);
        return b.height * Math.exp(-(away ** steepness));
      }),
    );
    const rough = Math.sin(x / 47 + phases[0]) * 0.5 + Math.sin(x / 21 + phases[1]) * 0.3 + Math.sin(x / 11 + phases[2]) * 0.2;
    return [x, base - bell - rough * Math.min(17, rise * 0.09)] as const;
  });
}

/** Draws a mountain range below a ridge line: dark at the crest, dissolving into `foot`, with dry texture strokes. */
export function drawRange(sheet: Sheet, line: readonly Point[], bottom: number, tone: string, foot = sheet.palette.haze): string {
  const first = line[0];
  if (!first) return '';
  const paint = sheet.down([0, tone], [0.3, mixColors(tone, foot, 0.22)], [0.78, foot], [1, foot]);
  const body = drawFill(
    `M${formatPair(-30, bottom)}L${formatPair(first[0], first[1])}${traceCurveOn(line)}V${formatNumber(bottom)}Z`,
    paint,
  );
  return body + drawTexture(sheet, line, mixColors(tone, sheet.palette.ink, 0.5));
}

/** Dry brush strokes running down from the crests of a ridge (the texture strokes of ink painting). */
function drawTexture(sheet: Sheet, line: readonly Point[], color: string): string {
  const { random } = sheet;
  const lowest = Math.max(...line.map(([, y]) => y));
  const marks = line.flatMap(([x, y], i) => {
    const before = line[i - 1];
    const height = lowest - y;
    if (!before || height < 40 || !random.chance(0.3)) return [];
    const lean = y > before[1] ? 1 : -1;
    const drop = height * random.between(0.16, 0.4);
    return [`M${formatPair(x, y + 7)}q${formatPair(lean * drop * 0.12, drop * 0.5)} ${formatPair(lean * drop * 0.45, drop)}`];
  });
  return marks.length ? drawStroke(marks.join(''), color, 1.8, 0.3) : '';
}

/** Draws at most 46 short level strokes of light on water between two heights, longer toward the viewer. */
export function drawRipples(sheet: Sheet, top: number, bottom: number, count: number, color = sheet.palette.paper, opacity = 0.75): string {
  const { random, width } = sheet;
  const marks = Array.from({ length: Math.min(count, 46) }, () => {
    const depth = random.next() ** 0.8;
    const length = 24 + depth * random.between(40, 170);
    const x = random.between(-40, width);
    return `M${formatPair(x, top + depth * (bottom - top))}q${formatNumber(length / 2)} ${formatNumber(2 + depth * 3)} ${formatNumber(length)} 0`;
  });
  return drawStroke(marks.join(''), color, 2.2, opacity);
}

/** Draws a flight of `count` distant birds around (x, y), in a loose slanting line. */
export function drawFlock(sheet: Sheet, x: number, y: number, count: number, color = sheet.palette.ink): string {
  const { random } = sheet;
  const birds = Array.from({ length: count }, (_, i) => {
    const span = random.between(9, 15);
    const left = x + i * random.between(24, 36) - (i % 2) * 12;
    const high = y - i * 9 + (i % 2) * 17 + random.between(-4, 4);
    return (
      `M${formatPair(left - span, high - span * 0.35)}q${formatNumber(span * 0.6)} ${formatNumber(-span * 0.2)} ${formatNumber(span)} ${formatNumber(span * 0.5)}` +
      `q${formatNumber(span * 0.5)} ${formatNumber(-span * 0.8)} ${formatNumber(span * 1.1)} ${formatNumber(-span * 0.6)}`
    );
  });
  return drawStroke(birds.join(''), color, 2.2, 0.75);
}

/** A small seal in lacquer red carved with a hill and a sun, its middle at (x, y). */
function drawSeal(sheet: Sheet, x: number, y: number, size = 24): string {
  const { palette } = sheet;
  const carving =
    drawStroke('M4.5 15.5L9 8.5l3.5 5 2-3 5 5.5M5 19.5h14', palette.paper, 1.8, 0.9) + drawDisc(17.5, 6.5, 1.7, palette.paper, 0.9);
  return placeGroup(drawRect(0, 0, 24, 24, palette.red, 0.92, 2.5) + carving, x - size / 2, y - size / 2, size / 24);
}

/** Draws the corner seal of a finished picture: lower right or lower left, by seed. */
export function drawCornerSeal(sheet: Sheet): string {
  return drawSeal(sheet, sheet.random.chance(0.6) ? sheet.width - 44 : 44, sheet.height - 46);
}

/** Draws a fisher's skiff with a woven canopy, about 150 units long at scale 1, floating with its waterline at (x, y). */
export function drawSkiff(sheet: Sheet, x: number, y: number, scale: number, flip = 1): string {
  const { ink, wood, paper } = sheet.palette;
  const hull = drawFill('M-78-9Q-40 9 0 9T76-14L84-18Q70 14 44 17H-44Q-66 14-86-13Z', ink);
  const canopy =
    drawFill('M-34 4Q-30-26 2-26T38 4Z', wood) + drawStroke('M-22 0Q-19-20-8-24M-4 2V-26M14 2Q13-20 8-25M27 0Q25-16 17-22', ink, 1.6, 0.6);
  const fisher =
    drawFill('M50 4Q48-18 56-24Q66-18 64 4Z', ink) + drawFill('M42-23Q56-40 71-23Z', wood) + drawStroke('M60-14L104-62', ink, 1.8);
  const shine = drawStroke('M-70 24H54M-40 31H20M-96 20H-78', paper, 2, 0.7) + drawDisc(0, 20, 84, ink, 0.16, 7);
  return placeGroup(shine + canopy + fisher + hull, x, y, [scale * flip, scale]);
}

/** Draws a windblown pine with flat needle clouds, rooted at (x, y), about 150 units tall at scale 1. */
export function drawSmallPine(sheet: Sheet, x: number, y: number, scale: number, flip = 1, tone = sheet.palette.ink): string {
  const trunk =
    drawFill(
      traceBrushStroke(
        [
          [0, 4],
          [5, -30],
          [-4, -62],
          [8, -94],
          [20, -128],
        ],
        (t) => 10 - t * 7,
      ),
      tone,
    ) +
    drawFill(
      traceBrushStroke(
        [
          [-2, -58],
          [-22, -74],
          [-44, -80],
        ],
        (t) => 5 - t * 3,
      ) +
        traceBrushStroke(
          [
            [6, -88],
            [30, -98],
            [48, -100],
          ],
          (t) => 5 - t * 3,
        ),
      tone,
    );
  const pad = (px: number, py: number, w: number) =>
    `M${formatPair(px - w, py)}q${formatNumber(w * 0.08)} ${formatNumber(-w * 0.34)} ${formatNumber(w * 0.5)} ${formatNumber(-w * 0.32)}q${formatNumber(w * 0.3)} ${formatNumber(-w * 0.34)} ${formatNumber(w * 0.75)} ${formatNumber(-w * 0.08)}q${formatNumber(w * 0.6)} ${formatNumber(-w * 0.05)} ${formatNumber(w * 0.75)} ${formatNumber(w * 0.4)}q${formatNumber(-w)} ${formatNumber(w * 0.16)} ${formatNumber(-w * 2)} 0z`;
  const pads = pad(-46, -76, 30) + pad(52, -96, 28) + pad(20, -126, 36) + pad(2, -100, 24);
  return placeGroup(trunk + drawFill(pads, mixColors(tone, sheet.palette.near, 0.35)), x, y, [scale * flip, scale]);
}

/** Returns path data of a sweeping tiled roof with raised corners; (x, y) is the middle of its eaves, `half` its half width. */
export function traceRoof(x: number, y: number, half: number, height: number): string {
  const at = (dx: number, dy: number) => formatPair(x + dx * half, y + dy * height);
  return (
    `M${at(-1.08, -0.36)}Q${at(-0.62, -0.22)} ${at(-0.42, -1)}L${at(0.42, -1)}Q${at(0.62, -0.22)} ${at(1.08, -0.36)}` +
    `Q${at(0.98, 0.06)} ${at(0.8, 0.06)}Q${at(0, -0.14)} ${at(-0.8, 0.06)}Q${at(-0.98, 0.06)} ${at(-1.08, -0.36)}Z`
  );
}
