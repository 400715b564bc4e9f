import type { Json } from '../../model/json';
import type { Payload, Reply, ShellPayload } from '../../model/payload';
import type { ClientEndpoint } from '../../model/compiled';
import type { Texts } from '../../model/textKeys.g';
import { localizeAddress } from '../../runtime/locale';
import { buildRequest } from '../../runtime/buildRequest';
import type { Call, CallOptions, CallValues } from '../../runtime/pageData';
import { joinHeader } from '../../runtime/joinCalls';
import { readReply } from '../../runtime/reply';
import { resolve } from '../../model/pointer';
import { refusalHeader } from '../../runtime/refusal';
import { completePatterns } from './carried';
import { buildFailure } from './failure';
import { beginSession, hasSession, loseSession, readCookie } from './session';

/** Milliseconds before a call is given up. */
export const timeoutMs = 30_000;
/** The statuses in a body that mean that the session is over (ledger SESSION-13, 14). */
const overStatuses: ReadonlySet<unknown> = new Set([40101, 40301]);
/** The services whose reply begins a session. */
const loginServices: ReadonlySet<string | undefined> = new Set([
  'accounts.login',
  'accounts.loginByCode',
  'accounts.renew',
  'accounts.rename',
  'accounts.changePhone',
]);

/** What calls are told of the institution and the language. */
type CallingShell = Pick<ShellPayload, 'fid' | 'texts' | 'prefix'>;

/**
 * Returns the one way from the browser to the back end. Never rejects: whatever goes wrong is a reply that is not ok, with words for
 * the visitor. A reply that says that the session is over ends it.
 */
export function createBrowserCall(shell: CallingShell): Call {
  return (endpoint, values, options) => send(endpoint, values, shell, options);
}

async function send(endpoint: ClientEndpoint, values: CallValues, shell: CallingShell, { key, joins }: CallOptions = {}): Promise<Reply> {
  const { method, url, body } = buildRequest(endpoint, values);
  try {
    const response = await fetch(localizeAddress(url, shell.prefix), {
      method,
      credentials: 'include',
      signal: AbortSignal.timeout(timeoutMs),
      body: body && JSON.stringify(body),
      headers: {
        ...buildCallHeaders(shell),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        ...(joins ? { [joinHeader]: encodeURIComponent(JSON.stringify(joins)) } : {}),
      },
    });
    return await readResponse(endpoint, response, shell.texts);
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
    return buildFailure(shell.texts[timedOut ? 'errorTimeout' : 'errorOffline'], timedOut ? 504 : undefined, 'network');
  }
}

/**
 * Returns the headers of every call: the organisation, and the token that says who is asking (ledger SESSION-08, 09); and that refusals
 * are to be answered without a word in the console.
 */
export function buildCallHeaders(shell: Pick<ShellPayload, 'fid'>): Record<string, string> {
  const token = readCookie('token');
  return {
    Accept: 'application/json',
    'X-Organization-Id': shell.fid,
    [refusalHeader]: 'header',
    ...(token ? { Authorization: token } : {}),
  };
}

/**
 * Returns the reply as callers see it: whatever the documents' error catalogue says of it is done or said here (ledger SESSION-13
 * to 18).
 */
export async function readResponse(endpoint: ClientEndpoint, response: Response, texts: Texts): Promise<Reply> {
  const status = Number(response.headers.get(refusalHeader)) || response.status;
  if (status === 500) return buildFailure(texts['errorBusy'], status, 'http');
  const { body, file } = await readContent(endpoint, response, status);
  if (file) return { ok: true, rows: [], total: 0, file };
  const over = overStatuses.has(resolve('/status', body)) ? ('expired' as const) : status === 403 ? ('invalid' as const) : undefined;
  if (over && hasSession()) {
    loseSession(over);
    return buildFailure(texts[over === 'expired' ? 'sessionExpired' : 'tokenInvalid'], status, 'session');
  }
  if (body === undefined) return buildFailure(texts['errorBusy'], status, 'http');
  const reply = readReply(endpoint, body, status);
  if (!reply.ok) return { ...reply, message: reply.message ?? texts['errorBusy'], fault: status >= 400 ? 'http' : undefined };
  const joined = response.headers.get(joinHeader);
  if (joined !== null) reply.joined = JSON.parse(joined) as Record<string, Json>;
  if (loginServices.has(endpoint.service) && reply.item?.['token']) beginSession(reply.item);
  return reply;
}

/** What a response carries: JSON, or the file that a binary call is answered with; without a session such a call has a body that says so. */
async function readContent(
  endpoint: ClientEndpoint,
  response: Response,
  status: number,
): Promise<{ body?: unknown; file?: Reply['file'] }> {
  if (!endpoint.binary || status >= 300) return { body: await response.json().catch(() => undefined) };
  const type = response.headers.get('content-type') ?? '';
  const [content, { nameFile }] = await Promise.all([response.blob(), import('./nameFile')]);
  const body: unknown = type.includes('json') ? await new Response(content).json().catch(() => undefined) : undefined;
  return overStatuses.has(resolve('/status', body))
    ? { body }
    : { file: { content, name: nameFile(endpoint, type, response.headers.get('content-disposition')) } };
}

/**
 * Fetches another page of this portal.
 * @param url its path and search, without its language
 * @param prefix what addresses begin with in the language of the page
 * @throws when it cannot be had
 */
export async function fetchPage(url: string, prefix: string): Promise<Payload['page']> {
  const response = await fetch(`${prefix}/portal/page?url=${encodeURIComponent(url)}`, {
    credentials: 'include',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { Accept: 'application/json' },
  });
  const page: unknown = await response.json();
  if (!isPage(page)) throw new Error('the reply is no page');
  return completePatterns(page);
}

function isPage(value: unknown): value is Payload['page'] {
  return value !== null && typeof value === 'object' && 'definition' in value && 'data' in value && 'cards' in value;
}
