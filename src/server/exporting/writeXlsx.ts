import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type exceljs from 'exceljs';
import type { Cell } from './cells';

/** What a sheet and a cell hold at most. */
const mostRows = 1_000_000;
const mostLetters = 32_767;
const hour = 3_600_000;
/** Sheets know no zones: moments stand in them as the clocks of Shanghai show them. */
const offset = 8 * hour;
const formats = { day: 'yyyy-mm-dd', moment: 'yyyy-mm-dd hh:mm' };
const widths = { least: 10, most: 48, day: 12, moment: 18 };

/**
 * Writes rows as an XLSX file, with moments and numbers as such; more than a sheet holds stand in several.
 * @param name what the sheet is called
 */
export function writeXlsx(name: string, heads: readonly string[], parts: AsyncIterable<Cell[][]>): PassThrough {
  const out = new PassThrough();
  fill(out, name, heads, parts).catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))));
  return out;
}

async function fill(out: PassThrough, name: string, heads: readonly string[], parts: AsyncIterable<Cell[][]>): Promise<void> {
  // It takes a third of a second to load, which most servers never need.
  const { default: library } = await import('exceljs');
  const book = new library.stream.xlsx.WorkbookWriter({ stream: out, useStyles: true, useSharedStrings: false });
  let sheet: exceljs.Worksheet | undefined;
  let count = 0;
  for await (const part of parts) {
    // Who stops reading ends what is read from the database, too.
    if (out.destroyed) return;
    for (const row of part) {
      if (count > 0 && count % mostRows === 0) {
        sheet?.commit();
        sheet = undefined;
      }
      sheet ??= addSheet(book, count === 0 ? name : `${name} ${count / mostRows + 1}`, heads, part);
      addRow(sheet, row);
      count += 1;
    }
    await settle(out);
  }
  sheet ??= addSheet(book, name, heads, []);
  sheet.commit();
  await book.commit();
}

function addSheet(book: exceljs.stream.xlsx.WorkbookWriter, name: string, heads: readonly string[], sample: Cell[][]): exceljs.Worksheet {
  const sheet = book.addWorksheet(cleanName(name), { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = heads.map((head, index) => ({ width: measure(head, sample, index) }));
  const row = sheet.addRow([...heads]);
  row.font = { bold: true };
  row.commit();
  return sheet;
}

/** What a sheet cannot be called is left out. */
const cleanName = (name: string): string =>
  name
    .replace(/[\\/*?:[\]']/g, ' ')
    .trim()
    .slice(0, 28) || 'Sheet';

/** As wide as the first rows need; letters of Chinese are twice as wide as others. */
function measure(head: string, sample: readonly Cell[][], index: number): number {
  const wide = (text: string): number => [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 2 : 1), 2);
  const needed = sample.slice(0, 50).map((row) => {
    const cell = row[index] ?? '';
    return typeof cell === 'object' ? (cell.isDay ? widths.day : widths.moment) : wide(String(cell).slice(0, widths.most));
  });
  return Math.min(widths.most, Math.max(widths.least, wide(head), ...needed));
}

function addRow(sheet: exceljs.Worksheet, cells: readonly Cell[]): void {
  const row = sheet.addRow(cells.map(toValue));
  cells.forEach((cell, index) => {
    if (typeof cell === 'object') row.getCell(index + 1).numFmt = cell.isDay ? formats.day : formats.moment;
  });
  row.commit();
}

function toValue(cell: Cell): string | number | Date | null {
  if (typeof cell === 'object') return new Date(cell.time + offset);
  if (typeof cell === 'number') return cell;
  return cell === '' ? null : cell.slice(0, mostLetters);
}

/** Waits until what was written is on its way, so that no more than a part is in memory. */
async function settle(out: PassThrough): Promise<void> {
  await setImmediate();
  if (!out.writableNeedDrain || out.destroyed) return;
  const ended = new AbortController();
  await Promise.race([once(out, 'drain', { signal: ended.signal }), once(out, 'close', { signal: ended.signal })]).catch(() => undefined);
  ended.abort();
}
