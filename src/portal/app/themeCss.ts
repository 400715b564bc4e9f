import type { Theme } from '../../model/definitions.g';

type Rgb = readonly [number, number, number];

/** Least contrast of words on their ground (WCAG 2.2, 1.4.3). */
const readable = 4.5;

/**
 * Returns the custom properties that a tenant's theme sets, as a style sheet. Colours that would not be readable on white are darkened
 * for words; words on the colour are white or dark, whichever is more readable.
 */
export function buildThemeCss(theme: Theme): string {
  const color = parse(theme.color) ?? [181, 48, 42];
  const accent = parse(theme.accent ?? '') ?? color;
  const paper = parse(theme.paper ?? '') ?? mix(color, [255, 255, 255], 0.96);
  const words = darkened(color, paper);
  const properties: Record<string, string> = {
    '--color': write(color),
    '--color-words': write(words),
    '--color-strong': write(mix(words, [0, 0, 0], 0.18)),
    '--color-deep': write(mix(color, [18, 16, 14], 0.72)),
    '--color-tint': write(mix(color, [255, 255, 255], 0.92)),
    '--color-line': write(mix(color, [255, 255, 255], 0.7)),
    '--on-color': contrast(color, [255, 255, 255]) >= readable ? '#fff' : '#1f1c19',
    '--accent': write(accent),
    '--accent-words': write(darkened(accent, paper)),
    '--paper': write(paper),
    '--radius': `${theme.radius ?? 2}px`,
    '--display-font': theme.display === 'sans' ? 'var(--text-font)' : 'var(--serif-font)',
  };
  return `:root{${Object.entries(properties)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;
}

function parse(color: string): Rgb | undefined {
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color) ?? /^#([\da-f])([\da-f])([\da-f])$/i.exec(color);
  if (!long) return undefined;
  const part = (index: number): number => {
    const digits = long[index] ?? '0';
    return parseInt(digits.length === 1 ? digits + digits : digits, 16);
  };
  return [part(1), part(2), part(3)];
}

const write = (color: Rgb): string => `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** A colour moved towards another by a share from 0 to 1. */
function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2): number => from[index] + (to[index] - from[index]) * share;
  return [part(0), part(1), part(2)];
}

function darkened(color: Rgb, ground: Rgb): Rgb {
  let dark = color;
  for (let step = 0; step < 20 && contrast(dark, ground) < readable; step += 1) dark = mix(dark, [0, 0, 0], 0.08);
  return dark;
}

/** The contrast of two colours (WCAG 2.2, definition of contrast ratio). */
function contrast(one: Rgb, other: Rgb): number {
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
