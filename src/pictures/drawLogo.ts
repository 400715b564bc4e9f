import { mixColors } from './color';

type Mark = (color: string, light: string) => string;

const marks: ReadonlyMap<string, Mark> = new Map<string, Mark>([
  [
    'ripple',
    (color, light) =>
      `<circle cx="32" cy="32" r="30" fill="${color}"/><g fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round">` +
      '<path d="M12 40q5-6 10 0t10 0 10 0 10 0"/><path d="M18 50q3.5-5 7 0t7 0 7 0 7 0"/></g>' +
      `<circle cx="32" cy="22" r="9" fill="${light}"/>`,
  ],
  [
    'moon',
    (color, light) =>
      `<rect x="2" y="2" width="60" height="60" rx="14" fill="${color}"/><circle cx="32" cy="29" r="19" fill="${light}"/>` +
      `<path d="M8 50L24 31l9 10 7-7 16 16v2a8 8 0 0 1-8 6H16a8 8 0 0 1-8-6z" fill="${color}"/>` +
      '<path d="M11 49L24 33.5l9 10.5 7-7 13 12" fill="none" stroke="#fff" stroke-width="3.5" stroke-linejoin="round" stroke-linecap="round"/>',
  ],
  [
    'pine',
    (color, light) =>
      `<circle cx="32" cy="32" r="30" fill="${color}"/><path d="M32 9L47 27H39L51 43H13L25 27H17Z" fill="#fff"/>` +
      `<path d="M29.5 43h5v11h-5z" fill="#fff"/><path d="M32 9V43H13L25 27H17Z" fill="${light}"/>`,
  ],
  [
    'lattice',
    (color, light) =>
      `<rect x="2" y="2" width="60" height="60" rx="6" fill="${color}"/><g fill="none" stroke="#fff" stroke-width="4">` +
      '<path d="M12 12h40v40H12zM24 12v12H12M40 12v12h12M24 52V40H12M40 52V40h12"/></g>' +
      `<path d="M32 21L43 32L32 43L21 32Z" fill="${light}"/>`,
  ],
  [
    'roof',
    (color, light) =>
      `<rect x="2" y="2" width="60" height="60" rx="30" fill="${color}"/>` +
      `<path d="M8 31Q22 30 26 15H38Q42 30 56 31Q52 37 46 36Q32 31 18 36Q12 37 8 31Z" fill="#fff"/><path d="M19 40h5v12h-5zM29.5 39h5v13h-5zM40 40h5v12h-5z" fill="${light}"/>`,
  ],
]);

/**
 * Draws an institution mark as a standalone SVG (viewBox 0 0 64 64) in one hex colour with white and a tint of it.
 * An unknown shape gives the first mark; a colour that is not hex throws TypeError.
 */
export function drawLogo({ shape, color }: { shape: string; color: string }): string {
  // Mixing a colour with itself checks it and writes it as six digits before it enters the markup.
  const checked = mixColors(color, color, 0);
  const known = marks.has(shape) ? shape : 'ripple';
  const body = marks.get(known)?.(checked, mixColors(color, '#ffffff', 0.68)) ?? '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">${body}</svg>`;
}
