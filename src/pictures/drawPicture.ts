import { pavilion, temple } from './architecture';
import { bamboo } from './bamboo';
import { bronze } from './bronze';
import { city } from './city';
import { crane } from './crane';
import { book, scroll } from './desk';
import { landscape, moon, river } from './landscapes';
import { lantern } from './lantern';
import { lattice } from './lattice';
import { lotus } from './lotus';
import { mask } from './mask';
import { pine } from './pine';
import { plum } from './plum';
import { porcelain } from './porcelain';
import { createSheet, type Sheet, type SheetRequest } from './sheet';
import { stage } from './stage';
import { bowl, tea } from './tableware';
import { textile } from './textile';
import { boat, wave } from './waters';

const drawings: ReadonlyMap<string, (sheet: Sheet) => string> = new Map([
  ['landscape', landscape],
  ['river', river],
  ['moon', moon],
  ['lotus', lotus],
  ['bamboo', bamboo],
  ['plum', plum],
  ['pine', pine],
  ['crane', crane],
  ['pavilion', pavilion],
  ['lattice', lattice],
  ['porcelain', porcelain],
  ['bronze', bronze],
  ['scroll', scroll],
  ['book', book],
  ['stage', stage],
  ['lantern', lantern],
  ['boat', boat],
  ['tea', tea],
  ['bowl', bowl],
  ['mask', mask],
  ['textile', textile],
  ['city', city],
  ['wave', wave],
  ['temple', temple],
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
