import sharp from 'sharp';

/** The beginnings of files, as far as they tell what a file is. */
const at = (offset: number, ...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat([Buffer.alloc(offset), ...parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))]);
const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const segment = (marker: number, body: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
};
const ole = (name: string): Buffer =>
  Buffer.concat([hex('d0cf11e0a1b11ae1'), Buffer.alloc(5000), Buffer.from(name, 'utf16le'), Buffer.alloc(600)]);
const zip = (...names: string[]): Buffer => at(0, 'PK\x03\x04', Buffer.alloc(4000), ...names.map((name) => `PK\x03\x04${name}`));

const drawn = sharp({ create: { width: 16, height: 12, channels: 3, background: '#9b2d1f' } });
const [drawnJpeg, drawnPng, drawnGif, drawnWebp] = await Promise.all([
  drawn.clone().jpeg().toBuffer(),
  drawn.clone().png().toBuffer(),
  drawn.clone().gif().toBuffer(),
  drawn.clone().webp().toBuffer(),
]);

/** A JPEG of 16 by 12 points with other segments behind its beginning. */
export const jpeg = (...segments: Buffer[]): Buffer => Buffer.concat([drawnJpeg.subarray(0, 2), ...segments, drawnJpeg.subarray(2)]);

/** An Exif segment with a place in it, and how the picture is to be turned. */
export function exif(orientation: number, little = false): Buffer {
  const tiff = little
    ? Buffer.from('49492a00080000000200120103000100000000000000250801000100000000000000', 'hex')
    : Buffer.from('4d4d002a00000008000201120003000000010000000088250001000000010000000000000000', 'hex');
  if (little) tiff.writeUInt16LE(orientation, 18);
  else tiff.writeUInt16BE(orientation, 18);
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from('GPS 30.2741N 120.1551E')]));
}

