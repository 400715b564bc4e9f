import { city, lattice, pavilion, temple } from './architecture';
import { crane } from './crane';
import { lantern, mask, stage } from './festive';
import { landscape, moon, river } from './landscapes';
import { book, scroll, textile } from './paperworks';
import { bamboo, pine, plum } from './plants';
import { createSheet, type Sheet, type SheetRequest } from './sheet';
import { bowl, bronze, porcelain, tea } from './vessels';
import { boat, lotus, wave } from './waters';

const drawings: ReadonlyMap<string, (sheet: Sheet) => string> = new Map([
  ['landscape', landscape], ['river', river], ['moon', moon], ['lotus', lotus], ['bamboo', bamboo], ['plum', plum],
  ['pine', pine], ['crane', crane], ['pavilion', pavilion], ['lattice', lattice], ['porcelain', porcelain],
  ['bronze', bronze], ['scroll', scroll], ['book', book], ['stage', stage], ['lantern', lantern], ['boat', boat],
  ['tea', tea], ['bowl', bowl], ['mask', mask], ['textile', textile], ['city', city], ['wave', wave], ['temple', temple],
]);

/** The names `drawPicture` knows. */
export const motifs: readonly string[] = [...drawings.keys()];

/** What to draw; width and height in pixels, 800 by 600 when absent. */
export type PictureRequest = Omit<SheetRequest, 'width' | 'height'> & Partial<Pick<SheetRequest, 'width' | 'height'>>;

/**
 * Draws a picture as a standalone SVG document without scripts, text or outside references. The same request always
 * gives the same text. An unknown motif gives a landscape; sizes that are not positive numbers throw RangeError.
 */
export function drawPicture({ motif, seed, width = 800, height = 600, palette }: PictureRequest): string {
  if (!(width > 0 && height > 0 && Number.isFinite(width + height))) throw new RangeError(`not a picture size: ${width} by ${height}`);
  const known = drawings.has(motif) ? motif : 'landscape';
  const sheet = createSheet({ motif: known, seed, width, height, palette });
  return sheet.finish((drawings.get(known) ?? landscape)(sheet), width, height);
}
