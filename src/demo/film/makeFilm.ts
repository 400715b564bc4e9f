import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawPicture } from '../../pictures/drawPicture';
import { createPalette } from '../../pictures/palette';
import { assemble, codings, encode, fragment, getFilmLength } from './encode';
import { synthesizeStrings } from './music';
import { createMediaPlaylist, createMasterPlaylist } from './playlist';

/** Pixels of the pictures, wider than the film so that it can move along them; drawn twice as fine. */
const size = { width: 960, height: 450 };

/**
 * Makes a film of drawn pictures with plucked strings, in the folder of an institution: a file for each way of coding, and their playlists.
 * @param root the folder that holds `tenants`
 * @param shown the motifs of its pictures, in their order
 * @returns each file once it is written, with its size
 * @throws when ffmpeg or a browser is missing or fails
 */
export async function* makeFilm(
  root: string,
  tenant: string,
  film: string,
  shown: readonly string[],
): AsyncGenerator<{ file: string; bytes: number }> {
  const settings = JSON.parse(await readFile(join(root, 'tenants', tenant, 'tenant.json'), 'utf8')) as { theme?: { color?: string } };
  const folder = join(root, 'tenants', tenant, 'media', film);
  const scratch = await mkdtemp(join(tmpdir(), 'portal-film-'));
  try {
    await mkdir(folder, { recursive: true });
    const palette = createPalette(settings.theme?.color ?? '#8c3b2e', film);
    const drawn = shown.map((motif) => drawPicture({ motif, seed: film, ...size, palette }));
    const pictures = await photograph(drawn, scratch);
    const [sound, whole] = [join(scratch, 'sound.wav'), join(scratch, 'whole.mkv')];
    const seed = [...film].reduce((sum, character) => sum * 31 + (character.codePointAt(0) ?? 0), 7);
    await writeFile(sound, synthesizeStrings(getFilmLength(pictures.length), seed));
    const ffmpeg = process.env['FFMPEG'] || 'ffmpeg';
    await assemble(ffmpeg, pictures, sound, whole);
    const renditions = [];
    for (const coding of codings) {
      const name = `${coding.name}.mp4`;
      await encode(ffmpeg, whole, coding, join(folder, name));
      const bytes = await readFile(join(folder, name));
      await writeFile(join(folder, `${coding.name}.m3u8`), createMediaPlaylist(bytes, name, fragment));
      renditions.push({
        name: `${coding.name}.m3u8`,
        bandwidth: Math.ceil((bytes.length * 8 * 1.6) / getFilmLength(pictures.length) / 1000) * 1000,
        width: Math.round((coding.height * 16) / 9),
        height: coding.height,
        codecs: coding.codecs,
      });
      yield { file: join(folder, name), bytes: bytes.length };
    }
    await writeFile(join(folder, 'index.m3u8'), createMasterPlaylist(renditions));
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
