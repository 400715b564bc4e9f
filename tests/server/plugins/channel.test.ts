import { describe, expect, it, test } from 'vitest';
import { broadcast, withoutIFrames } from '../../../src/server/plugins/channel';

const start = 1_800_000_000_000;

/** A film of these lines, each of its segments two seconds long unless it says otherwise. */
const film = (...lines: string[]): string =>
  ['#EXTM3U', '#EXT-X-VERSION:6', '#EXT-X-TARGETDURATION:2', ...lines, '#EXT-X-ENDLIST'].join('\n');
const segment = (name: string, ...tags: string[]): string[] => [...tags, '#EXTINF:2,', name];

/** What players make of a segment: everything that holds for it, as it holds where the playlist says it. */
interface Played {
  number: number;
  era: number;
  address: string;
  seconds: number;
  range?: string;
  map?: string;
  mapKey?: string;
  key?: string;
  gap: boolean;
}

/** Reads a live playlist from its first line, as a player does that comes at this moment. */
function play(playlist: string, now: number): Played[] {
  const found = broadcast(playlist, now);
  if (found === undefined || 'unfit' in found) throw new Error(found?.unfit ?? 'no film');
  const played: Played[] = [];
  const holds: { number: number; era: number; map?: string; mapKey?: string; key?: string } = { number: 0, era: 0 };
  let own: { seconds: number; range?: string; gap: boolean } = { seconds: 0, gap: false };
  for (const line of found.playlist.split('\n')) {
    const [, tag = '', value = ''] = /^#(EXT[A-Z0-9-]*):?(.*)$/.exec(line) ?? [];
    if (tag === 'EXT-X-MEDIA-SEQUENCE') holds.number = Number(value);
    else if (tag === 'EXT-X-DISCONTINUITY-SEQUENCE') holds.era = Number(value);
    else if (tag === 'EXT-X-DISCONTINUITY') holds.era += 1;
    else if (tag === 'EXT-X-KEY') holds.key = value === 'METHOD=NONE' ? undefined : value;
    else if (tag === 'EXT-X-MAP') [holds.map, holds.mapKey] = [value, holds.key];
    else if (tag === 'EXTINF') own.seconds = Number.parseFloat(value);
    else if (tag === 'EXT-X-BYTERANGE') own.range = value;
    else if (tag === 'EXT-X-GAP') own.gap = true;
    else if (line !== '' && !line.startsWith('#')) {
      played.push({ address: line, ...holds, ...own });
      holds.number += 1;
      own = { seconds: 0, gap: false };
    }
  }
  return played;
}

/** All that is broadcast in some time, by the number of the segment; whenever a player comes, it is told the same of each. */
function watch(playlist: string, seconds = 40): Played[] {
  const seen = new Map<number, Played>();
  for (let now = start; now < start + seconds * 1000; now += 500)
    for (const played of play(playlist, now)) {
      expect(seen.get(played.number) ?? played).toEqual(played);
      seen.set(played.number, played);
    }
  return [...seen.values()].sort((one, other) => one.number - other.number);
}

/** What each address of a film is broadcast with; fails when that differs from round to round. */
function rounds<Key extends keyof Played>(playlist: string, key: Key): Record<string, Played[Key]> {
  const told = new Map<string, Played[Key]>();
  for (const played of watch(playlist)) {
    const name = `${played.address}${played.range ? `#${played.range}` : ''}`;
    expect([name, told.has(name) ? told.get(name) : played[key]]).toEqual([name, played[key]]);
    told.set(name, played[key]);
  }
  return Object.fromEntries(told);
}

