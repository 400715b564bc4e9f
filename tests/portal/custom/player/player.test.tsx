import type { JsonObject } from '../../../../src/model/json';
// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import type { PlayerSection } from '../../../../src/model/definitions.g';
import type { Payload } from '../../../../src/model/payload';
import { pageOf, patternsOf, shellOf } from '../../payloads';
import { htmlOf, hydratePage, type Taken } from '../../rendered';
import { setMedia, setState } from '../../video';

const waiting = '直播暂未开始，请稍候';
const unplayable = '此视频暂无法播放，请稍后再试';
const live: Omit<PlayerSection, 'section'> = {
  stream: '/item/pullPath',
  ended: { '/item/state': '2' },
  playback: '/item/playbackFile',
  poster: '/item/image',
  captions: '/item/captions',
};
const course: Omit<PlayerSection, 'section'> = {
  poster: '/item/image',
  chapters: { rows: '/item/courseDetails', title: '/entry/name', source: '/entry/video' },
};
const lessons = {
  title: '水墨入门',
  image: '/pictures/bamboo/a.svg',
  courseDetails: [
    { name: '执笔', video: '/media/1.mp4' },
    { name: '运墨', video: '/media/2.mp4' },
    { name: '题款', video: 7 },
  ],
};

let taken: Taken | undefined;

beforeEach(() => setMedia({ playsPlaylists: true }));
afterEach(() => {
  taken?.close();
  taken = undefined;
  vi.useRealTimers();
  document.body.innerHTML = '';
});

function payload(section: Omit<PlayerSection, 'section'>, item: JsonObject): Payload {
  const page = pageOf(
    { kind: 'detail', source: 'a:b', sections: { player: { section: 'player', ...section } } },
    { main: { ok: true, rows: [], total: 0, item: { title: '慢直播', image: '/pictures/river/a.svg', ...item } } },
    { patterns: patternsOf() },
  );
  return { shell: shellOf(), page: { ...page, head: { ...page.head, title: `${String(item['title'] ?? '慢直播')} - 青澜市文化馆` } } };
}
const parse = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');
const take = async (section: Omit<PlayerSection, 'section'>, item: JsonObject): Promise<void> => {
  taken = await hydratePage(payload(section, item));
  expect(taken.complaints).toEqual([]);
};
const find = <E extends Element = HTMLElement>(selector: string): E | null => document.querySelector<E>(`.player ${selector}`);
const labelled = (label: string): HTMLElement | null => find(`[aria-label="${label}"]`);
const video = (): HTMLVideoElement => find<HTMLVideoElement>('video') ?? document.createElement('video');
const words = (): string => [...document.querySelectorAll('.player [role="status"]')].map(({ textContent }) => textContent).join('');
const cover = (): string | null | undefined => find('.player-frame > .player-cover')?.getAttribute('src');
const start = (title: string): HTMLElement | null => labelled(`播放：${title}`);
/** Presses, and waits for what is fetched because of it. */
async function press(element: HTMLElement | null): Promise<void> {
  await act(async () => {
    element?.click();
  });
  await act(async () => {
    await vi.dynamicImportSettled();
  });
}
const happen = (name: string): void => {
  act(() => {
    video().dispatchEvent(new Event(name));
  });
};
const key = (name: string, target: Element | null = find('[role="region"]')): void => {
  act(() => {
    target?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
  });
};

describe('before it plays', () => {
  it('is its picture with one button, and a plain video without scripts', () => {
    const page = parse(htmlOf(payload(live, { pullPath: '/channels/a.m3u8', state: '1' })));
    expect(page.querySelector('.player img')?.getAttribute('src')).toBe('/pictures/river/a.svg');
    expect(page.querySelector('.player button')?.getAttribute('aria-label')).toBe('播放：慢直播');
    expect(page.querySelector('.player noscript')?.innerHTML).toMatch(/<video[^>]*src="\/channels\/a\.m3u8"[^>]*controls/);
    expect(page.querySelector('.player [role="status"]')?.textContent).toBe('');
  });

  it.each<[string, Omit<PlayerSection, 'section'>, JsonObject, string]>([
    ['[LIVE-05] a stream without an address', live, { state: '0' }, waiting],
    ['[NLIVE-10] words of the section', { ...live, messages: { missing: '没有直播回放' } }, { state: '2' }, '没有直播回放'],
    ['[CONV-27, LIVE-06] an address that no browser plays', live, { state: '1', pullPath: 'rtmp://a.example.org/b' }, unplayable],
    ['nothing recorded', live, { state: '2' }, unplayable],
  ])('says why it cannot: %s', (_what, section, item, told) => {
    const page = parse(htmlOf(payload(section, item)));
    expect([page.querySelector('.player [role="status"]')?.textContent, page.querySelector('.player button')]).toEqual([told, null]);
    expect(page.querySelector('.player img')?.getAttribute('src')).toBe('/pictures/river/a.svg');
  });

  it.each<[string, Omit<PlayerSection, 'section'>, JsonObject]>([
    ['a film', { playback: '/item/playbackFile' }, {}],
    ['chapters', course, {}],
    ['chapters in an empty list', course, { courseDetails: [] }],
  ])('is not there without %s', (_what, section, item) => {
    expect(parse(htmlOf(payload({ label: '视频', ...section }, item))).querySelectorAll('.player, main h2')).toHaveLength(0);
  });

  it('fetches nothing to play', async () => {
    await take(live, { pullPath: '/channels/a.m3u8', state: '1' });
    expect(document.querySelector('.player .player-frame > video')).toBeNull();
  });
});

