/** Segments that say where, when and by whom a picture was taken: APP1 (Exif, XMP), APP13 (IPTC) and comments. */
const personal: ReadonlySet<number> = new Set([0xe1, 0xed, 0xfe]);
const [startOfImage, endOfImage, startOfScan] = [0xd8, 0xd9, 0xda];
const maxSegmentBytes = 2 + 0xffff;
/** Markers that stand alone, without a length: those above, restarts within a scan, TEM. */
const isStandalone = (marker: number): boolean =>
  marker === startOfImage || marker === endOfImage || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/**
 * Returns a JPEG (ITU-T T.81) without what it says of its photographer: Exif with the place where it was taken, XMP, IPTC, comments, and
 * whatever cameras append behind its end. How it is to be turned stays.
 * @throws Error when there is no picture in it
 */
export async function* stripMetadata(source: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let scanning = false;
  let seen = false;
  for await (const chunk of source) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      if (scanning) {
        const end = findEndOfScan(rest);
        // The last byte waits: it may begin a marker.
        const safe = end < 0 ? rest.length - (rest.at(-1) === 0xff ? 1 : 0) : end;
        if (safe > 0) yield rest.subarray(0, safe);
        rest = rest.subarray(safe);
        if (end < 0) break;
        scanning = false;
      }
      const segment = findNextSegment(rest);
      if (segment === undefined && rest.length > maxSegmentBytes) throw new Error('this JPEG does not consist of segments');
      if (segment === undefined) break;
      const { marker, bytes } = segment;
      rest = rest.subarray(bytes.length);
      const kept = personal.has(marker) ? readOrientationTag(marker, bytes) : bytes;
      if (kept) yield kept;
      if (marker === endOfImage) return drain(source, seen);
      scanning = marker === startOfScan;
      seen ||= scanning;
    }
  }
  if (!seen) throw new Error('there is no picture in this JPEG');
}

/** What lies behind the end is read, so that the request can be answered, and dropped. */
async function drain(source: AsyncGenerator<Buffer>, seen: boolean): Promise<void> {
  for await (const _chunk of source) continue;
  if (!seen) throw new Error('there is no picture in this JPEG');
}

/** Returns where the data of a scan end: at the first marker that is neither a stuffed byte nor a restart; -1 when not within. */
function findEndOfScan(bytes: Buffer): number {
  for (let at = bytes.indexOf(0xff); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0x00 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return -1;
}

/**
 * Returns the segment at the beginning, its fill bytes included; undefined when not all of it is there. What is no segment counts as
 * filling.
 */
function findNextSegment(bytes: Buffer): { marker: number; bytes: Buffer } | undefined {
  let at = bytes.indexOf(0xff);
  while (at >= 0 && bytes[at + 1] === 0xff) at += 1;
  const marker = at < 0 ? undefined : bytes[at + 1];
  if (marker === undefined) return undefined;
  if (isStandalone(marker)) return { marker, bytes: bytes.subarray(0, at + 2) };
  if (at + 4 > bytes.length) return undefined;
  const end = at + 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  return end > bytes.length ? undefined : { marker, bytes: bytes.subarray(0, end) };
}

/** Returns an Exif segment that says nothing but how the picture is to be turned; undefined when it is not to be turned. */
function readOrientationTag(marker: number, segment: Buffer): Buffer | undefined {
  const start = segment.indexOf('Exif\0\0', 0, 'latin1');
  const orientation = marker === 0xe1 && start >= 0 ? readOrientation(segment.subarray(start + 6)) : 1;
  if (orientation <= 1 || orientation > 8) return undefined;
  const tiff = Buffer.from('4d4d002a0000000800010112000300000001' + '0000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(2 + 6 + tiff.length, 2);
  return Buffer.concat([head, Buffer.from('Exif\0\0', 'latin1'), tiff]);
}

/** Tag 274 of the first directory of a TIFF (Exif 2.32, 4.6.4); 1 when there is none. */
function readOrientation(tiff: Buffer): number {
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const word = (at: number): number => (at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = tiff.length < 8 ? 0 : little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let entry = 0; entry < Math.min(word(first), 512); entry += 1)
    if (word(first + 2 + entry * 12) === 0x0112) return word(first + 2 + entry * 12 + 8);
  return 1;
}
