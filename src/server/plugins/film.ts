/** A segment of a film, with all that a live playlist has to say of it wherever that begins. */
export interface Segment {
  seconds: number;
  /** What comes before is coded in another way (EXT-X-DISCONTINUITY). */
  breaks: boolean;
  /** The initialisation (EXT-X-MAP) that it is read with. */
  map: Initialisation | undefined;
  /** The EXT-X-KEYs that it is read with, one for each format of keys; none: it is not encrypted. */
  keys: readonly string[];
  /** Its own tags and its address. */
  lines: readonly string[];
}

/** What a decoder is prepared with, and the keys that this itself is read with. */
export interface Initialisation {
  line: string;
  keys: readonly string[];
}

/** A film as its playlist tells it: in segments, under heads that hold for all of them. */
export interface Film {
  version: number;
  heads: readonly string[];
  segments: readonly Segment[];
}

/** Why a playlist, although that of a film, cannot be broadcast. */
export interface Unfit {
  unfit: string;
}

/** What stands before the address of a segment. */
interface Waiting {
  seconds?: number;
  breaks: boolean;
  range?: string;
  tags: string[];
}

const nothing = (): Waiting => ({ breaks: false, tags: [] });
const unfitting: readonly (readonly [tag: string, unfit: string])[] = [
  ['#EXT-X-I-FRAMES-ONLY', 'the playlist has nothing but I-frames (EXT-X-I-FRAMES-ONLY), which stand for seeking and are no film'],
  ['#EXT-X-SKIP', 'the playlist leaves segments out (EXT-X-SKIP)'],
];

/**
 * Reads the media playlist of a whole film (RFC 8216). Not by hls-parser or m3u8-parser: the former writes lengths rounded, initialisation
 * vectors cut and missing titles as words, the latter writes nothing, and what is broadcast is the film's own lines.
 * @returns undefined for what is no such playlist: one of renditions, a stream that goes on, anything else
 */
export function readFilm(playlist: string): Film | Unfit | undefined {
  const lines = playlist
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  // The mark of the order of bytes, which must not be there, went with the white space.
  if (lines[0] !== '#EXTM3U' || !lines.includes('#EXT-X-ENDLIST')) return undefined;
  const unfit = unfitting.find(([tag]) => lines.some((line) => readTag(line).tag === tag))?.[1];
  if (unfit !== undefined) return { unfit };
  const number = (tag: string): number => Number(lines.map(readTag).find((line) => line.tag === tag)?.value ?? 0) || 0;
  const segments = readSegments(lines, number('#EXT-X-MEDIA-SEQUENCE'));
  if ('unfit' in segments) return segments;
  return {
    version: number('#EXT-X-VERSION'),
    heads: lines.filter((line) => /^#EXT-X-(INDEPENDENT-SEGMENTS$|DEFINE:)/.test(line)),
    segments,
  };
}

function readSegments(lines: readonly string[], firstNumber: number): Segment[] | Unfit {
  const segments: Segment[] = [];
  /** How far each file has been read. */
  const ends = new Map<string, number>();
  let [waiting, keys] = [nothing(), new Map<string, string>()];
  let map: Initialisation | undefined;
  for (const line of lines) {
    const { tag, value } = readTag(line);
    if (tag === '#EXT-X-MAP') map = { line: completeMap(value), keys: [...keys.values()].map((key) => `#EXT-X-KEY:${key}`) };
    else if (tag === '#EXT-X-KEY') keys = changeKeys(keys, value);
    else if (tag !== '') note(waiting, tag, value, line);
    else if (!line.startsWith('#')) {
      const range = waiting.range === undefined ? [] : completeRange(waiting.range, line, ends);
      const { seconds = 0, breaks, tags } = waiting;
      if (!(seconds > 0)) return { unfit: `the segment ${line} has no length (EXTINF)` };
      if (range === undefined) return { unfit: `where the segment ${line} begins in its file is not known (EXT-X-BYTERANGE)` };
      const number = firstNumber + segments.length;
      segments.push({
        seconds,
        breaks,
        map,
        keys: [...keys.values()].map((key) => completeKey(key, number)),
        lines: [...tags, ...range, line],
      });
      waiting = nothing();
    }
  }
  if (segments.length === 0) return { unfit: 'the playlist has no segments' };
  // No tag takes an initialisation away again.
  if (segments[0]?.map === undefined && segments.some((segment) => segment.map !== undefined))
    return { unfit: 'the film begins without an initialisation (EXT-X-MAP) and goes on with one' };
  return segments;
}

/** Parts, dates of the film and whatever else there is go unsaid: they are of another time, or of no use without others. */
function note(waiting: Waiting, tag: string, value: string, line: string): void {
  if (tag === '#EXT-X-DISCONTINUITY') waiting.breaks = true;
  else if (tag === '#EXT-X-BYTERANGE') waiting.range = value;
  else if (tag === '#EXT-X-GAP') waiting.tags.push(line);
  else if (tag === '#EXTINF') {
    waiting.seconds = Number(/^\s*(\d+(?:\.\d+)?)/.exec(value)?.[1]);
    waiting.tags.push(line);
  }
}

/** The tag of a line, empty for addresses and comments, and what follows its colon. */
function readTag(line: string): { tag: string; value: string } {
  const [, tag = '', value = ''] = /^(#EXT[A-Z0-9-]*)(?::(.*))?$/.exec(line) ?? [];
  return { tag, value };
}

/** Attributes by name, quotes and all; a comma between quotes ends none. */
const readAttributes = (value: string): Map<string, string> =>
  new Map([...value.matchAll(/(?:^|,) *([A-Z0-9-]+)=("[^"]*"|[^",]*)/g)].map(([, name = '', text = '']) => [name, text.trim()]));

/** A range without a beginning goes on where that before it in the same file ended. */
function completeRange(range: string, file: string, ends: Map<string, number>): string[] | undefined {
  const [, size = '', at] = /^(\d+)(?:@(\d+))?$/.exec(range) ?? [];
  const begin = at === undefined ? ends.get(file) : Number(at);
  if (size === '' || begin === undefined) return undefined;
  ends.set(file, begin + Number(size));
  return [`#EXT-X-BYTERANGE:${size}@${begin}`];
}

/** That of an initialisation begins at the beginning. */
const completeMap = (value: string): string => `#EXT-X-MAP:${value.replace(/(^|,)BYTERANGE="(\d+)"/, '$1BYTERANGE="$2@0"')}`;

/** A key holds until the next of its format; METHOD=NONE ends all. */
function changeKeys(keys: ReadonlyMap<string, string>, value: string): Map<string, string> {
  const attributes = readAttributes(value);
  return attributes.get('METHOD') === 'NONE'
    ? new Map<string, string>()
    : new Map([...keys, [attributes.get('KEYFORMAT') ?? identity, value]]);
}

const identity = '"identity"';

/** Without an initialisation vector that is the number of the segment (RFC 8216, 5.2), which is another one in what is broadcast. */
function completeKey(value: string, number: number): string {
  const attributes = readAttributes(value);
  const isNumbered =
    /^(AES-128|SAMPLE-AES)$/.test(attributes.get('METHOD') ?? '') &&
    (attributes.get('KEYFORMAT') ?? identity) === identity &&
    !attributes.has('IV');
  return `#EXT-X-KEY:${value}${isNumbered ? `,IV=0x${number.toString(16).padStart(32, '0')}` : ''}`;
}
