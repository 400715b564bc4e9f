/** A box of an MP4 (ISO/IEC 14496-12, 4.2): where it starts, where what it holds starts, and where it ends. */
export interface Box {
  type: string;
  start: number;
  body: number;
  end: number;
}

/**
 * Yields the boxes between two places. @throws Error when they are not made of boxes
 */
export function* boxesIn(bytes: Buffer, start: number, end: number): Generator<Box> {
  for (let at = start; at < end;) {
    if (at + 8 > end) {
      // QuickTime may end a list of boxes by four zeros.
      if (bytes.subarray(at, end).every((byte) => byte === 0)) return;
      throw new Error('a box breaks off');
    }
    const small = bytes.readUInt32BE(at);
    const head = small === 1 ? 16 : 8;
    if (at + head > end) throw new Error('a box breaks off');
    const size = small === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : small === 0 ? end - at : small;
    if (size < head || at + size > end) throw new Error('a box is larger than what holds it');
    yield { type: bytes.toString('latin1', at + 4, at + 8), start: at, body: at + head, end: at + size };
    at += size;
  }
}

/** The first box at a path of types below another. */
export function findBox(bytes: Buffer, { body, end }: Box, ...path: string[]): Box | undefined {
  const [type, ...rest] = path;
  for (const box of boxesIn(bytes, body, end)) if (box.type === type) return rest.length === 0 ? box : findBox(bytes, box, ...rest);
  return undefined;
}
