import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountServices, createAccounts } from '../../src/server/security/accountServices';
import { consumeCaptcha, makeCaptcha } from '../../src/server/security/captcha';
import { findKnownBrowser, rememberBrowser } from '../../src/server/security/knownBrowsers';
import { accountPortal, type AccountPortal, at } from '../server/accountPortal';
import type { Asker } from '../server/enrolments';
import { openSession } from './matrix';
import { Random } from './random';

const times = 500;

let portal: AccountPortal;
let accounts: AccountServices;
let member: Asker;
let other: Asker;
let stranger: Asker;
beforeAll(async () => {
  portal = await accountPortal();
  accounts = createAccounts(portal.database, { secret: portal.secret }, portal.clock.now);
  member = await portal.member('13612340007');
  other = await portal.member('13612340008');
  stranger = await portal.member('13612340009', {}, 'museum.localhost');
});
afterAll(() => portal.close());

const signs = 'ABCabc019-_.~=+/%, \t\u0000é中';

/** Returns a text that differs from another in one to three places. */
function changeText(text: string, random: Random): string {
  let changed = text;
  for (let turn = 1 + random.below(3); turn > 0 || changed === text; turn -= 1) {
    const [place, sign] = [random.below(changed.length + 1), signs[random.below(signs.length)] ?? ''];
    const way = random.below(7);
    if (way === 0) changed = changed.slice(0, place);
    else if (way === 1) changed = changed.slice(0, place) + changed.slice(place + 1);
    else if (way === 2) changed = changed.slice(0, place) + sign + changed.slice(place);
    else if (way === 3) changed = changed.slice(place) + changed.slice(0, place);
    else if (way === 4) changed = changed.slice(0, place) + changed.slice(place).toUpperCase();
    else changed = changed.slice(0, place) + sign + changed.slice(place + 1);
  }
  return changed;
}

/** Returns so many texts that differ from one, and from what others mean the same as it. */
function changeOften(text: string, meansSame: (changed: string) => boolean, first: readonly string[] = []): string[] {
  const random = new Random(text.length);
  const changed = new Set(first);
  while (changed.size < times) {
    const next = changeText(text, random);
    if (!meansSame(next)) changed.add(next);
  }
  return [...changed];
}

const caller = (cookies: Record<string, string>) => ({ address: '10.8.0.1', cookies, secure: false, arrived: 0 });
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (text: string): string => Buffer.from(text, 'base64url').toString('latin1');

