import { makeFilm } from '../demo/film/makeFilm';
import { motifs } from '../pictures/drawPicture';
import { UsageError, runCommand } from './terminal/command';

const usage = `Usage: npm run film -- <institution> <film> <motif> [<motif> ...]
Makes a short film of drawn pictures, in tenants/<institution>/media/<film>: files for browsers, and the playlist index.m3u8. It is served at
/media/<film>/index.m3u8, and around the clock, as a live stream, at /channels/<film>/index.m3u8. Needs ffmpeg (its path in FFMPEG, else on the
PATH) and a Chromium (CHROMIUM_PATH, else Playwright's own). Motifs: ${motifs.join(', ')}`;

process.exitCode = await runCommand(usage, {}, async ([tenant = '', film = '', ...shown]) => {
  const named = /^[a-z][a-z0-9-]*$/;
  if (!named.test(tenant) || !named.test(film) || shown.length === 0 || !shown.every((motif) => motifs.includes(motif)))
    throw new UsageError();
  for await (const { file, bytes } of makeFilm(process.cwd(), tenant, film, shown)) console.log(`${file}  ${Math.round(bytes / 1024)} KB`);
  return 0;
});
