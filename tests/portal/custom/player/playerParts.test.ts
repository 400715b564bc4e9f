// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PlayerSection } from '../../../../src/model/definitions.g';
import type { JsonObject } from '../../../../src/model/json';
import { computeBackOff } from '../../../../src/portal/custom/player/usePlayback';
import { carryOut, findCommand, type Command } from '../../../../src/portal/custom/player/commands';
import { attach, type EngineEvents, type Failure } from '../../../../src/portal/custom/player/engine';
import { listQualities } from '../../../../src/portal/custom/player/hlsEngine';
import { formatPlayTime, offerFilm, chooseOffer, type Media } from '../../../../src/portal/custom/player/media';
import { playIn } from '../../../../src/portal/custom/player/playing';
import { fakeVideo, setMedia } from '../../video';

const section: Pick<PlayerSection, 'stream' | 'ended' | 'playback'> = {
  stream: '/item/pullPath',
  ended: { '/item/state': '2' },
  playback: '/item/playbackFile',
};
const stream = (address: string): Media => ({ kind: 'stream', address, playlist: true });
const film = (address: string, playlist = false): Media => ({ kind: 'film', address, playlist });

describe('what is played', () => {
  it.each<[string, JsonObject, unknown]>([
    ['[LIVE-04] the stream while it is not over', { pullPath: '/live/a.m3u8', playbackFile: '/b.mp4', state: '1' }, stream('/live/a.m3u8')],
    ['[LIVE-04] the stream before it begins', { pullPath: '/live/a.m3u8', state: '0' }, stream('/live/a.m3u8')],
    ['[LIVE-04] the stream of which no state is known', { pullPath: '/live/a.m3u8' }, stream('/live/a.m3u8')],
    ['[LIVE-04] what was recorded of one that is over', { pullPath: '/live/a.m3u8', playbackFile: '/b.mp4', state: '2' }, film('/b.mp4')],
    ['[LIVE-04] what was recorded where there is no stream', { playbackFile: '/b.mp4', state: '1' }, film('/b.mp4')],
    [
      '[LIVE-02] a recording that is a playlist',
      { playbackFile: 'https://media.example.org/b.M3U8?t=1', state: '2' },
      film('https://media.example.org/b.M3U8?t=1', true),
    ],
    [
      '[LIVE-07] every stream as a playlist',
      { pullPath: 'https://media.example.org/live/a?token=1', state: '1' },
      stream('https://media.example.org/live/a?token=1'),
    ],
    ['nothing yet', { state: '0' }, { kind: 'nothing', lack: 'waiting' }],
    ['nothing any more', { pullPath: '/live/a.m3u8', state: '2' }, { kind: 'nothing', lack: 'missing' }],
    ['nothing that browsers know', { pullPath: 'rtmp://media.example.org/live/a', state: '1' }, { kind: 'nothing', lack: 'failed' }],
    ['no script', { pullPath: 'javascript:alert(1)', state: '1' }, { kind: 'nothing', lack: 'failed' }],
    ['no other host by accident', { pullPath: '//media.example.org/a.m3u8', state: '1' }, { kind: 'nothing', lack: 'failed' }],
    ['no number', { pullPath: 7, state: '1' }, { kind: 'nothing', lack: 'failed' }],
    ['no list', { pullPath: ['/a.m3u8'], state: '1' }, { kind: 'nothing', lack: 'failed' }],
    ['no object', { playbackFile: { url: '/b.mp4' }, state: '2' }, { kind: 'nothing', lack: 'failed' }],
    ['nothing where the address is empty', { pullPath: '', state: '1' }, { kind: 'nothing', lack: 'waiting' }],
  ])('is %s', (_what, item, offer) => expect(chooseOffer(section, { item })).toEqual(offer));

  it('of a chapter is its film, or nothing that can be played', () => {
    expect([offerFilm('/a.mp4'), offerFilm(undefined), offerFilm(3)]).toEqual([
      film('/a.mp4'),
      { kind: 'nothing', lack: 'failed' },
      { kind: 'nothing', lack: 'failed' },
    ]);
  });
});

describe('seeking a stream again', () => {
  it('waits twice as long each time, half a minute at most, and not all viewers the same', () => {
    expect([0, 1, 2, 3, 4, 50].map((attempt) => computeBackOff(attempt, 0.5))).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect([computeBackOff(0, 0), computeBackOff(0, 1)]).toEqual([1_600, 2_400]);
  });
});

