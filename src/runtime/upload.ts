import type { FormField, Upload } from '../model/definitions.g';
import { sanitizeAddress } from './display';

/** What joins several addresses unless a definition says otherwise (ledger CONV-08). */
const usualMark = '|';

/** Returns the files of a field whose value is their addresses; undefined for other fields, also for rich text with files in it. */
export const getUpload = ({ field, upload }: FormField): Upload | undefined =>
  field === 'image' || field === 'video' || field === 'file' ? upload : undefined;

/** Returns the addresses of a field's files. */
export function splitAddresses({ joined = usualMark }: Upload, value: unknown): string[] {
  return typeof value === 'string' ? value.split(joined).filter((address) => address !== '') : [];
}

/** Returns addresses as a field's value. */
export const joinAddresses = ({ joined = usualMark }: Upload, addresses: readonly string[]): string => addresses.join(joined);

/** Returns the names of a field's files as the value of the field that holds them; what joins names stands in none of them. */
export const joinNames = ({ joined = usualMark }: Upload, names: readonly string[]): string =>
  names.map((name) => (names.length > 1 ? name.replaceAll(joined, '_') : name)).join(joined);

/** Returns the names of a field's files, as many as there are files. */
export const splitNames = (upload: Upload, value: unknown, files: number): string[] =>
  files === 1 && typeof value === 'string' && value !== '' ? [value] : splitAddresses(upload, value);

/** Returns whether files can lie there: on this site or, over http, on another one; never at a `javascript:` or `//host` address. */
export const isFileAddress = (address: string): boolean =>
  /^(https?:\/\/|\/)[^\s"'<>\\]*$/i.test(address) && sanitizeAddress(address) !== undefined;

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
