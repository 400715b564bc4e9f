import type { JsonObject } from '../../src/model/json';
import { resolve } from '../../src/model/pointer';
import { createAccounts } from '../../src/server/security/accountServices';
import { makeCaptcha } from '../../src/server/security/captcha';
import { deriveAccountKeys } from '../../src/server/security/keys';
import { Sessions, sessionLength } from '../../src/server/security/sessions';
import type { AccountPortal } from '../server/accountPortal';
import { writeUpload, type Belongings } from './belongings';
import { findBodyFields, isWriting, type Call } from './calls';
import { captchaNames, composeRequest, nameThings, type Said, type Speaker, writeAddress } from './requests';

/** Who makes calls. What a definition asks of callers (`viewer`, and one day a role of the staff) is held against `may`. */
export interface Actor extends Pick<Speaker, 'id' | 'phone'> {
  name: string;
  /** Another host than that of the call; absent: the call's own. */
  host?: string;
  token: () => Promise<string | undefined>;
  may: (call: Call) => boolean;
  /** Whether each thing is named in each place of every members' call. */
  thorough?: boolean;
}

/** A reply as the matrix looks at it. */
export interface Seen {
  /** The status of the reply, or the one in its body that asks for a login (ledger SESSION-13). */
  status: number;
  text: string;
}

/** Makes a request with a token at a host. */
export type Send = (call: Call, said: Said, by: { token: string | undefined; host: string }) => Promise<Seen>;

/** What has to be so of every call, whoever makes it. */
export interface Expectations {
  send: Send;
  belongings: Belongings;
  /** The rows of the database that name the owner or one of the owner's things. */
  snapshot: () => Promise<string[]>;
  now: () => number;
}

/** What came of calls: what somebody could do or read who may not, and who was turned away that may, in words. */
export interface Checked {
  faults: string[];
  requests: number;
}

const loginStatus = 40101;
/** Whether a definition lets an actor make a call: anybody, or members alone. */
const isOpenTo = (call: Call, actor: Actor): boolean => call.endpoint.viewer !== true || actor.may(call);
const isChanging = ({ endpoint: { method } }: Call): boolean => method !== 'GET';

/** Makes calls in the name of somebody who is not the owner of the things, with their ids in its places. */
export async function checkCalls(calls: readonly Call[], actor: Actor, expectations: Expectations): Promise<Checked> {
  const { snapshot } = expectations;
  const checked: Checked = { faults: [], requests: 0 };
  let kept = await snapshot();
  const compare = async (what: string): Promise<void> => {
    const after = new Set(await snapshot());
    const lost = kept.filter((row) => !after.has(row));
    if (lost.length > 0) checked.faults.push(`${what} as ${actor.name} changed ${lost.join('\n').slice(0, 300)}`);
    kept = kept.filter((row) => after.has(row));
  };
  for (const call of calls) {
    const done = await checkReplies(call, actor, expectations);
    checked.faults.push(...done.faults);
    checked.requests += done.requests;
    if (isChanging(call) && isOpenTo(call, actor)) await compare(call.endpoint.name);
  }
  await compare('a call');
  return checked;
}

async function checkReplies(call: Call, actor: Actor, { send, belongings, now }: Expectations): Promise<Checked> {
  const speaker = { id: actor.id, phone: actor.phone, now: now() };
  const open = isOpenTo(call, actor);
  const named = nameThings(call, speaker, belongings.ids, actor.thorough === true && call.endpoint.viewer === true);
  // Who is turned away at the door is not heard: one request is as good as many.
  const all = open ? [composeRequest(call, speaker), ...named] : [named[0] ?? composeRequest(call, speaker)];
  const [token, host] = [await actor.token(), actor.host ?? call.host];
  const faults: string[] = [];
  for (const said of all) {
    const { status, text } = await send(call, said, { token, host });
    const tell = (fault: string): void => void faults.push(`${call.endpoint.name} as ${actor.name}, ${JSON.stringify(said)}: ${fault}`);
    if (!open && status !== loginStatus) tell(`was answered with ${status} ${text.slice(0, 100)}`);
    if (open && call.endpoint.viewer && status === loginStatus) tell('was turned away');
    const found = belongings.marks.filter((mark) => text.includes(mark));
    if (found.length > 0) tell(`read ${found.join(' ')}`);
  }
  return { faults, requests: all.length };
}

/** Opens a session for a member. @param options milliseconds from now at which it begins, and another key than the portal's @returns its token */
export async function openSession(
  { database, secret, clock }: AccountPortal,
  tenant: string,
  member: string,
  { shift = 0, key = secret }: { shift?: number; key?: Buffer } = {},
): Promise<string> {
  return (await new Sessions(database, deriveAccountKeys(key), () => clock.now() + shift).open(tenant, member)).token;
}

