import { Readable, pipeline, type Transform } from 'node:stream';
import { stringify } from 'csv-stringify';
import { type Cell, writeCell } from './cells';

/**
 * Writes rows as a CSV file (RFC 4180) that spreadsheets open as what it is: in UTF-8 with a mark at its beginning. What they would take for
 * a formula begins with an apostrophe.
 */
export function writeCsv(heads: readonly string[], parts: AsyncIterable<Cell[][]>): Transform {
  const writer = stringify({ bom: true, header: true, columns: [...heads], record_delimiter: '\r\n', escape_formulas: true });
  const rows = Readable.from(flatten(parts));
  // Who stops reading ends what is read from the database, too.
  pipeline(rows, writer, () => undefined);
  return writer;
}

async function* flatten(parts: AsyncIterable<Cell[][]>): AsyncGenerator<(string | number)[]> {
  for await (const part of parts) for (const row of part) yield row.map(writeCell);
}
