import { randomFillSync } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { glyphs, glyphSize, measureInk } from '../../security/glyphs';

const [width, height] = [240, 84];

type Color = readonly [number, number, number];

/** Numbers nobody can foresee, drawn many at a time: a picture takes some sixty thousand of them. */
const pool = new Uint32Array(16_384);
let used = pool.length;

function drawFraction(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const value = pool[used] ?? 0;
  used += 1;
  return value / 2 ** 32;
}

/** Returns a number between two bounds, unforeseeable. */
const drawNumber = (low: number, high: number): number => low + (high - low) * drawFraction();
/** Returns a whole number below a bound, unforeseeable. */
const drawBelow = (bound: number): number => Math.floor(bound * drawFraction());
const drawInk = (): Color => [drawNumber(10, 95), drawNumber(10, 95), drawNumber(10, 95)];

/**
 * Draws characters as dots: each turned, sheared and bent in its own way, with curves and specks over them. There is no path
 * and no text in it that a program could read.
 * @param text of characters from `glyphs`
 * @returns a PNG of 240 by 84 pixels
 */
export function drawCaptcha(text: string): Buffer {
  const pixels = new Uint8Array(width * height * 3).fill(0);
  const ground: Color = [drawNumber(228, 248), drawNumber(228, 248), drawNumber(228, 248)];
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (ground[at % 3] ?? 0) + drawNumber(-7, 7);
  const step = (width - 24) / text.length;
  [...text].forEach((character, index) =>
    drawGlyph(pixels, glyphs[character] ?? [], 12 + step * (index + 0.5) + drawNumber(-4, 4), height / 2 + drawNumber(-6, 6)),
  );
  for (let count = 0; count < 3; count += 1) drawCurve(pixels);
  for (let count = 0; count < 420; count += 1) blend(pixels, drawBelow(width), drawBelow(height), drawInk(), drawNumber(0.15, 0.5));
  return encodePng(width, height, pixels);
}

/** Each pixel around the middle is traced back to the place of the bitmap that it shows. */
function drawGlyph(pixels: Uint8Array, rows: readonly number[], middleX: number, middleY: number): void {
  const [scaleX, scaleY] = [drawNumber(7, 8.2), drawNumber(7.2, 8.6)];
  const [turn, shear] = [drawNumber(-0.3, 0.3), drawNumber(-0.22, 0.22)];
  const [waveX, waveY] = [drawNumber(0.15, 0.4), drawNumber(0.12, 0.35)];
  const [phase, length] = [drawNumber(0, Math.PI * 2), drawNumber(5, 8)];
  const [cos, sin, color, reach] = [Math.cos(turn), Math.sin(turn), drawInk(), 44];
  for (let y = Math.floor(middleY - reach); y < middleY + reach; y += 1) {
    for (let x = Math.floor(middleX - reach); x < middleX + reach; x += 1) {
      const [dx, dy] = [x - middleX, y - middleY];
      const v = (dy * cos - dx * sin) / scaleY;
      const u = (dx * cos + dy * sin) / scaleX + shear * v;
      const bentX = u + waveX * Math.sin((v * Math.PI * 2) / length + phase) + glyphSize.width / 2;
      const bentY = v + waveY * Math.sin((u * Math.PI * 2) / length + phase) + glyphSize.height / 2;
      blend(pixels, x, y, color, Math.min(1, Math.max(0, (measureInk(rows, bentX, bentY) - 0.24) * 5)));
    }
  }
}

function drawCurve(pixels: Uint8Array): void {
  const [start, rise] = [drawNumber(12, height - 12), drawNumber(-0.12, 0.12)];
  const [swing, period, phase] = [drawNumber(6, 18), drawNumber(60, 160), drawNumber(0, 6)];
  const [color, thickness] = [drawInk(), 2 + drawBelow(2)];
  for (let x = 0; x < width; x += 0.5) {
    const y = start + rise * x + swing * Math.sin((x / period) * Math.PI * 2 + phase);
    for (let row = 0; row < thickness; row += 1) blend(pixels, Math.floor(x), Math.floor(y) + row, color, 0.3);
  }
}

function blend(pixels: Uint8Array, x: number, y: number, color: Color, share: number): void {
  if (share <= 0 || x < 0 || x >= width || y < 0 || y >= height) return;
  const at = (y * width + x) * 3;
  for (let channel = 0; channel < 3; channel += 1)
    pixels[at + channel] = (pixels[at + channel] ?? 0) * (1 - share) + (color[channel] ?? 0) * share;
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function crc32(data: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of data) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/**
 * Returns a picture as PNG (ISO/IEC 15948), 8 bits for each of red, green and blue.
 * @param pixels width × height × 3 bytes, row by row
 */
function encodePng(width: number, height: number, pixels: Uint8Array): Buffer {
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * width * 3, (y + 1) * width * 3), y * (width * 3 + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    writeChunk('IHDR', header),
    writeChunk('IDAT', deflateSync(rows)),
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function writeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
