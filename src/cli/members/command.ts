import { listMembers } from '../../database/accounts/members';
import type { Queryable } from '../../database/connection';
import { inTransaction } from '../../database/transaction';
import type { Definitions } from '../../definitions/load';
import type { CompiledPortal } from '../../model/compiled';
import { maskPhone } from '../../runtime/mask';
import { formatDateTime } from '../../runtime/time';
import { describeFurther } from '../../server/members/describeFurther';
import { movePhone } from '../../server/members/movePhone';
import { loadKeyRing } from '../../server/security/keyRing';
import { type AccountKeys, deriveAccountKeys, openText } from '../../server/security/keys';
import { parseWord, runCommand, toOneLine, UsageError } from '../terminal/command';
import { refuseInstitution } from '../terminal/institution';
import { withDatabase } from '../terminal/withDatabase';

const usage = `Usage: npm run members -- list <tenant>
       npm run members -- phone <tenant> <id> <phone>
Lists who registered at an institution, with what its own fields of the registration asked for; or gives a member another phone, whose old one
is lost and whom staff knows for sure. All sessions of the member end, and both phones are told.`;

/**
 * Runs `npm run members`.
 * @param root the project's folder
 * @param load loads the definitions below that folder
 * @returns the exit code; see `usage`
 */
export const runMembers = (root: string, load: (root: string) => Promise<Definitions>): Promise<number> =>
  runCommand(usage, {}, async ([word, tenant, ...rest]) => {
    const wanted = parseWord(['list', 'phone'], word);
    const [id, phone] = rest;
    if (tenant === undefined || rest.length !== (wanted === 'list' ? 0 : 2)) throw new UsageError();
    const definitions = await load(root);
    const portal = definitions.portal(tenant);
    if (portal === undefined) return refuseInstitution(tenant, definitions);
    return withDatabase(root, async (database, environment) => {
      const keys = deriveAccountKeys(await loadKeyRing(database, environment));
      if (id === undefined || phone === undefined) return list(database, keys, portal);
      return changePhone(database, keys, portal, id, phone);
    });
  });

async function list(database: Queryable, keys: AccountKeys, portal: CompiledPortal): Promise<number> {
  const { tenant } = portal;
  const members = await listMembers(database, tenant);
  for (const member of members) {
    const { id, created, nameCipher, phoneCipher } = member;
    const who = [toOneLine(openText(keys, tenant, nameCipher)), maskPhone(keys.open(tenant, phoneCipher))];
    console.log([id, formatDateTime(created.getTime()), ...who, ...describeFurther({ keys }, portal, member).map(toOneLine)].join('\t'));
  }
  console.log(`${members.length} registered`);
  return 0;
}

async function changePhone(database: Queryable, keys: AccountKeys, portal: CompiledPortal, member: string, phone: string): Promise<number> {
  if (!/^1[3-9][0-9]{9}$/.test(phone)) throw new UsageError(`${toOneLine(phone)} is no mobile phone.`);
  const outcome = await inTransaction(database, (tx) => movePhone(tx, { keys }, portal, { member, phone }, Date.now()));
  const said = { moved: 'The phone was changed.', gone: 'There is no such member.', taken: 'The phone belongs to another member.' };
  console[outcome === 'moved' ? 'log' : 'error'](said[outcome]);
  return outcome === 'moved' ? 0 : 1;
}
