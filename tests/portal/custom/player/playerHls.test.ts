// @vitest-environment jsdom
import type { ErrorData } from 'hls.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attach, type EngineEvents, type Failure, type Quality } from '../../../../src/portal/custom/player/engine';
import { fakeVideo, setMedia } from '../../video';

type Listener = (event: string, data: unknown) => void;
interface Config {
  xhrSetup: (request: XMLHttpRequest) => void;
  playlistLoadPolicy: { default: { errorRetry: { shouldRetry: (retry: { maxNumRetry: number }, count: number) => boolean } } };
}

/** hls.js as far as the player uses it. */
const made = vi.hoisted(() => ({
  engines: [] as {
    config: unknown;
    source: string;
    nextLevel: number;
    repaired: number;
    stopped: number;
    destroyed: boolean;
    levels: unknown[];
    tell: (event: string, data: unknown) => void;
  }[],
}));
vi.mock('hls.js/light', () => {
  class Hls {
    static Events = { ERROR: 'error', MEDIA_ATTACHED: 'attached', LEVEL_SWITCHED: 'switched' };
    static ErrorTypes = { MEDIA_ERROR: 'mediaError', NETWORK_ERROR: 'networkError' };
    static ErrorDetails = {
      MANIFEST_INCOMPATIBLE_CODECS_ERROR: 'manifestIncompatibleCodecsError',
      BUFFER_INCOMPATIBLE_CODECS_ERROR: 'bufferIncompatibleCodecsError',
      MANIFEST_LOAD_ERROR: 'manifestLoadError',
    };
    static isSupported = (): boolean => true;
    listeners: [string, Listener][] = [];
    levels = [
      { height: 180, bitrate: 80, videoCodec: 'vp09' },
      { height: 360, bitrate: 140, videoCodec: 'vp09' },
    ];
    source = '';
    nextLevel = -1;
    repaired = 0;
    stopped = 0;
    destroyed = false;
    constructor(readonly config: unknown) {
      made.engines.push(this);
    }
    on(event: string, listener: Listener): void {
      this.listeners.push([event, listener]);
    }
    tell(event: string, data: unknown): void {
      for (const [name, listener] of this.listeners) if (name === event) listener(event, data);
    }
    loadSource(source: string): void {
      this.source = source;
    }
    attachMedia(): void {
      this.tell('attached', {});
    }
    recoverMediaError(): void {
      this.repaired += 1;
    }
    stopLoad(): void {
      this.stopped += 1;
    }
    destroy(): void {
      this.destroyed = true;
    }
  }
  return { default: Hls };
});

const seen = { failures: [] as Failure[], ready: 0, qualities: [] as readonly Quality[], choose: (_id: number): void => undefined };
const events: EngineEvents = {
  onFailure: (failure) => seen.failures.push(failure),
  onReady: () => {
    seen.ready += 1;
  },
  onQualities: (qualities, choose) => {
    Object.assign(seen, { qualities, choose });
  },
};
const engine = () => {
  const last = made.engines.at(-1);
  if (!last) throw new Error('there is no engine');
  return last;
};
const fail = (data: Partial<ErrorData>): void =>
  engine().tell('error', { fatal: true, type: 'networkError', details: 'levelLoadError', ...data });

async function begin(): Promise<{ video: HTMLVideoElement; detach: () => void }> {
  const { video } = fakeVideo({});
  const detach = attach(video, { kind: 'stream', address: '/a.m3u8', playlist: true }, events);
  await vi.dynamicImportSettled();
  return { video, detach };
}

beforeEach(() => {
  setMedia({});
  vi.stubGlobal('MediaSource', class {});
  Object.assign(seen, { failures: [], ready: 0, qualities: [] });
  made.engines = [];
});
afterEach(() => vi.unstubAllGlobals());

