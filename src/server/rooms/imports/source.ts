import { setImmediate } from 'node:timers/promises';
import { addImportChunk, type ImportJob, type ImportKey, readImportChunks, removeImportChunks } from '../../../database/desk/imports';
import { chunkBytes } from '../../../database/content/uploads';
import type { Queryable } from '../../../database/connection';
import type { JsonObject } from '../../../model/json';
import { ImportFault } from '../../importing/fault';
import { type Encoding, type Format, openRows, type Row, type RowSource } from '../../importing/rows';
import { readSheet, writeSheetText } from '../../importing/xlsx';

/** The rows that staff are shown before they say what the columns are. */
const mostShown = 5;
/** The records of JSON that are looked through for their names. */
const mostLookedAt = 50;
const longestShown = 120;
/** For so many milliseconds on end rows are read: visitors' pages come between. */
const shareMs = 10;

/** What staff are shown of a file. */
export interface ImportPreview {
  columns: string[];
  sample: string[][];
  /** The file is a table rather than records of JSON. */
  isTable: boolean;
}

/** The parts of a file: as it came, and unpacked. */
const parts = { whole: 0, unpacked: 1 } as const;

/** A file of which somebody is told how many bytes were read. */
type FilePart = Pick<ImportJob, 'tenant' | 'id' | 'format' | 'encoding'>;

/**
 * Opens the file of an import, whose rows are read as they are asked for.
 * @throws ImportFault when it cannot be used
 */
export async function openImport(db: Queryable, job: FilePart, onBytes: (bytes: number) => void = () => undefined): Promise<RowSource> {
  const chunks = readImportChunks(db, job, job.format === 'sheetText' ? parts.unpacked : parts.whole);
  const source = await openRows(job.format as Format, countBytes(chunks, onBytes), job.encoding as Encoding);
  return { ...source, rows: pace(source.rows) };
}

async function* countBytes(chunks: AsyncIterable<Buffer>, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    onBytes(bytes);
    yield chunk;
  }
}

/** Lets others have their turn between rows. */
async function* pace(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  let begin = performance.now();
  for await (const row of rows) {
    yield row;
    if (performance.now() - begin < shareMs) continue;
    await setImmediate();
    begin = performance.now();
  }
}

/**
 * Unpacks a spreadsheet into lines of text, which take its place.
 * @returns its bytes
 * @throws ImportFault when it is none
 */
export async function unpackSheet(db: Queryable, key: ImportKey, signal: AbortSignal): Promise<number> {
  let [number, size] = [0, 0];
  let waiting: Buffer[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    if (length === 0) return;
    await addImportChunk(db, key, parts.unpacked, number, Buffer.concat(waiting));
    size += length;
    number += 1;
    [waiting, length] = [[], 0];
  };
  for await (const line of writeSheetText(readSheet(readImportChunks(db, key, parts.whole)))) {
    if (signal.aborted) break;
    waiting.push(line);
    length += line.length;
    if (length >= chunkBytes) await flush();
  }
  await flush();
  await removeImportChunks(db, key, parts.whole);
  return size;
}

/**
 * Returns the columns of a file and its first rows.
 * @throws ImportFault when it cannot be used, or has no rows
 */
export async function previewImport(db: Queryable, job: FilePart): Promise<ImportPreview> {
  const { columns: named, rows } = await openImport(db, job);
  const found: JsonObject[] = [];
  let fault: Row | undefined;
  for await (const row of rows) {
    if (row.error === undefined) found.push(row.record);
    else fault ??= row;
    if (found.length >= (named ? mostShown : mostLookedAt)) break;
  }
  const columns = named ?? [...new Set(found.flatMap((record) => Object.keys(record)))];
  if (found.length === 0) throw new ImportFault(fault?.error ?? 'there are no rows', fault?.said ?? { text: 'importNoRows' });
  return {
    columns,
    sample: found.slice(0, mostShown).map((record) => columns.map((name) => show(record[name]))),
    isTable: named !== undefined,
  };
}

function show(value: unknown): string {
  const text = value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}\u2026` : text;
}
