import { act } from 'react-dom/test-utils';
import { vi } from 'vitest';
import type { PagePayload } from '../../src/model/payload';
import { createBrowserCall } from '../../src/portal/data/api';
import { beginSession, endSession } from '../../src/portal/data/session';
import { scriptOf, shellOf } from '../portal/payloads';
import { hydratePage, type Taken } from '../portal/rendered';
import type { AccountPortal } from '../server/accountPortal';
import { words } from './page';

// The browser that tests have at hand brings classes of its own; what the server is made of knows those of Node alone.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer) as Uint8ArrayConstructor;

/** Who opens pages; nobody is an anonymous visitor. */
export interface Member {
  token: string;
  id: string;
  phone: string;
  name?: string;
}

/** A page as a browser has taken it over, with its data. */
export interface OpenPage extends Taken {
  /** The calls that were made, the oldest first: method and address. */
  calls: string[];
  /** Presses a button or link by its words and lets what comes of it arrive. */
  press: (name: string, within?: ParentNode) => Promise<void>;
  /** The payload that the server wrote. */
  payload: PagePayload;
}

/** Opens a page of the cultural centre in a browser whose calls reach the portal's server. */
export async function openPage(portal: AccountPortal, url: string, member?: Member): Promise<OpenPage> {
  window.scrollTo = vi.fn();
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  endSession();
  if (member) beginSession({ token: member.token, mobilePhone: member.phone, id: member.id, name: member.name ?? '', image: '' });
  const { calls, settle } = connect(portal);
  const payload = await pageOf(portal, url);
  const shell = { ...shellOf(), code: 'QLWHG01', fid: '100001' };
  const taken = await hydratePage({ shell, page: payload }, createBrowserCall(shell));
  await settle();
  const press = async (name: string, within: ParentNode = document): Promise<void> => {
    const found = [...within.querySelectorAll<HTMLElement>('button, a')].filter((element) => words(element) === name).at(-1);
    if (!found) throw new Error(`There is nothing called ${name} to be pressed`);
    await act(async () => {
      found.click();
    });
    await act(async () => {
      await vi.dynamicImportSettled();
    });
    await settle();
  };
  return {
    ...taken,
    calls,
    press,
    payload,
    close: () => {
      taken.close();
      act(() => endSession());
      vi.unstubAllGlobals();
      document.body.innerHTML = '';
    },
  };
}

async function pageOf(portal: AccountPortal, url: string): Promise<PagePayload> {
  const { body } = await portal.ask({ url: `/portal/page?url=${encodeURIComponent(url)}` });
  const payload = body as object as PagePayload;
  // The patterns of the shared frame come with that, once for all pages.
  const patterns = { ...portal.definitions.portal('centre')?.patterns, ...payload.patterns } as PagePayload['patterns'];
  // What checks forms is imported by its address, which leads nowhere here.
  return {
    ...payload,
    patterns,
    validators: Object.fromEntries(Object.entries(payload.forms).map(([name, form]) => [name, scriptOf(form)])),
  };
}

/** Lets the browser's calls reach the server, and waits for them. */
function connect({ app }: AccountPortal): { calls: string[]; settle: () => Promise<void> } {
  const calls: string[] = [];
  let waiting = 0;
  const answer = async (url: string, { method = 'GET', headers, body }: RequestInit): Promise<Response> => {
    const {
      rawPayload,
      statusCode,
      headers: replied,
    } = await app.inject({
      method: method as 'GET',
      url,
      headers: { ...(headers as Record<string, string>), host: 'localhost' },
      payload: typeof body === 'string' ? body : undefined,
    });
    return new Response(new Uint8Array(rawPayload), { status: statusCode, headers: { 'content-type': String(replied['content-type']) } });
  };
  vi.stubGlobal('fetch', (url: string, request: RequestInit = {}) => {
    calls.push(`${request.method ?? 'GET'} ${url}`);
    waiting += 1;
    return answer(url, request).finally(() => {
      waiting -= 1;
    });
  });
  // A reply may be followed by another call a few turns later; what a turn of React leads to happens when its act is over.
  const settle = async (): Promise<void> => {
    for (let quiet = 0; quiet < 5; quiet = waiting === 0 ? quiet + 1 : 0)
      await act(async () => {
        await new Promise((resolve) => {
          setTimeout(resolve);
        });
      });
  };
  return { calls, settle };
}
