import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Queryable } from '../../database/connection';
import { type DefinitionVersion, listVersions, readVersion } from '../../database/definitions/versions';
import { formatProblem } from '../../definitions/problems/problemText';
import { formatDateTime } from '../../runtime/time';
import { resolveTyped, runCommand, toOneLine, UsageError } from '../terminal/command';
import { refuseInstitution } from '../terminal/institution';
import { withDatabase } from '../terminal/withDatabase';
import { checkInstitution, isInstitution, listInstitutions, readInstitution } from './institutionFolder';
import { publishFolder } from './publishFolder';

const usage = `Usage: npm run publish -- <institution> [--from <folder>] [--message <text>] [--author <name>]
       npm run publish -- <institution> --versions
       npm run publish -- <institution> --rollback [<version>]
Checks the folder of an institution, tenants/<institution> unless another is named, and stores it in the database as its newest version. Servers
with DEFINITIONS=database serve it within a second. With errors nothing is stored. --versions lists the versions, the newest first; --rollback
publishes an earlier one again, the one before the newest unless another is named. The author is whoever is logged in, unless told.`;

/** Runs `npm run publish`. @param root the project's folder @returns the exit code; see `usage` */
export const runPublish = (root: string): Promise<number> =>
  runCommand(
    usage,
    {
      from: { type: 'string' },
      message: { type: 'string' },
      author: { type: 'string' },
      versions: { type: 'boolean' },
      rollback: { type: 'boolean' },
    },
    async ([tenant, number, ...rest], { from, message, author = userInfo().username, versions, rollback }) => {
      if (tenant === undefined || !/^[A-Za-z0-9_-]+$/.test(tenant) || rest.length > 0) throw new UsageError();
      if ((number !== undefined && !rollback) || (versions && (rollback || from !== undefined)) || (rollback && from !== undefined))
        throw new UsageError();
      const folder = from === undefined ? join(root, 'tenants', tenant) : resolveTyped(from);
      if (!versions && !rollback && !(await isInstitution(folder))) {
        if (from === undefined) return refuseInstitution(tenant, { tenants: await listInstitutions(join(root, 'tenants')) });
        throw new UsageError(`There is no institution in ${toOneLine(from)}: expected a file tenant.json.`);
      }
      return withDatabase(root, async (db) => {
        if (versions) return tellVersions(db, tenant);
        const source = rollback ? await findEarlier(db, tenant, number) : undefined;
        const files = source ? await readVersion(db, source) : await readInstitution(folder);
        const problems = await checkInstitution(join(root, 'schemas'), tenant, files);
        for (const problem of problems) console.log(formatProblem(problem));
        if (problems.some(({ severity }) => severity === 'error')) {
          console.error('Nothing was published.');
          return 1;
        }
        const build = await readFile(join(root, 'dist/stamp'), 'utf8').catch(() => '');
        const said = message ?? (source ? `as version ${source.number}` : '');
        const version = await publishFolder(db, { tenant, author, message: said, build }, files);
        console.log(version ? `Published ${describe(version)}` : 'The newest version holds the same.');
        return 0;
      });
    },
  );

async function tellVersions(db: Queryable, tenant: string): Promise<number> {
  const versions = await listVersions(db, tenant);
  for (const version of versions) console.log(describe(version));
  if (versions.length === 0) console.error(`Nothing of ${tenant} was published.`);
  return versions.length === 0 ? 1 : 0;
}

/** @throws Error where there is no such version, UsageError for what is no number */
async function findEarlier(db: Queryable, tenant: string, number: string | undefined): Promise<DefinitionVersion> {
  if (number !== undefined && !/^[1-9]\d{0,8}$/.test(number)) throw new UsageError(`${toOneLine(number)} is no number of a version.`);
  const found = number === undefined ? (await listVersions(db, tenant, { limit: 2 }))[1] : await findVersion(db, tenant, Number(number));
  if (!found) throw new Error(`${tenant} has no ${number === undefined ? 'earlier version' : `version ${number}`}`);
  return found;
}

async function findVersion(db: Queryable, tenant: string, number: number): Promise<DefinitionVersion | undefined> {
  const [found] = await listVersions(db, tenant, { below: number + 1, limit: 1 });
  return found?.number === number ? found : undefined;
}

const describe = ({ number, at, author, hash, message }: DefinitionVersion): string =>
  [String(number), formatDateTime(at.getTime()), toOneLine(author), hash.slice(0, 12), toOneLine(message)].join('\t');
