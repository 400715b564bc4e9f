import type { Media } from './media';

/** A rendition of a stream that can be chosen. */
export interface Quality {
  id: number;
  height: number;
}

/** Why playing stopped: `interrupted` may pass, `unplayable` will not, `unreachable` is an address that gave no answer at all. */
export type Failure = 'interrupted' | 'unplayable' | 'unreachable';

/** What an engine tells of. */
export interface EngineEvents {
  /** The video has something to play, or will have: it can be told to. */
  onReady: () => void;
  onFailure: (failure: Failure) => void;
  /** The renditions that there are to choose from, and how to choose one; -1 leaves it to the connection. */
  onQualities: (qualities: readonly Quality[], choose: (id: number) => void) => void;
}

/** Whether scripts can feed a video with what they have fetched. Phones of Apple cannot, or are better off without. */
const canBeFed = (): boolean => typeof MediaSource !== 'undefined';
const playsPlaylists = (video: HTMLVideoElement): boolean => video.canPlayType('application/vnd.apple.mpegurl') !== '';

/**
 * Puts something to play into a video. Playlists are played by hls.js where the browser lets it: it offers renditions, goes back in a
 * stream, and copes with playlists that name several codecs, all of which Chromium's own playing does not; elsewhere, and for hosts that
 * answer videos but no scripts (CORS), by the browser itself.
 * @returns takes it out again
 */
export function attach(video: HTMLVideoElement, media: Media, events: EngineEvents): () => void {
  if (!media.playlist) return attachDirectly(video, media, events);
  if (!canBeFed()) {
    if (playsPlaylists(video)) return attachDirectly(video, media, events);
    events.onFailure('unplayable');
    return () => undefined;
  }
  let detach: (() => void) | undefined;
  let over = false;
  const onFailure = (failure: Failure): void => {
    if (over) return;
    if (failure !== 'unreachable' || !playsPlaylists(video)) return events.onFailure(failure);
    detach?.();
    detach = attachDirectly(video, media, events);
  };
  import('./hlsEngine').then(
    ({ attachHls }) => {
      if (!over) detach = attachHls(video, media, { ...events, onFailure });
    },
    () => onFailure('interrupted'),
  );
  return () => {
    over = true;
    detach?.();
  };
}

/** A stream that is not found may be there later; a film that is not is not. */
function attachDirectly(video: HTMLVideoElement, { address, kind }: Media, { onReady, onFailure }: EngineEvents): () => void {
  const fail = (): void => onFailure(kind === 'stream' ? 'interrupted' : 'unplayable');
  video.addEventListener('error', fail);
  video.src = address;
  onReady();
  return () => {
    video.removeEventListener('error', fail);
    empty(video);
  };
}

/** Ends what a video is fetching. */
export function empty(video: HTMLVideoElement): void {
  video.removeAttribute('src');
  video.load();
}
