/** How browsers play in a test: whether they play playlists, and how they answer when told to play. */
interface MediaAbility {
  playsPlaylists?: boolean;
  refusal?: DOMException;
}
let ability: MediaAbility = {};

/** Makes the videos of the test environment, which play nothing, answer like those of a browser. */
export function setMedia(next: MediaAbility): void {
  ability = next;
  const prototype = HTMLMediaElement.prototype;
  prototype.load = () => undefined;
  prototype.canPlayType = (type) => (type.includes('mpegurl') ? (ability.playsPlaylists ? 'maybe' : '') : 'maybe');
  prototype.play = function play() {
    if (ability.refusal) return Promise.reject(ability.refusal);
    setState(this, { paused: false });
    this.dispatchEvent(new Event('play'));
    return Promise.resolve();
  };
  prototype.pause = function pause() {
    setState(this, { paused: true });
    this.dispatchEvent(new Event('pause'));
  };
  Object.defineProperty(prototype, 'textTracks', {
    configurable: true,
    get() {
      return noTracks;
    },
  });
}

const noTracks = Object.assign(new EventTarget(), { length: 0, [Symbol.iterator]: () => [][Symbol.iterator]() });

interface State {
  paused?: boolean;
  readyState?: number;
  currentTime?: number;
  seekable?: [number, number];
}

/** Puts a video into a state. */
export function setState(video: HTMLMediaElement, { seekable, ...state }: State): void {
  for (const [name, value] of Object.entries(state)) Object.defineProperty(video, name, { configurable: true, writable: true, value });
  if (seekable)
    Object.defineProperty(video, 'seekable', {
      configurable: true,
      value: { length: 1, start: () => seekable[0], end: () => seekable[1] },
    });
}

/** A video by itself: `played` says how often it was told to. */
export function fakeVideo(state: State): { video: HTMLVideoElement; set: (state: State) => void; played: () => number } {
  if (!Object.hasOwn(HTMLMediaElement.prototype, 'textTracks')) setMedia(ability);
  const video = document.createElement('video');
  let count = 0;
  video.addEventListener('play', () => {
    count += 1;
  });
  setState(video, { seekable: undefined, ...state });
  if (!state.seekable) Object.defineProperty(video, 'seekable', { configurable: true, value: { length: 0 } });
  return { video, set: (next) => setState(video, next), played: () => count };
}
