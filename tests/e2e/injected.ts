import type { BrowserContext, Page } from 'playwright/test';

/** What scripts that came with somebody's words did in a browser. */
export interface Injected {
  /** Calls of `alert` and the like, and requests to other hosts. */
  ran: string[];
  /** Elements and attributes that would run something when a visitor pressed or passed them. */
  armed: string[];
}

/**
 * For a context that reaches this machine and no other host. Requests are noted, not taken over: a context that takes any over keeps nothing
 * that it has loaded, and loads each script again with each page.
 */
export const homebound = { proxy: { server: 'http://127.0.0.1:9', bypass: 'localhost,*.localhost' } };

/** Notes what runs in the pages of a context, whoever wrote it. */
export async function watchScripts(context: BrowserContext): Promise<Injected> {
  const found: Injected = { ran: [], armed: [] };
  await context.exposeBinding('noteRun', (_source, what: string) => found.ran.push(what));
  await context.addInitScript(() => {
    const note = (window as { noteRun?: (what: string) => void }).noteRun ?? ((): void => undefined);
    const hook = (name: string) => (words?: unknown) => {
      note(`${name}(${String(words)}) at ${location.pathname}`);
      return null;
    };
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'msgbox']) Object.defineProperty(window, name, { value: hook(name) });
    document.write = hook('document.write');
    // What a page asks for after it was taken over.
    const { fetch } = window;
    const calls = { waiting: 0, last: performance.now() };
    const count = (by: number): void => {
      calls.waiting += by;
      calls.last = performance.now();
    };
    window.fetch = (...request) => {
      count(1);
      return fetch(...request).finally(() => count(-1));
    };
    Object.assign(window, { calls });
  });
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && !hostname.endsWith('localhost')) found.ran.push(`a request to ${request.url()}`);
  });
  context.on('dialog', (dialog) => {
    found.ran.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return found;
}

/** Waits until scripts have taken a page over, and what it asked for then has come. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { calls } = window as { calls?: { waiting: number; last: number } };
    const isTakenOver = document.documentElement.dataset['hydrated'] !== undefined;
    const isLoading = document.querySelector('.skeleton, [aria-busy="true"]') !== null;
    return isTakenOver && !isLoading && calls?.waiting === 0 && performance.now() - calls.last > 50;
  });
}

/** Returns what in a page is armed: handlers in attributes, addresses that are scripts, elements that load or lead elsewhere. */
export const findArmed = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const foreign = 'iframe, frame, object, embed, applet, base, meta[http-equiv="refresh" i], bgsound, layer, xml';
    const armed = [...document.querySelectorAll(foreign)].map(({ outerHTML }) => outerHTML);
    for (const element of document.querySelectorAll('*'))
      for (const { name, value } of element.attributes) {
        const address = [...value].filter((sign) => sign > ' ').join('');
        if (name.startsWith('on') || /^(javascript|vbscript|livescript|data:text)/i.test(address))
          armed.push(`${element.tagName} ${name}=${value}`);
      }
    const scripts = [...document.scripts].filter(({ type, text }) => !type.includes('json') && /alert|xss/i.test(text));
    return [...armed, ...scripts.map(({ text }) => text)].map((what) => `${location.pathname}: ${what.slice(0, 200)}`);
  });