describe('playlists where scripts feed videos', () => {
  it('are played by hls.js, and let go of with it', async () => {
    const { detach } = await begin();
    expect([engine().source, seen.ready]).toEqual(['/a.m3u8', 1]);
    detach();
    expect(engine().destroyed).toBe(true);
  });

  it('offer their renditions once one plays, and a choice counts', async () => {
    await begin();
    expect(seen.qualities).toEqual([]);
    engine().tell('switched', { level: 0 });
    expect(seen.qualities.map(({ height }) => height)).toEqual([360, 180]);
    seen.choose(1);
    expect(engine().nextLevel).toBe(1);
  });

  it.each<[string, Partial<ErrorData>, Failure[]]>([
    ['an error that hls.js copes with', { fatal: false }, []],
    [
      '[LIVE-05] a playlist that is not there',
      { details: 'manifestLoadError', response: { code: 404, url: '', text: '' } } as Partial<ErrorData>,
      ['interrupted'],
    ],
    ['[LIVE-05] half a playlist', { details: 'manifestParsingError' } as Partial<ErrorData>, ['interrupted']],
    ['[LIVE-05] a stream that breaks off', {}, ['interrupted']],
    [
      '[LIVE-06] codecs that the browser has not',
      { type: 'mediaError', details: 'manifestIncompatibleCodecsError' } as Partial<ErrorData>,
      ['unplayable'],
    ],
    [
      'a host that gives no answer, where the browser plays no playlists',
      { details: 'manifestLoadError', response: { code: 0, url: '', text: '' } } as Partial<ErrorData>,
      ['unreachable'],
    ],
  ])('fail or not by %s', async (_what, data, failures) => {
    await begin();
    fail(data);
    expect(seen.failures).toEqual(failures);
  });

  it('are left to the browser where a host answers videos but no scripts', async () => {
    setMedia({ playsPlaylists: true });
    const { video } = await begin();
    fail({ details: 'manifestLoadError', response: { code: 0, url: '', text: '' } } as Partial<ErrorData>);
    expect([seen.failures, engine().destroyed, video.getAttribute('src')]).toEqual([[], true, '/a.m3u8']);
  });

  it('are repaired once when a picture cannot be decoded', async () => {
    await begin();
    fail({ type: 'mediaError' } as Partial<ErrorData>);
    expect([seen.failures, engine().repaired]).toEqual([[], 1]);
    fail({ type: 'mediaError' } as Partial<ErrorData>);
    expect([seen.failures, engine().repaired]).toEqual([['interrupted'], 1]);
  });

  it('that are too long to be playlists are not read to their end', async () => {
    await begin();
    const request = Object.assign(new EventTarget(), {
      responseType: 'text',
      aborted: 0,
      abort() {
        this.aborted += 1;
      },
    });
    const { xhrSetup } = engine().config as Config;
    xhrSetup(request as unknown as XMLHttpRequest);
    const arrive = (loaded: number): void => {
      request.dispatchEvent(Object.assign(new Event('progress'), { loaded }));
    };
    arrive(3_000_000);
    expect(request.aborted).toBe(0);
    arrive(5_000_000);
    expect([request.aborted, engine().stopped]).toEqual([1, 1]);
    expect(seen.failures).toEqual(['unplayable']);
    request.responseType = 'arraybuffer';
    arrive(50_000_000);
    expect(request.aborted).toBe(1);
  });

  it('are asked for again when they are not found while something is left to show', async () => {
    await begin();
    const { shouldRetry } = (engine().config as Config).playlistLoadPolicy.default.errorRetry;
    expect([shouldRetry({ maxNumRetry: 8 }, 0), shouldRetry({ maxNumRetry: 8 }, 8)]).toEqual([true, false]);
  });

  it('are nothing to a player that was left before hls.js came', async () => {
    const detach = attach(fakeVideo({}).video, { kind: 'stream', address: '/a.m3u8', playlist: true }, events);
    detach();
    await vi.dynamicImportSettled();
    expect([made.engines, seen.ready]).toEqual([[], 0]);
  });
});