it.each([
  [0, '0:00'],
  [5.9, '0:05'],
  [65, '1:05'],
  [3723, '1:02:03'],
  [NaN, '0:00'],
  [Infinity, '0:00'],
  [-3, '0:00'],
])('%d seconds are %s', (seconds, words) => expect(formatPlayTime(seconds)).toBe(words));

describe('renditions to choose from', () => {
  const levels = [
    [180, 80, 'vp09.1'],
    [360, 140, 'vp09.2'],
    [360, 150, 'avc1.3'],
    [720, 900, 'avc1.4'],
    [360, 300, 'vp09.5'],
  ].map(([height, bitrate, videoCodec]) => ({ height: Number(height), bitrate: Number(bitrate), videoCodec: String(videoCodec) }));
  it('are those in the codec that plays, of each height the best, the highest first', () => {
    expect(listQualities(levels, 0)).toEqual([
      { id: 4, height: 360 },
      { id: 0, height: 180 },
    ]);
    expect(listQualities(levels, 2)).toEqual([
      { id: 3, height: 720 },
      { id: 2, height: 360 },
    ]);
  });
  it('are none as long as none plays', () => expect(listQualities(levels, -1)).toEqual([]));
});

describe('keys', () => {
  const key = (name: string, more: Partial<KeyboardEvent> = {}): Parameters<typeof findCommand>[0] => ({
    key: name,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    ...more,
  });
  it.each<[string, Command]>([
    [' ', 'toggle'],
    ['k', 'toggle'],
    ['K', 'toggle'],
    ['ArrowLeft', 'back'],
    ['ArrowRight', 'forward'],
    ['ArrowUp', 'louder'],
    ['ArrowDown', 'softer'],
    ['m', 'mute'],
    ['f', 'fullscreen'],
    ['c', 'captions'],
    ['Home', 'start'],
    ['End', 'end'],
  ])('%s means %s', (name, command) => expect(findCommand(key(name), 'DIV')).toBe(command));
  it.each([
    ['x', 'DIV'],
    ['constructor', 'DIV'],
    ['Tab', 'DIV'],
    [' ', 'BUTTON'],
    ['ArrowLeft', 'INPUT'],
    ['ArrowDown', 'SELECT'],
  ])('%s means nothing on %s', (name, focused) => expect(findCommand(key(name), focused)).toBeUndefined());
  it('with Ctrl, Alt or Meta belong to the browser', () =>
    expect([{ ctrlKey: true }, { altKey: true }, { metaKey: true }].map((held) => findCommand(key('f', held), 'DIV'))).toEqual([
      undefined,
      undefined,
      undefined,
    ]));

  const tried = (command: Command, state: Parameters<typeof fakeVideo>[0]): HTMLVideoElement => {
    const { video } = fakeVideo(state);
    carryOut(command, video, document.body);
    return video;
  };
  it.each<[Command, number]>([
    ['back', 15],
    ['forward', 25],
    ['start', 10],
    ['end', 60],
  ])('%s goes to %d s', (command, time) => expect(tried(command, { currentTime: 20, seekable: [10, 60] }).currentTime).toBe(time));
  it('cannot go where a stream is no longer kept', () =>
    expect([
      tried('back', { currentTime: 11, seekable: [10, 60] }).currentTime,
      tried('forward', { currentTime: 58, seekable: [10, 60] }).currentTime,
      tried('end', { currentTime: 7 }).currentTime,
    ]).toEqual([10, 60, 7]));
  it('change the volume within its bounds, and bring back sound that was off', () => {
    const { video } = fakeVideo({});
    Object.assign(video, { volume: 0.95, muted: true });
    carryOut('louder', video, document.body);
    expect([video.volume, video.muted]).toEqual([1, false]);
    carryOut('softer', video, document.body);
    expect(video.volume).toBe(0.9);
  });
});