describe('a stream', () => {
  const item = { pullPath: '/channels/a.m3u8', state: '1', captions: '/media/a.vtt' };

  it('[LIVE-02, LIVE-07] plays when it is pressed, with controls in Chinese', async () => {
    await take(live, item);
    await press(start('慢直播'));
    expect([video().getAttribute('src'), video().paused]).toEqual(['/channels/a.m3u8', false]);
    happen('playing');
    expect(labelled('播放器：慢直播')).not.toBeNull();
    expect(['暂停', '静音', '音量', '全屏'].map((label) => labelled(label) !== null)).toEqual([true, true, true, true]);
    expect(find('.player-controls')?.textContent).toContain('直播中');
    expect(find('track')?.getAttribute('srclang')).toBe('zh-CN');
    expect(labelled('播放进度')).toBeNull();
  });

  it.each([
    ['/media/a.vtt', '/media/a.vtt'],
    ['https://elsewhere.example/a.vtt', undefined],
    ['//elsewhere.example/a.vtt', undefined],
  ])('has the captions of this site alone: %s', async (captions, src) => {
    await take(live, { ...item, captions });
    await press(start('慢直播'));
    expect(find('track')?.getAttribute('src') ?? undefined).toBe(src);
  });

  it('[LIVE-05] that fails is waited for: the words are shown, and it plays again once it is back', async () => {
    await take(live, item);
    await press(start('慢直播'));
    vi.useFakeTimers();
    happen('error');
    await act(async () => {
      await vi.advanceTimersByTimeAsync(0);
    });
    expect(words()).toContain(waiting);
    expect(find('.player-told img')?.getAttribute('src')).toBe('/pictures/river/a.svg');
    expect(video().getAttribute('src')).toBeNull();
    await act(async () => {
      await vi.advanceTimersByTimeAsync(2_500);
    });
    expect(video().getAttribute('src')).toBe('/channels/a.m3u8');
    expect(words()).toContain(waiting);
    happen('playing');
    expect(words()).toBe('');
  });

  it('is sought less and less often, and at once when the visitor says so or the network is back', async () => {
    await take(live, item);
    await press(start('慢直播'));
    vi.useFakeTimers();
    const sought = async (milliseconds: number): Promise<boolean> => {
      happen('error');
      await act(async () => {
        await vi.advanceTimersByTimeAsync(milliseconds);
      });
      return video().hasAttribute('src');
    };
    expect([await sought(1_500), await sought(0), await sought(1_100)]).toEqual([false, false, true]);
    expect([await sought(3_100), await sought(1_800)]).toEqual([false, true]);
    happen('error');
    await act(async () => {
      await vi.advanceTimersByTimeAsync(0);
    });
    act(() => {
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === '重试')?.click();
    });
    expect(video().hasAttribute('src')).toBe(true);
    happen('error');
    await act(async () => {
      await vi.advanceTimersByTimeAsync(0);
    });
    act(() => {
      window.dispatchEvent(new Event('online'));
    });
    expect(video().hasAttribute('src')).toBe(true);
  });

  it('that was paused when it broke off is not begun again for the visitor', async () => {
    await take(live, item);
    await press(start('慢直播'));
    happen('playing');
    vi.useFakeTimers();
    setState(video(), { paused: true, readyState: 4 });
    happen('error');
    await act(async () => {
      await vi.advanceTimersByTimeAsync(3_000);
    });
    expect([video().hasAttribute('src'), video().paused]).toEqual([true, true]);
    happen('canplay');
    expect(words()).toBe('');
    expect(labelled('播放')).not.toBeNull();
  });

  it('[LIVE-06] that the browser cannot play says so, and is not sought again', async () => {
    setMedia({});
    await take(live, item);
    await press(start('慢直播'));
    expect(words()).toContain(unplayable);
    expect([...document.querySelectorAll('button')].some(({ textContent }) => textContent === '重试')).toBe(false);
  });

  it('that comes to its end gives way to its picture, and says so', async () => {
    await take(live, item);
    await press(start('慢直播'));
    happen('playing');
    happen('ended');
    expect([cover(), words()]).toEqual(['/pictures/river/a.svg', '直播已结束']);
  });

  it('that is kept for a while can be gone back in, and left behind', async () => {
    await take(live, item);
    await press(start('慢直播'));
    setState(video(), { paused: false, readyState: 4, currentTime: 30, seekable: [10, 200] });
    happen('playing');
    expect(labelled('播放进度')?.getAttribute('aria-valuetext')).toBe('-2:50');
    act(() => {
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === '回到直播')?.click();
    });
    expect(video().currentTime).toBe(200);
  });
});

