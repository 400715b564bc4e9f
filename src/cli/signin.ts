import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../database/connection';
import { enrolmentsFor, type StoredEnrolment } from '../database/enrolments/enrolments';
import { formatDateTime } from '../runtime/time';
import { accountKeys, type AccountKeys } from '../server/security/keys';
import { maskPhone } from '../runtime/mask';
import { readEnvironment } from '../server/config/environment';
import { sessionsOf } from '../server/rooms/enrolment/activity';
import { stateOf, states } from '../server/rooms/enrolment/state';
import { masterKey } from '../server/security/secrets';

const usage = `Usage: npm run signin -- list <tenant> <activity>
       npm run signin -- code <tenant> <activity>
Lists who is enrolled for an activity and who has checked in; with \`code\` also the codes that check in, for the staff at the door.`;

/** The names of the states, by code. */
const names = new Map<number, string>(Object.entries(states).map(([name, code]) => [code, name]));

/**
 * `npm run signin`: see {@link usage}.
 * @returns the exit code: 0 done, 1 nobody is or was enrolled for the activity, 2 wrong arguments
 */
async function signin([action, tenant, activity, ...rest]: readonly string[], root: string): Promise<number> {
  if ((action !== 'list' && action !== 'code') || tenant === undefined || activity === undefined || rest.length > 0) {
    console.error(usage);
    return 2;
  }
  const environment = readEnvironment(process.env, root);
  const { databaseUrl, dataDir } = environment;
  const database = await openDatabase({ databaseUrl, dataDir, poolSize: 2 });
  try {
    const keys = accountKeys(
      await masterKey({ ...environment, db: database, sharedDatabase: databaseUrl !== undefined, warn: () => undefined }),
    );
    const rows = await enrolmentsFor(database, tenant, activity);
    for (const row of rows) console.log(lineOf(row, keys, action === 'code'));
    const coming = rows.filter(({ status }) => status === 'enrolled');
    console.log(
      `${coming.length} enrolled, ${coming.filter(({ signedIn }) => signedIn).length} checked in, ${rows.filter(({ status }) => status === 'waiting').length} waiting`,
    );
    return rows.length > 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}

/** Of who took an enrolment back or was removed, nothing is told that is not needed at the door. */
function lineOf(row: StoredEnrolment, { open }: AccountKeys, withCode: boolean): string {
  const { tenant, session, status, nameCipher, phoneCipher, signCipher, signedIn, doc } = row;
  const state = names.get(stateOf(row, Date.now())) ?? '';
  const who =
    status === 'cancelled' || nameCipher === '' ? ['-', '-'] : [oneLine(open(tenant, nameCipher)), maskPhone(open(tenant, phoneCipher))];
  const sessionName = sessionsOf(doc ?? {}).find(({ id }) => id === session)?.name ?? session;
  return [
    state,
    ...who,
    oneLine(sessionName) || '-',
    signedIn ? formatDateTime(signedIn.getTime()) : '-',
    ...(withCode ? [status === 'enrolled' && signCipher ? open(tenant, signCipher) : '-'] : []),
  ].join('\t');
}

/** Control characters of what visitors wrote have no business in a terminal. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 120);
}

process.exitCode = await signin(process.argv.slice(2), resolve(dirname(fileURLToPath(import.meta.url)), '../..'));
