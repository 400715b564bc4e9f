import { ImportFault, listNames, type Said } from './fault';
import type { Row } from './rows';

/** A row of cells as a file has it, or why it cannot be read. */
export interface CellRow {
  /** The line that it starts on, from 1. */
  line: number;
  /** Its number as spreadsheets count, where that is another one. */
  row?: number;
  cells: string[];
  error?: string;
  said?: Said;
}

/**
 * Returns rows of a table by the headers of its first row. Empty rows are passed over.
 * @throws ImportFault when the header cannot be used
 */
export async function readTable(records: AsyncGenerator<CellRow>): Promise<{ columns: string[]; rows: AsyncGenerator<Row> }> {
  const first = await records.next();
  if (first.done) throw new ImportFault('the file is empty', { text: 'importEmpty' });
  if (first.value.error !== undefined) throw new ImportFault(`line ${first.value.line}: ${first.value.error}`, first.value.said);
  const header = first.value.cells.map((name) => name.trim());
  const columns = header.filter((name) => name !== '');
  if (columns.length === 0) throw new ImportFault('line 1: expected the names of the columns', { text: 'importHeader' });
  const twice = columns.find((name, place) => columns.indexOf(name) !== place);
  if (twice !== undefined)
    throw new ImportFault(`line 1: the column "${twice}" is there twice; the columns are ${listNames(columns)}`, {
      text: 'importTwice',
      values: { column: twice },
    });
  return { columns, rows: toRows(records, header) };
}

async function* toRows(records: AsyncGenerator<CellRow>, header: readonly string[]): AsyncGenerator<Row> {
  for await (const record of records) {
    const { cells, error, said, ...place } = record;
    if (error !== undefined) yield { ...place, record: {}, error, said };
    else if (cells.some((cell) => cell.trim() !== '')) yield toRow(record, header);
  }
}

function toRow({ cells, error: _error, said: _said, ...place }: CellRow, header: readonly string[]): Row {
  const filled = cells.findLastIndex((cell) => cell !== '') + 1;
  if (cells.length < header.length || filled > header.length) {
    const found = Math.max(filled, Math.min(cells.length, header.length));
    return {
      ...place,
      record: {},
      error: `expected ${header.length} cells as in the header, found ${found}`,
      said: { text: 'importCells', values: { expected: header.length, found } },
    };
  }
  return { ...place, record: Object.fromEntries(header.flatMap((name, index) => (name === '' ? [] : [[name, cells[index] ?? '']]))) };
}
