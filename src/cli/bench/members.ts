import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/connection';
import { addMember } from '../../database/accounts/members';
import type { AccountServices } from '../../server/security/accountServices';

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
