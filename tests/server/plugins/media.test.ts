import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createMediaPlaylist, createMasterPlaylist } from '../../../src/demo/film/playlist';
import { broadcast } from '../../../src/server/plugins/channel';
import { buildContentSecurityPolicy } from '../../../src/server/rendering/document';
import { collectPolicyHosts } from '../../../src/server/rendering/mapSettings';
import { testPortal, type TestPortal } from '../portal';
import { projectRoot } from '../projectDefinitions';

const lengths = [2, 3, 1.5, 2];
const film = [
  '#EXTM3U',
  '#EXT-X-VERSION:7',
  '#EXT-X-TARGETDURATION:3',
  '#EXT-X-PLAYLIST-TYPE:VOD',
  '#EXT-X-MAP:URI="a.mp4",BYTERANGE="100@0"',
  ...lengths.flatMap((seconds, index) => [`#EXTINF:${seconds},`, `#EXT-X-BYTERANGE:10@${100 + 10 * index}`, 'a.mp4']),
  '#EXT-X-ENDLIST',
].join('\n');
const whole = lengths.reduce((sum, seconds) => sum + seconds, 0);

interface Shown {
  sequence: number;
  discontinuities: number;
  segments: { offset: number; seconds: number; number: number; era: number }[];
}

/** The playlist of a film that is broadcast. @throws when it is none */
function live(playlist: string, now: number): string {
  const found = broadcast(playlist, now);
  if (found === undefined || 'unfit' in found) throw new Error(found?.unfit ?? 'no film');
  return found.playlist;
}

