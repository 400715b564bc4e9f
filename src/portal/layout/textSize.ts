import { useSyncExternalStore } from 'react';
import { isWithin, largeTextClass, largeTextName, writeLargeTextCookies } from '../../runtime/largeText';
import type { ShellPayload } from '../../model/payload';
import { useShell } from '../data/context';
import { loadStyles } from '../data/loadStyles';
import { readCookie } from '../data/session';

const changes = new Set<() => void>();
const watch = (changed: () => void): (() => void) => {
  changes.add(changed);
  return () => {
    changes.delete(changed);
  };
};

/**
 * Shows all text as large as the visitor chose: the server did when it wrote the page, but one that the browser brings back may be older than
 * the choice. Links to the platform's other sites that do not share the cookie carry it.
 */
export function keepTextSize({ platform }: Pick<ShellPayload, 'platform'>): void {
  const restore = (): void => {
    document.documentElement.classList.toggle(largeTextClass, readCookie(largeTextName) === '1');
    for (const changed of changes) changed();
  };
  restore();
  window.addEventListener('pageshow', restore);
  const carry = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="http"]') : null;
    const chosen = readCookie(largeTextName);
    const isOther = link !== null && link.host !== window.location.host;
    if (!isOther || !chosen || !platform?.hosts?.some((host) => isWithin(link.hostname, host))) return;
    const address = new URL(link.href);
    address.searchParams.set(largeTextName, chosen);
    link.href = address.href;
  };
  for (const way of ['click', 'auxclick']) document.addEventListener(way, carry, true);
}

const isLarge = (): boolean => document.documentElement.classList.contains(largeTextClass);
const isNeverLarge = (): boolean => false;

/** Whether all letters of the site are large, for elders, and a switch; the choice is remembered for the platform. */
export function useTextSize(): { large: boolean; toggle: () => void } {
  const { shell } = useShell();
  const large = useSyncExternalStore(watch, isLarge, isNeverLarge);
  const toggle = (): void => {
    // They are there, unless they could not be had when the page was taken over.
    void loadStyles().catch(() => undefined);
    document.documentElement.classList.toggle(largeTextClass, !large);
    const { hostname, protocol } = window.location;
    const place = { host: hostname, domain: shell.platform?.domain, secure: protocol === 'https:' };
    for (const cookie of writeLargeTextCookies(!large, place)) document.cookie = cookie;
    for (const changed of changes) changed();
  };
  return { large, toggle };
}
