import type { JsonObject } from '../../model/payload';
import { readCsv } from './csv';
import { decodeUtf8 } from './decode';
import { readNdjson } from './ndjson';

/** The forms of files that can be imported. */
export type Format = 'csv' | 'ndjson';

/** A row of a file: what is in it, or why it cannot be read. */
export interface Row {
  /** The line that it starts on, from 1. */
  line: number;
  record: JsonObject;
  error?: string;
}

/** An opened file. */
export interface RowSource {
  format: Format;
  /** The headers of a CSV file. */
  columns?: string[];
  rows: AsyncIterable<Row>;
}

/**
 * Opens a file as rows; they are read as they are asked for, so the length of the file does not matter.
 * @throws ImportFault when the file is empty, no text, or its header cannot be used; the same while rows are read
 */
export async function openRows(format: Format, chunks: AsyncIterable<Uint8Array>): Promise<RowSource> {
  const text = decodeUtf8(chunks);
  return format === 'csv' ? { format, ...await readCsv(text) } : { format, rows: readNdjson(text) };
}
