import { expect, it } from 'vitest';
import { isFitName, isTrueToType, readClaimedKind } from '../../../../src/server/rooms/uploads/claims';
import { detectType } from '../../../../src/server/rooms/uploads/fileTypes';
import { readRange } from '../../../../src/server/plugins/range';
import { accepted } from './files';

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

it.each<[string, string, string, boolean]>([
  ['a.jpg', 'image/jpeg', 'jpg', true],
  ['DSC_0001.JPEG', 'image/jpeg', 'jpg', true],
  ['a.b.png', 'image/png', 'png', true],
  ['a.rar', 'application/octet-stream', 'rar', true],
  ['a.docx', 'application/wps-office.docx', 'docx', true],
  ['a.png', 'image/jpeg', 'jpg', false],
  ['a.jpg', 'image/png', 'jpg', false],
  ['a.jpg', 'text/plain', 'jpg', false],
  ['a.jpg', 'text/html', 'jpg', false],
  ['a.jpg.exe', 'image/jpeg', 'jpg', false],
  ['jpg', 'image/jpeg', 'jpg', false],
  ['', 'image/jpeg', 'jpg', false],
  ['a.docx', 'application/zip', 'zip', false],
  ['a.zip', 'application/zip', 'docx', false],
])('%s, said to be %s, that begins a %s: %s', (filename, mimetype, extension, isTrue) => {
  const known = Object.entries(accepted).find(([name]) => name === extension)?.[1];
  expect(isTrueToType({ filename, mimetype }, { kind: known?.kind ?? 'file', extension, type: known?.type ?? '' })).toBe(isTrue);
});

it.each([
  ['a.jpg', '', 'image'],
  ['a.svg', 'text/plain', 'image'],
  ['a.MOV', '', 'video'],
  ['a', 'image/heic', 'image'],
  ['a.txt', 'video/mp4', 'video'],
  ['a.txt', 'text/plain', undefined],
])('%s of %j is said to be of the kind %j', (filename, mimetype, kind) => expect(readClaimedKind({ filename, mimetype })).toBe(kind));

it.each([
  ['照片 (1): "海".jpg', true],
  [`${'海'.repeat(196)}.jpg`, true],
  [`${'海'.repeat(197)}.jpg`, false],
  ['.htaccess', false],
  ['', false],
  ['a\u0000.jpg', false],
  ['a\r\nX: y.jpg', false],
  ['a\u202egpj.exe', false],
  ['a/b.jpg', false],
  ['a\\b.jpg', false],
  ['a\ud800.jpg', false],
])('the name %j fits: %s', (filename, fits) => expect(isFitName(filename)).toBe(fits));