describe('a film whose segments are not all alike', () => {
  test('ranges without a beginning go on where that before them in the same file ended, however the list is rolled', () => {
    const playlist = film(
      ...segment('a.mp4', '#EXT-X-BYTERANGE:10@100'),
      ...segment('a.mp4', '#EXT-X-BYTERANGE:20'),
      ...segment('b.mp4', '#EXT-X-BYTERANGE:7@0'),
      ...segment('a.mp4', '#EXT-X-BYTERANGE:5'),
      ...segment('b.mp4', '#EXT-X-BYTERANGE:8'),
    );
    expect(Object.keys(rounds(playlist, 'range'))).toEqual(
      expect.arrayContaining(['a.mp4#10@100', 'a.mp4#20@110', 'b.mp4#7@0', 'a.mp4#5@130', 'b.mp4#8@7']),
    );
    expect(Object.keys(rounds(playlist, 'range'))).toHaveLength(5);
  });

  test('what is encrypted has its key wherever the list begins, what is not has none', () => {
    const [one, other] = ['METHOD=AES-128,URI="k1?a=1,METHOD=NONE",IV=0x01', 'METHOD=AES-128,URI="k2",IV=0x02'];
    const playlist = film(
      ...segment('clear.ts'),
      ...segment('one.ts', `#EXT-X-KEY:${one}`),
      ...segment('same.ts'),
      ...segment('other.ts', `#EXT-X-KEY:${other}`),
      ...segment('bare.ts', '#EXT-X-KEY:METHOD=NONE'),
    );
    expect(rounds(playlist, 'key')).toEqual({
      'clear.ts': undefined,
      'one.ts': one,
      'same.ts': one,
      'other.ts': other,
      'bare.ts': undefined,
    });
  });

  test('a key without an initialisation vector says the number that the segment had in the film', () => {
    const playlist = film(
      '#EXT-X-MEDIA-SEQUENCE:254',
      '#EXT-X-KEY:METHOD=AES-128,URI="k"',
      ...segment('a.ts'),
      ...segment('b.ts'),
      ...segment('c.ts'),
    );
    const iv = (hex: string): string => `METHOD=AES-128,URI="k",IV=0x${hex.padStart(32, '0')}`;
    expect(rounds(playlist, 'key')).toEqual({ 'a.ts': iv('fe'), 'b.ts': iv('ff'), 'c.ts': iv('100') });
  });

  test('keys of several formats hold together', () => {
    const keys = [
      '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://a",KEYFORMAT="com.example",IV=0x1',
      '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="k",KEYFORMAT="identity",IV=0x2',
    ];
    const found = broadcast(film(...keys, ...segment('a.ts'), ...segment('b.ts')), start);
    for (const key of keys) expect(found).toMatchObject({ playlist: expect.stringContaining(key) as unknown });
  });

  test('initialisations are there before what is read with them, each with the key that it is read with', () => {
    const playlist = film(
      '#EXT-X-MAP:URI="clear,1.mp4",BYTERANGE="100"',
      '#EXT-X-KEY:METHOD=AES-128,URI="k1",IV=0x1',
      ...segment('a.m4s'),
      '#EXT-X-KEY:METHOD=AES-128,URI="k2",IV=0x2',
      ...segment('b.m4s', '#EXT-X-DISCONTINUITY', '#EXT-X-MAP:URI="secret.mp4"'),
      ...segment('c.m4s'),
    );
    const [clear, secret] = ['URI="clear,1.mp4",BYTERANGE="100@0"', 'URI="secret.mp4"'];
    expect(rounds(playlist, 'map')).toEqual({ 'a.m4s': clear, 'b.m4s': secret, 'c.m4s': secret });
    expect(rounds(playlist, 'mapKey')).toEqual({
      'a.m4s': undefined,
      'b.m4s': 'METHOD=AES-128,URI="k2",IV=0x2',
      'c.m4s': 'METHOD=AES-128,URI="k2",IV=0x2',
    });
    expect(rounds(playlist, 'key')).toMatchObject({ 'a.m4s': 'METHOD=AES-128,URI="k1",IV=0x1' });
  });

  test('its own discontinuities count besides those of its beginnings', () => {
    const playlist = film(...segment('a.ts', '#EXT-X-DISCONTINUITY'), ...segment('b.ts'), ...segment('c.ts', '#EXT-X-DISCONTINUITY'));
    const seen = watch(playlist);
    for (const [before, after] of seen.slice(1).map((played, index) => [seen[index], played] as const))
      expect([after.address, after.era - (before?.era ?? 0)]).toEqual([after.address, after.address === 'b.ts' ? 0 : 1]);
  });

  test('gaps stay gaps', () =>
    expect(rounds(film(...segment('a.ts'), ...segment('gone.ts', '#EXT-X-GAP')), 'gap')).toEqual({ 'a.ts': false, 'gone.ts': true }));

  test('a list lasts three target durations at least, and numbers never go back', () => {
    const playlist = film('#EXTINF:12,', 'long.ts', ...Array.from({ length: 30 }, (_, index) => segment(`${index}.ts`)).flat());
    let last = 0;
    for (let now = start; now < start + 150_000; now += 500) {
      const played = play(playlist, now);
      expect(played.reduce((sum, { seconds }) => sum + seconds, 0)).toBeGreaterThanOrEqual(36);
      expect(played[0]?.number).toBeGreaterThanOrEqual(last);
      last = played[0]?.number ?? 0;
    }
  });
});

