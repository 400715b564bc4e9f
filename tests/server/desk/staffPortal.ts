import type { FastifyInstance } from 'fastify';
import type { JsonObject } from '../../../src/model/json';
import { inTransaction } from '../../../src/database/transaction';
import { undoMs } from '../../../src/server/desk/buildDecision';
import { carryOutDue } from '../../../src/server/desk/decisions';
import { bookingDecisions } from '../../../src/server/rooms/booking/heldDecisions';
import { orderDecisions } from '../../../src/server/rooms/points/heldDecisions';
import { deriveAccountKeys } from '../../../src/server/security/keys';
import { addToStaff } from '../../../src/server/staff/addToStaff';
import { computeCode } from '../../../src/server/staff/totp';
import { type AccountPortal, at } from '../accountPortal';

/** A hash that costs next to nothing. */
const costs = { password: { ln: 4, r: 8, p: 1 }, challenge: { rounds: 50, fewest: 20, most: 40 } };

/** A reply of a call at the desk. */
export interface DeskReply {
  http: number;
  status: number;
  body: JsonObject;
  text: string;
  cookies: string[];
}

/** A browser at the desk of an institution. */
export class DeskBrowser {
  cookie = '';
  secret = '';

  constructor(
    private readonly app: FastifyInstance,
    readonly host = 'localhost',
  ) {}

  /** Makes a call; cookies of its reply are kept. */
  async call(method: 'GET' | 'POST', url: string, body?: object, headers: Record<string, string> = {}): Promise<DeskReply> {
    const reply = await this.app.inject({
      method,
      url: `/admin${url}`,
      headers: { host: this.host, 'x-organization-id': 'x', ...(this.cookie === '' ? {} : { cookie: this.cookie }), ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    const set = reply.headers['set-cookie'];
    const cookies = set === undefined ? [] : Array.isArray(set) ? set : [set];
    for (const each of cookies) this.keep(each);
    const json = String(reply.headers['content-type']).includes('json') ? (JSON.parse(reply.body) as JsonObject) : {};
    return { http: reply.statusCode, status: Number(json['status'] ?? reply.statusCode), body: json, text: reply.body, cookies };
  }

  private keep(written: string): void {
    const [pair = ''] = written.split(';');
    const [name = '', value = ''] = pair.split('=');
    const others = this.cookie.split('; ').filter((each) => each !== '' && !each.startsWith(`${name}=`));
    this.cookie = [...others, ...(value === '' ? [] : [pair])].join('; ');
  }

  /** Logs in, and sets the second factor up when it is asked for. @param clock is asked when the code is written: one is good for a minute */
  async logIn(login: string, password: string, clock: () => number): Promise<DeskReply> {
    const first = await this.call('POST', '/api/desk/login', { login, password });
    if (at(first.body, 'data', 'next') === 'done' || first.status !== 200) return first;
    if (at(first.body, 'data', 'next') === 'setUp') {
      const offered = await this.call('GET', '/api/desk/second-factor');
      this.secret = String(at(offered.body, 'data', 'secret')).replaceAll(' ', '');
    }
    return this.call('POST', '/api/desk/confirm', { code: codeAt(this.secret, clock()) });
  }
}

/** The code of an authenticator app at a moment. */
export const codeAt = (secret: string, now: number): string => computeCode(secret, Math.floor(now / 30_000));

/** Adds somebody to the staff of an institution and returns the password. */
export async function addPerson(
  portal: AccountPortal,
  login: string,
  role: string,
  tenant = 'centre',
): Promise<{ id: string; password: string }> {
  const site = portal.definitions.portal(tenant);
  if (!site) throw new Error(`there is no institution ${tenant}`);
  return inTransaction(portal.database, (tx) => addToStaff(tx, site, { login, name: login, role }, { costs }));
}

/** Adds somebody and logs in. */
export async function deskOf(
  portal: AccountPortal,
  role: string,
  login = role.toLowerCase(),
  tenant = 'centre',
  host = 'localhost',
): Promise<DeskBrowser> {
  const { password } = await addPerson(portal, login, role, tenant);
  const browser = new DeskBrowser(portal.app, host);
  const reply = await browser.logIn(login, password, portal.clock.now);
  if (reply.status !== 200) throw new Error(`${login} cannot log in: ${reply.text}`);
  return browser;
}

/** Lets the time pass in which decisions can be taken back, and has those take effect that nobody took back. @returns how many did */
export function carryOutAll(portal: AccountPortal): Promise<number> {
  portal.clock.pass(undoMs + 1);
  return carryOutDue({
    db: portal.database,
    keys: deriveAccountKeys(portal.secret),
    clock: portal.clock.now,
    portalOf: (tenant) => portal.definitions.portal(tenant),
    kept: { 'booking.list': bookingDecisions, 'points.orders': orderDecisions },
    report: (error) => {
      throw error;
    },
  });
}
