import { Readable } from 'node:stream';
import type exceljs from 'exceljs';
import { Breakage } from './breakage';
import { ImportFault } from './fault';
import { parseJson } from './json';
import type { CellRow } from './table';

const day = 86_400_000;
/** Columns at most; what formats far cells is no content. */
const mostColumns = 500;

/**
 * Returns the rows of the first sheet of an XLSX file, one after the other: dates and times as text, of formulas what they came to.
 * It is to be read to its end.
 * @throws ImportFault when it is none, or broken
 */
export async function* readSheet(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CellRow> {
  // It takes a third of a second to load, which most servers never need.
  const { default: library } = await import('exceljs');
  const breakage = new Breakage();
  const input = breakage.watch(Readable.from(chunks));
  const book = new library.stream.xlsx.WorkbookReader(input, {
    worksheets: 'emit',
    sharedStrings: 'cache',
    styles: 'cache',
    hyperlinks: 'ignore',
    entries: 'ignore',
  });
  let sheets = 0;
  let width = 0;
  try {
    for await (const sheet of breakage.until(book)) {
      sheets += 1;
      for await (const row of breakage.until(sheet)) {
        if (sheets > 1) continue;
        width ||= row.cellCount;
        yield { line: row.number, cells: readCells(row, width) };
      }
    }
  } catch (error) {
    if (error instanceof ImportFault) throw error;
    throw new ImportFault(`the spreadsheet cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      text: 'importSheetBroken',
    });
  } finally {
    input.destroy();
  }
  if (sheets === 0) throw new ImportFault('the file is no spreadsheet of the type .xlsx', { text: 'importSheetBroken' });
}

/** Rows end where their last filled cell is; here all are as long as the header. */
function readCells(row: exceljs.Row, width: number): string[] {
  const length = Math.min(Math.max(row.cellCount, width), mostColumns);
  return Array.from({ length }, (_, index) => readValue(row.getCell(index + 1).value));
}

function readValue(value: exceljs.CellValue): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return readMoment(value.getTime());
  if (typeof value !== 'object') return String(value);
  if ('richText' in value) return value.richText.map(({ text }) => text).join('');
  if ('result' in value) return readValue(value.result);
  if ('text' in value) return readValue(value.text);
  return 'error' in value ? value.error : '';
}

/** Sheets know no zones: what stands in them is on the clocks of Shanghai. Moments without a clock are days; fractions of days are no whole seconds. */
function readMoment(time: number): string {
  if (Number.isNaN(time)) return '';
  const seconds = Math.round(time / 1000) * 1000;
  const text = new Date(seconds).toISOString();
  return seconds % day === 0 ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}

/** Writes rows of a sheet as lines of JSON, which can be read again and again without unpacking it. */
export async function* writeSheetText(rows: AsyncIterable<CellRow>): AsyncGenerator<Buffer> {
  for await (const { line, cells } of rows) yield Buffer.from(`${JSON.stringify([line, ...cells])}\n`);
}

/** Returns the rows that were written as lines of JSON. */
export async function* readSheetText(text: AsyncIterable<string>): AsyncGenerator<CellRow> {
  let rest = '';
  const read = (content: string): CellRow => {
    const [line, ...cells] = parseJson(content) as [number, ...string[]];
    return { line, cells };
  };
  for await (const piece of text) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const content of lines) yield read(content);
  }
  if (rest !== '') yield read(rest);
}
