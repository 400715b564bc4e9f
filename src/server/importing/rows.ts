import type { JsonObject } from '../../model/json';
import { readCsv } from './csv';
import { type Encoding, decodeText } from './decode';
import { readJson } from './json';
import { readNdjson } from './ndjson';

/** The forms of files that can be imported. */
export const formats = ['csv', 'tsv', 'ndjson', 'json'] as const;
export type Format = (typeof formats)[number];

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
  /** The headers of a CSV or TSV file. */
  columns?: string[];
  rows: AsyncIterable<Row>;
}

/**
 * Opens a file as rows; they are read as they are asked for, so the length of the file does not matter, but for JSON, which is one value.
 * @throws ImportFault when the file is empty, no text, or its header cannot be used; the same while rows are read
 */
export async function openRows(format: Format, chunks: AsyncIterable<Uint8Array>, encoding?: Encoding): Promise<RowSource> {
  const text = decodeText(chunks, encoding);
  if (format === 'json') return { format, rows: readJson(text) };
  return format === 'ndjson' ? { format, rows: readNdjson(text) } : { format, ...(await readCsv(text, format === 'tsv' ? '\t' : ',')) };
}
