import { describe, expect, it } from 'vitest';
import { PageCache } from '../../../src/server/rendering/pageCache';

/** A cache with a clock of its own, and pages that say when they were made, or fail. */
function cacheWithClock() {
  const state = { now: 1_000_000, made: 0, status: 200, broken: false };
  const cache = new PageCache(() => state.now);
  const make = async () => {
    const number = (state.made += 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (state.broken) throw new Error('no page');
    return { document: { html: `page ${number}`, styleHashes: [] }, status: state.status };
  };
  const get = async (key = 'a') => (await cache.get(key, make)).html;
  const settled = () => new Promise((resolve) => setTimeout(resolve, 30));
  return { state, get, settled };
}

describe('the cache of pages', () => {
  it('makes a page once, however many ask for it, and keeps it for five seconds', async () => {
    const { state, get } = cacheWithClock();
    expect(await Promise.all([get(), get(), get(), get('b')])).toEqual(['page 1', 'page 1', 'page 1', 'page 2']);
    state.now += 4_900;
    expect([await get(), state.made]).toEqual(['page 1', 2]);
  });

  it('sends a page of up to a minute once more while one new one is made behind it', async () => {
    const { state, get, settled } = cacheWithClock();
    await get();
    state.now += 5_100;
    expect([await get(), await get(), state.made]).toEqual(['page 1', 'page 1', 2]);
    await settled();
    expect([await get(), state.made]).toEqual(['page 2', 2]);
  });

  it('waits for a new page when the old one is older', async () => {
    const { state, get } = cacheWithClock();
    await get();
    state.now += 60_100;
    expect(await Promise.all([get(), get()])).toEqual(['page 2', 'page 2']);
  });

  it('does not keep pages of failures, and keeps the old page meanwhile', async () => {
    const { state, get, settled } = cacheWithClock();
    state.status = 500;
    expect([await get(), await get()]).toEqual(['page 1', 'page 2']);
    state.status = 404;
    expect([await get(), await get()]).toEqual(['page 3', 'page 3']);
    state.status = 503;
    state.now += 6_000;
    expect(await get()).toBe('page 3');
    await settled();
    state.broken = true;
    expect(await get()).toBe('page 3');
    await settled();
    state.now += 60_000;
    await expect(get()).rejects.toThrow('no page');
  });
});