describe('a course', () => {
  it('[COURSE-06] shows its first chapter and a list of all; without scripts each leads to its file', async () => {
    const page = parse(htmlOf(payload(course, lessons)));
    expect(
      [...page.querySelectorAll('.player-chapter')].map((chapter) => [
        chapter.textContent,
        chapter.getAttribute('href'),
        chapter.getAttribute('aria-current'),
      ]),
    ).toEqual([
      ['01执笔', '/media/1.mp4', 'true'],
      ['02运墨', '/media/2.mp4', null],
      ['03题款', '#', null],
    ]);
    expect(page.querySelector('.player button')?.getAttribute('aria-label')).toBe('播放：执笔');
  });

  it('[COURSE-08] plays when it is pressed, its cover gone; on failure the cover returns, and it can be pressed again', async () => {
    await take(course, lessons);
    expect(cover()).toBe('/pictures/bamboo/a.svg');
    await press(start('执笔'));
    expect([cover(), video().getAttribute('src')]).toEqual([undefined, '/media/1.mp4']);
    happen('error');
    expect([cover(), words()]).toEqual(['/pictures/bamboo/a.svg', unplayable]);
    expect(document.activeElement).toBe(start('执笔'));
    await press(start('执笔'));
    expect([cover(), video().getAttribute('src'), words()]).toEqual([undefined, '/media/1.mp4', '']);
  });

  it('[COURSE-07] is back at its cover when a chapter is chosen, also when it is the same one', async () => {
    await take(course, lessons);
    await press(start('执笔'));
    happen('playing');
    const chapters = [...document.querySelectorAll<HTMLElement>('.player-chapter')];
    await press(chapters[1] ?? null);
    expect([cover(), start('运墨') !== null, chapters.map((chapter) => chapter.getAttribute('aria-current'))]).toEqual([
      '/pictures/bamboo/a.svg',
      true,
      [null, 'true', null],
    ]);
    await press(start('运墨'));
    expect(video().getAttribute('src')).toBe('/media/2.mp4');
    await press(chapters[1] ?? null);
    expect(cover()).toBe('/pictures/bamboo/a.svg');
  });

  it('says of a chapter without a film that it cannot be played', async () => {
    await take(course, lessons);
    await press([...document.querySelectorAll<HTMLElement>('.player-chapter')][2] ?? null);
    expect([words(), find('.player-frame button')]).toEqual([unplayable, null]);
  });

  it('is back at its cover at the end of a film, without any words', async () => {
    await take(course, lessons);
    await press(start('执笔'));
    happen('playing');
    happen('ended');
    expect([cover(), words()]).toEqual(['/pictures/bamboo/a.svg', '']);
  });
});

describe('the controls', () => {
  const play = async (): Promise<void> => {
    await take({ ...course, chapters: undefined, playback: '/item/film' }, { film: '/media/a.mp4' });
    await press(start('慢直播'));
    setState(video(), { paused: false, readyState: 4, currentTime: 65, seekable: [0, 200] });
    happen('playing');
    happen('timeupdate');
  };

  it('tell the time, and go to another', async () => {
    await play();
    expect(find('.player-time')?.textContent).toBe('1:05 / 3:20');
    expect(labelled('播放进度')?.getAttribute('aria-valuetext')).toBe('1:05，共3:20');
    const seek = labelled('播放进度') as HTMLInputElement;
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(seek, '120');
      seek.dispatchEvent(new Event('input', { bubbles: true }));
    });
    expect(video().currentTime).toBe(120);
  });

  it('pause, play on and mute, and say which of it they do', async () => {
    await play();
    await press(labelled('暂停'));
    expect([video().paused, labelled('播放') !== null]).toEqual([true, true]);
    await press(labelled('播放'));
    expect(video().paused).toBe(false);
    await press(labelled('静音'));
    expect([video().muted, labelled('取消静音') !== null]).toEqual([true, true]);
  });

  it("have keys, which are the player's only while the focus is within it", async () => {
    await play();
    key(' ');
    expect(video().paused).toBe(true);
    key('ArrowRight');
    expect(video().currentTime).toBe(70);
    key('m');
    expect(video().muted).toBe(true);
    key('k', document.body);
    expect(video().paused).toBe(true);
    key('ArrowLeft', labelled('播放进度'));
    expect(video().currentTime).toBe(70);
  });

  it('leave the picture after three seconds, and come back with any movement', async () => {
    await play();
    vi.useFakeTimers();
    key('m');
    const idle = (): boolean => find('[role="region"]')?.hasAttribute('data-idle') === true;
    act(() => {
      vi.advanceTimersByTime(3_000);
    });
    expect(idle()).toBe(true);
    key('m');
    expect(idle()).toBe(false);
  });
});

