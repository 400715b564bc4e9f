import { renderAsync } from '@resvg/resvg-js';
import sharp from 'sharp';
import { maxPixels } from '../files/renewPicture';
import { cardSize } from './cardSize';
import { outlineCharacters } from './outlines';
import type { ShareCard } from './shareCard';
import { logoPlace, picturePlace, writeCard, type Place } from './writeCard';

/** A picture as it was had: its bytes and their media type. */
export interface PictureBytes {
  bytes: Buffer;
  type: string;
}

/** Gets a picture of this site; undefined for one that cannot be had. */
export type GetPicture = (address: string) => Promise<PictureBytes | undefined>;

/**
 * Draws a share picture: the title set in type beside the picture of what it is about, over the name and the logo of the institution;
 * without a picture the title alone, larger. A picture that cannot be had or read is as none. All that takes long is done on other threads.
 * @returns a PNG of `cardSize`
 */
export async function drawCard(card: ShareCard, get: GetPicture): Promise<Buffer> {
  const picture = card.picture === undefined ? undefined : await fetchPart(sizeDrawing(card.picture), get, picturePlace, 'cover');
  const logo = await fetchPart(card.logo, get, logoPlace, 'contain');
  const outlines = await outlineCharacters(`${card.title}${card.institution}…`);
  const ground = await rasterize(Buffer.from(writeCard(card, outlines, { picture: picture !== undefined, logo: logo !== undefined })));
  const parts = [
    { input: picture, place: picturePlace },
    { input: logo, place: logoPlace },
  ].flatMap(({ input, place: { left, top } }) => (input ? [{ input, left, top }] : []));
  // What is drawn has few colours: with a palette it takes a third of the bytes, and chats take no large ones.
  return sharp(ground).composite(parts).flatten({ background: '#fff' }).png({ palette: true, quality: 90, effort: 4 }).toBuffer();
}

async function rasterize(svg: Buffer, width: number = cardSize.width): Promise<Buffer> {
  return (await renderAsync(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } })).asPng();
}

async function fetchPart(
  address: string,
  get: GetPicture,
  { width, height }: Place,
  fit: 'cover' | 'contain',
): Promise<Buffer | undefined> {
  const found = await get(address);
  if (!found) return undefined;
  try {
    const raster = found.type.startsWith('image/svg') ? await rasterize(found.bytes, width) : found.bytes;
    const whole = sharp(raster, { limitInputPixels: maxPixels }).autoOrient();
    return await whole.resize({ width, height, fit, background: '#0000' }).png({ compressionLevel: 1 }).toBuffer();
  } catch {
    return undefined;
  }
}

/** Returns the address of a picture that is drawn here as one that is drawn for its place; any other as it is. */
function sizeDrawing(address: string): string {
  const [path = '', query = ''] = address.split('?');
  if (!/^\/pictures\/[a-z]+\/[^/]+\.svg$/.test(path)) return address;
  const asked = new URLSearchParams(query);
  asked.set('size', `${picturePlace.width}x${picturePlace.height}`);
  return `${path}?${asked.toString()}`;
}
