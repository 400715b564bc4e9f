import { describe, expect, it } from 'vitest';
import { detectType } from '../../../../src/server/rooms/uploads/fileTypes';
import { stripMetadata } from '../../../../src/server/rooms/uploads/jpeg';
import { readRange } from '../../../../src/server/plugins/range';
import { exif, jpeg, jpegSegment } from './files';

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}
async function stripped(bytes: Buffer, size = 1000): Promise<Buffer> {
  const out: Buffer[] = [];
  for await (const part of stripMetadata(pieces(bytes, size))) out.push(part);
  return Buffer.concat(out);
}
const icc = jpegSegment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01profile', 'latin1'));
const personal = [
  jpegSegment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>', 'latin1')),
  jpegSegment(0xed, Buffer.from('Photoshop 3.0\0city', 'latin1')),
  jpegSegment(0xfe, Buffer.from('by somebody')),
];

describe('JPEGs', () => {
  it('without metadata stay as they are, however they arrive', async () => {
    const whole = jpeg(icc);
    for (const size of [1, 2, 3, 7, 100, 10_000]) expect((await stripped(whole, size)).equals(whole)).toBe(true);
  });

  it.each([1, 5, 64, 10_000])('lose the place, the author and what stands behind their end, in pieces of %i', async (size) => {
    const out = await stripped(Buffer.concat([jpeg(exif(1), icc, ...personal), Buffer.from('a film with a place in it')]), size);
    expect(out.equals(jpeg(icc))).toBe(true);
  });

  it.each([
    [6, false],
    [3, true],
    [8, true],
  ])('keep how they are to be turned (%i)', async (orientation, little) => {
    const out = await stripped(jpeg(exif(orientation, little), icc));
    expect(out.includes('GPS')).toBe(false);
    const start = out.indexOf('Exif\0\0', 0, 'latin1');
    expect(out.subarray(start + 6, start + 14).toString('hex')).toBe('4d4d002a00000008');
    expect(out.readUInt16BE(start + 6 + 18)).toBe(orientation);
    expect(out.readUInt16BE(4)).toBe(2 + 6 + 26);
    expect(out.subarray(0, 2).equals(Buffer.from([0xff, 0xd8]))).toBe(true);
  });

  it.each([
    ['nothing but a beginning', Buffer.from([0xff, 0xd8, 0xff])],
    ['no scan', Buffer.concat([Buffer.from([0xff, 0xd8]), icc, Buffer.from([0xff, 0xd9])])],
    ['no segments', Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(100_000, 1)])],
  ])('with %s are none', async (_what, bytes) => {
    await expect(stripped(bytes)).rejects.toThrow(/JPEG/);
  });

  it('that break off within a scan are passed on as far as they go', async () => {
    const whole = jpeg(icc);
    expect((await stripped(whole.subarray(0, -2))).equals(whole.subarray(0, -2))).toBe(true);
  });
});

it.each([
  [undefined, 'none'],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=500-', { start: 500, end: 999 }],
  ['bytes=-100', { start: 900, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=990-5000', { start: 990, end: 999 }],
  ['bytes=1000-', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=9-3', 'outside'],
  ['bytes=0-1,5-6', 'none'],
  ['items=0-1', 'none'],
  ['bytes=-', 'none'],
  ['bytes=1e3-', 'none'],
])('the range %j of 1000 bytes is %j', (header, range) => expect(readRange(header, 1000)).toEqual(range));

it.each([
  ['', undefined],
  ['\x00\x00\x00\x18ftypqt  ', undefined],
  ['\x00\x00\x00\x18ftypavif', undefined],
  ['\x00\x00\x00\x18ftypmp42', 'mp4'],
  ['GIF88a\x00', undefined],
  ['PK\x05\x06', 'zip'],
  ['a\tb\r\n', 'txt'],
  ['a\x00b', undefined],
])('%j begins a %s', async (head, extension) => {
  expect((await detectType(Buffer.from(head, 'latin1')))?.extension).toBe(extension);
});
