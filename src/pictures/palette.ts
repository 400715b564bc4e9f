import { toHex, toOklch } from './color';
import { createRandom } from './random';

/** The colours of one picture, all `#rrggbb`, named by what they paint. */
export interface Palette {
  /** Top of the sky. */
  sky: string;
  /** Mist, light water, the foot of hills. */
  haze: string;
  /** Hills from the farthest to the nearest. */
  far: string;
  mid: string;
  near: string;
  /** The darkest brush. */
  ink: string;
  /** Paper and porcelain white. */
  paper: string;
  /** The colour of the institution, and its light tint. */
  accent: string;
  accentSoft: string;
  /** Sun or moon disc. */
  glow: string;
  /** Gilding, wood and lamp light. */
  gold: string;
  wood: string;
  /** Night sky, top and horizon. */
  night: string;
  nightLow: string;
  /** Leaves, glazes and patina. */
  green: string;
  /** The seal and lacquer red. */
  red: string;
}

interface Mood {
  skyHue: number;
  sky: readonly [lightness: number, chroma: number];
  hazeHue: number;
  hillHue: number;
  hillChroma: number;
  glow: readonly [lightness: number, chroma: number, hue: number];
}

const moods: readonly Mood[] = [
  { skyHue: 85, sky: [0.895, 0.02], hazeHue: 88, hillHue: 230, hillChroma: 0.016, glow: [0.63, 0.16, 34] },
  { skyHue: 228, sky: [0.84, 0.036], hazeHue: 150, hillHue: 240, hillChroma: 0.05, glow: [0.975, 0.03, 92] },
  { skyHue: 80, sky: [0.87, 0.046], hazeHue: 88, hillHue: 66, hillChroma: 0.04, glow: [0.68, 0.14, 48] },
  { skyHue: 168, sky: [0.86, 0.032], hazeHue: 110, hillHue: 178, hillChroma: 0.046, glow: [0.97, 0.04, 95] },
  { skyHue: 42, sky: [0.84, 0.036], hazeHue: 78, hillHue: 312, hillChroma: 0.038, glow: [0.7, 0.15, 40] },
  { skyHue: 64, sky: [0.87, 0.046], hazeHue: 80, hillHue: 36, hillChroma: 0.055, glow: [0.6, 0.17, 33] },
  { skyHue: 258, sky: [0.72, 0.055], hazeHue: 220, hillHue: 262, hillChroma: 0.072, glow: [0.965, 0.045, 92] },
];

/** Turns `hue` a little toward `target` along the shorter way round the circle. */
function leanHue(hue: number, target: number, share: number): number {
  const way = ((target - hue + 540) % 360) - 180;
  return (hue + way * share + 360) % 360;
}

/** How many tickets a mood has in the draw: one, and up to two more the nearer its hills are to the hue of the institution. */
function weighMood(mood: Mood, hue: number): number {
  const apart = Math.abs(((mood.hillHue - hue + 540) % 360) - 180);
  return 1 + Math.round(2 * Math.max(0, 1 - apart / 80));
}

/**
 * Derives the palette of one picture from the colour of an institution (`#rgb` or `#rrggbb`) and a seed.
 * The seed chooses one of seven moods (ink, mist blue, tea, celadon, dusk, cinnabar, indigo); moods near the
 * given hue come more often and all lean toward it, so a page of pictures varies and still belongs together. Throws TypeError when the colour is not hex.
 */
export function createPalette(color: string, seed: string): Palette {
  const tenant = toOklch(color);
  const random = createRandom(`palette:${color.toLowerCase()}:${seed}`);
  const grey = tenant.chroma < 0.03;
  const mood = random.pick(grey ? moods : moods.flatMap((each) => Array<Mood>(weighMood(each, tenant.hue)).fill(each)));
  const share = grey ? 0 : 0.16;
  const hill = leanHue(mood.hillHue, tenant.hue, share) + random.between(-6, 6);
  const sky = leanHue(mood.skyHue, tenant.hue, share / 2);
  const haze = leanHue(mood.hazeHue, tenant.hue, share / 2);
  const chroma = mood.hillChroma * random.between(0.88, 1.12);
  const accentLight = Math.min(0.58, Math.max(0.4, tenant.lightness));
  return {
    sky: toHex(mood.sky[0], mood.sky[1], sky),
    haze: toHex(0.958, 0.017, haze),
    far: toHex(0.8, chroma * 0.72, hill),
    mid: toHex(0.62, chroma, hill),
    near: toHex(0.43, chroma * 1.05, hill),
    ink: toHex(0.26, Math.min(0.05, chroma * 0.8), hill),
    paper: toHex(0.975, 0.012, 88),
    accent: toHex(accentLight, Math.min(0.17, tenant.chroma), tenant.hue),
    accentSoft: toHex(0.83, Math.min(0.08, tenant.chroma * 0.55), tenant.hue),
    glow: toHex(...mood.glow),
    gold: toHex(0.78, 0.105, 82),
    wood: toHex(0.4, 0.055, 52),
    night: toHex(0.27, Math.max(0.035, chroma * 0.8), hill),
    nightLow: toHex(0.6, Math.max(0.045, chroma * 0.95), leanHue(hill, sky, 0.3)),
    green: toHex(0.63, 0.06, leanHue(164, hill, 0.12)),
    red: toHex(0.53, 0.17, 31),
  };
}