/** Another segment of a JPEG. */
export const jpegSegment = segment;
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});
/** A chunk of a PNG (5.3): length, type, data, check. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const crc = body.reduce((sum, byte) => (crcTable[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8), 0xffffffff);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
  return Buffer.concat([length, body, check]);
}
const pngHead = 33;
const pad = pngChunk('prVt', Buffer.alloc(1024 * 1024 - 12));
/** A PNG of 16 by 12 points and, where it is larger than those, of so many bytes: private chunks fill it. */
export function png(size = 0): Buffer {
  const missing = size - drawnPng.length;
  if (missing < 12) return drawnPng;
  const whole = Math.max(0, Math.floor((missing - 12) / pad.length));
  const fill = [...Array<Buffer>(whole).fill(pad), pngChunk('prVt', Buffer.alloc(missing - whole * pad.length - 12))];
  return Buffer.concat([drawnPng.subarray(0, pngHead), ...fill, drawnPng.subarray(pngHead)]);
}
/** A box of an MP4 (ISO/IEC 14496-12, 4.2). */
export function box(type: string, ...parts: (string | Buffer)[]): Buffer {
  const body = at(0, ...parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}
const filmHead = Buffer.concat([box('ftyp', 'isom', Buffer.alloc(8)), box('moov', box('mvhd', Buffer.alloc(100)))]);
/** A film of so many bytes that shows nothing. */
export const mp4 = (size = 200): Buffer =>
  Buffer.concat([
    filmHead,
    box('mdat', Buffer.from(Uint8Array.from({ length: Math.max(0, size - filmHead.length - 8) }, (_, index) => index % 251))),
  ]);

/** The header of a film of Windows Media with one stream of pictures (Advanced Systems Format, 3.1 and 3.3). */
const asf = (): Buffer =>
  Buffer.concat([
    hex('3026b2758e66cf11a6d900aa0062ce6c6c000000000000000100000001029107dcb7b7a9cf118ee600c00c2053654e00000000000000'),
    hex('c0ef19bc4d5bcf11a8fd00805f5c442b'),
    Buffer.alloc(60),
  ]);
/** The header of a film of Matroska or WebM (RFC 8794): its one element is the kind of document. */
const ebml = (kind: string): Buffer =>
  Buffer.concat([
    hex('1a45dfa3'),
    Buffer.from([0x80 + 3 + kind.length]),
    hex('4282'),
    Buffer.from([0x80 + kind.length]),
    Buffer.from(kind),
    Buffer.alloc(20),
  ]);

/** A file of every type that is accepted, by its ending. */
export const accepted: Readonly<Record<string, { kind: 'image' | 'video' | 'file'; type: string; bytes: Buffer }>> = {
  jpg: { kind: 'image', type: 'image/jpeg', bytes: jpeg() },
  png: { kind: 'image', type: 'image/png', bytes: png() },
  gif: { kind: 'image', type: 'image/gif', bytes: drawnGif },
  webp: { kind: 'image', type: 'image/webp', bytes: drawnWebp },
  mp4: { kind: 'video', type: 'video/mp4', bytes: mp4() },
  ogg: { kind: 'video', type: 'video/ogg', bytes: at(0, 'OggS', Buffer.alloc(40)) },
  flv: { kind: 'video', type: 'video/x-flv', bytes: at(0, 'FLV\x01\x05', Buffer.alloc(20)) },
  avi: { kind: 'video', type: 'video/x-msvideo', bytes: at(0, 'RIFF\x10\0\0\0AVI LIST', Buffer.alloc(20)) },
  wmv: { kind: 'video', type: 'video/x-ms-wmv', bytes: asf() },
  rmvb: { kind: 'video', type: 'application/vnd.rn-realmedia-vbr', bytes: at(0, '.RMF', Buffer.alloc(20)) },
  mkv: {
    kind: 'video',
    type: 'video/x-matroska',
    bytes: ebml('matroska'),
  },
  pdf: { kind: 'file', type: 'application/pdf', bytes: at(0, '%PDF-1.7\n%', hex('e2e3cfd3')) },
  txt: { kind: 'file', type: 'text/plain', bytes: Buffer.from('青澜市文化馆\r\n活动安排\t<b>草稿</b>\n') },
  rar: { kind: 'file', type: 'application/vnd.rar', bytes: at(0, 'Rar!\x1a\x07\x01\0', Buffer.alloc(20)) },
  '7z': { kind: 'file', type: 'application/x-7z-compressed', bytes: Buffer.concat([hex('377abcaf271c'), Buffer.alloc(20)]) },
  mp3: { kind: 'file', type: 'audio/mpeg', bytes: at(0, 'ID3\x03\0\0\0\0\0\x0a', Buffer.alloc(10), hex('fffb9064'), Buffer.alloc(400)) },
  m4a: { kind: 'file', type: 'audio/mp4', bytes: at(0, '\0\0\0\x18ftypM4A \0\0\0\0M4A mp42', Buffer.alloc(40)) },
  wav: { kind: 'file', type: 'audio/wav', bytes: at(0, 'RIFF\x24\0\0\0WAVEfmt ', Buffer.alloc(28)) },
  zip: { kind: 'file', type: 'application/zip', bytes: zip('a.txt') },
  doc: { kind: 'file', type: 'application/msword', bytes: ole('WordDocument') },
  xls: { kind: 'file', type: 'application/vnd.ms-excel', bytes: ole('Workbook') },
  ppt: { kind: 'file', type: 'application/vnd.ms-powerpoint', bytes: ole('PowerPoint Document') },
  docx: {
    kind: 'file',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    bytes: zip('[Content_Types].xml', 'word/document.xml'),
  },
  xlsx: {
    kind: 'file',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: zip('[Content_Types].xml', 'xl/workbook.xml'),
  },
  pptx: {
    kind: 'file',
    type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    bytes: zip('[Content_Types].xml', 'ppt/presentation.xml'),
  },
};

/** What is refused, whatever it is called. */
export const refused: readonly (readonly [what: string, bytes: Buffer])[] = [
  ['a program', at(0, 'MZ\x90\0\x03\0\0\0', Buffer.alloc(300))],
  ['a program of another system', at(0, '\x7fELF\x02\x01', Buffer.alloc(300))],
  ['a shortcut of zeros', Buffer.alloc(500)],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a page behind blanks', Buffer.from('\ufeff\n  <html><body>')],
  ['a page in UTF-16', Buffer.from('\ufeff<html>', 'utf16le')],
  ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['XML', Buffer.from('<?xml version="1.0"?><svg/>')],
  ['a HEIC picture', at(4, 'ftypheic', Buffer.alloc(40))],
  ['a WebM film', ebml('webm')],
  ['an installer in the container of documents', ole('SummaryInformation')],
  ['words that end in a program', Buffer.concat([Buffer.from('words '.repeat(2000)), hex('4d5a9000030000')])],
  ['half the beginning of a picture', hex('89504e470d0a1a')],
  ['a JPEG without a picture', Buffer.concat([hex('ffd8ff'), Buffer.from('<script>alert(1)</script>'.repeat(20))])],
];
