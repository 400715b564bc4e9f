import { type Film, readFilm, type Segment, type Unfit } from './film';

/** Segments that a live playlist names; three of them are what players keep ahead. */
const segmentsShown = 6;
/** Target durations that it lasts at least (RFC 8216, 6.2.2). */
const targetsShown = 3;
/** The version in which players read all that is written here. */
const leastVersion = 7;
/**
 * The count of discontinuities begins anew after so many. Players keep a list with a place for each number up to the current one, and
 * go through all of it whenever the playlist is loaded: counted since 1970 that keeps a processor busy for seconds. hls.js takes the
 * step back into account, by the segments that it knows.
 */
const discontinuitiesCounted = 1024;

/**
 * Broadcasts a film around the clock: the playlist of a live stream (RFC 8216, 6.2.2) that shows the film's segments in turn and begins
 * anew at its end. What it shows depends on the time alone, so every server says the same. What holds for a segment, its initialisation and
 * its keys, is said wherever the playlist begins, and again where it changes.
 * @param playlist the media playlist of the whole film
 * @param now milliseconds since 1970
 * @returns undefined for what is no such playlist, such as one of renditions
 */
export function broadcast(playlist: string, now: number): { playlist: string } | Unfit | undefined {
  const film = readFilm(playlist);
  return film === undefined || 'unfit' in film ? film : { playlist: show(film, now) };
}

/** Returns a playlist of renditions without those that have nothing but I-frames: they cannot be broadcast. */
export const withoutIFrames = (playlist: string): string => playlist.replace(/^#EXT-X-I-FRAME-STREAM-INF:.*(?:\r?\n|$)/gm, '');

function show({ version, heads, segments }: Film, now: number): string {
  const target = Math.ceil(Math.max(...segments.map(({ seconds }) => seconds)));
  const { first, next, startOf } = findWindow(segments, target, now);
  const segmentAt = (number: number): Segment | undefined => segments[number % segments.length];
  const lines: string[] = [];
  let keys: readonly string[] = [];
  const turnTo = (wanted: readonly string[]): void => {
    lines.push(...writeKeys(wanted, keys));
    keys = wanted;
  };
  for (let number = first; number < next; number += 1) {
    const [segment, before] = [segmentAt(number), number > first ? segmentAt(number - 1) : undefined];
    if (!segment) continue;
    const breaks = before !== undefined && isBreak(segments, number % segments.length);
    if (breaks) lines.push('#EXT-X-DISCONTINUITY');
    if (segment.map !== undefined && (breaks || segment.map !== before?.map)) {
      turnTo(segment.map.keys);
      lines.push(segment.map.line);
    }
    turnTo(segment.keys);
    if (breaks || !before) lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(startOf(number) * 1000).toISOString()}`);
    lines.push(...segment.lines);
  }
  return [
    '#EXTM3U',
    `#EXT-X-VERSION:${Math.max(leastVersion, version)}`,
    `#EXT-X-TARGETDURATION:${target}`,
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${countBreaks(segments, first) % discontinuitiesCounted}`,
    ...heads,
    ...lines,
    '',
  ].join('\n');
}

/** The film breaks where it begins anew, and where it says so. */
const isBreak = (segments: readonly Segment[], index: number): boolean => index === 0 || segments[index]?.breaks === true;

/** How many breaks there were up to a segment, that before it included; the first time that the film began is none. */
function countBreaks(segments: readonly Segment[], number: number): number {
  const upTo = (index: number): number => segments.slice(0, index + 1).filter((_, at) => isBreak(segments, at)).length;
  const { length } = segments;
  return Math.floor(number / length) * upTo(length - 1) + upTo(number % length) - 1;
}

/** Keys are said where they change; where there are none any more, that is said. */
function writeKeys(keys: readonly string[], before: readonly string[]): readonly string[] {
  const isSame = keys.length === before.length && keys.every((key, index) => key === before[index]);
  return isSame ? [] : keys.length > 0 ? keys : ['#EXT-X-KEY:METHOD=NONE'];
}

/** The numbers of the segments that are shown, from `first` up to `next`, which is not over yet, and when each began in seconds since 1970. */
function findWindow(
  segments: readonly Segment[],
  target: number,
  now: number,
): { first: number; next: number; startOf: (number: number) => number } {
  let length = 0;
  const begins = segments.map(({ seconds }) => (length += seconds) - seconds);
  const startOf = (number: number): number => Math.floor(number / segments.length) * length + (begins[number % segments.length] ?? 0);
  const round = Math.floor(now / 1000 / length);
  const into = now / 1000 - round * length;
  const next = round * segments.length + begins.filter((begin, index) => begin + (segments[index]?.seconds ?? 0) <= into).length;
  let first = Math.max(0, next - segmentsShown);
  while (first > 0 && startOf(next) - startOf(first) < targetsShown * target) first -= 1;
  return { first, next, startOf };
}
