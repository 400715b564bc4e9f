import { Readable, pipeline } from 'node:stream';
import { type CsvError, type Parser, parse } from 'csv-parse';
import type { Said } from './fault';
import { type CellRow, readTable } from './table';

const longestRecord = 16 * 1024 * 1024;

const quotes: Said = { text: 'importQuote' };

/** Where the parser lost its way: how many records came before, and why. */
interface Halt {
  records: number;
  reason: string;
  said: Said;
}

/**
 * Returns rows of CSV (RFC 4180) by the headers of the first line. Empty lines are passed over. After a quote that is not closed, or closed
 * before the end of its cell, nothing can be trusted: that row is a bad one, and the last.
 * @param delimiter what stands between two cells
 * @throws ImportFault when the header cannot be used
 */
export const readCsv = (text: AsyncIterable<string>, delimiter = ','): ReturnType<typeof readTable> =>
  readTable(parseRecords(text, delimiter));

async function* parseRecords(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<CellRow> {
  const state: { halt?: Halt } = {};
  const parser = startParser(text, delimiter, state);
  let line = 1;
  let count = 0;
  try {
    for await (const { record: cells, raw } of parser as AsyncIterable<{ record: string[]; raw: string }>) {
      if (state.halt && count >= state.halt.records) break;
      if (cells.some((cell) => continuesAfterQuotes(cell, raw)))
        state.halt = { records: count, reason: 'text follows the closing quote of a cell; double the quotes within a cell', said: quotes };
      if (state.halt?.records === count) break;
      yield { line, ...(count + 1 === line ? {} : { row: count + 1 }), cells };
      count += 1;
      // The parser counts a line end within quotes twice when it is CR LF.
      line += 1 + cells.reduce((sum, cell) => sum + countBreaks(cell), 0);
    }
  } finally {
    parser.destroy();
  }
  if (state.halt) {
    const { reason, said } = state.halt;
    yield {
      line,
      ...(count + 1 === line ? {} : { row: count + 1 }),
      cells: [],
      error: `${reason}; the rest of the file cannot be read`,
      said,
    };
  }
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
      state.halt ??= { records: Number(error?.['records'] ?? 0), reason: describeError(error), said: quotes };
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