describe('ways to write a playlist', () => {
  const addresses = (playlist: string): string[] => [...new Set(watch(playlist, 12).map(({ address }) => address))].sort();
  const plain = film(...segment('a.ts'), ...segment('b.ts'));
  it.each([
    ['line ends of Windows', plain.replaceAll('\n', '\r\n')],
    ['a mark of the order of bytes', `\uFEFF${plain}`],
    ['comments and empty lines', plain.replaceAll('\n', '\n\n# a comment, with = and "\n')],
    ['titles with commas', plain.replaceAll('#EXTINF:2,', '#EXTINF:2.000,One, "two"')],
    ['lengths without a comma', plain.replaceAll('#EXTINF:2,', '#EXTINF:2')],
    ['dates of its own', plain.replaceAll('#EXTINF', '#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00Z\n#EXTINF')],
    ['ranges of dates', plain.replaceAll('#EXTINF', '#EXT-X-DATERANGE:ID="x",START-DATE="2020-01-01T00:00:00Z"\n#EXTINF')],
    [
      'parts of low latency',
      plain.replaceAll('#EXTINF', '#EXT-X-PART:DURATION=1,URI="part.mp4"\n#EXT-X-PART:DURATION=1,URI="part2.mp4"\n#EXTINF'),
    ],
    ['tags that nobody knows', plain.replaceAll('#EXTINF', '#EXT-X-OWN:URI="x.ts"\n#EXTOWN\n#EXTINF')],
    ['an end that stands first', plain.replace('\n#EXT-X-ENDLIST', '').replace('#EXTM3U', '#EXTM3U\n#EXT-X-ENDLIST')],
  ])('%s make no difference', (_what, playlist) => {
    expect(addresses(playlist)).toEqual(['a.ts', 'b.ts']);
    expect(broadcast(playlist, start)).not.toMatchObject({ playlist: expect.stringMatching(/2020|PART|OWN|comment|ENDLIST/) as unknown });
  });

  test('addresses stay as they are', () => {
    const names = ['../up/a.ts', '/root/b.ts?token=a,b&c="d"', 'https://media.example.org/c.ts#t=1', '%E6%B1%9F.ts', '{$base}/d.ts'];
    expect(addresses(film('#EXT-X-DEFINE:NAME="base",VALUE="x"', ...names.flatMap((name) => segment(name))))).toEqual([...names].sort());
  });

  test('it says only what the film says of all its segments', () => {
    const shown = broadcast(
      film('#EXT-X-VERSION:11', '#EXT-X-DEFINE:NAME="base",VALUE="x"', ...segment('{$base}/a.ts')).replace('#EXT-X-VERSION:6\n', ''),
      start,
    );
    expect(shown).toMatchObject({
      playlist: expect.stringMatching(/^#EXTM3U\n#EXT-X-VERSION:11\n[^]*#EXT-X-DEFINE:NAME="base",VALUE="x"\n/) as unknown,
    });
    expect(shown).not.toMatchObject({ playlist: expect.stringContaining('INDEPENDENT') as unknown });
  });
});

it.each([
  ['nothing but I-frames', film('#EXT-X-I-FRAMES-ONLY', ...segment('a.ts')), 'EXT-X-I-FRAMES-ONLY'],
  ['segments left out', film('#EXT-X-SKIP:SKIPPED-SEGMENTS=3', ...segment('a.ts')), 'EXT-X-SKIP'],
  ['no segments', film(), 'no segments'],
  ['a segment without a length', film('a.ts'), 'a.ts has no length'],
  ['a segment that lasts no time', film('#EXTINF:0,', 'a.ts'), 'a.ts has no length'],
  ['a range that begins nowhere', film(...segment('a.mp4', '#EXT-X-BYTERANGE:10')), 'a.mp4 begins'],
  [
    'a range after one of another file',
    film(...segment('a.mp4', '#EXT-X-BYTERANGE:10@0'), ...segment('b.mp4', '#EXT-X-BYTERANGE:10')),
    'b.mp4 begins',
  ],
  ['a range that is none', film(...segment('a.mp4', '#EXT-X-BYTERANGE:x@0')), 'a.mp4 begins'],
  ['an initialisation that comes late', film(...segment('a.ts'), ...segment('b.m4s', '#EXT-X-MAP:URI="i.mp4"')), 'EXT-X-MAP'],
])('%s is refused, and it is said why', (_what, playlist, reason) =>
  expect(broadcast(playlist, start)).toEqual({ unfit: expect.stringContaining(reason) as unknown }),
);

test('renditions of I-frames are not offered, for they cannot be broadcast', () => {
  const [head, frames, rest] = [
    '#EXTM3U\r\n',
    '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="i.m3u8"\r\n',
    '#EXT-X-STREAM-INF:BANDWIDTH=2\r\na.m3u8\r\n',
  ];
  expect(withoutIFrames(head + frames + rest + frames)).toBe(head + rest);
});
