import { drawBell, drawJade, drawMirror, drawWare } from './antiques';
import { drawPavilion, drawTemple } from './architecture';
import { drawBamboo } from './bamboo';
import { drawBronze } from './bronze';
import { drawCity } from './city';
import { drawCrane } from './crane';
import { drawBook, drawScroll } from './desk';
import { drawFish, drawPlatter, drawPot, drawSteamer } from './dishes';
import { drawLandscape, drawMoon, drawRiver } from './landscapes';
import { drawLantern } from './lantern';
import { drawLattice } from './lattice';
import { drawLotus } from './lotus';
import { drawBlock, drawCoaster, drawFan, drawGift, drawIncense, drawTape, drawTote, drawZither } from './madeGoods';
import { drawMask } from './mask';
import { drawBookmark, drawCalendar, drawMap, drawPostcard, drawAdmission } from './paperGoods';
import { drawPine } from './pine';
import { drawPlum } from './plum';
import { drawPorcelain } from './porcelain';
import { createSheet, type Sheet, type SheetRequest } from './sheet';
import { drawStage } from './stage';
import { drawBowl, drawTea } from './tableware';
import { drawTextile } from './textile';
import { drawBoat, drawWave } from './waters';

const drawings: ReadonlyMap<string, (sheet: Sheet) => string> = new Map([
  ['landscape', drawLandscape],
  ['river', drawRiver],
  ['moon', drawMoon],
  ['lotus', drawLotus],
  ['bamboo', drawBamboo],
  ['plum', drawPlum],
  ['pine', drawPine],
  ['crane', drawCrane],
  ['pavilion', drawPavilion],
  ['lattice', drawLattice],
  ['porcelain', drawPorcelain],
  ['bronze', drawBronze],
  ['scroll', drawScroll],
  ['book', drawBook],
  ['stage', drawStage],
  ['lantern', drawLantern],
  ['boat', drawBoat],
  ['tea', drawTea],
  ['bowl', drawBowl],
  ['mask', drawMask],
  ['textile', drawTextile],
  ['city', drawCity],
  ['wave', drawWave],
  ['temple', drawTemple],
  ['fish', drawFish],
  ['platter', drawPlatter],
  ['pot', drawPot],
  ['steamer', drawSteamer],
  ['admission', drawAdmission],
  ['bookmark', drawBookmark],
  ['postcard', drawPostcard],
  ['calendar', drawCalendar],
  ['map', drawMap],
  ['fan', drawFan],
  ['tote', drawTote],
  ['coaster', drawCoaster],
  ['gift', drawGift],
  ['incense', drawIncense],
  ['zither', drawZither],
  ['block', drawBlock],
  ['tape', drawTape],
  ['mirror', drawMirror],
  ['jade', drawJade],
  ['bell', drawBell],
  ['ware', drawWare],
]);

/** The names `drawPicture` knows. */
export const motifs: readonly string[] = [...drawings.keys()];

/** A part of a picture: its upper left corner and its share of each side, in hundredths. */
export interface PicturePart {
  x: number;
  y: number;
  share: number;
}

/** What to draw; width and height in pixels, 800 by 600 when absent; of the whole picture, or as a close view of a part of it. */
type PictureRequest = Omit<SheetRequest, 'width' | 'height'> & Partial<Pick<SheetRequest, 'width' | 'height'>> & { part?: PicturePart };

/**
 * Draws a picture as a standalone SVG document without scripts, text or outside references. The same request always
 * gives the same text. An unknown motif gives a landscape; sizes that are not positive numbers throw RangeError.
 */
export function drawPicture({ motif, seed, width = 800, height = 600, palette, part }: PictureRequest): string {
  if (!(width > 0 && height > 0 && Number.isFinite(width + height))) throw new RangeError(`not a picture size: ${width} by ${height}`);
  const known = drawings.has(motif) ? motif : 'landscape';
  const sheet = createSheet({ motif: known, seed, width, height, palette });
  return sheet.finish((drawings.get(known) ?? drawLandscape)(sheet), width, height, part);
}
