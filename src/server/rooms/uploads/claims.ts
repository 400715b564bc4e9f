import type { FileKind, FileType } from './fileTypes';

/** What the sender says of a file: its name, and its media type in lower case without parameters. */
export interface Claim {
  filename: string;
  mimetype: string;
}

/** Endings that names of a type may have besides its own. */
const endings: Readonly<Record<string, readonly string[]>> = {
  jpg: ['jpeg', 'jpe', 'jfif'],
  png: ['apng'],
  mp4: ['m4v', 'f4v'],
  m4a: ['m4b'],
  ogg: ['ogv'],
  wmv: ['asf'],
  rmvb: ['rm'],
};

/** What browsers say who do not know a type. */
const unknownTypes = ['application/octet-stream', 'binary/octet-stream'];
/** Media types that systems and office programs register for a type besides its own. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  jpg: ['image/jpg', 'image/pjpeg'],
  png: ['image/apng', 'image/x-png'],
  mp4: ['video/x-m4v', 'video/x-f4v', 'application/mp4'],
  ogg: ['application/ogg', 'audio/ogg'],
  mp3: ['audio/mp3', 'audio/mpeg3', 'audio/x-mpeg', 'audio/x-mp3'],
  m4a: ['audio/x-m4a', 'audio/m4a', 'audio/x-m4b', 'audio/aac'],
  wav: ['audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
  flv: ['video/flv'],
  avi: ['video/avi', 'video/msvideo', 'video/vnd.avi'],
  wmv: ['video/x-ms-asf', 'application/vnd.ms-asf'],
  rmvb: ['application/vnd.rn-realmedia', 'video/vnd.rn-realvideo', 'audio/x-pn-realaudio'],
  mkv: ['video/matroska', 'application/x-matroska'],
  pdf: ['application/x-pdf'],
  zip: ['application/x-zip', 'application/x-zip-compressed', 'application/x-compressed'],
  rar: ['application/rar', 'application/x-rar', 'application/x-rar-compressed', 'application/x-compressed'],
  '7z': ['application/x-compressed'],
  doc: ['application/kswps'],
  xls: ['application/kset'],
  ppt: ['application/ksdps'],
};

/** The ending of a file's name in lower case; the empty text when it has none. */
const readEnding = (filename: string): string => /\.([^.]*)$/.exec(filename)?.[1]?.toLowerCase() ?? '';

/** Returns whether a file is what its name and its header say: nothing is saved or served as something else than it came as. */
export function isTrueToType({ filename, mimetype }: Claim, { extension, type }: FileType): boolean {
  const isNamed = [extension, ...(endings[extension] ?? [])].includes(readEnding(filename));
  const types = [type, `application/wps-office.${extension}`, ...unknownTypes, ...(aliases[extension] ?? [])];
  return isNamed && types.includes(mimetype);
}

const claimed: readonly (readonly [FileKind, RegExp])[] = [
  ['image', /^(jpe?g|jpe|jfif|a?png|gif|webp|bmp|svg|heic|avif|tiff?)$/],
  ['video', /^(mp4|m4v|f4v|og[gv]|flv|avi|wmv|asf|rm|rmvb|mkv|mov|webm)$/],
];

/** Returns the kind that a file is said to be of, by its name or else its header: what its sender is asked for when it is not. */
export function readClaimedKind({ filename, mimetype }: Claim): FileKind | undefined {
  const ending = readEnding(filename);
  const [kind] = claimed.find(([, pattern]) => pattern.test(ending)) ?? claimed.find(([each]) => mimetype.startsWith(`${each}/`)) ?? [];
  return kind;
}

const longestName = 200;

/**
 * Returns whether a file can be saved under a name everywhere: not empty before its ending, of no more characters than systems take, without
 * control characters and those that turn the direction of writing, which hide what a name ends in.
 */
export function isFitName(filename: string): boolean {
  return (
    filename.length <= longestName &&
    /^[^.]/.test(filename) &&
    !/[\p{Cc}\p{Surrogate}\u200e\u200f\u202a-\u202e\u2066-\u2069/\\]/u.test(filename)
  );
}
