import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const rate = 25;
/** Seconds that a picture stays, and that one passes into the next. */
const shot = 8;
const passing = 0.8;
/** Seconds between two pictures that need none before them. */
export const fragment = 2;

/** How a film is coded: what ffmpeg is told, and what playlists say of it. */
interface Coding {
  name: string;
  height: number;
  codecs: string;
  options: string;
}

const fragmented = '-movflags +frag_keyframe+empty_moov+default_base_moof -strict -2';
const buildVp9Options = (sound: string): string =>
  `-c:v libvpx-vp9 -crf 44 -b:v 0 -keyint_min ${fragment * rate} -deadline good -cpu-used 1 -c:a libopus -b:a ${sound}`;

/**
 * The renditions of a film. VP9 and Opus are what every Chromium and Firefox decodes, also those without licensed codecs; H.264 and AAC
 * what Safari does.
 */
export const codings: readonly Coding[] = [
  { name: '360p', height: 360, codecs: 'vp09.00.21.08,opus', options: buildVp9Options('24k') },
  { name: '180p', height: 180, codecs: 'vp09.00.11.08,opus', options: buildVp9Options('16k') },
  {
    name: 'h264',
    height: 360,
    codecs: 'avc1.64001e,mp4a.40.2',
    options: `-c:v libx264 -preset veryslow -crf 32 -keyint_min ${fragment * rate} -sc_threshold 0 -c:a aac -b:a 24k`,
  },
];

/**
 * Makes a film of pictures that are looked along slowly, one passing into the next, without loss.
 * @param ffmpeg the program
 * @param pictures files of pictures, wider than 16:9
 * @param sound a WAV file
 * @param into the file that is written, Matroska
 * @throws when ffmpeg cannot be run or fails, with what it says
 */
export async function assemble(ffmpeg: string, pictures: readonly string[], sound: string, into: string): Promise<void> {
  // Each picture stays until the end, below those that follow it.
  const inputs = pictures.flatMap((picture, index) => [
    ...splitWords(`-loop 1 -framerate ${rate} -t ${(pictures.length - index) * shot} -i`),
    picture,
  ]);
  const views = pictures.map((_picture, index) => {
    const along = `(iw-ow)*min(t/${shot + passing}\\,1)`;
    const move = `crop=w='ih*16/9':h=ih:x='${index % 2 === 0 ? along : `(iw-ow)-${along}`}':y=0,scale=640:360:flags=lanczos,format=yuva420p`;
    return `[${index}]${move}${index === 0 ? '' : `,fade=in:st=0:d=${passing}:alpha=1,setpts=PTS+${index * shot}/TB`}[v${index}]`;
  });
  const layers = pictures.slice(1).map((_picture, index) => `[${index === 0 ? 'v0' : `o${index}`}][v${index + 1}]overlay[o${index + 1}]`);
  const graph = [...views, ...layers, `[${pictures.length === 1 ? 'v0' : `o${pictures.length - 1}`}]format=yuv420p[out]`].join(';');
  await run(ffmpeg, [
    ...splitWords('-loglevel error -y'),
    ...inputs,
    ...['-i', sound, '-filter_complex', graph],
    ...splitWords(`-map [out] -map ${pictures.length}:a -t ${pictures.length * shot} -c:v libx264 -qp 0 -preset ultrafast -c:a pcm_s16le`),
    into,
  ]);
}

/** Codes a film for browsers, as a fragmented MP4 file. @throws when ffmpeg cannot be run or fails, with what it says */
export async function encode(ffmpeg: string, film: string, { height, options }: Coding, into: string): Promise<void> {
  await run(ffmpeg, [
    ...splitWords('-loglevel error -y -i'),
    film,
    ...splitWords(`-vf scale=-2:${height} -g ${fragment * rate} ${options} -ar 48000 -ac 1 ${fragmented}`),
    into,
  ]);
}

/** Returns the seconds of a film of so many pictures. */
export const getFilmLength = (pictures: number): number => pictures * shot;

/** Splits what stands between blanks, as a shell does. */
const splitWords = (text: string): string[] => text.split(' ');
