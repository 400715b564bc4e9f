/** The number of `text` among PostgreSQL's types. */
const textType = 25;
/** Numbers in front of the entries: dimensions, whether some are null, their type, how many there are, and the index of the first. */
const head = 20;

/**
 * Returns texts as a parameter for `text[]`, in the form in which the server keeps lists itself: what is in them is neither escaped here nor
 * looked through there. Halves of characters become U+FFFD.
 * @returns null where none of them is there: for `unnest` beside other lists that is as many nulls as they have entries
 */
export function writeTextArray(texts: readonly (string | undefined)[]): Buffer | null {
  const lengths = texts.map((text) => (text === undefined ? -1 : Buffer.byteLength(text)));
  if (lengths.every((length) => length < 0)) return null;
  const out = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + 4 + Math.max(0, length), head));
  [1, lengths.includes(-1) ? 1 : 0, textType, texts.length, 1].forEach((number, place) => out.writeInt32BE(number, place * 4));
  let end = head;
  texts.forEach((text = '', index) => {
    end = out.writeInt32BE(lengths[index] ?? -1, end);
    end += out.write(text, end);
  });
  return out;
}