describe('a token of a session', () => {
  /** The same bytes may be written in several ways, at the end of base64; what is around a token is no part of it. */
  const isSame = (token: string, changed: string): boolean => {
    const [head, claims, signature = ''] = token.split('.');
    const [otherHead, otherClaims, otherSignature = '', ...more] = changed
      .replace(/^Bearer\s+/i, '')
      .trim()
      .split('.');
    return more.length === 0 && head === otherHead && claims === otherClaims && decode(signature) === decode(otherSignature);
  };

  /** Tokens that say something else, under a signature that was made for another one or with another key. */
  async function composeForged(token: string): Promise<string[]> {
    const [head = '', claims = '', signature = ''] = token.split('.');
    const said = decodeJwt(token);
    const others = [await openSession(portal, 'centre', other.id), await openSession(portal, 'museum', stranger.id)];
    const headers = ['none', 'None', 'NONE', 'HS384', 'HS512', 'RS256', 'ES256', ''].map((alg) => ({ alg, typ: 'JWT' }));
    const keyed = [
      { kid: '../../dev/null' },
      { jwk: { kty: 'oct', k: '' } },
      { jku: 'https://evil.example' },
      { crit: ['exp'] },
      { b64: false },
    ];
    const changes = [
      { sub: other.id },
      { sub: stranger.id, aud: 'museum' },
      { aud: 'museum' },
      { aud: ['centre', 'museum'] },
      { exp: 99_999_999_999 },
      { exp: undefined },
      { jti: decodeJwt(others[0] ?? '').jti, sub: other.id },
      { jti: '*' },
      { iss: 'x' },
      { role: 'staff' },
      { sub: ['x'] },
      { sub: { toString: 'x' } },
    ];
    const ends = [signature, '', 'x', decode(signature).length.toString(), 'A'.repeat(43)];
    const written = [...headers, ...keyed.map((key) => ({ alg: 'HS256', typ: 'JWT', ...key }))].flatMap((header) =>
      ends.map((end) => `${encode(header)}.${claims}.${end}`),
    );
    const reclaimed = changes.flatMap((change) => [
      `${head}.${encode({ ...said, ...change })}.${signature}`,
      `${encode({ alg: 'none' })}.${encode({ ...said, ...change })}.`,
    ]);
    const mixed = others.flatMap((one) => {
      const [oneHead = '', oneClaims = '', oneSignature = ''] = one.split('.');
      return [`${head}.${oneClaims}.${signature}`, `${head}.${claims}.${oneSignature}`, `${oneHead}.${oneClaims}.${signature}`];
    });
    const keys = [Buffer.alloc(32), Buffer.from('secret'.repeat(6)), Buffer.from(member.id)];
    const signed = await Promise.all(keys.map((key) => new SignJWT(said).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(key)));
    return [...written, ...reclaimed, ...mixed, ...signed].filter((forged) => !isSame(token, forged));
  }

  it(`is accepted as it is, and in none of ${times} changed forms`, async () => {
    const token = await openSession(portal, 'centre', member.id);
    const accepts = async (sent: string): Promise<boolean> => {
      const { body } = await portal.ask({ url: '/api/personal/web/inbox/unread', token: sent });
      return body['status'] !== 40101;
    };
    const forged = await composeForged(token);
    expect(forged.length).toBeGreaterThan(90);
    const changed = changeOften(token, (next) => isSame(token, next), forged);
    const accepted: string[] = [];
    for (const one of changed) if (await accepts(one)) accepted.push(one);
    expect({ asked: changed.length, accepted }).toEqual({ asked: times, accepted: [] });
    expect(await accepts(token)).toBe(true);
    // Control: whoever reads what a token says without asking who signed it believes many of them.
    const believed = changed.filter((one) => {
      try {
        return typeof decodeJwt(one).sub === 'string';
      } catch {
        return false;
      }
    });
    expect(believed.length).toBeGreaterThan(50);
  });
});