/** Reads a live playlist as players do: each segment has a number, and an era that discontinuities end. */
function read(playlist: string): Shown {
  const number = (tag: string): number => Number(new RegExp(`^#EXT-X-${tag}:(\\d+)$`, 'm').exec(playlist)?.[1]);
  const shown: Shown = { sequence: number('MEDIA-SEQUENCE'), discontinuities: number('DISCONTINUITY-SEQUENCE'), segments: [] };
  let [era, seconds, offset] = [shown.discontinuities, 0, 0];
  for (const line of playlist.split('\n')) {
    if (line === '#EXT-X-DISCONTINUITY') era += 1;
    seconds = Number(/^#EXTINF:([\d.]+)/.exec(line)?.[1] ?? seconds);
    offset = Number(/^#EXT-X-BYTERANGE:10@(\d+)/.exec(line)?.[1] ?? offset);
    if (line === 'a.mp4') shown.segments.push({ offset, seconds, number: shown.sequence + shown.segments.length, era });
  }
  return shown;
}

describe('a film that is broadcast around the clock', () => {
  const start = Math.floor(1_800_000_000 / whole) * whole * 1000;

  it('[LIVE-07] shows what is over by now, the same to everybody, and never ends', () => {
    const now = start + 5_200;
    expect(live(film, now)).toBe(live(film, now));
    expect(live(film, now)).not.toContain('ENDLIST');
    expect(live(film, now)).toContain('#EXT-X-TARGETDURATION:3');
    // 5.2 s into the film its first two segments are over.
    expect(
      read(live(film, now))
        .segments.slice(-2)
        .map(({ offset }) => offset),
    ).toEqual([100, 110]);
  });

  it('moves on segment by segment, keeps the numbers of segments and of discontinuities, and begins anew', () => {
    const seen = new Map<number, { offset: number; era: number }>();
    let last = 0;
    for (let now = start; now < start + 60_000; now += 250) {
      const { sequence, segments } = read(live(film, now));
      expect(segments).toHaveLength(6);
      expect(sequence).toBeGreaterThanOrEqual(last);
      expect(sequence - last).toBeLessThanOrEqual(last === 0 ? Infinity : 1);
      last = sequence;
      for (const { number, offset, era } of segments) {
        expect(seen.get(number) ?? { offset, era }).toEqual({ offset, era });
        seen.set(number, { offset, era });
        expect(offset).toBe(100 + 10 * (number % lengths.length));
      }
    }
    expect(new Set([...seen.values()].map(({ era }) => era)).size).toBeGreaterThan(6);
  });

  it('keeps the count of discontinuities low, for players go through all numbers up to it', () => {
    for (let days = 0; days < 40; days += 1)
      expect(read(live(film, start + days * 86_400_000)).discontinuities, `after ${days} days`).toBeLessThan(1024);
  });

  it('says when its first segment began', () => {
    const told = /#EXT-X-PROGRAM-DATE-TIME:(.*)/.exec(live(film, start + whole * 1000))?.[1] ?? '';
    // Six segments: the four of the round that is over, and the last two before it.
    expect(Date.parse(told)).toBe(start - 3_500);
  });

  it.each([
    ['renditions', createMasterPlaylist([{ name: 'a.m3u8', bandwidth: 1, width: 16, height: 9, codecs: 'opus' }])],
    ['a stream that goes on', film.replace('#EXT-X-ENDLIST', '')],
    ['half a playlist', film.slice(0, 120)],
    ['something else', '{"a": 1}'],
    ['nothing', ''],
  ])('is not made of %s', (_what, playlist) => expect(broadcast(playlist, start)).toBeUndefined());
});

describe('the playlist of a film in one file', () => {
  const box = (kind: string, size: number): Buffer => {
    const made = Buffer.alloc(size);
    made.writeUInt32BE(size, 0);
    made.write(kind, 4, 'latin1');
    return made;
  };

  it('gives each fragment as a range of bytes', () => {
    const playlist = createMediaPlaylist(
      Buffer.concat([box('ftyp', 20), box('moov', 80), box('moof', 10), box('mdat', 30), box('moof', 12), box('mdat', 40), box('mfra', 9)]),
      'a.mp4',
      2,
    );
    expect(playlist).toContain('BYTERANGE="100@0"');
    expect([...playlist.matchAll(/#EXT-X-BYTERANGE:(\S+)/g)].map((found) => found[1])).toEqual(['40@100', '52@140']);
  });

  it('refuses what is none', () => expect(() => createMediaPlaylist(Buffer.alloc(40), 'a.mp4', 2)).toThrow('a.mp4'));
});

describe('films of an institution', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await testPortal();
  });
  afterAll(() => portal.close());
  const host = (name: string): string => `${name}.localhost`;

  it('are served whole and in parts', async () => {
    const { size } = await stat(join(projectRoot, 'tenants/centre/media/river/360p.mp4'));
    const all = await portal.app.inject({ url: '/media/river/360p.mp4', headers: { host: 'localhost' } });
    expect([all.statusCode, all.headers['content-type'], all.rawPayload.length, all.headers['accept-ranges']]).toEqual([
      200,
      'video/mp4',
      size,
      'bytes',
    ]);
    const part = await portal.app.inject({ url: '/media/river/360p.mp4', headers: { host: 'localhost', range: 'bytes=100-199' } });
    expect([part.statusCode, part.headers['content-range'], part.rawPayload.equals(all.rawPayload.subarray(100, 200))]).toEqual([
      206,
      `bytes 100-199/${size}`,
      true,
    ]);
    expect(
      (
        await portal.app.inject({
          url: '/media/river/360p.mp4',
          headers: { host: 'localhost', 'if-none-match': String(all.headers['etag']) },
        })
      ).statusCode,
    ).toBe(304);
    expect(
      (await portal.app.inject({ url: '/media/river/360p.mp4', headers: { host: 'localhost', range: `bytes=${size}-` } })).statusCode,
    ).toBe(416);
    const head = await portal.app.inject({ method: 'HEAD', url: '/media/river/360p.mp4', headers: { host: 'localhost' } });
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, String(size), 0]);
  });

  it('[LIVE-07] are HLS: renditions of which each names its parts', async () => {
    const index = await portal.get('/media/river/index.m3u8');
    expect([index.status, index.headers['content-type']]).toEqual([200, 'application/vnd.apple.mpegurl']);
    expect(index.text.match(/^\w+\.m3u8$/gm)).toEqual(['360p.m3u8', '180p.m3u8', 'h264.m3u8']);
    expect((await portal.get('/media/river/360p.m3u8')).text).toContain('#EXT-X-ENDLIST');
  });

  it('go on without end as channels, which may not be kept', async () => {
    expect((await portal.get('/channels/river/index.m3u8')).text).toBe((await portal.get('/media/river/index.m3u8')).text);
    const live = await portal.get('/channels/river/360p.m3u8');
    expect(live.text).toContain('#EXT-X-MEDIA-SEQUENCE:');
    expect(live.text).not.toContain('ENDLIST');
    expect(live.headers['cache-control']).toBe('public, max-age=1');
    expect((await portal.app.inject({ url: '/channels/river/360p.mp4', headers: { host: 'localhost' } })).statusCode).toBe(200);
  });

  it('are on its own hosts alone', async () => {
    expect((await portal.get('/media/river/index.m3u8', host('museum'))).status).toBe(404);
    expect((await portal.get('/media/celadon/index.m3u8', host('museum'))).status).toBe(200);
  });

  it('[LIVE-07] may come from other sites that the institution names, played by the browser or by scripts', () => {
    const { settings } = portal.definitions.portal('centre') ?? {};
    const policy = settings
      ? buildContentSecurityPolicy({ styleHashes: [] }, collectPolicyHosts({ ...settings, contentHosts: ['https://media.example.org'] }))
      : '';
    expect(policy).toContain("media-src 'self' blob: https://media.example.org;");
    expect(policy).toMatch(/connect-src 'self'[^;]* https:\/\/media\.example\.org/);
  });

  test.each([
    '/media/none/index.m3u8',
    '/media/river',
    '/media/river/',
    '/media/',
    '/channels/none/index.m3u8',
    '/media/../tenant.json',
    '/media/..%2Ftenant.json',
    '/media/%2e%2e/tenant.json',
    '/media/river/..%2F..%2Ftenant.json',
    '/media/.hidden.mp4',
    '/media/river/360p.mp4%00.vtt',
    '/media//etc/passwd.mp4',
  ])('nothing else is: %s', async (url) => {
    const { status, text } = await portal.get(url);
    expect([status, text.includes('$schema')]).toEqual([404, false]);
  });
});
