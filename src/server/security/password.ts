import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { defaultCosts, type PasswordCost } from './costs';

const keyLength = 32;

/** Returns a slow salted hash that says how it was made: `$scrypt$ln=15,r=8,p=3$salt$hash`. */
export async function hashPassword(password: string, { ln, r, p }: PasswordCost = defaultCosts.password): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, { ln, r, p });
  return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

/**
 * Compares a password with a hash, in a time that does not depend on where they differ. Without a hash one is computed all the
 * same, so that a caller cannot tell by the clock whether there was one.
 * @returns whether it is the password, and whether the hash is weaker than those made now
 */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
  current: PasswordCost = defaultCosts.password,
): Promise<{ ok: boolean; weak: boolean }> {
  const [, ln = '', r = '', p = '', salt = '', hash = ''] =
    /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]+)\$([\w-]+)$/.exec(stored ?? '') ?? [];
  const cost: PasswordCost = hash === '' ? current : { ln: Number(ln), r: Number(r), p: Number(p) };
  const expected = hash === '' ? randomBytes(keyLength) : Buffer.from(hash, 'base64url');
  const found = await derive(password, Buffer.from(salt, 'base64url'), cost);
  return {
    ok: hash !== '' && found.length === expected.length && timingSafeEqual(found, expected),
    weak: cost.ln < current.ln || cost.r < current.r || cost.p < current.p,
  };
}

function derive(password: string, salt: Buffer, { ln, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** ln;
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
