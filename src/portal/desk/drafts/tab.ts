import { keep, readKept } from '../../data/windowStorage';

const nameKey = 'desk tab';
/** What tabs that are open leave in the browser: when they last gave a sign. */
const signPrefix = 'desk tab ';
/** Milliseconds between two signs, and after which a tab without one is gone; browsers let tabs in the background do something once a minute. */
const between = 20_000;
const silent = 180_000;

let name: string | undefined;

/** Returns the name of this tab, the same as long as it is open, also after it was loaded again; others learn by it that it is open. */
export function nameTab(): string {
  if (name !== undefined) return name;
  const known = readKept(nameKey);
  // Whoever doubles a tab doubles its name, too.
  name = known === undefined || (isOpenTab(known) && !isReloaded()) ? crypto.randomUUID() : known;
  keep(nameKey, name);
  sign();
  setInterval(sign, between);
  addEventListener('pageshow', sign);
  addEventListener('pagehide', () => write(undefined));
  return name;
}

/** Returns whether a tab of that name is still open in this browser. */
export function isOpenTab(tab: string): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(signPrefix + tab) ?? 0) < silent;
  } catch {
    return false;
  }
}

const isReloaded = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'reload');

const sign = (): void => write(String(Date.now()));

function write(at: string | undefined): void {
  if (name === undefined) return;
  try {
    if (at === undefined) localStorage.removeItem(signPrefix + name);
    else localStorage.setItem(signPrefix + name, at);
  } catch {
    /* Without storage there are no drafts of others either. */
  }
}
