import { mixColors } from '../../pictures/color';
import { cardSize } from './cardSize';
import { emPoints, type Outline } from './outlines';
import { measureWords, setLines } from './setLines';
import type { ShareCard } from './shareCard';

/** Where something lies on a share picture, in points. */
export interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where the picture of an item lies, and the logo. */
export const picturePlace: Place = { left: 632, top: 0, width: 568, height: 630 };
export const logoPlace: Place = { left: 72, top: 512, width: 64, height: 64 };

const margin = 72;
const titleRoom = { top: 72, height: 400 };
const lineHeight = 1.36;
const footSize = 30;
/** Share of a size between the middle of a line and the line that its characters stand on. */
const rise = 0.37;
/** Sizes of the title, the largest first: beside a picture, and alone. */
const sizes = { beside: [66, 58, 50, 43], alone: [92, 80, 66, 54] } as const;

type Outlines = ReadonlyMap<string, Outline>;

/**
 * Returns the drawing of a share picture without its pictures, as SVG: characters are paths, so that no fonts are needed to draw it.
 * @param has which pictures will be laid on it
 */
export function writeCard(card: ShareCard, outlines: Outlines, has: { picture: boolean; logo: boolean }): string {
  const { width, height } = cardSize;
  const [ground, ink, quiet] = [
    mixColors(card.color, '#fdfbf6', 0.93),
    mixColors(card.color, '#17120d', 0.8),
    mixColors(card.color, '#4d463e', 0.7),
  ];
  const footLeft = has.logo ? logoPlace.left + logoPlace.width + 18 : margin;
  const footWidth = (has.picture ? picturePlace.left - 48 : width - margin) - footLeft;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${ground}"/>`,
    has.picture
      ? `<rect x="${picturePlace.left - 8}" width="8" height="${height}" fill="${card.color}"/>`
      : `<rect x="28" y="28" width="${width - 56}" height="${height - 56}" fill="none" stroke="${card.color}" stroke-opacity=".4" stroke-width="2"/>`,
    `<rect width="${has.picture ? 12 : width}" height="${has.picture ? height : 12}" fill="${card.color}"/>`,
    writeTitle(card.title, outlines, has.picture, ink),
    writeLine(
      cutLine(card.institution, outlines, footSize, footWidth),
      outlines,
      { left: footLeft, middle: logoPlace.top + logoPlace.height / 2 },
      footSize,
      quiet,
    ),
    '</svg>',
  ].join('');
}

/** The title in the largest size that it fits in; of one that fits in none, as much as the smallest has room for. */
function writeTitle(title: string, outlines: Outlines, beside: boolean, ink: string): string {
  const width = (beside ? picturePlace.left - 48 : cardSize.width - margin) - margin;
  const set = sizes[beside ? 'beside' : 'alone'].map((size) => {
    const most = Math.floor(titleRoom.height / (size * lineHeight));
    return { size, most, lines: setLines(title, outlines, size, width) };
  });
  const fit = set.find(({ lines, most }) => lines.length <= Math.min(most, beside ? 5 : 3)) ?? set.at(-1);
  if (!fit) return '';
  const { size, most } = fit;
  const lines =
    fit.lines.length > most
      ? [...fit.lines.slice(0, most - 1), cutLine(fit.lines.slice(most - 1).join(''), outlines, size, width)]
      : fit.lines;
  const step = size * lineHeight;
  const first = titleRoom.top + titleRoom.height / 2 - ((lines.length - 1) * step) / 2;
  return lines.map((line, index) => writeLine(line, outlines, { left: margin, middle: first + index * step }, size, ink)).join('');
}

/** Returns as much of a line as there is room for. */
function cutLine(line: string, outlines: Outlines, size: number, width: number): string {
  if (measureWords(line, outlines, size) <= width) return line;
  const characters = [...line];
  while (characters.length > 0 && measureWords(`${characters.join('')}…`, outlines, size) > width) characters.pop();
  return `${characters.join('')}…`;
}

function writeLine(line: string, outlines: Outlines, at: { left: number; middle: number }, size: number, ink: string): string {
  const scale = size / emPoints;
  let left = at.left;
  const drawn = [...line].flatMap((character) => {
    const outline = outlines.get(character);
    if (!outline) return [];
    const path = `<path transform="translate(${left.toFixed(1)} ${(at.middle + size * rise).toFixed(1)}) scale(${scale} ${-scale})" d="${outline.path}"/>`;
    left += outline.advance * scale;
    return [path];
  });
  return `<g fill="${ink}">${drawn.join('')}</g>`;
}
