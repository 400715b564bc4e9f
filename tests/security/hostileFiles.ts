import sharp from 'sharp';
import { deflateSync, gzipSync } from 'node:zlib';
import { accepted, box, exif, jpeg, jpegSegment, mp4, png, pngChunk } from '../server/rooms/uploads/files';

/** A file that means harm, and what is to become of it: refused, or served so that nothing of it runs. */
export interface HostileFile {
  what: string;
  filename: string;
  type: string;
  bytes: Buffer;
  ends: 'refused' | 'inert';
}

/** What a browser would run if it took the file for a page. */
export const script = '<script>document.documentElement.dataset.ran="1";fetch("/ran")</script>';
const page = `<!doctype html><html><body onload="fetch('/ran')">${script}</body></html>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="fetch('/ran')"><script>fetch('/ran')</script></svg>`;
const of = (name: string): Buffer => accepted[name]?.bytes ?? Buffer.alloc(0);
const join = (...parts: (Buffer | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
const number = (value: number, bytes = 4): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** A PNG whose head says any size, with as much data as zeros for some lines. */
const declaredPng = (width: number, height: number, depth = 8): Buffer =>
  join(
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', join(number(width), number(height), Buffer.from([depth, 2, 0, 0, 0]))),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  );
const declaredGif = (width: number, height: number): Buffer => {
  const gif = Buffer.from(of('gif'));
  gif.writeUInt16LE(width, 6);
  gif.writeUInt16LE(height, 8);
  return gif;
};
const declaredJpeg = (width: number, height: number): Buffer => {
  const picture = Buffer.from(jpeg());
  // Start of frame: marker, length, precision, height, width (T.81, B.2.2).
  const frame = picture.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc2].includes(picture[at + 1] ?? 0));
  picture.writeUInt16BE(height, frame + 5);
  picture.writeUInt16BE(width, frame + 7);
  return picture;
};
const declaredWebp = (width: number, height: number): Buffer => {
  const body = join(
    Buffer.from([0x10, 0, 0, 0]),
    Buffer.from([(width - 1) & 255, ((width - 1) >> 8) & 255, (width - 1) >> 16]),
    Buffer.from([(height - 1) & 255, ((height - 1) >> 8) & 255, (height - 1) >> 16]),
  );
  const lossy = of('webp').subarray(12);
  const extended = join('VP8X', Buffer.from([10, 0, 0, 0]), body, lossy);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(extended.length + 4);
  return join('RIFF', size, 'WEBP', extended);
};
/** A picture of one colour in a few hundred kilobytes that takes gigabytes once it is decoded. */
const bomb = await sharp({ create: { width: 16_000, height: 8_000, channels: 3, background: 'black' }, limitInputPixels: false })
  .png({ compressionLevel: 9 })
  .toBuffer();
const [still, large] = [
  of('gif'),
  await sharp({ create: { width: 4000, height: 4000, channels: 3, background: 'black' } })
    .gif()
    .toBuffer(),
];
/** The bytes before the first frame of a GIF: head, size and colours. */
const gifHead = (gif: Buffer): number => 13 + (((gif[10] ?? 0) & 0x80) === 0 ? 0 : 3 * 2 ** (((gif[10] ?? 0) & 7) + 1));
const frames = join(large.subarray(0, -1), ...Array<Buffer>(4).fill(large.subarray(gifHead(large), -1)), large.subarray(-1));
const tiff = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
  .tiff()
  .toBuffer();
const cut = (bytes: Buffer, share: number): Buffer => bytes.subarray(0, Math.floor(bytes.length * share));
const noise = {
  create: { width: 64, height: 64, channels: 3, background: 'red', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
} as const;
const [noisyJpeg, noisyPng, noisyGif, noisyWebp] = await Promise.all([
  sharp(noise).jpeg().toBuffer(),
  sharp(noise).png().toBuffer(),
  sharp(noise).gif().toBuffer(),
  sharp(noise).webp().toBuffer(),
]);

const refuse = (what: string, filename: string, type: string, bytes: Buffer | string): HostileFile => ({
  what,
  filename,
  type,
  bytes: Buffer.from(bytes as string, 'latin1'),
  ends: 'refused',
});
const serve = (what: string, filename: string, type: string, bytes: Buffer | string): HostileFile => ({
  ...refuse(what, filename, type, bytes),
  ends: 'inert',
});

/** Pages, drawings and programs under the names of pictures. */
const disguised = [
  refuse('a drawing with a script', 'a.jpg', 'image/jpeg', svg),
  refuse('a drawing with a script under its own name', 'a.svg', 'image/svg+xml', svg),
  refuse('a drawing that is packed', 'a.svgz', 'image/svg+xml', gzipSync(svg)),
  refuse('a drawing behind an XML head', 'a.png', 'image/png', `<?xml version="1.0"?>${svg}`),
  refuse('a drawing with an entity', 'a.png', 'image/png', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`),
  refuse('a page', 'a.png', 'image/png', page),
  refuse('a page under its own name', 'a.html', 'text/html', page),
  refuse('a page under the name of words', 'a.txt', 'text/plain', page),
  refuse('a page behind a comment', 'a.txt', 'text/plain', `<!-- x -->${page}`),
  refuse('a page in UTF-16', 'a.txt', 'text/plain', Buffer.from(`\ufeff${page}`, 'utf16le')),
  refuse('a page with a head for machines', 'a.xhtml', 'application/xhtml+xml', page),
  refuse('a script', 'a.js', 'text/javascript', 'fetch("/ran")'),
  refuse('a script under the name of a picture', 'a.gif', 'image/gif', 'fetch("/ran")'),
  refuse('a style sheet', 'a.css', 'text/css', 'body{background:url(/ran)}'),
  refuse('a program for the server', 'a.php', 'application/x-php', '<?php system($_GET["c"]); ?>'),
  refuse('a program of Windows', 'a.jpg', 'image/jpeg', join('MZ\x90\0', Buffer.alloc(400))),
  refuse('a program of Linux', 'a.png', 'image/png', join('\x7fELF\x02\x01', Buffer.alloc(400))),
  refuse('a program of Java', 'a.zip', 'application/java-archive', of('zip')),
  refuse(
    'a shortcut',
    'a.lnk',
    'application/octet-stream',
    join(Buffer.from('4c0000000114020000000000c000000000000046', 'hex'), Buffer.alloc(100)),
  ),
  refuse('a film of Flash', 'a.gif', 'image/gif', join('CWS\x09', Buffer.alloc(100))),
  refuse('a picture of another format', 'a.jpg', 'image/jpeg', tiff),
  refuse('a drawing of PostScript', 'a.jpg', 'image/jpeg', '%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file'),
  refuse('commands of ImageMagick', 'a.jpg', 'image/jpeg', 'push graphic-context\nviewbox 0 0 1 1\nfill \'url(https://x/"|id")\''),
  refuse('a picture of X11 that is a script', 'a.png', 'image/png', '#define x_width 1\n#define x_height 1\nalert(1)'),
] as const;

/** Two formats in one file. */
const polyglots = [
  serve('a JPEG with a page behind its end', 'a.jpg', 'image/jpeg', join(jpeg(), page)),
  serve('a JPEG with a page in a comment', 'a.jpg', 'image/jpeg', jpeg(jpegSegment(0xfe, Buffer.from(page)))),
  serve('a JPEG with a script in its Exif', 'a.jpg', 'image/jpeg', jpeg(jpegSegment(0xe1, Buffer.from(`Exif\0\0${script}`)))),
  serve('a JPEG that is a script, too', 'a.jpg', 'image/jpeg', jpeg(jpegSegment(0xfe, Buffer.from('*/=fetch("/ran");/*')))),
  serve('a JPEG with an archive behind its end', 'a.jpg', 'image/jpeg', join(jpeg(), of('zip'))),
  serve('a JPEG with a place', 'a.jpg', 'image/jpeg', jpeg(exif(6))),
  serve('a PNG with a page in its words', 'a.png', 'image/png', withChunk('tEXt', `Comment\0${page}`)),
  serve('a PNG with a page in packed words', 'a.png', 'image/png', withChunk('zTXt', join('Comment\0\0', deflateSync(page)))),
  serve('a PNG with XMP', 'a.png', 'image/png', withChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta>${script}</x:xmpmeta>`)),
  serve('a PNG with a profile that is a page', 'a.png', 'image/png', withChunk('eXIf', `MM\0*\0\0\0\x08${page}`)),
  serve('a PNG with a page behind its end', 'a.png', 'image/png', join(png(), page)),
  serve('a PNG with a program for the server behind its end', 'a.php.png', 'image/png', join(png(), '<?php system($_GET["c"]); ?>')),
  serve('a GIF with a script behind its end', 'a.gif', 'image/gif', join(of('gif'), script)),
  serve('a GIF with a page in a comment', 'a.gif', 'image/gif', withGifComment('*/' + 'x'.repeat(3) + script.slice(0, 200))),
  refuse('a GIF whose head is a script', 'a.gif', 'image/gif', 'GIF89a=1;fetch("/ran")//'),
  refuse('a GIF whose head is a page', 'a.gif', 'image/gif', `GIF89a${page}`),
  serve('a WebP with XMP', 'a.webp', 'image/webp', withRiffChunk('XMP ', script)),
  refuse('a PDF under the name of a picture', 'a.jpg', 'image/jpeg', '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>'),
  serve('a PDF with a script', 'a.pdf', 'application/pdf', '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>'),
  refuse('a page that names a PDF behind its first bytes', 'a.pdf', 'application/pdf', `${page}\n%PDF-1.7`),
  refuse('a film with a page behind its end', 'a.mp4', 'video/mp4', join(mp4(), page)),
  serve('a film with a page in its data', 'a.mp4', 'video/mp4', join(mp4(), box('mdat', page))),
  serve('a film with a page in its notes', 'a.mp4', 'video/mp4', join(mp4(), box('udta', page))),
  serve('an archive with a page before its end', 'a.zip', 'application/zip', join(of('zip'), page)),
  serve('words with a script behind their beginning', 'a.txt', 'text/plain', `words ${page}`),
] as const;

/** Small files that say or become something huge, or break off. */
const bombs = [
  refuse('a PNG of 128 million points in a few kilobytes', 'a.png', 'image/png', bomb),
  refuse('a PNG that says it has 4 billion points', 'a.png', 'image/png', declaredPng(65_535, 65_535)),
  refuse('a PNG that says it has 2 billion columns', 'a.png', 'image/png', declaredPng(0x7fffffff, 1)),
  refuse('a PNG of no size', 'a.png', 'image/png', declaredPng(0, 0)),
  refuse('a PNG of 16 bits that is too large in memory', 'a.png', 'image/png', declaredPng(8000, 5000, 16)),
  refuse('a JPEG that says it has 4 billion points', 'a.jpg', 'image/jpeg', declaredJpeg(65_500, 65_500)),
  refuse('a JPEG of no size', 'a.jpg', 'image/jpeg', declaredJpeg(0, 0)),
  serve('a GIF that says it has 4 billion points and has 192', 'a.gif', 'image/gif', declaredGif(65_535, 65_535)),
  refuse('a GIF of many frames of 16 million points', 'a.gif', 'image/gif', frames),
  refuse('a WebP that says it has 268 million points', 'a.webp', 'image/webp', declaredWebp(16_384, 16_384)),
  refuse('half a JPEG', 'a.jpg', 'image/jpeg', cut(noisyJpeg, 0.5)),
  refuse('half a PNG', 'a.png', 'image/png', cut(noisyPng, 0.5)),
  refuse('half a GIF', 'a.gif', 'image/gif', cut(noisyGif, 0.5)),
  refuse('half a WebP', 'a.webp', 'image/webp', cut(noisyWebp, 0.5)),
  refuse('half a film', 'a.mp4', 'video/mp4', cut(mp4(5000), 0.5)),
  refuse('nothing but the first bytes of a picture', 'a.png', 'image/png', Buffer.from('89504e470d0a1a0a', 'hex')),
  refuse('nothing', 'a.png', 'image/png', ''),
  serve(
    'an archive of zeros, which nobody unpacks here',
    'a.zip',
    'application/zip',
    join(of('zip'), deflateSync(Buffer.alloc(10_000_000))),
  ),
  refuse(
    'a film whose description has gigabytes',
    'a.mp4',
    'video/mp4',
    join(box('ftyp', 'isom', Buffer.alloc(8)), number(0xfffffff0), 'moov'),
  ),
] as const;

/** Names and headers that say something else than the content. */
const misnamed = [
  refuse('a picture named as a page', 'a.html', 'image/png', png()),
  refuse('a picture declared as a page', 'a.png', 'text/html', png()),
  refuse('a picture declared as a drawing', 'a.png', 'image/svg+xml', png()),
  refuse('a picture declared as a script', 'a.png', 'text/javascript', png()),
  refuse('a picture declared as several types', 'a.png', 'image/png, text/html', png()),
  refuse('a picture declared as another', 'a.png', 'image/jpeg', png()),
  refuse('a picture named as another', 'a.jpg', 'image/png', png()),
  refuse('a picture with an ending behind its ending', 'a.png.html', 'image/png', png()),
  refuse('a picture without an ending', 'png', 'image/png', png()),
  refuse('a picture whose ending ends in a blank', 'a.png ', 'image/png', png()),
  refuse('a picture whose ending ends in a point', 'a.png.', 'image/png', png()),
  refuse('a picture with a stream of NTFS', 'a.php::$DATA', 'image/png', png()),
  refuse('a name with a zero', 'a.php\0.png', 'image/png', png()),
  refuse('a hidden file', '.htaccess', 'text/plain', 'AddType text/html .png'),
  refuse('a name that turns the direction of writing', 'a\u202egpj.png', 'image/png', png()),
  refuse('a name of 60,000 characters', `${'a'.repeat(60_000)}.png`, 'image/png', png()),
  refuse('a name of 60,000 points', `${'.'.repeat(60_000)}png`, 'image/png', png()),
  serve('a name that leaves its folder', '../../../../etc/cron.d/a.png', 'image/png', png()),
  serve('a name that is a script', `${script.replace(/["/]/g, '')}.png`, 'image/png', png()),
  serve('a name of a device', 'CON.png', 'image/png', png()),
  serve('a name with two endings of pictures', 'a.gif.png', 'image/png', png()),
  refuse('a document that is an archive', 'a.docx', 'application/zip', of('zip')),
  refuse(
    'a sheet of words that is a web page',
    'a.xls',
    'application/vnd.ms-excel',
    '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table/></html>',
  ),
] as const;

/** All of them. */
export const hostileFiles: readonly HostileFile[] = [...disguised, ...polyglots, ...bombs, ...misnamed];

function withChunk(type: string, data: string | Buffer): Buffer {
  const whole = png();
  return join(whole.subarray(0, 33), pngChunk(type, join(data)), whole.subarray(33));
}

/** An extension of a GIF behind its head and colours: introducer, label, one block, end (GIF89a, 24). */
function withGifComment(words: string): Buffer {
  const start = gifHead(still);
  return join(still.subarray(0, start), Buffer.from([0x21, 0xfe, words.length]), words, Buffer.from([0]), still.subarray(start));
}

function withRiffChunk(type: string, words: string): Buffer {
  const padded = words.length % 2 === 0 ? words : `${words} `;
  const size = Buffer.alloc(4);
  size.writeUInt32LE(padded.length);
  const body = join(of('webp').subarray(8), type, size, padded);
  const whole = Buffer.alloc(4);
  whole.writeUInt32LE(body.length);
  return join('RIFF', whole, body);
}
