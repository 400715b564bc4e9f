/** Segments that a live playlist names; three of them are what players keep ahead. */
const segmentsShown = 6;
/**
 * The count of discontinuities begins anew after so many. Players keep a list with a place for each number up to the current one, and
 * go through all of it whenever the playlist is loaded: counted since 1970 that keeps a processor busy for seconds. hls.js takes the
 * step back into account, by the segments that it knows.
 */
const discontinuitiesCounted = 1024;

interface Segment {
  seconds: number;
  lines: string[];
}

/**
 * Broadcasts a film around the clock: the playlist of a live stream (RFC 8216, 6.2.2) that shows the film's segments in turn and begins
 * anew at its end. What it shows depends on the time alone, so every server says the same.
 * @param playlist the media playlist of the whole film; every byte range in it says where it begins
 * @param now milliseconds since 1970
 * @returns undefined for what is no such playlist, such as one of renditions
 */
export function broadcast(playlist: string, now: number): string | undefined {
  const film = parseFilm(playlist);
  if (!film) return undefined;
  const { segments, heads } = film;
  const longest = Math.max(...segments.map(({ seconds }) => seconds));
  const length = segments.reduce((sum, { seconds }) => sum + seconds, 0);
  const round = Math.floor(now / 1000 / length);
  const into = now / 1000 - round * length;
  const begins = segments.map((_segment, index) => segments.slice(0, index).reduce((sum, { seconds }) => sum + seconds, 0));
  const ended = begins.filter((begin, index) => begin + (segments[index]?.seconds ?? 0) <= into).length;
  const next = round * segments.length + ended;
  const first = Math.max(0, next - segmentsShown);
  const numbers = Array.from({ length: next - first }, (_, index) => first + index);
  const startOf = (number: number): number => Math.floor(number / segments.length) * length + (begins[number % segments.length] ?? 0);
  const lines = numbers.flatMap((number) => {
    const segment = segments[number % segments.length];
    const begun = number % segments.length === 0 && number !== first;
    return segment
      ? [
          ...(begun ? ['#EXT-X-DISCONTINUITY', ...heads] : []),
          ...(begun || number === first ? [`#EXT-X-PROGRAM-DATE-TIME:${new Date(startOf(number) * 1000).toISOString()}`] : []),
          ...segment.lines,
        ]
      : [];
  });
  // How often the film has begun anew before the first segment shown.
  const begun = Math.floor(first / segments.length) % discontinuitiesCounted;
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(longest)}`,
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${begun}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...heads,
    ...lines,
    '',
  ].join('\n');
}

function parseFilm(playlist: string): { segments: Segment[]; heads: string[] } | undefined {
  const [first, ...lines] = playlist
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (first !== '#EXTM3U' || !lines.includes('#EXT-X-ENDLIST')) return undefined;
  const segments: Segment[] = [];
  let waiting: string[] = [];
  for (const line of lines) {
    if (/^#EXT(INF|-X-BYTERANGE):/.test(line)) waiting.push(line);
    else if (!line.startsWith('#')) {
      const seconds = Number(/^#EXTINF:([\d.]+)/.exec(waiting[0] ?? '')?.[1]);
      if (!(seconds > 0)) return undefined;
      segments.push({ seconds, lines: [...waiting, line] });
      waiting = [];
    }
  }
  return segments.length > 0 ? { segments, heads: lines.filter((line) => line.startsWith('#EXT-X-MAP:')) } : undefined;
}
