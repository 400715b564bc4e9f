import { act, Simulate } from 'react-dom/test-utils';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Payload, Reply } from '../../src/model/payload';
import type { Call, CallOptions, CallValues } from '../../src/runtime/pageData';
import { forgetTyped } from '../../src/portal/forms/control/draft';
import { endSession } from '../../src/portal/data/session';
import { hydratePage, type Taken } from './rendered';

/** A call that was made. */
export interface MadeCall {
  name: string;
  values: CallValues;
  options?: CallOptions;
}

/** A page with forms in a browser, and a visitor who fills them in. */
export interface Filling {
  calls: MadeCall[];
  /** What calls answer by name; else that all is well. */
  replies: Record<string, Partial<Reply> | (() => Promise<Partial<Reply>>)>;
  /** Addresses of pages that were asked for. */
  fetched: string[];
  /** What pages that are asked for are answered with; else nothing ever. */
  pages: { next?: Payload['page'] };
  open: (payload: Payload) => Promise<Taken>;
  close: () => void;
  find: <T extends Element = HTMLElement>(selector: string) => T;
  all: (selector: string) => string[];
  settle: (milliseconds?: number) => Promise<void>;
  type: (id: string, value: string) => void;
  press: (selector: string) => Promise<void>;
  submit: (selector?: string) => Promise<void>;
  messageOf: (id: string) => string;
  toasts: () => string[];
}

/** Prepares a page for each test of a file, with a clock that stands still, and takes it away afterwards. */
export function filling(): Filling {
  let taken: Taken | undefined;
  const { calls, replies, fetched, pages }: Pick<Filling, 'calls' | 'replies' | 'fetched' | 'pages'> = {
    calls: [],
    replies: {},
    fetched: [],
    pages: {},
  };
  const call: Call = async (endpoint, values, options) => {
    calls.push({ name: endpoint.name, values, ...(options ? { options } : {}) });
    const reply = replies[endpoint.name];
    return { ok: true, rows: [], total: 0, ...(typeof reply === 'function' ? await reply() : reply) };
  };
  const close = (): void => {
    taken?.close();
    taken = undefined;
  };
  beforeEach(() => {
    vi.useFakeTimers();
    window.scrollTo = vi.fn();
    HTMLDialogElement.prototype.showModal = function show() {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function close() {
      if (this.open) {
        this.open = false;
        this.dispatchEvent(new Event('close'));
      }
    };
    calls.length = 0;
    fetched.length = 0;
    for (const name of Object.keys(replies)) delete replies[name];
    replies['account:key'] = { item: { publicKey: '04ab' } };
    delete pages.next;
    sessionStorage.clear();
    forgetTyped();
    vi.stubGlobal('fetch', (url: string) => {
      fetched.push(url);
      return pages.next ? Promise.resolve(new Response(JSON.stringify(pages.next))) : new Promise(() => {});
    });
  });
  afterEach(async () => {
    await act(async () => {
      vi.advanceTimersByTime(30_000);
    });
    close();
    act(() => endSession());
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  // Dialogs with forms stand outside of the page.
  const find = <T extends Element = HTMLElement>(selector: string): T => {
    const element = document.querySelector<T>(selector);
    if (!element) throw new Error(`nothing is ${selector}`);
    return element;
  };
  const all = (selector: string): string[] => [...document.querySelectorAll(selector)].map((element) => element.textContent ?? '');
  return {
    calls,
    replies,
    fetched,
    pages,
    close,
    find,
    all,
    open: async (payload) => (taken = await hydratePage(payload, call)),
    settle: (milliseconds = 0) =>
      act(async () => {
        await vi.advanceTimersByTimeAsync(milliseconds);
      }),
    type: (id, value) =>
      act(() => {
        const input = find<HTMLInputElement>(`[id="${id}"]`);
        input.value = value;
        Simulate.change(input);
      }),
    press: async (selector) => {
      await act(async () => {
        find(selector).click();
        await vi.advanceTimersByTimeAsync(0);
      });
    },
    submit: async (selector = 'form.form-view-fields') => {
      await act(async () => {
        Simulate.submit(find(selector));
        await vi.advanceTimersByTimeAsync(0);
      });
    },
    messageOf: (id) => document.getElementById(`${id}-error`)?.textContent ?? '',
    toasts: () => all('.toasts-item'),
  };
}