describe('the engine', () => {
  beforeEach(() => setMedia({}));
  const events = (): EngineEvents & { told: Failure[]; ready: number } => {
    const seen: EngineEvents & { told: Failure[]; ready: number } = {
      told: [],
      ready: 0,
      onReady: () => {
        seen.ready += 1;
      },
      onFailure: (failure) => {
        seen.told.push(failure);
      },
      onQualities: () => undefined,
    };
    return seen;
  };
  afterEach(() => setMedia({}));

  it('gives films to the browser', () => {
    const { video } = fakeVideo({});
    const seen = events();
    const detach = attach(video, film('/a.mp4'), seen);
    expect([video.getAttribute('src'), seen.ready]).toEqual(['/a.mp4', 1]);
    video.dispatchEvent(new Event('error'));
    expect(seen.told).toEqual(['unplayable']);
    detach();
    expect(video.hasAttribute('src')).toBe(false);
  });

  it('gives playlists to browsers that play them and let scripts feed no video; what is not there may be there later', () => {
    setMedia({ playsPlaylists: true });
    const { video } = fakeVideo({});
    const seen = events();
    attach(video, stream('/a.m3u8'), seen);
    expect(video.getAttribute('src')).toBe('/a.m3u8');
    video.dispatchEvent(new Event('error'));
    expect(seen.told).toEqual(['interrupted']);
  });

  it('[LIVE-06] knows that nothing can be done where neither is so', () => {
    const seen = events();
    attach(fakeVideo({}).video, stream('/a.m3u8'), seen);
    expect(seen.told).toEqual(['unplayable']);
  });
});

describe('playing', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    setMedia({ playsPlaylists: true });
  });
  afterEach(() => {
    vi.useRealTimers();
    setMedia({});
  });
  const watched = (media: Media, wanted = true) => {
    const fake = fakeVideo({});
    const told: string[] = [];
    const say = (word: string) => () => {
      told.push(word);
    };
    const stop = playIn(fake.video, media, wanted, {
      onPlaying: say('playing'),
      onHeld: say('held'),
      onEnded: say('ended'),
      onSteady: say('steady'),
      onFailure: (failure) => told.push(failure),
      onQualities: say('qualities'),
    });
    return { ...fake, told, stop };
  };

  it('begins at once, and says when it does', () => {
    const { video, told, played } = watched(stream('/a.m3u8'));
    video.dispatchEvent(new Event('playing'));
    expect([played(), told]).toEqual([1, ['playing']]);
  });

  it('[LIVE-05] of a stream that stands still for twelve seconds is broken off, once', () => {
    const { set, told, video } = watched(stream('/a.m3u8'));
    set({ paused: false, readyState: 2, currentTime: 3 });
    vi.advanceTimersByTime(12_000);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(30_000);
    video.dispatchEvent(new Event('error'));
    expect(told).toEqual(['interrupted']);
  });

  it('goes on as long as the picture moves, and is steady after ten seconds of that', () => {
    const { set, told } = watched(stream('/a.m3u8'));
    for (let second = 1; second <= 60; second += 1) {
      set({ paused: false, readyState: 4, currentTime: second });
      vi.advanceTimersByTime(1_000);
    }
    expect(new Set(told)).toEqual(new Set(['steady']));
  });

  it('does not count the time that the visitor pauses', () => {
    const { set, told } = watched(stream('/a.m3u8'));
    set({ paused: true, readyState: 4, currentTime: 5 });
    vi.advanceTimersByTime(300_000);
    expect(told).toEqual([]);
  });

  it('of a film has more patience', () => {
    const { told } = watched(film('/a.mp4'));
    vi.advanceTimersByTime(40_000);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual(['interrupted']);
  });

  it('rests at its first picture where the browser wants another press, and where the visitor had paused', async () => {
    setMedia({ playsPlaylists: true, refusal: new DOMException('no gesture', 'NotAllowedError') });
    const held = watched(stream('/a.m3u8'));
    await vi.advanceTimersByTimeAsync(0);
    expect(held.told).toEqual(['held']);
    const { video, told, played } = watched(stream('/a.m3u8'), false);
    video.dispatchEvent(new Event('canplay'));
    expect([played(), told]).toEqual([0, ['held']]);
  });

  it('says nothing after it was stopped', () => {
    const { stop, video, told } = watched(stream('/a.m3u8'));
    stop();
    for (const name of ['playing', 'ended', 'error']) video.dispatchEvent(new Event(name));
    vi.advanceTimersByTime(60_000);
    expect([told, video.hasAttribute('src')]).toEqual([[], false]);
  });
});
