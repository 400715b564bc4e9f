import { randomInt } from 'node:crypto';
import type { StoredSignCode } from '../../../database/enrolments/enrolments';
import type { AccountServices } from '../../security/accountServices';

/** Whose codes: those of one item differ. */
export interface CodeScope {
  tenant: string;
  module: string;
  activity: string;
}

const digits = 6;

/** Returns a new code that checks an enrolment in, as it is stored. */
export function makeSignCode(accounts: Pick<AccountServices, 'keys'>, scope: CodeScope): StoredSignCode {
  const code = String(randomInt(10 ** digits)).padStart(digits, '0');
  return { signHash: hashSignCode(accounts, scope, code), signCipher: accounts.keys.seal(scope.tenant, code) };
}

/** Returns the hash that a code is found by. */
export function hashSignCode({ keys }: Pick<AccountServices, 'keys'>, { tenant, module, activity }: CodeScope, code: string): string {
  return keys.mark('sign code', tenant, module, activity, code);
}
