import type { Payload, Reply, ShellPayload } from '../model/payload';
import type { ClientEndpoint } from '../model/compiled';
import { requestOf } from '../runtime/address';
import type { Call, CallValues } from '../runtime/pageData';
import { readReply } from '../runtime/reply';
import { resolve } from '../runtime/scope';
import { beginSession, hasSession, loseSession, onSessionChange, readCookie } from './session';

/** Milliseconds before a call is given up. */
const patience = 30_000;
/** Milliseconds that the reply of a reading call is used again. */
const freshness = 30_000;
/** The statuses in a body that mean that the session is over (ledger SESSION-13, 14). */
const overStatuses: ReadonlySet<unknown> = new Set([40101, 40301]);
/** The services whose reply begins a session. */
const loginServices: ReadonlySet<string | undefined> = new Set(['accounts.login', 'accounts.loginByCode', 'accounts.renew']);

/**
 * The one way from the browser to the back end. Never rejects: whatever goes wrong is a reply that is not ok, with words for
 * the visitor. Replies of reading calls are kept for 30 seconds; a GET whose reply carries no data, such as one that sends a
 * message, is no reading call. A reply that says that the session is over ends it.
 */
export function browserCall(shell: Pick<ShellPayload, 'fid' | 'texts'>): Call {
  const kept = new Map<string, { until: number; reply: Promise<Reply> }>();
  onSessionChange(() => kept.clear());
  return (endpoint, values) => {
    const { method, url } = requestOf(endpoint, values);
    const reading = method === 'GET' && (endpoint.rows !== undefined || endpoint.item !== undefined);
    const hit = reading ? kept.get(url) : undefined;
    if (hit && hit.until > Date.now()) return hit.reply.then((reply) => structuredClone(reply));
    const reply = send(endpoint, values, shell);
    if (!reading) kept.clear();
    else {
      kept.set(url, { until: Date.now() + freshness, reply });
      void reply.then((result) => { if (!result.ok) kept.delete(url); });
    }
    return reply.then((result) => structuredClone(result));
  };
}

async function send(endpoint: ClientEndpoint, values: CallValues, shell: Pick<ShellPayload, 'fid' | 'texts'>): Promise<Reply> {
  const { method, url, body } = requestOf(endpoint, values);
  const token = readCookie('token');
  try {
    const response = await fetch(url, {
      method, credentials: 'include', signal: AbortSignal.timeout(patience), body: body && JSON.stringify(body),
      headers: { Accept: 'application/json', 'X-Organization-Id': shell.fid, ...(body ? { 'Content-Type': 'application/json' } : {}), ...(token ? { Authorization: token } : {}) },
    });
    return await understood(endpoint, response, shell.texts);
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
    return failed(shell.texts[timedOut ? 'errorTimeout' : 'errorOffline'], timedOut ? 504 : undefined, 'network');
  }
}

/** The reply as callers see it: whatever the documents' error catalogue says of it is done or said here (ledger SESSION-13 to 18). */
async function understood(endpoint: ClientEndpoint, response: Response, texts: Readonly<Record<string, string>>): Promise<Reply> {
  if (response.status === 500 || response.status === 503) return failed(texts['errorBusy'], response.status, 'http');
  const body: unknown = await response.json().catch(() => undefined);
  const over = overStatuses.has(resolve('/status', body)) ? 'expired' as const : response.status === 403 ? 'invalid' as const : undefined;
  if (over && hasSession()) {
    loseSession(over);
    return failed(texts[over === 'expired' ? 'sessionExpired' : 'tokenInvalid'], response.status, 'session');
  }
  if (body === undefined) return failed(texts['errorBusy'], response.status, 'http');
  const reply = readReply(endpoint, body, response.status);
  if (!reply.ok) return { ...reply, message: reply.message ?? texts['errorBusy'], fault: response.status >= 400 ? 'http' : undefined };
  if (loginServices.has(endpoint.service) && reply.item?.['token']) beginSession(reply.item);
  return reply;
}

const failed = (message: string | undefined, status: number | undefined, fault: Reply['fault']): Reply => ({ ok: false, rows: [], total: 0, message, status, fault });

/**
 * Fetches another page of this portal.
 * @param url its path and search
 * @returns the page; when it cannot be had, the browser opens the address itself and the promise stays pending
 */
export async function fetchPage(url: string): Promise<Payload['page']> {
  try {
    const response = await fetch(`/portal/page?url=${encodeURIComponent(url)}`, { credentials: 'include', signal: AbortSignal.timeout(patience), headers: { Accept: 'application/json' } });
    const page: unknown = await response.json();
    if (isPage(page)) return page;
  } catch { /* The browser's own navigation below shows what is wrong better than this page could. */ }
  window.location.assign(url);
  return new Promise(() => {});
}

function isPage(value: unknown): value is Payload['page'] {
  return value !== null && typeof value === 'object' && 'page' in value && 'data' in value && 'cards' in value;
}
