/** A part of a page as text. */
export interface Piece {
  readonly html: string;
  /** Other pages have the same object: what is made of it is worth keeping for as long as it is there. */
  readonly kept?: true;
}

/** Returns the text of parts of a page, one after the other. */
export const joinPieces = (pieces: readonly Piece[]): string => pieces.map(({ html }) => html).join('');
