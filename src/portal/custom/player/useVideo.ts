import { useEffect, useState } from 'react';

/** What of a video its controls show. */
export interface VideoState {
  paused: boolean;
  /** It has nothing to show at the moment. */
  stalled: boolean;
  muted: boolean;
  volume: number;
  /** Seconds. */
  time: number;
  /** Where one can go to, in seconds; of a stream the part of it that is kept. */
  from: number;
  until: number;
  captions: boolean;
  captionsOn: boolean;
}

const events =
  'play playing pause waiting seeking seeked canplay timeupdate durationchange progress volumechange loadedmetadata emptied'.split(' ');
const trackEvents = ['change', 'addtrack', 'removetrack'];

/** Follows a video. */
export function useVideo(video: HTMLVideoElement): VideoState {
  const [state, setState] = useState(() => readVideoState(video));
  useEffect(() => {
    const read = (): void => setState(readVideoState(video));
    const stop = new AbortController();
    read();
    for (const name of events) video.addEventListener(name, read, stop);
    for (const name of trackEvents) video.textTracks.addEventListener(name, read, stop);
    return () => stop.abort();
  }, [video]);
  return state;
}

function readVideoState(video: HTMLVideoElement): VideoState {
  const { paused, muted, volume, currentTime, readyState, seekable, duration } = video;
  const captions = listCaptions(video);
  const kept = seekable.length > 0;
  return {
    paused,
    muted: muted || volume === 0,
    volume,
    time: currentTime,
    stalled: !paused && readyState < 3,
    from: kept ? seekable.start(0) : 0,
    until: kept ? seekable.end(seekable.length - 1) : Number.isFinite(duration) ? duration : 0,
    captions: captions.length > 0,
    captionsOn: captions.some(({ mode }) => mode === 'showing'),
  };
}

/** Returns the captions that a video has. */
export const listCaptions = (video: HTMLVideoElement): TextTrack[] =>
  [...video.textTracks].filter(({ kind }) => kind === 'captions' || kind === 'subtitles');
