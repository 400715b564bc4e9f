import Hls, { type ErrorData, type Level, type LoadPolicy } from 'hls.js/light';
import { empty, type EngineEvents, type Failure, type Quality } from './engine';
import type { Media } from './media';

/** Characters of a playlist at most; one that is longer is none, and parsing it would halt the page. */
const maxBytes = 4_000_000;

/**
 * While there is something left to show, what does not come is asked for again, also what is not found: streams that stop are taken off
 * their server for a while. What is shown when nothing is left is the player's matter.
 */
const patient = (timeout: number): LoadPolicy => ({
  default: {
    maxTimeToFirstByteMs: timeout,
    maxLoadTimeMs: 4 * timeout,
    timeoutRetry: { maxNumRetry: 4, retryDelayMs: 500, maxRetryDelayMs: 4_000 },
    errorRetry: {
      maxNumRetry: 8,
      retryDelayMs: 1_000,
      maxRetryDelayMs: 8_000,
      shouldRetry: (retry, count) => count < (retry?.maxNumRetry ?? 0),
    },
  },
});

/** Plays a playlist by hls.js; see {@link attach}. */
export function attachHls(video: HTMLVideoElement, { address }: Media, { onReady, onFailure, onQualities }: EngineEvents): () => void {
  if (!Hls.isSupported()) {
    onFailure('unplayable');
    return () => undefined;
  }
  const stopAtLongest = (request: XMLHttpRequest): void => {
    request.addEventListener('progress', ({ loaded }) => {
      if (request.responseType === 'arraybuffer' || loaded <= maxBytes) return;
      request.abort();
      // Without this it would be asked for again, as long as what does not come.
      hls.stopLoad();
      onFailure('unplayable');
    });
  };
  const hls = new Hls({
    enableWorker: false,
    capLevelToPlayerSize: true,
    backBufferLength: 60,
    playlistLoadPolicy: patient(8_000),
    fragLoadPolicy: patient(10_000),
    xhrSetup: stopAtLongest,
  });
  let repaired = false;
  hls.on(Hls.Events.ERROR, (_event, data) => {
    if (!data.fatal) return;
    if (data.type === Hls.ErrorTypes.MEDIA_ERROR && data.details !== Hls.ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR && !repaired) {
      repaired = true;
      hls.recoverMediaError();
    } else onFailure(classifyFailure(data));
  });
  hls.on(Hls.Events.MEDIA_ATTACHED, onReady);
  // Which renditions the browser can decode is known once one of them was chosen.
  hls.on(Hls.Events.LEVEL_SWITCHED, (_event, { level }) =>
    onQualities(listQualities(hls.levels, level), (id) => {
      hls.nextLevel = id;
    }),
  );
  hls.loadSource(address);
  hls.attachMedia(video);
  return () => {
    hls.destroy();
    empty(video);
  };
}

function classifyFailure({ details, response }: ErrorData): Failure {
  if (details === Hls.ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR || details === Hls.ErrorDetails.BUFFER_INCOMPATIBLE_CODECS_ERROR)
    return 'unplayable';
  return details === Hls.ErrorDetails.MANIFEST_LOAD_ERROR && response?.code === 0 ? 'unreachable' : 'interrupted';
}

/**
 * Returns the renditions to choose from: of each height the best, and only those in the codec that is playing, for changing it may stop
 * the picture. @internal
 * @param playing the number of the rendition that is shown
 */
export function listQualities(levels: readonly Pick<Level, 'height' | 'bitrate' | 'videoCodec'>[], playing: number): Quality[] {
  const family = ({ videoCodec = '' }: Pick<Level, 'videoCodec'>): string => videoCodec.split('.')[0] ?? '';
  const current = levels[playing];
  const best = new Map<number, { id: number; bitrate: number }>();
  for (const [id, level] of levels.entries()) {
    if (!current || family(level) !== family(current) || !(level.height > 0)) continue;
    if (level.bitrate > (best.get(level.height)?.bitrate ?? -1)) best.set(level.height, { id, bitrate: level.bitrate });
  }
  return [...best].map(([height, { id }]) => ({ id, height })).sort((a, b) => b.height - a.height);
}
