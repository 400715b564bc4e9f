import { addAudit } from '../../database/desk/audit';
import type { Database } from '../../database/connection';
import { changeStaff, findStaff, listStaff, type StaffChange } from '../../database/desk/staff';
import { endStaffSessions } from '../../database/desk/staffSessions';
import { inTransaction } from '../../database/transaction';
import type { Definitions } from '../../definitions/load';
import type { CompiledPortal } from '../../model/compiled';
import { getOwn } from '../../model/json';
import { RequestError } from '../../server/api/errors';
import { addToStaff } from '../../server/staff/addToStaff';
import { defaultCosts } from '../../server/security/costs';
import { hashPassword } from '../../server/security/password';
import { makePassword } from '../../server/staff/codes';
import { parseWord, runCommand, toOneLine, UsageError } from '../terminal/command';
import { refuseInstitution } from '../terminal/institution';
import { withDatabase } from '../terminal/withDatabase';

const usage = `Usage: npm run staff -- list <tenant>
       npm run staff -- add <tenant> <login> <role> [name]
       npm run staff -- role <tenant> <login> <role>
       npm run staff -- disable|enable|reset-password|reset-factor <tenant> <login>
Who works at the desk of an institution (/admin of its host), and in which role; the roles are those of its settings. \`add\` and
\`reset-password\` make a password up and print it once.`;

const actions = ['list', 'add', 'role', 'disable', 'enable', 'reset-password', 'reset-factor'] as const;
type Action = (typeof actions)[number];

/** Who is told to have done it where nobody is logged in. */
const operator = { staff: '', name: 'operator', address: '' };

/** Words of failures for who sits at a terminal. */
const failures: Readonly<Record<string, string>> = {
  staffLoginInvalid: 'a login is made of small letters, digits, dots, hyphens and underscores, at most 40',
  staffLoginTaken: 'the login is taken',
  staffNoRole: 'the settings have no such role',
};

/**
 * Runs `npm run staff`.
 * @param root the project's folder
 * @param load loads the definitions below that folder
 * @returns the exit code; see `usage`
 */
export const runStaff = (root: string, load: (root: string) => Promise<Definitions>): Promise<number> =>
  runCommand(usage, {}, async ([word, tenant, login, ...rest]) => {
    const action = parseWord(actions, word);
    if (tenant === undefined || (action !== 'list' && login === undefined)) throw new UsageError();
    const definitions = await load(root);
    const portal = definitions.portal(tenant);
    if (portal) return withDatabase(root, (database) => run(database, portal, action, login ?? '', rest));
    return refuseInstitution(tenant, definitions);
  });

async function run(database: Database, portal: CompiledPortal, action: Action, login: string, rest: readonly string[]): Promise<number> {
  try {
    if (action === 'list') return await list(database, portal);
    if (action === 'add') return await add(database, portal, login, rest);
    return await change(database, portal, action, login, rest[0]);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const words = failures[error.code];
    if (words === undefined) throw error;
    const known = error.code === 'staffNoRole' ? `; there are ${Object.keys(portal.settings.staff?.roles ?? {}).join(', ')}` : '';
    console.error(`${words}${known}`);
    return 1;
  }
}

async function list(database: Database, { tenant }: CompiledPortal): Promise<number> {
  const all = await listStaff(database, tenant);
  for (const { login, name, role, totpCipher, disabled } of all)
    console.log(
      [login, role, disabled ? 'disabled' : 'active', totpCipher === '' ? 'no second factor' : 'second factor', name]
        .map(toOneLine)
        .join('\t'),
    );
  console.log(`${all.length} in all`);
  return 0;
}

async function add(database: Database, portal: CompiledPortal, login: string, [role, ...name]: readonly string[]): Promise<number> {
  if (role === undefined) throw new UsageError();
  const staff = { login, role, name: name.join(' ') };
  const { password } = await inTransaction(database, async (tx) => {
    const added = await addToStaff(tx, portal, staff, { costs: defaultCosts });
    await addAudit(tx, {
      ...operator,
      tenant: portal.tenant,
      at: Date.now(),
      action: 'staff.add',
      item: added.id,
      title: login,
      detail: { role },
    });
    return added;
  });
  console.log(`${login.toLowerCase()}\t${password}`);
  return 0;
}

async function change(
  database: Database,
  portal: CompiledPortal,
  action: Exclude<Action, 'list' | 'add'>,
  login: string,
  role: string | undefined,
): Promise<number> {
  if ((action === 'role') !== (role !== undefined)) throw new UsageError();
  if (role !== undefined && getOwn(portal.settings.staff?.roles, role) === undefined) throw new RequestError('staffNoRole');
  const { tenant } = portal;
  const password = makePassword();
  const changes: Readonly<Record<typeof action, StaffChange>> = {
    role: { role: role ?? '' },
    disable: { disabled: new Date() },
    enable: { disabled: null },
    'reset-password': { passwordHash: action === 'reset-password' ? await hashPassword(password, defaultCosts.password) : '' },
    'reset-factor': { totpCipher: '', recoveryHashes: [] },
  };
  const done = await inTransaction(database, async (tx) => {
    const staff = await findStaff(tx, tenant, { login });
    if (!staff) return false;
    await changeStaff(tx, tenant, staff.id, changes[action]);
    if (action !== 'role' && action !== 'enable') await endStaffSessions(tx, tenant, staff.id);
    await addAudit(tx, { ...operator, tenant, at: Date.now(), action: `staff.${action}`, item: staff.id, title: login });
    return true;
  });
  console.log(done ? (action === 'reset-password' ? `${login.toLowerCase()}\t${password}` : 'done') : 'there is no such login');
  return done ? 0 : 1;
}
