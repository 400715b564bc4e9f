import { ID_NUMBER_KINDS } from '../../database/accounts/idNumbers';
import { countPersonalData } from '../../database/accounts/personalData';
import type { Queryable } from '../../database/connection';
import type { Definitions } from '../../definitions/load';
import type { CompiledPortal } from '../../model/compiled';
import { countIdNumbers, eraseIdNumbers } from '../../server/members/retention';
import { createRooms, listIdNumberFinders } from '../../server/rooms';
import { parseWord, runCommand, UsageError } from '../terminal/command';
import { withDatabase } from '../terminal/withDatabase';

const usage = `Usage: npm run privacy -- report
       npm run privacy -- sweep
Counts the personal data that is held, by institution and kind, with the time since when the oldest of it is held; of ID numbers
also how many are due to be erased. Or erases those that are due, as every server does each hour: privacy.keepIdNumbersDays and
privacy.keepContactIdNumbersDays of an institution's settings say when. It tells no values.`;

const findIdNumbers = listIdNumberFinders(createRooms(() => undefined));

async function report(db: Queryable, portals: readonly CompiledPortal[]): Promise<void> {
  const due = await countIdNumbers(db, portals, findIdNumbers, Date.now());
  for (const { tenant, kind, count, oldest } of await countPersonalData(db)) {
    const found = due.find((each) => each.tenant === tenant && ID_NUMBER_KINDS[each.of] === kind);
    console.log([tenant, kind, count, oldest.toISOString().slice(0, 10), ...(found ? [`${found.count} due`] : [])].join('\t'));
  }
}

async function sweep(db: Queryable, portals: readonly CompiledPortal[]): Promise<void> {
  for (const { tenant, of, count } of await eraseIdNumbers(db, portals, findIdNumbers, Date.now()))
    console.log([tenant, ID_NUMBER_KINDS[of], `${count} erased`].join('\t'));
}

/**
 * Runs `npm run privacy`.
 * @param root the project's folder
 * @param load loads the definitions below that folder
 * @returns the exit code; see `usage`
 */
export const runPrivacy = (root: string, load: (root: string) => Promise<Definitions>): Promise<number> =>
  runCommand(usage, {}, async ([word, ...rest]) => {
    const work = { report, sweep }[parseWord(['report', 'sweep'], word)];
    if (rest.length > 0) throw new UsageError();
    const definitions = await load(root);
    const portals = definitions.tenants.flatMap((tenant) => definitions.portal(tenant) ?? []);
    return withDatabase(root, async (database) => {
      await work(database, portals);
      return 0;
    });
  });
