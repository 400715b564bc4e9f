import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { motifs, drawPicture } from '../pictures/drawPicture';
import { paletteOf } from '../pictures/palette';
import { assemble, codings, encode, fragment, lengthOf } from '../demo/film/encode';
import { pluckedStrings } from '../demo/film/music';
import { playlistOf, renditionsOf } from '../demo/film/playlist';

const usage = `Usage: npm run film -- <institution> <film> <motif> [<motif> ...]
Makes a short film of drawn pictures, in tenants/<institution>/media/<film>: files for browsers, and the playlist index.m3u8. It is served at
/media/<film>/index.m3u8, and around the clock, as a live stream, at /channels/<film>/index.m3u8. Needs ffmpeg (its path in FFMPEG, else on the
PATH) and a Chromium (CHROMIUM_PATH, else Playwright's own). Motifs: ${motifs.join(', ')}`;

/** Pixels of the pictures, wider than the film so that it can move along them; drawn twice as fine. */
const size = { width: 960, height: 450 };

async function main([tenant = '', film = '', ...shown]: string[], root: string): Promise<number> {
  const named = /^[a-z][a-z0-9-]*$/;
  if (!named.test(tenant) || !named.test(film) || shown.length === 0 || !shown.every((motif) => motifs.includes(motif))) {
    console.error(usage);
    return 2;
  }
  const settings = JSON.parse(await readFile(join(root, 'tenants', tenant, 'tenant.json'), 'utf8')) as { theme?: { color?: string } };
  const folder = join(root, 'tenants', tenant, 'media', film);
  const scratch = await mkdtemp(join(tmpdir(), 'portal-film-'));
  try {
    await mkdir(folder, { recursive: true });
    const pictures = await photograph(
      shown.map((motif) => drawPicture({ motif, seed: film, ...size, palette: paletteOf(settings.theme?.color ?? '#8c3b2e', film) })),
      scratch,
    );
    const [sound, whole] = [join(scratch, 'sound.wav'), join(scratch, 'whole.mkv')];
    await writeFile(
      sound,
      pluckedStrings(
        lengthOf(pictures.length),
        [...film].reduce((sum, character) => sum * 31 + (character.codePointAt(0) ?? 0), 7),
      ),
    );
    const ffmpeg = process.env['FFMPEG'] || 'ffmpeg';
    await assemble(ffmpeg, pictures, sound, whole);
    const renditions = [];
    for (const coding of codings) {
      const name = `${coding.name}.mp4`;
      await encode(ffmpeg, whole, coding, join(folder, name));
      const bytes = await readFile(join(folder, name));
      await writeFile(join(folder, `${coding.name}.m3u8`), playlistOf(bytes, name, fragment));
      renditions.push({
        name: `${coding.name}.m3u8`,
        bandwidth: Math.ceil((bytes.length * 8 * 1.6) / lengthOf(pictures.length) / 1000) * 1000,
        width: Math.round((coding.height * 16) / 9),
        height: coding.height,
        codecs: coding.codecs,
      });
      console.log(`${join(folder, name)}  ${Math.round(bytes.length / 1024)} KB`);
    }
    await writeFile(join(folder, 'index.m3u8'), renditionsOf(renditions));
    return 0;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Has a browser draw pictures; their files, in the same order. */
async function photograph(pictures: readonly string[], folder: string): Promise<string[]> {
  const { chromium } = await import('playwright');
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'], args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: size, deviceScaleFactor: 2 });
    const files = pictures.map((_picture, index) => join(folder, `${index}.png`));
    for (const [index, svg] of pictures.entries()) {
      await page.setContent(`<style>body { margin: 0 }</style>${svg}`);
      await page.screenshot({ path: files[index] });
    }
    return files;
  } finally {
    await browser.close();
  }
}

process.exitCode = await main(process.argv.slice(2), process.cwd()).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
