/**
 * Returns the playlist of a film in one fragmented MP4 file (ISO/IEC 14496-12, RFC 8216): each fragment is a segment, given as a range of
 * bytes.
 * @param file the bytes of the film
 * @param name the name of its file
 * @param seconds the length of a fragment
 */
export function createMediaPlaylist(file: Buffer, name: string, seconds: number): string {
  let header = 0;
  const fragments: { at: number; size: number }[] = [];
  for (let at = 0; at + 8 <= file.length;) {
    const size = file.readUInt32BE(at);
    const kind = file.toString('latin1', at + 4, at + 8);
    if (size < 8) throw new Error(`${name} is no MP4 file that can be cut up: a box of ${size} bytes at ${at}`);
    if (kind === 'moov') header = at + size;
    if (kind === 'moof') fragments.push({ at, size: 0 });
    const last = fragments.at(-1);
    if (last && (kind === 'moof' || kind === 'mdat')) last.size += size;
    at += size;
  }
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(seconds)}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="${name}",BYTERANGE="${header}@0"`,
    ...fragments.flatMap(({ at, size }) => [`#EXTINF:${seconds.toFixed(3)},`, `#EXT-X-BYTERANGE:${size}@${at}`, name]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}

/** A rendition of a film: the name of its playlist, what it needs, and how it is coded (RFC 6381). */
interface Rendition {
  name: string;
  bandwidth: number;
  width: number;
  height: number;
  codecs: string;
}

/** Returns the playlist that offers renditions of the same film, the first of them to begin with. */
export function createMasterPlaylist(renditions: readonly Rendition[]): string {
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...renditions.flatMap(({ name, bandwidth, width, height, codecs }) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${width}x${height},FRAME-RATE=25.000,CODECS="${codecs}"`,
      name,
    ]),
    '',
  ].join('\n');
}
