import type { Theme } from '../../model/definitions.g';
import { findContrast, parseColor, white, type Rgb } from '../../runtime/color';

/** Least contrast of words on their ground (WCAG 2.2, 1.4.3). */
const readable = 4.5;

const known = new WeakMap<Theme, string>();

/**
 * Returns the custom properties that a tenant's theme sets, as a style sheet. Colours that would not be readable on white are darkened
 * for words; words on the colour are white or dark, whichever is more readable.
 */
export function buildThemeCss(theme: Theme): string {
  const css = known.get(theme) ?? writeThemeCss(theme);
  known.set(theme, css);
  return css;
}

function writeThemeCss(theme: Theme): string {
  const color = parseColor(theme.color) ?? [181, 48, 42];
  const accent = parseColor(theme.accent ?? '') ?? color;
  const paper = parseColor(theme.paper ?? '') ?? mix(color, [255, 255, 255], 0.96);
  const words = darkened(color, paper);
  const properties: Record<string, string> = {
    '--color': write(color),
    '--color-words': write(words),
    '--color-strong': write(mix(words, [0, 0, 0], 0.18)),
    '--color-deep': write(mix(color, [18, 16, 14], 0.72)),
    '--color-tint': write(mix(color, [255, 255, 255], 0.92)),
    '--color-line': write(mix(color, [255, 255, 255], 0.7)),
    '--on-color': findContrast(color, white) >= readable ? '#fff' : '#1f1c19',
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

const write = (color: Rgb): string => `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** A colour moved towards another by a share from 0 to 1. */
function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2): number => from[index] + (to[index] - from[index]) * share;
  return [part(0), part(1), part(2)];
}

function darkened(color: Rgb, ground: Rgb): Rgb {
  let dark = color;
  for (let step = 0; step < 20 && findContrast(dark, ground) < readable; step += 1) dark = mix(dark, [0, 0, 0], 0.08);
  return dark;
}
