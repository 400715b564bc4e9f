/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number];

export const white: Rgb = [255, 255, 255];

/** Returns a colour that is written as #336699 or #369; undefined for anything else. */
export function parseColor(color: string): Rgb | undefined {
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color) ?? /^#([\da-f])([\da-f])([\da-f])$/i.exec(color);
  if (!long) return undefined;
  const part = (index: number): number => {
    const digits = long[index] ?? '0';
    return parseInt(digits.length === 1 ? digits + digits : digits, 16);
  };
  return [part(1), part(2), part(3)];
}

/** Returns the contrast of two colours, from 1 to 21 (WCAG 2.2, definition of contrast ratio). */
export function findContrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
