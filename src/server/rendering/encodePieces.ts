import type { Piece } from '../../runtime/pieces';

const known = new WeakMap<Piece, Buffer>();

/** Returns parts of a page in UTF-8, one after the other: most of a page are parts that others have too, which are encoded once. */
export const encodePieces = (pieces: readonly Piece[]): Buffer => Buffer.concat(pieces.map(encode));

function encode(piece: Piece): Buffer {
  if (!piece.kept) return Buffer.from(piece.html);
  const bytes = known.get(piece) ?? Buffer.from(piece.html);
  known.set(piece, bytes);
  return bytes;
}
