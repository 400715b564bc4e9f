// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { __vitePreload } from '../../../src/portal/app/preload';

afterEach(() => document.head.replaceChildren());

const findLink = (href: string): HTMLLinkElement | null => document.querySelector(`link[href="${href}"]`);
const end = (href: string, how: 'load' | 'error'): boolean => findLink(href)?.dispatchEvent(new Event(how)) ?? false;

test('a part comes once its sheets are there, and the scripts that it needs are asked for at the same time', async () => {
  const done: string[] = [];
  const one = __vitePreload(async () => done.push('one'), ['assets/a.js', 'assets/a.css']);
  const other = __vitePreload(async () => done.push('other'), ['assets/a.css']);
  expect([findLink('/assets/a.js')?.rel, findLink('/assets/a.css')?.rel]).toEqual(['modulepreload', 'stylesheet']);
  await Promise.resolve();
  expect(done).toEqual([]);
  end('/assets/a.css', 'load');
  await Promise.all([one, other]);
  expect(done.sort()).toEqual(['one', 'other']);
});

test('a sheet that cannot be had is asked for again by the next who needs it', async () => {
  const failed = __vitePreload(() => Promise.resolve(1), ['assets/b.css']);
  end('/assets/b.css', 'error');
  await expect(failed).rejects.toThrow('/assets/b.css');
  const again = __vitePreload(() => Promise.resolve(2), ['assets/b.css']);
  expect(end('/assets/b.css', 'load')).toBe(true);
  expect(await again).toBe(2);
});
