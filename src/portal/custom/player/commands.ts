import { listCaptions } from './useVideo';

/** What a visitor can tell a player to do. */
export type Command = 'toggle' | 'back' | 'forward' | 'louder' | 'softer' | 'mute' | 'fullscreen' | 'captions' | 'start' | 'end';

/** Seconds that a press of a key moves, and its share of the volume. */
const step = 5;
const volumeStep = 0.1;

const keys: Readonly<Record<string, Command>> = {
  ' ': 'toggle',
  k: 'toggle',
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  ArrowUp: 'louder',
  ArrowDown: 'softer',
  m: 'mute',
  f: 'fullscreen',
  c: 'captions',
  Home: 'start',
  End: 'end',
};
/** Keys that a focused control has a use of its own for. */
const ownKeys: Readonly<Record<string, readonly string[]>> = {
  BUTTON: [' '],
  A: [],
  SELECT: [' ', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'],
  INPUT: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'],
};

/**
 * Returns the command of a key, as players on the web have them; they count only while the focus is within the player (WCAG 2.1.4).
 * @returns undefined for keys that mean nothing here, with Ctrl, Alt or Meta, or that the focused control uses itself
 */
export function findCommand(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>, focused: string): Command | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey || ownKeys[focused]?.includes(event.key)) return undefined;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return Object.hasOwn(keys, key) ? keys[key] : undefined;
}

/** Carries a command out. A stream can be moved in only as far as it is kept. */
export function carryOut(command: Command, video: HTMLVideoElement, frame: HTMLElement): void {
  handlers[command](video, frame);
}

const handlers: Readonly<Record<Command, (video: HTMLVideoElement, frame: HTMLElement) => void>> = {
  toggle,
  back: (video) => moveTo(video, video.currentTime - step),
  forward: (video) => moveTo(video, video.currentTime + step),
  louder: (video) => setVolume(video, video.volume + volumeStep),
  softer: (video) => setVolume(video, video.volume - volumeStep),
  mute: (video) => (video.muted = !video.muted),
  fullscreen: toggleFullscreen,
  captions: toggleCaptions,
  start: (video) => moveTo(video, -Infinity),
  end: (video) => moveTo(video, Infinity),
};

function toggle(video: HTMLVideoElement): void {
  if (video.paused) void video.play().catch(() => undefined);
  else video.pause();
}

/** Goes to a time in seconds, as near as it is there. */
export function moveTo(video: HTMLVideoElement, time: number): void {
  const { seekable } = video;
  if (seekable.length === 0) return;
  video.currentTime = Math.max(seekable.start(0), Math.min(seekable.end(seekable.length - 1), time));
}

/** Sets the volume, from 0 to 1; sound that was off goes on. */
export function setVolume(video: HTMLVideoElement, volume: number): void {
  video.volume = Math.max(0, Math.min(1, Math.round(volume * 100) / 100));
  video.muted = false;
}

function toggleCaptions(video: HTMLVideoElement): void {
  const tracks = listCaptions(video);
  const on = tracks.some(({ mode }) => mode === 'showing');
  for (const [index, track] of tracks.entries()) track.mode = !on && index === 0 ? 'showing' : 'disabled';
}

/** Older names of the same in Safari; phones of Apple enlarge the video alone. */
type WebkitVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };
type WebkitElement = HTMLElement & { webkitRequestFullscreen?: () => void };
interface WebkitDocument {
  webkitFullscreenElement?: Element | null;
  webkitExitFullscreen?: () => void;
}

/** Returns what fills the screen now. */
export const fullscreenElement = (): Element | null =>
  document.fullscreenElement ?? (document as WebkitDocument).webkitFullscreenElement ?? null;

function toggleFullscreen(video: WebkitVideo, frame: WebkitElement): void {
  const page = document as Document & WebkitDocument;
  if (fullscreenElement()) {
    if (typeof page.exitFullscreen === 'function') void page.exitFullscreen().catch(() => undefined);
    else page.webkitExitFullscreen?.();
  } else if (typeof frame.requestFullscreen === 'function') void frame.requestFullscreen().catch(() => undefined);
  else if (frame.webkitRequestFullscreen) frame.webkitRequestFullscreen();
  else video.webkitEnterFullscreen?.();
}
