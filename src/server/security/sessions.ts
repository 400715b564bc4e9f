import { randomBytes } from 'node:crypto';
import { SignJWT, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { addSession, extendSession, revokeSession, revokeSessions, findValidSession } from '../../database/accounts/sessions';
import type { Queryable } from '../../database/connection';
import type { TokenVerifier, Viewer } from '../api/viewer';
import { type AccountKeys, openText } from './keys';

/** Milliseconds that a session lasts, and for how long it can be renewed. */
export const sessionLength = 12 * 3_600_000;
const longestLife = 30 * 86_400_000;
// Within two seconds a session that another process revoked is over here too; this process forgets it at once.
const keptFor = 1_000;
const issuer = 'portal';

/**
 * Sessions: the token is a JSON Web Token (RFC 7519) signed with HS256 that names session, member and institution; whether the
 * session is still valid is asked of the database.
 */
export class Sessions implements TokenVerifier {
  private readonly known = new LRUCache<string, { viewer: Viewer; until: number }>({ max: 5_000 });
  private revocations = 0;
  /** Made ready once: doing so for each token takes as long as the check itself. The first signs. */
  private readonly signing: readonly Promise<CryptoKey>[];

  constructor(
    private readonly db: Queryable,
    private readonly keys: AccountKeys,
    private readonly clock: () => number,
  ) {
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    this.signing = keys.sessions.map((key) => crypto.subtle.importKey('raw', new Uint8Array(key), hmac, false, ['sign', 'verify']));
  }

  /** Opens a session for a member. */
  async open(tenant: string, member: string): Promise<{ token: string; expires: number }> {
    const issued = this.clock();
    const id = randomBytes(18).toString('base64url');
    const expires = issued + sessionLength;
    await addSession(this.db, { tenant, id, member, issued, expires });
    return { token: await this.sign(tenant, id, member, expires), expires };
  }

  /** The viewer of a token; undefined when it was not issued by us for this institution, has expired or was revoked. */
  async viewer(tenant: string, token: string): Promise<Viewer | undefined> {
    const claims = await this.verify(tenant, token);
    if (!claims) return undefined;
    const key = `${tenant} ${claims.session}`;
    const kept = this.known.get(key);
    if (kept && kept.until > Date.now() && kept.viewer.expires > this.clock())
      return kept.viewer.id === claims.member ? kept.viewer : undefined;
    const before = this.revocations;
    const found = await findValidSession(this.db, tenant, claims.session, this.clock());
    if (!found || found.member !== claims.member) return undefined;
    const { id, member, phoneCipher, nameCipher, image, issued, expires } = found;
    const viewer: Viewer = {
      session: id,
      id: member,
      phone: this.keys.open(tenant, phoneCipher),
      name: openText(this.keys, tenant, nameCipher),
      image,
      issued: issued.getTime(),
      expires: expires.getTime(),
    };
    // What was read before a revocation must not outlive it.
    if (before === this.revocations) this.known.set(key, { viewer, until: Date.now() + keptFor });
    return viewer;
  }

  /** A token with a later end for a session that is still valid; undefined when it may not be renewed any more. */
  async renew(tenant: string, viewer: Viewer): Promise<{ token: string; expires: number } | undefined> {
    const now = this.clock();
    const expires = Math.min(now + sessionLength, viewer.issued + longestLife);
    if (expires <= now || !(await extendSession(this.db, tenant, viewer.session, expires, now))) return undefined;
    this.known.delete(`${tenant} ${viewer.session}`);
    return { token: await this.sign(tenant, viewer.session, viewer.id, expires), expires };
  }

  /** Ends one session. */
  async revoke(tenant: string, session: string): Promise<void> {
    await revokeSession(this.db, tenant, session, this.clock());
    this.forget();
  }

  /** Ends all sessions of a member, as when the password was reset. */
  async revokeAll(tenant: string, member: string): Promise<void> {
    await revokeSessions(this.db, tenant, member, this.clock());
    this.forget();
  }

  /** Makes this process ask the database anew who is there, once what it knows of members or sessions was changed. */
  forget(): void {
    this.revocations += 1;
    this.known.clear();
  }

  private async sign(tenant: string, session: string, member: string, expires: number): Promise<string> {
    const [key] = await Promise.all(this.signing);
    if (!key) throw new Error('there is no key that signs');
    return new SignJWT({})
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(tenant)
      .setSubject(member)
      .setJti(session)
      .setIssuedAt(Math.floor(this.clock() / 1000))
      .setExpirationTime(Math.floor(expires / 1000))
      .sign(key);
  }

  private async verify(tenant: string, token: string): Promise<{ session: string; member: string } | undefined> {
    if (token.length > 2_000) return undefined;
    for (const key of this.signing) {
      const claims = await this.verifyWith(await key, tenant, token);
      if (claims) return claims;
    }
    return undefined;
  }

  private async verifyWith(key: CryptoKey, tenant: string, token: string): Promise<{ session: string; member: string } | undefined> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        typ: 'JWT',
        issuer,
        audience: tenant,
        requiredClaims: ['exp', 'sub', 'jti'],
        currentDate: new Date(this.clock()),
      });
      return { session: String(payload.jti), member: String(payload.sub) };
    } catch {
      return undefined;
    }
  }
}
