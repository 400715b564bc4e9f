/** The widths, in points, in which a picture that was uploaded can be had besides its own. */
export const pictureWidths: readonly number[] = [320, 640, 1280, 1920];

/** Returns a picture that was uploaded, or that the institution keeps, in the widths that it can be had in, for `srcset`; undefined for any other. */
export function describeWidths(address: string): string | undefined {
  if (/^\/media\/[^?#\s,]+\.(?:jpe?g|png|webp)$/i.test(address))
    return pictureWidths.map((width) => `${address.includes('%') ? address : encodeURI(address)}?width=${width} ${width}w`).join(', ');
  const stem = /^(\/files\/[\w-]{22})\.(?:jpg|png|gif|webp)$/.exec(address)?.[1];
  return stem && pictureWidths.map((width) => `${stem}-${width}.webp ${width}w`).join(', ');
}

/** Points of a drawn picture that is looked at closely. */
const largeDrawing = '2400x1800';

/** Returns the address of a picture in the most points that it can be had in: a drawn one is drawn larger, one that lies here is had whole, any other as it is. */
export function toLargeAddress(address: string): string {
  const [path = '', query = ''] = address.split('?');
  if (path.startsWith('/media/')) return path;
  if (!/^\/pictures\/[a-z]+\/[^/]+\.svg$/.test(path)) return address;
  const asked = new URLSearchParams(query);
  if (!asked.has('size')) asked.set('size', largeDrawing);
  return `${path}?${asked.toString()}`;
}
