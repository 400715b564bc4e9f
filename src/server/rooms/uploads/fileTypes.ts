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

interface KnownType extends FileType {
  matches: (head: Buffer) => boolean;
}

const knownType = (kind: FileKind, extension: string, type: string, matches: KnownType['matches']): KnownType => ({
  kind,
  extension,
  type,
  matches,
});
const starts =
  (...bytes: number[]) =>
  (head: Buffer): boolean =>
    head.subarray(0, bytes.length).equals(Buffer.from(bytes));
const startsWith =
  (text: string, at = 0) =>
  (head: Buffer): boolean =>
    head.toString('latin1', at, at + text.length) === text;
const both =
  (...tests: KnownType['matches'][]) =>
  (head: Buffer): boolean =>
    tests.every((test) => test(head));

/** Brands of MPEG-4 films (ISO/IEC 14496-12); pictures such as HEIC and AVIF come in the same container. */
const filmBrand = /^(isom|iso[2-9a-c]|mp4[12]|avc1|mmp4|MSNV|dash|M4V[ HP]|f4v )/;

/**
 * The types that are accepted (ledger UPLOAD-05, 07, 08, 09), told by what they begin with. Names and headers of a request are
 * not asked. SVG and HTML are not among them: they carry scripts.
 */
const types: readonly KnownType[] = [
  knownType('image', 'jpg', 'image/jpeg', starts(0xff, 0xd8, 0xff)),
  knownType('image', 'png', 'image/png', starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)),
  knownType('image', 'gif', 'image/gif', (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6))),
  knownType('image', 'webp', 'image/webp', both(startsWith('RIFF'), startsWith('WEBP', 8))),
  knownType(
    'video',
    'mp4',
    'video/mp4',
    both(startsWith('ftyp', 4), (head) => filmBrand.test(head.toString('latin1', 8, 12))),
  ),
  knownType('video', 'ogg', 'video/ogg', startsWith('OggS')),
  knownType(
    'video',
    'flv',
    'video/x-flv',
    both(startsWith('FLV'), (head) => head[3] === 1),
  ),
  knownType('video', 'avi', 'video/x-msvideo', both(startsWith('RIFF'), startsWith('AVI ', 8))),
  knownType('video', 'wmv', 'video/x-ms-wmv', starts(0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11)),
  knownType('video', 'rmvb', 'application/vnd.rn-realmedia-vbr', startsWith('.RMF')),
  knownType(
    'video',
    'mkv',
    'video/x-matroska',
    both(starts(0x1a, 0x45, 0xdf, 0xa3), (head) => head.subarray(0, 64).includes('matroska')),
  ),
  knownType('file', 'pdf', 'application/pdf', startsWith('%PDF-')),
  knownType('file', 'rar', 'application/vnd.rar', startsWith('Rar!\x1a\x07')),
  knownType('file', '7z', 'application/x-7z-compressed', starts(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c)),
  knownType('file', 'zip', 'application/zip', (head) => startsWith('PK\x03\x04')(head) || startsWith('PK\x05\x06')(head)),
  knownType('file', 'doc', 'application/msword', starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)),
  knownType('file', 'txt', 'text/plain', isPlainText),
];

/** The type of a file by its beginning; undefined for one that is not accepted. */
export function typeOf(head: Buffer): FileType | undefined {
  const found = types.find(({ matches }) => matches(head));
  return found && { kind: found.kind, extension: found.extension, type: found.type };
}

/** Words without control characters; text that begins as a document of markup is not taken for words. */
function isPlainText(head: Buffer): boolean {
  const text = head.toString('latin1').replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '');
  return head.length > 0 && !/^[\0\s]*</.test(text) && (isWide(head) || !hasControls(head));
}

/** Whether text is written in UTF-16, which half consists of zeros. */
export const isWide = (head: Buffer): boolean => starts(0xff, 0xfe)(head) || starts(0xfe, 0xff)(head);

/** Whether bytes hold control characters, which words do not. */
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