/** Returns who makes calls besides the owner. Roles of the staff, once there are any, are rows here. */
export async function gatherActors(
  portal: AccountPortal,
  owner: Speaker & { token: string },
  { other, stranger }: { other: Speaker; stranger: Speaker },
): Promise<Actor[]> {
  const open = (tenant: string, id: string): Promise<string> => openSession(portal, tenant, id);
  const expired = await openSession(portal, 'centre', owner.id, { shift: -sessionLength - 1000 });
  const forged = await openSession(portal, 'centre', owner.id, { key: Buffer.alloc(32, 7) });
  const nobody = () => false;
  const there = 'museum.localhost';
  return [
    { ...other, name: 'another member', token: () => open('centre', other.id), may: ({ host }) => host === 'localhost', thorough: true },
    { ...owner, name: 'nobody', token: async () => undefined, may: nobody },
    { ...owner, name: 'the owner, whose session is over', token: async () => expired, may: nobody },
    { ...owner, name: 'the owner, with a forged token', token: async () => forged, may: nobody },
    { ...stranger, name: 'a member of another institution', token: () => open('museum', stranger.id), may: ({ host }) => host === there },
    { ...stranger, name: 'a member of another institution, there', host: there, token: () => open('museum', stranger.id), may: () => true },
  ];
}

let asked = 0;

/** Returns what makes requests of a portal by injection, each from an address of its own, with a picture where one is asked for. @param more headers */
export function sendTo(portal: AccountPortal, more: Readonly<Record<string, string>> = {}): Send {
  const accounts = createAccounts(portal.database, { secret: portal.secret }, portal.clock.now);
  return async (call, said, { token, host }) => {
    asked += 1;
    const names = findCaptchaNames(call);
    // What the call for a picture does, without drawing it.
    const picture = { portal: call.portal, caller: { address: '', cookies: {}, secure: false, arrived: 0 } };
    const { text, cookies } = names.length > 0 ? await makeCaptcha(picture, accounts) : { text: '', cookies: [] };
    const body: JsonObject | undefined = said.body && { ...said.body, ...Object.fromEntries(names.map((name) => [name, text])) };
    const upload = call.endpoint.multipart ? await writeUpload(toFields(said)) : undefined;
    const reply = await portal.app.inject({
      method: call.endpoint.method,
      url: writeAddress(call, said),
      payload: upload?.payload ?? (body && JSON.stringify(body)),
      headers: {
        host,
        ...(upload?.headers ?? (body ? { 'content-type': 'application/json' } : {})),
        ...(token === undefined ? {} : { authorization: token }),
        ...more,
        ...joinCookies(cookies[0]?.replace(/;.*/s, ''), more['cookie']),
        'x-forwarded-for': `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`,
      },
    });
    return toSeen(reply.statusCode, reply.body);
  };
}

function joinCookies(...cookies: (string | undefined)[]): { cookie?: string } {
  const sent = cookies.filter((cookie) => cookie !== undefined);
  return sent.length > 0 ? { cookie: sent.join('; ') } : {};
}

/** Returns the names under which a call wants the characters of a picture. */
export function findCaptchaNames(call: Call): string[] {
  if (!isWriting(call)) return [];
  const names = new Set(findBodyFields(call).map(([name]) => name));
  return captchaNames.filter((name) => names.has(name));
}

const toFields = ({ body = {} }: Said): Record<string, string> =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]));

/** Returns what a reply says, with the status that asks for a login where its body has one. */
export function toSeen(status: number, text: string): Seen {
  return { status: text.includes(String(loginStatus)) ? loginStatus : status, text };
}

/** Whether a reply is that of a call that did what was asked. */
export function isAnswered({ endpoint }: Call, { status, text }: Seen): boolean {
  if (status >= 300) return false;
  if (endpoint.binary) return true;
  const body: unknown = JSON.parse(text);
  return Object.entries(endpoint.ok ?? {}).every(([pointer, constant]) => [constant].flat().some((one) => one === resolve(pointer, body)));
}

/** Returns what reads every row of the database in which one of the ids stands. */
export async function createSnapshot({ database }: AccountPortal, ids: readonly string[]): Promise<() => Promise<string[]>> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const lines = tables.map(({ name }) => `select '${name} ' || to_jsonb(t)::text as line from "${name}" t`).join(' union all ');
  // Hundreds of times the same, which is planned once. A pattern for each id takes half the time that one of all of them takes.
  const text = `select line from (${lines}) l where line like any($1)`;
  const query = { name: 'snapshot', text, values: [ids.map((id) => `%${id}%`)] };
  return async () => {
    const { rows } = await database.pool.query<{ line: string }>(query);
    // How often something was looked at is counted for everybody, whatever its name is.
    return rows.map(({ line }) => line).filter((line) => !line.startsWith('counter '));
  };
}
