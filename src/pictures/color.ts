/** A colour as lightness (0 to 1), chroma (0 to about 0.3) and hue in degrees, in the OKLCH space. */
interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const toGamma = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
const toChannelHex = (value: number) =>
  Math.round(Math.min(1, Math.max(0, value)) * 255)
    .toString(16)
    .padStart(2, '0');

/** Splits `#rgb` or `#rrggbb` into three parts of 0 to 1; anything else throws TypeError. */
function parseChannels(hex: string): [number, number, number] {
  const short = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(hex);
  const digits = short
    ? short
        .slice(1)
        .map((digit) => digit + digit)
        .join('')
    : hex.replace('#', '');
  if (!/^[0-9a-f]{6}$/i.test(digits)) throw new TypeError(`not a hex colour: ${hex}`);
  const part = (from: number) => parseInt(digits.slice(from, from + 2), 16) / 255;
  return [part(0), part(2), part(4)];
}

/** Converts a hex colour to OKLCH (matrices of Björn Ottosson's OKLab, as in CSS Color 4). */
export function toOklch(hex: string): Oklch {
  const [red, green, blue] = parseChannels(hex).map(toLinear) as [number, number, number];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  return {
    lightness: 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  };
}

/** Converts lightness (0 to 1), chroma and hue (degrees) to `#rrggbb`, clipped to what a screen shows. */
export function toHex(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short;
  const green = -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short;
  const blue = -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short;
  return `#${[red, green, blue].map((value) => toChannelHex(toGamma(Math.max(0, value)))).join('')}`;
}

/** Mixes two hex colours; `share` 0 gives the first, 1 the second. */
export function mixColors(first: string, second: string, share: number): string {
  const other = parseChannels(second);
  return `#${parseChannels(first)
    .map((value, i) => toChannelHex(value + ((other[i] ?? 0) - value) * share))
    .join('')}`;
}
