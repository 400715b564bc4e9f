import { listMembers } from '../../database/accounts/members';
import type { Definitions } from '../../definitions/load';
import { maskPhone } from '../../runtime/mask';
import { formatDateTime } from '../../runtime/time';
import { describeFurther } from '../../server/members/describeFurther';
import { loadKeyRing } from '../../server/security/keyRing';
import { deriveAccountKeys, openText } from '../../server/security/keys';
import { parseWord, runCommand, toOneLine, UsageError } from '../terminal/command';
import { withDatabase } from '../terminal/withDatabase';

const usage = `Usage: npm run members -- list <tenant>
Lists who registered at an institution, with what its own fields of the registration asked for.`;

/**
 * Runs `npm run members`.
 * @param root the project's folder
 * @param load loads the definitions below that folder
 * @returns the exit code; see `usage`
 */
export const runMembers = (root: string, load: (root: string) => Promise<Definitions>): Promise<number> =>
  runCommand(usage, {}, async ([word, tenant, ...rest]) => {
    parseWord(['list'], word);
    if (tenant === undefined || rest.length > 0) throw new UsageError();
    const portal = (await load(root)).portal(tenant);
    if (portal === undefined) {
      console.error(`There is no institution ${toOneLine(tenant)}.`);
      return 2;
    }
    return withDatabase(root, async (database, environment) => {
      const keys = deriveAccountKeys(await loadKeyRing(database, environment));
      const members = await listMembers(database, tenant);
      for (const member of members) {
        const { id, created, nameCipher, phoneCipher } = member;
        const who = [toOneLine(openText(keys, tenant, nameCipher)), maskPhone(keys.open(tenant, phoneCipher))];
        console.log(
          [id, formatDateTime(created.getTime()), ...who, ...describeFurther({ keys }, portal, member).map(toOneLine)].join('\t'),
        );
      }
      console.log(`${members.length} registered`);
      return 0;
    });
  });
