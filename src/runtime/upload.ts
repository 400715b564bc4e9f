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
