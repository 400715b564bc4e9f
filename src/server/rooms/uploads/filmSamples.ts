import { type Box, findBox } from './filmBoxes';

/** Bytes of a file from a place on. */
export interface Range {
  start: number;
  length: number;
}

/**
 * Returns where the samples of a track lie in the file: its chunks (8.7.5), each as long as its samples (8.7.3, 8.7.4) together. Counts are
 * believed as far as their tables reach.
 */
export function findSampleRanges(bytes: Buffer, track: Box): Range[] {
  const table = (type: string): Box | undefined => findBox(bytes, track, 'mdia', 'minf', 'stbl', type);
  const [sizes, runs] = [table('stsz'), table('stsc')];
  const [small, large] = [table('stco'), table('co64')];
  const chunks = small ?? large;
  if (!sizes || !runs || !chunks) return [];
  const width = small ? 4 : 8;
  const count = readCount(bytes, chunks, 4, width);
  const ranges: Range[] = [];
  let sample = 0;
  let run = 0;
  const runCount = readCount(bytes, runs, 4, 12);
  const firstOf = (index: number): number => (index < runCount ? bytes.readUInt32BE(runs.body + 8 + index * 12) : Number.POSITIVE_INFINITY);
  for (let chunk = 1; chunk <= count; chunk += 1) {
    while (firstOf(run + 1) <= chunk) run += 1;
    const samples = run < runCount ? bytes.readUInt32BE(runs.body + 12 + run * 12) : 0;
    const at = chunks.body + 8 + (chunk - 1) * width;
    const start = small ? bytes.readUInt32BE(at) : Number(bytes.readBigUInt64BE(at));
    ranges.push({ start, length: sumSizes(bytes, sizes, sample, samples) });
    sample += samples;
  }
  return ranges;
}

/** Bytes of samples of a track, all of one size or each of its own. */
function sumSizes(bytes: Buffer, sizes: Box, from: number, samples: number): number {
  const each = sizes.body + 8 <= sizes.end ? bytes.readUInt32BE(sizes.body + 4) : 0;
  if (each !== 0) return each * samples;
  const count = readCount(bytes, sizes, 8, 4);
  let sum = 0;
  for (let sample = from; sample < Math.min(from + samples, count); sample += 1) sum += bytes.readUInt32BE(sizes.body + 12 + sample * 4);
  return sum;
}

/** The entries that a table says it has, as far as it reaches. */
function readCount(bytes: Buffer, { body, end }: Box, at: number, width: number): number {
  const room = Math.floor((end - body - at - 4) / width);
  return room < 0 ? 0 : Math.min(bytes.readUInt32BE(body + at), room);
}

/** Returns ranges within so many bytes in their order, none of which touch: what a film says of itself may be anything. */
export function mergeRanges(ranges: readonly Range[], size: number): Range[] {
  const merged: Range[] = [];
  for (const { start, length } of ranges.toSorted((a, b) => a.start - b.start)) {
    const end = Math.min(start + length, size);
    const last = merged.at(-1);
    if (last && start <= last.start + last.length) last.length = Math.max(last.length, end - last.start);
    else if (end > start) merged.push({ start, length: end - start });
  }
  return merged;
}
