import { randomBytes } from 'node:crypto';
import {
  addStaffSession,
  endStaffSession,
  endStaffSessions,
  findStaffSession,
  type StaffSession,
  touchStaffSession,
} from '../../database/desk/staffSessions';
import type { Queryable } from '../../database/connection';
import type { CompiledPortal } from '../../model/compiled';
import { serializeCookie } from '../api/cookies';
import type { StaffVerifier, Viewer } from '../api/viewer';
import type { AccountKeys } from './keys';
import { createMay } from './rights';

const minute = 60_000;
/** Milliseconds that a session lasts at most, and how long one waits for the second factor. */
const longest = 12 * 60 * minute;
const pendingFor = 10 * minute;
const usualIdleMinutes = 60;

type Cookies = Readonly<Record<string, string | undefined>>;

/** A session as far as a cookie leads to one: perhaps with the second factor still to come. */
export interface OpenSession extends StaffSession {
  hashes: readonly string[];
}

/**
 * Sessions at the desk. The token is 32 random bytes in a cookie that scripts cannot read; the database keeps a hash of it. Nothing of it is
 * remembered by a process: whether somebody is still there, and in which role, is asked with each call.
 */
export class StaffSessions implements StaffVerifier {
  constructor(
    private readonly db: Queryable,
    private readonly keys: AccountKeys,
    private readonly clock: () => number,
  ) {}

  async identify(portal: CompiledPortal, cookies: Cookies): Promise<Viewer | undefined> {
    const session = await this.find(portal, cookies);
    if (!session?.passed) return undefined;
    const { staff: id, login, name, role, created, expires } = session;
    const staff = { login, role, may: createMay(portal.settings, role) };
    const [issued, until] = [created.getTime(), expires.getTime()];
    return { session: session.hashes[0] ?? '', id, name, phone: '', image: '', issued, expires: until, staff };
  }

  /** Returns the session of a request's cookie, also one that waits for its second factor; undefined when there is none. */
  async find({ tenant, settings }: CompiledPortal, cookies: Cookies): Promise<OpenSession | undefined> {
    const token = cookies[secureName] ?? cookies[plainName];
    if (token === undefined || !/^[\w-]{43}$/.test(token)) return undefined;
    const [now, hashes] = [this.clock(), this.hash(tenant, token)];
    const idle = (settings.staff?.idleMinutes ?? usualIdleMinutes) * minute;
    const session = await findStaffSession(this.db, tenant, hashes, now, now - idle);
    if (session && now - session.seen.getTime() > minute) await touchStaffSession(this.db, tenant, hashes, now);
    return session && { ...session, hashes };
  }

  /**
   * Opens a session.
   * @param passed whether the second factor was passed, or none is needed
   * @returns the cookie that names it
   */
  async open(tenant: string, staff: string, passed: boolean, secure: boolean): Promise<string> {
    const [token, now] = [randomBytes(32).toString('base64url'), this.clock()];
    const lasts = passed ? longest : pendingFor;
    const [tokenHash] = this.hash(tenant, token);
    await addStaffSession(this.db, { tenant, tokenHash, staff, now, expires: now + lasts, passed });
    return writeCookie(token, Math.floor(lasts / 1000), secure);
  }

  /** Ends a session. @returns the cookie that takes its name away */
  async end(tenant: string, { hashes }: OpenSession, secure: boolean): Promise<string> {
    await endStaffSession(this.db, tenant, hashes);
    return writeCookie('', 0, secure);
  }

  /** Ends all sessions of somebody, but for one. */
  async endAll(tenant: string, staff: string, but?: OpenSession): Promise<void> {
    await endStaffSessions(this.db, tenant, staff, but?.hashes);
  }

  private hash(tenant: string, token: string): [string, ...string[]] {
    return this.keys.hashes('staff session', tenant, token);
  }
}

/** Browsers take a cookie of the first name over encrypted connections alone, and from this very host (RFC 6265bis, 4.1.3.2). */
const [secureName, plainName] = ['__Host-staff', 'staff'] as const;

const writeCookie = (value: string, maxAge: number, secure: boolean): string =>
  serializeCookie(secure ? secureName : plainName, value, { maxAge, secure, httpOnly: true, sameSite: 'strict', path: '/' });
