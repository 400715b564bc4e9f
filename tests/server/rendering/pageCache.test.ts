import { describe, expect, it } from 'vitest';
import { compressPage, PageCache, readText } from '../../../src/server/rendering/pageCache';

const second = 1_000;
const day = 24 * 60 * 60 * second;

/** A cache with a stopwatch of its own, and pages that say when they were made, or fail. */
function cacheWithClock() {
  const state = { now: 1_000_000, made: 0, status: 200, broken: false, holdsFor: undefined as number | undefined };
  const cache = new PageCache(() => state.now);
  const make = async () => {
    const number = (state.made += 1);
    await new Promise((resolve) => setImmediate(resolve));
    if (state.broken) throw new Error('no page');
    const document = { pieces: [{ html: '<div id="root">' }, { html: `page ${number}` }], styleHashes: [], note: 'from before' };
    return { document, status: state.status, holdsFor: state.holdsFor };
  };
  const read = (html: string): string =>
    html.replace('<p class="wrap quiet" role="status">from before</p>\n', 'old ').replace('<div id="root">', '');
  const get = async (key = 'a') => read(readText(await cache.get(key, make)).toString());
  // What is made behind a reply is there with the turn after that of the reply: its own comes first.
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { state, cache, get, settled };
}

describe('the cache of pages', () => {
  it('makes a page once, however many ask for it, and keeps it for five seconds', async () => {
    const { state, get } = cacheWithClock();
    expect(await Promise.all([get(), get(), get(), get('b')])).toEqual(['page 1', 'page 1', 'page 1', 'page 2']);
    state.now += 4_900;
    expect([await get(), state.made]).toEqual(['page 1', 2]);
  });

  it('sends a page of up to fifteen seconds once more while one new one is made behind it', async () => {
    const { state, get, settled } = cacheWithClock();
    await get();
    state.now += 14 * second;
    expect([await get(), await get(), state.made]).toEqual(['page 1', 'page 1', 2]);
    await settled();
    expect([await get(), state.made]).toEqual(['page 2', 2]);
  });

  it('sends a page that something has changed on once more while a new one is made, but not for half a second', async () => {
    const { state, cache, get, settled } = cacheWithClock();
    await get('centre a');
    await get('museum a');
    state.now += second;
    cache.outdate('centre');
    state.now += 1;
    expect([await get('centre a'), cache.isOutdated('centre a'), await get('museum a'), cache.isOutdated('museum a')]).toEqual([
      'page 1',
      true,
      'page 2',
      false,
    ]);
    await settled();
    expect([await get('centre a'), cache.isOutdated('centre a'), state.made]).toEqual(['page 3', false, 3]);
    cache.outdate();
    state.now += 401;
    expect(await Promise.all([get('centre a'), get('museum a')])).toEqual(['page 4', 'page 5']);
  });

  it('makes no page for each of many changes', async () => {
    const { state, cache, get } = cacheWithClock();
    await get('centre a');
    for (let change = 0; change < 4; change += 1) {
      state.now += 99;
      cache.outdate('centre');
      expect(await get('centre a')).toBe('page 1');
    }
    expect(state.made).toBe(1);
  });

  it('takes no page for new that was begun before a change', async () => {
    const { state, cache, get } = cacheWithClock();
    const early = get('centre a');
    state.now += 1;
    cache.outdate('centre');
    state.now += 1;
    expect(await Promise.all([early, get('centre a')])).toEqual(['page 1', 'page 2']);
    state.now += 500;
    expect([await get('centre a'), state.made]).toEqual(['page 2', 2]);
  });

  it('waits for a new page when the old one is older', async () => {
    const { state, get } = cacheWithClock();
    await get();
    state.now += 16 * second;
    expect(await Promise.all([get(), get()])).toEqual(['page 2', 'page 2']);
  });

  it('waits for a new page from the moment on at which the old one no longer holds, and tells its time when there is none', async () => {
    const { state, get } = cacheWithClock();
    state.holdsFor = 2 * second;
    await get();
    state.now += 1_999;
    expect(await get()).toBe('page 1');
    state.now += 1;
    state.holdsFor = undefined;
    expect(await Promise.all([get(), get()])).toEqual(['page 2', 'page 2']);
    state.now += 14 * second;
    expect(await get()).toBe('page 2');
  });

  it('sends a page that no longer holds with its time on it alone, when no other can be made', async () => {
    const { state, get } = cacheWithClock();
    state.holdsFor = second;
    await get();
    [state.now, state.broken] = [state.now + second, true];
    expect(await get()).toBe('old page 1');
  });

  it('does not keep pages of failures, but those of what is not there', async () => {
    const { state, get } = cacheWithClock();
    state.status = 503;
    expect([await get(), await get()]).toEqual(['page 1', 'page 2']);
    state.status = 404;
    expect([await get(), await get()]).toEqual(['page 3', 'page 3']);
  });

  it.each([
    ['lacks something', { status: 503 }],
    ['cannot be made', { broken: true }],
  ])('sends the old page with its time on it while the new one %s, for a day', async (_why, fault) => {
    const { state, get, settled } = cacheWithClock();
    await get();
    Object.assign(state, fault);
    state.now += 60 * second;
    expect([await get(), await get(), state.made]).toEqual(['old page 1', 'old page 1', 2]);
    // Seconds after a failure nobody waits for the next try.
    state.now += 6 * second;
    expect([await get(), state.made]).toEqual(['old page 1', 3]);
    await settled();
    state.now += day - 70 * second;
    expect(await get()).toBe('old page 1');
    state.now += 60 * second;
    await expect(get().catch(String)).resolves.toMatch(/^page|no page/);
  });

  it('sends the new page as soon as it can be made again', async () => {
    const { state, get, settled } = cacheWithClock();
    await get();
    state.broken = true;
    state.now += 60 * second;
    expect(await get()).toBe('old page 1');
    state.broken = false;
    state.now += 60 * second;
    expect(await get()).toBe('page 3');
    await settled();
    expect([await get(), state.made]).toEqual(['page 3', 3]);
  });

  it('does not care for the time of day', async () => {
    const now = Date.now;
    try {
      const cache = new PageCache();
      const make = async () => ({ document: { pieces: [{ html: 'x' }], styleHashes: [], note: '' }, status: 200 });
      const first = await cache.get('a', make);
      Date.now = () => now() + 3_600 * second;
      expect(await cache.get('a', make)).toBe(first);
    } finally {
      Date.now = now;
    }
  });

  it.each(['br', 'gzip', 'br, then gzip'])(
    'keeps of a page that was packed for %s that form, of which its text can be had',
    async (accepts) => {
      const html = `<p>${'文化馆 '.repeat(8_000)}</p>`;
      const make = async () => ({ document: { pieces: [{ html }], styleHashes: [], note: '' }, status: 200 });
      const page = await new PageCache().get('a', make);
      for (const encoding of accepts.split(', then ')) await compressPage(page, encoding);
      expect(page.text).toBeUndefined();
      expect(readText(page).toString()).toBe(html);
    },
  );

  it('packs a page once for all who ask for it meanwhile', async () => {
    const make = async () => ({ document: { pieces: [{ html: '文化'.repeat(20_000) }], styleHashes: [], note: '' }, status: 200 });
    const page = await new PageCache().get('a', make);
    const [first, second] = await Promise.all([compressPage(page, 'br'), compressPage(page, 'br'), compressPage(page, 'gzip')]);
    expect(first?.bytes).toBe(second?.bytes);
    expect((await compressPage(page, 'br'))?.bytes).toBe(first?.bytes);
  });
});
