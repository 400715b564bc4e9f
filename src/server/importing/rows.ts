import type { JsonObject } from '../../model/json';
import { readCsv } from './csv';
import { ImportFault, type Said } from './fault';
import { readJson, readNdjson } from './json';
import { readTable } from './table';
import { readSheet, readSheetText } from './xlsx';

/** The forms of files that can be imported. */
export const formats = ['csv', 'tsv', 'ndjson', 'json', 'xlsx'] as const;
/** How the rows of a file are written; sheetText is what `writeSheetText` makes of a spreadsheet. */
export type Format = (typeof formats)[number] | 'sheetText';

/** A row of a file: what is in it, or why it cannot be read. */
export interface Row {
  /** The line that it starts on, from 1. */
  line: number;
  /** Its number as spreadsheets and lists count, from 1, where that is another one. */
  row?: number;
  record: JsonObject;
  error?: string;
  /** The same for staff. */
  said?: Said;
}

/** An opened file. */
export interface RowSource {
  format: Format;
  /** The headers of a table; absent: its records are objects of JSON. */
  columns?: string[];
  rows: AsyncIterable<Row>;
}

/**
 * Opens a file as rows; they are read as they are asked for, so the length of the file does not matter, but for JSON, which is one value.
 * @throws ImportFault when the file is empty, no text, or its header cannot be used; the same while rows are read
 */
export async function openRows(format: Format, chunks: AsyncIterable<Uint8Array>, encoding?: Encoding): Promise<RowSource> {
  if (format === 'xlsx') return { format, ...(await readTable(readSheet(chunks))) };
  const text = decodeText(chunks, encoding);
  if (format === 'sheetText') return { format, ...(await readTable(readSheetText(text))) };
  if (format === 'json') return { format, rows: readJson(text) };
  return format === 'ndjson' ? { format, rows: readNdjson(text) } : { format, ...(await readCsv(text, format === 'tsv' ? '\t' : ',')) };
}

/** The encodings of files that can be imported; gbk also reads what is written in GB 2312 and GB 18030. */
export type Encoding = 'utf-8' | 'gbk';

/**
 * Returns the text of a stream, with or without byte order mark, piece by piece.
 * @throws ImportFault when there is nothing in it, and when it is no text of that encoding
 */
async function* decodeText(chunks: AsyncIterable<Uint8Array>, encoding: Encoding = 'utf-8'): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding === 'gbk' ? 'gb18030' : encoding, { fatal: true });
  let bytes = 0;
  for await (const chunk of chunks) {
    if (bytes === 0) refuseBinary(chunk);
    bytes += chunk.length;
    yield decode(decoder, chunk, bytes);
  }
  if (bytes === 0) throw new ImportFault('the file is empty', { text: 'importEmpty' });
  yield decode(decoder, undefined, bytes);
}

function decode(decoder: TextDecoder, chunk: Uint8Array | undefined, bytes: number): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    const within = `(within its first ${bytes} bytes)`;
    throw new ImportFault(
      decoder.encoding === 'utf-8'
        ? `the file is not UTF-8 text ${within}; save it as UTF-8, or give --encoding gbk when it is GBK, as spreadsheets write it in China`
        : `the file is not GBK text ${within}; leave --encoding out when it is UTF-8`,
      { text: 'importEncoding' },
    );
  }
}

function refuseBinary(start: Uint8Array): void {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw new ImportFault('the file is UTF-16 text; save it as UTF-8', { text: 'importEncoding' });
  if (first === 0x50 && second === 0x4b)
    throw new ImportFault('the file is a spreadsheet or an archive, not text; save the sheet as "CSV UTF-8"', { text: 'importBinary' });
  if (start.subarray(0, 4096).includes(0)) throw new ImportFault('the file is binary, not text', { text: 'importBinary' });
}