describe('a cookie', () => {
  it(`of a browser that is known counts as it is, and in none of ${times} changed forms`, () => {
    const portalOf = portal.definitions.portal('centre');
    if (!portalOf) throw new Error('there is no portal');
    const line = rememberBrowser({ portal: portalOf, caller: caller({}) }, accounts, member.phone);
    const cookie = decodeURIComponent(/^known=([^;]*)/.exec(line)?.[1] ?? '');
    const accepts = (known: string): boolean => findKnownBrowser(accounts, 'centre', caller({ known }), member.phone) !== undefined;
    expect(accepts(cookie)).toBe(true);
    // What stands before and behind a login are other logins, which may be anything.
    const changed = changeOften(cookie, (next) => next.split('~').includes(cookie));
    expect(changed.filter(accepts)).toEqual([]);
    expect(findKnownBrowser(accounts, 'museum', caller({ known: cookie }), member.phone)).toBeUndefined();
    expect(findKnownBrowser(accounts, 'centre', caller({ known: cookie }), other.phone)).toBeUndefined();
  });

  it(`of a picture gives its characters as it is, and in none of ${times} changed forms`, async () => {
    const portalOf = portal.definitions.portal('centre');
    if (!portalOf) throw new Error('there is no portal');
    const { id, text } = await makeCaptcha({ portal: portalOf, caller: caller({}) }, accounts);
    const accepts = (captcha: string): Promise<boolean> =>
      consumeCaptcha({ portal: portalOf, caller: caller({ captcha }) }, accounts, text).then(
        () => true,
        (error: unknown) => {
          if (String(error).includes('captchaWrong')) return false;
          throw error;
        },
      );
    const accepted: string[] = [];
    for (const changed of changeOften(id, (next) => next === id)) if (await accepts(changed)) accepted.push(changed);
    expect(accepted).toEqual([]);
    expect(await accepts(id)).toBe(true);
  });

  it(`of whoever asked for a code makes it theirs as it is, and in none of ${times} changed forms`, async () => {
    const asked = await portal.askForCode({ phone: member.phone, status: 3, address: '10.8.0.2' });
    const asker = asked.cookies['asker'] ?? '';
    const code = portal.codeOf(member.phone);
    const logIn = async (cookie: string, verCode: string, address: string): Promise<boolean> => {
      const headers = { cookie: `asker=${encodeURIComponent(cookie)}` };
      const { body } = await portal.ask({
        method: 'POST',
        url: '/api/auth/jwt/login-phone',
        body: { phone: member.phone, verCode },
        address,
        headers,
      });
      return at(body, 'data', 'token') !== undefined;
    };
    // Codes may be typed elsewhere, a few times: once those are used up, the cookie alone tells.
    for (let number = 0; number < 21; number += 1) await logIn('', '0', `10.8.1.${number}`);
    const accepted: string[] = [];
    const changed = changeOften(asker, (next) => next === asker);
    for (const [number, one] of changed.entries())
      if (await logIn(one, code, `10.8.${2 + (number >> 7)}.${number & 127}`)) accepted.push(one);
    expect(accepted).toEqual([]);
    expect(await logIn(asker, code, '10.8.0.2')).toBe(true);
  });
});

describe('a proof of work', () => {
  it(`is accepted as it is, and in none of ${times} changed forms`, async () => {
    const phone = other.phone;
    portal.clock.pass(61_000);
    const { body } = await portal.ask({ url: `/api/auth/jwt/challenge?status=3&phone=${phone}`, address: '10.8.9.1' });
    const challenge = at(body, 'data') as Challenge;
    const solution = await solveChallenge({ challenge, deriveKey });
    // The derived key is what the work is for; the counter and the time say how it was come by.
    const meaning = (text: string): string => {
      try {
        const read: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
        return JSON.stringify([at(read, 'challenge'), at(read, 'solution', 'derivedKey')]);
      } catch {
        return text;
      }
    };
    const proof = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    const send = async (text: string, address: string): Promise<boolean> => {
      const reply = await portal.ask({
        url: `/api/auth/jwt/3/VERCode?phone=${phone}&proof=${encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))}`,
        address,
      });
      return reply.status === 200;
    };
    // Other numbers within it, in their own places, and other characters anywhere.
    const within = [challenge.parameters, solution].flatMap((part) =>
      Object.entries(part ?? {}).flatMap(([name, value]) => [
        JSON.stringify({ challenge, solution }).replace(
          `"${name}":${JSON.stringify(value)}`,
          `"${name}":${JSON.stringify(typeof value === 'number' ? value + 1 : `${String(value)}0`)}`,
        ),
        JSON.stringify({ challenge, solution }).replace(`"${name}":${JSON.stringify(value)}`, `"${name}":null`),
      ]),
    );
    const forged = within.map((text) => Buffer.from(text).toString('base64')).filter((text) => meaning(text) !== meaning(proof));
    const accepted: string[] = [];
    for (const [number, changed] of changeOften(proof, (next) => meaning(next) === meaning(proof), forged).entries())
      if (await send(changed, `10.9.${number >> 7}.${number & 127}`)) accepted.push(Buffer.from(changed, 'base64').toString('latin1'));
    expect(accepted).toEqual([]);
    expect(await send(proof, '10.8.9.1')).toBe(true);
  });
});
