import { fileTypeFromBuffer } from 'file-type';

/** What a file is good for; each has a limit of its own. */
export type FileKind = 'image' | 'video' | 'file';

/** A type of files: its kind, the ending of its name and its media type. */
export interface FileType {
  kind: FileKind;
  extension: string;
  type: string;
}

/** How many bytes of a file's beginning tell its type. */
export const headBytes = 4096;

/**
 * The types that are accepted (ledger UPLOAD-05, 07, 08, 09), told by what they begin with: kind, ending, media type, and the other endings
 * that detection knows files of the type by. What a name and a header say is compared afterwards, see `isTrueToType`. SVG and HTML are not
 * among them: they carry scripts.
 */
const types: readonly (readonly [FileKind, string, string, ...string[]])[] = [
  ['image', 'jpg', 'image/jpeg'],
  ['image', 'png', 'image/png', 'apng'],
  ['image', 'gif', 'image/gif'],
  ['image', 'webp', 'image/webp'],
  ['video', 'mp4', 'video/mp4', 'm4v', 'f4v'],
  ['video', 'ogg', 'video/ogg', 'oga', 'ogm', 'ogv', 'ogx', 'opus', 'spx'],
  ['video', 'flv', 'video/x-flv'],
  ['video', 'avi', 'video/x-msvideo'],
  ['video', 'wmv', 'video/x-ms-wmv', 'asf', 'wma'],
  ['video', 'rmvb', 'application/vnd.rn-realmedia-vbr', 'rm'],
  ['video', 'mkv', 'video/x-matroska'],
  ['file', 'pdf', 'application/pdf'],
  ['file', 'rar', 'application/vnd.rar'],
  ['file', '7z', 'application/x-7z-compressed'],
  ['file', 'zip', 'application/zip'],
  ['file', 'doc', 'application/msword', 'cfb'],
  ['file', 'txt', 'text/plain'],
  // Recordings, such as those of an audio guide; Ogg stands above, for it may be both.
  ['file', 'mp3', 'audio/mpeg'],
  ['file', 'm4a', 'audio/mp4', 'm4b'],
  ['file', 'wav', 'audio/wav'],
];
const accepted = new Map(
  types.flatMap(([kind, extension, type, ...others]) =>
    [extension, ...others].map((ending): [string, FileType] => [ending, { kind, extension, type }]),
  ),
);

const zipStart = /^PK(\x03\x04|\x05\x06)/;
/** What some types have to begin with besides. Brands tell films (ISO/IEC 14496-12) from pictures and sounds in the same container. */
const starts: Readonly<Record<string, RegExp>> = {
  gif: /^GIF8[79]a/,
  mp4: /^.{8}(isom|iso[2-9a-c]|mp4[12]|avc1|mmp4|MSNV|dash|M4V[ HP]|f4v )/s,
  m4a: /^.{8}M4[AB] /s,
  zip: zipStart,
};

/** Returns the type of a file by its beginning; undefined for one that is not accepted. */
export async function detectType(head: Buffer): Promise<FileType | undefined> {
  const start = head.toString('latin1', 0, 12);
  const type = accepted.get(zipStart.test(start) ? 'zip' : ((await fileTypeFromBuffer(head))?.ext ?? ''));
  if (type && starts[type.extension]?.test(start) !== false) return type;
  return isPlainText(head) ? accepted.get('txt') : undefined;
}

/** Words without control characters; text that begins as a document of markup is not taken for words. */
function isPlainText(head: Buffer): boolean {
  const text = head.toString('latin1').replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '');
  return head.length > 0 && !/^[\0\s]*</.test(text) && (isWide(head) || !hasControls(head));
}

/** Returns whether text is written in UTF-16, which half consists of zeros. */
export const isWide = (head: Buffer): boolean => /^(\xff\xfe|\xfe\xff)/.test(head.toString('latin1', 0, 2));

/** Returns whether bytes hold control characters, which words do not. */
export const hasControls = (bytes: Buffer): boolean => /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/.test(bytes.toString('latin1'));

/** Office documents share two containers; what is within tells them apart. Sheets come last: the others embed them. */
interface Inner {
  extension: string;
  type: string;
  mark: Buffer;
}

const toWide = (text: string): Buffer => Buffer.from(text, 'utf16le');
const office = 'application/vnd.openxmlformats-officedocument.';
const inners: Readonly<Record<string, readonly Inner[]>> = {
  zip: [
    { extension: 'docx', type: `${office}wordprocessingml.document`, mark: Buffer.from('word/document') },
    { extension: 'xlsx', type: `${office}spreadsheetml.sheet`, mark: Buffer.from('xl/workbook') },
    { extension: 'pptx', type: `${office}presentationml.presentation`, mark: Buffer.from('ppt/presentation') },
  ],
  doc: [
    { extension: 'ppt', type: 'application/vnd.ms-powerpoint', mark: toWide('PowerPoint Document') },
    { extension: 'doc', type: 'application/msword', mark: toWide('WordDocument') },
    { extension: 'xls', type: 'application/vnd.ms-excel', mark: toWide('Workbook') },
  ],
};

/** Looks through a container as it passes by for what tells which document it holds. */
export class ContainerWatch {
  private readonly inners: readonly Inner[];
  private readonly seen = new Set<Inner>();
  private tail: Buffer = Buffer.alloc(0);

  constructor(private readonly outer: FileType) {
    this.inners = inners[outer.extension] ?? [];
  }

  /** Takes the next bytes. */
  pass(bytes: Buffer): void {
    if (this.inners.length === 0) return;
    const window = Buffer.concat([this.tail, bytes]);
    for (const inner of this.inners) if (!this.seen.has(inner) && window.includes(inner.mark)) this.seen.add(inner);
    this.tail = window.subarray(Math.max(0, window.length - 64));
  }

  /** The type of the whole; undefined for a container of something that is not accepted, such as an installer. */
  result(): FileType | undefined {
    if (this.inners.length === 0) return this.outer;
    const inner = this.inners.find((each) => this.seen.has(each));
    if (inner) return { kind: this.outer.kind, extension: inner.extension, type: inner.type };
    return this.outer.extension === 'zip' ? this.outer : undefined;
  }
}
