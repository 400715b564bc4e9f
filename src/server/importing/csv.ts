import { Readable, pipeline } from 'node:stream';
import { type CsvError, type Parser, parse } from 'csv-parse';
import { ImportFault, listNames } from './fault';
import type { Row } from './rows';

const longestRecord = 16 * 1024 * 1024;

/** Where the parser lost its way: how many records came before, and why. */
interface Halt {
  records: number;
  reason: string;
}

/**
 * Returns rows of CSV (RFC 4180) by the headers of the first line. Empty lines are passed over. After a quote that is not closed, or closed
 * before the end of its cell, nothing can be trusted: that row is a bad one, and the last.
 * @param delimiter what stands between two cells
 * @throws ImportFault when the header cannot be used
 */
export async function readCsv(text: AsyncIterable<string>, delimiter = ','): Promise<{ columns: string[]; rows: AsyncIterable<Row> }> {
  const records = parseRecords(text, delimiter);
  const first = await records.next();
  if (first.done) throw new ImportFault('the file is empty');
  if (first.value.error !== undefined) throw new ImportFault(`line ${first.value.line}: ${first.value.error}`);
  const header = first.value.cells.map((name) => name.trim());
  const columns = header.filter((name) => name !== '');
  if (columns.length === 0) throw new ImportFault('line 1: expected the names of the columns');
  const twice = columns.find((name, place) => columns.indexOf(name) !== place);
  if (twice !== undefined) throw new ImportFault(`line 1: the column "${twice}" is there twice; the columns are ${listNames(columns)}`);
  return { columns, rows: toRows(records, header) };
}

async function* toRows(records: AsyncGenerator<CsvRecord>, header: readonly string[]): AsyncGenerator<Row> {
  for await (const { line, cells, error } of records) {
    if (error !== undefined) yield { line, record: {}, error };
    else if (cells.some((cell) => cell.trim() !== '')) yield toCsvRow(line, cells, header);
  }
}

function toCsvRow(line: number, cells: readonly string[], header: readonly string[]): Row {
  const filled = cells.findLastIndex((cell) => cell !== '') + 1;
  if (cells.length < header.length || filled > header.length) {
    return {
      line,
      record: {},
      error: `expected ${header.length} cells as in the header, found ${Math.max(filled, Math.min(cells.length, header.length))}`,
    };
  }
  return { line, record: Object.fromEntries(header.flatMap((name, place) => (name === '' ? [] : [[name, cells[place] ?? '']]))) };
}

interface CsvRecord {
  line: number;
  cells: string[];
  error?: string;
}

async function* parseRecords(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRecord> {
  const state: { halt?: Halt } = {};
  const parser = startParser(text, delimiter, state);
  let line = 1;
  let count = 0;
  try {
    for await (const { record: cells, raw } of parser as AsyncIterable<{ record: string[]; raw: string }>) {
      if (state.halt && count >= state.halt.records) break;
      if (cells.some((cell) => continuesAfterQuotes(cell, raw)))
        state.halt = { records: count, reason: 'text follows the closing quote of a cell; double the quotes within a cell' };
      if (state.halt?.records === count) break;
      yield { line, cells };
      count += 1;
      // The parser counts a line end within quotes twice when it is CR LF.
      line += 1 + cells.reduce((sum, cell) => sum + countBreaks(cell), 0);
    }
  } finally {
    parser.destroy();
  }
  if (state.halt) yield { line, cells: [], error: `${state.halt.reason}; the rest of the file cannot be read` };
}

function startParser(text: AsyncIterable<string>, delimiter: string, state: { halt?: Halt }): Parser {
  const parser = parse({
    // A quote in the middle of a cell without quotes is a character as others are.
    relax_quotes: true,
    raw: true,
    relax_column_count: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: longestRecord,
    // An error thrown by the parser would take the rows before it along.
    skip_records_with_error: true,
    on_skip: (error) => {
      state.halt ??= { records: Number(error?.['records'] ?? 0), reason: describeError(error) };
    },
  });
  const input = Readable.from(readUntilHalt(text, state));
  // Errors of the input end the parser, where they are thrown on.
  pipeline(input, parser, () => undefined);
  return parser;
}

async function* readUntilHalt(text: AsyncIterable<string>, state: { halt?: Halt }): AsyncGenerator<string> {
  for await (const piece of text) {
    if (state.halt) return;
    if (piece !== '') yield piece;
  }
}

function describeError(error: CsvError | undefined): string {
  const code = String(error?.code);
  if (code.includes('QUOTE_NOT_CLOSED')) return 'a quote that opens in this row is never closed';
  if (code.includes('MAX_RECORD_SIZE')) return `the row is longer than ${longestRecord} characters; perhaps a quote is never closed`;
  return error?.message ?? 'the row cannot be read';
}

/**
 * Returns whether a cell has text after its closing quote. The parser, asked to be lenient, gives such a cell with its quotes; a cell that
 * really starts with one has it doubled in the file.
 */
const continuesAfterQuotes = (cell: string, raw: string): boolean =>
  cell.startsWith('"') && !raw.includes(`"${cell.replaceAll('"', '""')}"`);

const countBreaks = (cell: string): number => (cell.includes('\n') || cell.includes('\r') ? (cell.match(/\r\n|\n|\r/g)?.length ?? 0) : 0);
