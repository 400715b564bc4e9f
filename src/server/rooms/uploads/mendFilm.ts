import { findSampleRanges, type Range } from './filmSamples';
import { boxesIn, type Box } from './filmBoxes';

/** What says where, when, by whom and with what a film was taken (ISO/IEC 14496-12, QuickTime, XMP), and what refers to other tracks. */
const personal: ReadonlySet<string> = new Set(['udta', 'meta', 'uuid', 'tref']);
/** Boxes that hold boxes. */
const holders: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'mvex', 'edts']);
/** Boxes that begin with the times at which they were made and changed. */
const timed: ReadonlySet<string> = new Set(['mvhd', 'tkhd', 'mdhd']);
/** What a film is made of; other tracks are places by the second, also as subtitles, and codes of cameras. */
const wanted: ReadonlySet<string> = new Set(['vide', 'soun']);
/** Bytes of the box that describes a film of hours. */
const maxIndexBytes = 8 * 1024 * 1024;

const broken = (): Error => new Error('this film does not consist of boxes');

/**
 * Returns an MP4 as it passes, without what it says of who took it: such boxes become free space of the same length, so that everything else
 * stays where it is and nothing has to be encoded anew.
 * @param onRemoved told where the samples of tracks lie that are neither pictures nor sound; they may have passed already
 * @throws Error when it does not consist of boxes, breaks off, or has no description
 */
export async function* mendFilm(source: AsyncIterable<Buffer>, onRemoved: (ranges: Range[]) => void): AsyncGenerator<Buffer> {
  const reader = new BoxReader(source);
  let described = false;
  for (let head = await reader.takeHead(); head; head = await reader.takeHead()) {
    const { type, bytes, length } = head;
    if (type === 'moov') {
      described = true;
      if (length === undefined || length > maxIndexBytes) throw broken();
      const box = Buffer.concat([bytes, await reader.takeAll(length)]);
      const ranges: Range[] = [];
      mendBoxes(box, 0, box.length, ranges);
      onRemoved(ranges);
      yield box;
    } else {
      const isPersonal = personal.has(type);
      yield isPersonal ? free(bytes) : bytes;
      for await (const part of reader.take(length)) yield isPersonal ? part.fill(0) : part;
    }
    described ||= type === 'moof';
  }
  if (!described) throw broken();
}

/** Changes the boxes between two places, and collects the samples of tracks that go. */
function mendBoxes(bytes: Buffer, start: number, end: number, ranges: Range[]): void {
  for (const box of boxesIn(bytes, start, end)) {
    if (personal.has(box.type)) clear(bytes, box);
    else if (box.type === 'trak' && !wanted.has(readHandler(bytes, box))) {
      for (const range of findSampleRanges(bytes, box)) ranges.push(range);
      clear(bytes, box);
    } else if (holders.has(box.type)) mendBoxes(bytes, box.body, box.end, ranges);
    // A full box: version and flags, then two times of 4 bytes, or of 8 from version 1 on.
    else if (timed.has(box.type)) bytes.fill(0, box.body + 4, Math.min(box.end, box.body + (bytes[box.body] === 1 ? 20 : 12)));
  }
}

/** What a track is of: the handler in its media. */
function readHandler(bytes: Buffer, track: Box): string {
  const media = [...boxesIn(bytes, track.body, track.end)].find(({ type }) => type === 'mdia');
  const handler = media && [...boxesIn(bytes, media.body, media.end)].find(({ type }) => type === 'hdlr');
  return handler ? bytes.toString('latin1', handler.body + 8, handler.body + 12) : '';
}

function clear(bytes: Buffer, { start, body, end }: Box): void {
  bytes.write('free', start + 4, 'latin1');
  bytes.fill(0, body, end);
}

function free(head: Buffer): Buffer {
  const changed = Buffer.from(head);
  changed.write('free', 4, 'latin1');
  return changed;
}

interface Head {
  type: string;
  bytes: Buffer;
  /** Bytes behind the head; undefined: up to the end of the film. */
  length: number | undefined;
}

/** Reads a stream box by box. */
class BoxReader {
  private readonly source: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]();
  }

  /** The head of the next box; undefined at the end. */
  async takeHead(): Promise<Head | undefined> {
    if (!(await this.fill(8))) {
      if (this.rest.length > 0) throw broken();
      return undefined;
    }
    const type = this.rest.toString('latin1', 4, 8);
    const small = this.rest.readUInt32BE(0);
    const headLength = small === 1 ? 16 : 8;
    if (!/^[\x20-\x7e\xa9]{4}$/.test(type) || !(await this.fill(headLength))) throw broken();
    const size = small === 1 ? Number(this.rest.readBigUInt64BE(8)) : small;
    if (size !== 0 && size < headLength) throw broken();
    const bytes = this.rest.subarray(0, headLength);
    this.rest = this.rest.subarray(headLength);
    return { type, bytes, length: size === 0 ? undefined : size - headLength };
  }

  /** So many bytes as they arrive. */
  async *take(length = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
    for (let left = length; left > 0;) {
      if (this.rest.length === 0 && !(await this.fill(1))) {
        if (left !== Number.POSITIVE_INFINITY) throw broken();
        return;
      }
      const part = this.rest.subarray(0, Math.min(left, this.rest.length));
      this.rest = this.rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  /** So many bytes at once. */
  async takeAll(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.take(length)) parts.push(part);
    return Buffer.concat(parts);
  }

  private async fill(length: number): Promise<boolean> {
    while (this.rest.length < length) {
      const next = await this.source.next();
      if (next.done) return false;
      this.rest = this.rest.length === 0 ? next.value : Buffer.concat([this.rest, next.value]);
    }
    return true;
  }
}
