import { findMemberByPhone } from '../../database/accounts/members';
import type { Database } from '../../database/connection';
import { findUnequalAccounts } from '../../database/points/entries';
import { listWaitingOrders } from '../../database/points/orders';
import type { Definitions } from '../../definitions/load';
import type { CompiledPortal } from '../../model/compiled';
import { formatDateTime } from '../../runtime/time';
import { decideOrder } from '../../server/rooms/points/decide';
import { grantByRule, type GrantOutcome, grantPoints } from '../../server/rooms/points/grant';
import { loadKeyRing } from '../../server/security/keyRing';
import { type AccountKeys, deriveAccountKeys, openText } from '../../server/security/keys';
import { hashPickUpCode } from '../../server/security/storedHashes';
import { parseWord, runCommand, toOneLine, UsageError } from '../terminal/command';
import { refuseInstitution } from '../terminal/institution';
import { withDatabase } from '../terminal/withDatabase';

const usage = `Usage: npm run points -- list <tenant>
       npm run points -- handle <tenant> <pick-up code> ...
       npm run points -- withdraw <tenant> <id> [reason]
       npm run points -- grant|deduct <tenant> <phone> <points> <reason>
       npm run points -- grant <tenant> <phone> <rule> <reason>
       npm run points -- check <tenant>
Lists the orders for points that wait to be handled, with whom they are for; marks those handled whose members show their codes; takes
one back, and its points go back to the member. Gives points or takes some, with a reason that the member reads; instead of a number,
the name of a rule of the settings whose deed is granted. \`check\` compares every balance with its entries.`;

const actions = ['list', 'handle', 'withdraw', 'grant', 'deduct', 'check'] as const;

/** What a command works with. */
interface Desk {
  database: Database;
  keys: AccountKeys;
  portal: CompiledPortal;
}

type Run = (desk: Desk, words: readonly string[]) => Promise<number>;

const decisions = { done: '', missing: 'no such order', closed: 'was handled or taken back before' } as const;
const grants: Readonly<Record<GrantOutcome, string>> = {
  done: 'done',
  noMember: 'there is no such member',
  short: 'the member has not as many points',
  noRule: 'no rule of this name grants points',
  usedUp: 'nothing more is granted today',
};

const list: Run = async ({ database, keys, portal: { tenant } }) => {
  const orders = await listWaitingOrders(database, tenant);
  for (const { id, created, commodityName, price, userNameCipher, contactCipher, addressCipher, remark } of orders) {
    const whom = [userNameCipher, contactCipher, addressCipher].map((sealed) => openText(keys, tenant, sealed));
    console.log(
      [id, formatDateTime(created.getTime()), commodityName, `${price} points`, ...whom, remark || '-'].map(toOneLine).join('\t'),
    );
  }
  console.log(`${orders.length} wait`);
  return 0;
};

const handle: Run = async ({ database, keys, portal }, codes) => {
  let failed = false;
  for (const code of codes) {
    const by = { codeHashes: hashPickUpCode(keys, portal.tenant, code) };
    const outcome = await decideOrder({ db: database, keys }, portal, by, { handle: true, now: Date.now() });
    failed ||= outcome !== 'done';
    console.log(`${code}\t${decisions[outcome] || 'handled'}`);
  }
  return failed ? 1 : 0;
};

const withdraw: Run = async ({ database, keys, portal }, [id = '', ...reason]) => {
  const outcome = await decideOrder({ db: database, keys }, portal, { id }, { handle: false, reason: reason.join(' '), now: Date.now() });
  console.log(`${id}\t${decisions[outcome] || 'taken back'}`);
  return outcome === 'done' ? 0 : 1;
};

const change =
  (sign: 1 | -1): Run =>
  async ({ database, keys, portal }, [phone = '', what = '', ...words]) => {
    const reason = words.join(' ');
    const points = /^[1-9]\d{0,5}$/.test(what) ? Number(what) : undefined;
    if (reason.trim() === '' || (points === undefined && sign < 0)) throw new UsageError();
    const member = await findMemberByPhone(database, portal.tenant, keys.phoneHashes(portal.tenant, phone));
    const given = { member: member?.id ?? '', reason, now: Date.now() };
    const give = (): Promise<GrantOutcome> =>
      points === undefined
        ? grantByRule(database, portal, { ...given, rule: what })
        : grantPoints(database, portal, { ...given, points: sign * points });
    const outcome = member ? await give() : 'noMember';
    console.log(grants[outcome]);
    return outcome === 'done' ? 0 : 1;
  };

const check: Run = async ({ database, portal: { tenant } }) => {
  const unequal = await findUnequalAccounts(database, tenant);
  for (const { member, credit, amounts, unspent } of unequal)
    console.log(`${member}\tbalance ${credit}, entries ${amounts}, unspent ${unspent}`);
  console.log(unequal.length === 0 ? 'every balance is the sum of its entries' : `${unequal.length} balances are wrong`);
  return unequal.length === 0 ? 0 : 1;
};

/** What each action does, and how many words it needs at least. */
const runs: Readonly<Record<(typeof actions)[number], { run: Run; least: number; most?: number }>> = {
  list: { run: list, least: 0, most: 0 },
  handle: { run: handle, least: 1 },
  withdraw: { run: withdraw, least: 1 },
  grant: { run: change(1), least: 3 },
  deduct: { run: change(-1), least: 3 },
  check: { run: check, least: 0, most: 0 },
};

/**
 * Runs `npm run points`.
 * @param root the project's folder
 * @param load loads the definitions below that folder
 * @returns the exit code; see `usage`
 */
export const runPoints = (root: string, load: (root: string) => Promise<Definitions>): Promise<number> =>
  runCommand(usage, {}, async ([word, tenant, ...words]) => {
    const { run, least, most = Infinity } = runs[parseWord(actions, word)];
    if (tenant === undefined || words.length < least || words.length > most) throw new UsageError();
    const definitions = await load(root);
    const portal = definitions.portal(tenant);
    if (portal)
      return withDatabase(root, async (database, environment) =>
        run({ database, keys: deriveAccountKeys(await loadKeyRing(database, environment)), portal }, words),
      );
    return refuseInstitution(tenant, definitions);
  });
