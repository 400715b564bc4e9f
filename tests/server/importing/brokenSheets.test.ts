import { Readable } from 'node:stream';
import exceljs from 'exceljs';
import { beforeAll, expect, it } from 'vitest';
import { ImportFault } from '../../../src/server/importing/fault';
import { readSheet } from '../../../src/server/importing/xlsx';

let whole: Buffer;
beforeAll(async () => {
  const book = new exceljs.Workbook();
  const sheet = book.addWorksheet('活动');
  sheet.addRow(['标题', '正文']);
  // Long enough to be packed in several parts.
  for (let number = 1; number <= 3000; number += 1) sheet.addRow([`第${number}场`, String(Math.sin(number))]);
  whole = Buffer.from(await book.xlsx.writeBuffer());
});

async function read(bytes: Buffer): Promise<number> {
  const parts = Array.from({ length: Math.ceil(bytes.length / 16_384) }, (_, index) =>
    bytes.subarray(index * 16_384, (index + 1) * 16_384),
  );
  let rows = 0;
  for await (const _row of readSheet(Readable.from(parts))) rows += 1;
  return rows;
}
const spoil = (from: number, length: number): Buffer => {
  const bytes = Buffer.from(whole);
  for (let place = from; place < from + length; place += 1) bytes[place] = (bytes[place] ?? 0) ^ 0x5a;
  return bytes;
};

it('reads a whole spreadsheet to its end', async () => {
  expect(await read(whole)).toBe(3001);
});

it.each([
  ['is spoilt in the middle', () => spoil(whole.length >> 1, 300)],
  ['is spoilt at its beginning', () => spoil(200, 50)],
  ['begins as no spreadsheet does', () => spoil(0, 30)],
  ['ends in the middle', () => whole.subarray(0, whole.length >> 1)],
])('says of one that %s that it cannot be read, and waits for nothing', async (_name, make) => {
  const fault: unknown = await read(make()).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(ImportFault);
});