describe('before a stream begins', () => {
  const preview: Omit<PlayerSection, 'section'> = { ...live, preview: { begin: '/item/begin' } };
  /** The server's clock when the page was made, see `pageOf`. */
  const made = Date.parse('2026-11-20T10:00:00+08:00');
  const left = (): string | undefined => find('[role=timer]')?.textContent?.replace(/\s/g, '');
  const told = (): string => find('.player-preview [role=status]')?.textContent ?? '';
  /** Second by second, as React draws only after each. */
  async function pass(seconds: number): Promise<void> {
    await act(async () => void (await vi.advanceTimersByTimeAsync(0)));
    for (let second = 0; second < seconds; second += 1) await act(async () => void (await vi.advanceTimersByTimeAsync(1000)));
  }
  /** The page at hand, on a server whose clock then shows `now`, if it answers at all. */
  async function wait(begin: string, now?: number): Promise<void> {
    // The visitor's own clock is a quarter of a century slow.
    vi.useFakeTimers({ now: Date.parse('2001-01-01T00:00:00Z') });
    vi.stubGlobal('fetch', () =>
      now === undefined
        ? Promise.reject(new Error('away'))
        : Promise.resolve(new Response(null, { headers: { date: new Date(now).toUTCString() } })),
    );
    await take(preview, { begin, state: '0' });
    await pass(0);
  }
  afterEach(() => vi.unstubAllGlobals());

  it('days, hours, minutes and seconds are counted down, whatever the clock of the visitor shows', async () => {
    await wait('2026-11-22T13:04:05+08:00');
    expect(find('.player-preview-begin')?.textContent).toBe('11月22日 周日 13:04 开播');
    expect(left()).toBe('距开播还有2天03小时04分05秒');
    await pass(6);
    expect(left()).toBe('距开播还有2天03小时03分59秒');
  });

  it('the server is asked for its time, for the page may be old', async () => {
    await wait('2026-11-20T11:00:00+08:00', made + 30 * 60_000);
    expect(left()).toMatch(/^距开播还有00小时(30分00|29分59)秒$/);
  });

  it('what is read out changes three times in the last ten minutes, and not each second', async () => {
    await wait('2026-11-20T10:12:00+08:00');
    const heard = [told()];
    for (let second = 0; second < 12 * 60 - 5; second += 1) {
      await pass(1);
      if (told() !== heard.at(-1)) heard.push(told());
    }
    expect(heard).toEqual(['', '还有10分钟开播', '还有5分钟开播', '还有1分钟开播']);
    expect(find('[role=timer]')?.getAttribute('aria-live')).toBeNull();
  });

  it('the preview is gone once it is time, and not there when it was time already', async () => {
    await wait('2026-11-20T10:00:02+08:00');
    expect(left()).toBe('距开播还有00小时00分02秒');
    await pass(3);
    expect(find('.player-preview')).toBeNull();
    taken?.close();
    document.body.innerHTML = '';
    expect(parse(htmlOf(payload(preview, { begin: '2026-11-20T09:59:59+08:00', state: '0' }))).querySelector('.player-preview')).toBeNull();
  });
});

test('chapters have captions of their own', async () => {
  const captions = {
    ...course,
    captions: '/item/captions',
    chapters: { rows: '/item/courseDetails', title: '/entry/name', source: '/entry/video', captions: '/entry/captions' },
  };
  await take(captions, {
    ...lessons,
    captions: '/media/whole.vtt',
    courseDetails: [
      { name: '执笔', video: '/media/1.mp4', captions: '/media/1.vtt' },
      { name: '运墨', video: '/media/2.mp4' },
    ],
  });
  await press(start('执笔'));
  expect(find('track')?.getAttribute('src')).toBe('/media/1.vtt');
  await press(document.querySelectorAll<HTMLElement>('.player-chapter')[1] ?? null);
  await press(start('运墨'));
  expect([video().getAttribute('src'), find('track')]).toEqual(['/media/2.mp4', null]);
});
