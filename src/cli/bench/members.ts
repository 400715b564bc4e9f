import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/connection';
import { addMember } from '../../database/accounts/members';
import { createAccounts, type AccountServices } from '../../server/security/accountServices';

/** A member who is logged in. */
export interface BenchMember {
  id: string;
  phone: string;
  token: string;
}

/** Registers a member with the phone, and logs in. */
export async function registerMember(
  database: Database,
  { keys, sessions }: AccountServices,
  tenant: string,
  phone: string,
): Promise<BenchMember> {
  const id = randomUUID();
  await addMember(database, tenant, {
    id,
    phoneHash: keys.phoneHash(tenant, phone),
    phoneCipher: keys.seal(tenant, phone),
    nameCipher: keys.seal(tenant, 'bench'),
    sex: '',
    image: '',
    passwordHash: '',
  });
  return { id, phone, token: (await sessions.open(tenant, id)).token };
}

/**
 * Registers a member, and returns the cookies of a browser that the member logged in with.
 * @param secret the master key of the portal
 * @param url where the portal is
 */
export async function createMemberCookies(
  database: Database,
  tenant: string,
  secret: Buffer,
  url: string,
): Promise<{ name: string; value: string; url: string }[]> {
  const { id, phone, token } = await registerMember(database, createAccounts(database, { secret }, Date.now), tenant, '13900000000');
  return [
    { name: 'token', value: token, url },
    { name: 'wlymobilephone', value: phone, url },
    { name: 'wlyuserid', value: id, url },
  ];
}
