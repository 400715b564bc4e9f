import { maskPhone } from '../../runtime/mask';
import { getItem } from '../../database/content/items';
import { findEnrolmentsFor, type StoredEnrolment } from '../../database/enrolments/enrolments';
import type { Database } from '../../database/connection';
import type { Definitions } from '../../definitions/load';
import type { CompiledPortal } from '../../model/compiled';
import { formatDateTime } from '../../runtime/time';
import { loadKeyRing } from '../../server/security/keyRing';
import { deriveAccountKeys, type AccountKeys } from '../../server/security/keys';
import { describeFurther } from '../../server/members/describeFurther';
import { collectFields, computeState } from '../../server/rooms/enrolment/state';
import { callEnrolmentsOff } from '../../server/rooms/enrolment/callOff';
import { undoSignIn } from '../../server/rooms/enrolment/signIn';
import { findSession, readTimetable } from '../../server/rooms/enrolment/times';
import { UsageError, toOneLine, parseWord, runCommand } from '../terminal/command';
import { refuseInstitution } from '../terminal/institution';
import { withDatabase } from '../terminal/withDatabase';

const usage = `Usage: npm run signin -- list <tenant> <activity>
       npm run signin -- code <tenant> <activity>
       npm run signin -- undo <tenant> <activity> <code>
       npm run signin -- cancel <tenant> <activity> <code>|all [reason]
Lists who is enrolled for an activity and who has checked in; with \`code\` also the codes that check in, for the staff at the door.
\`undo\` takes a check-in back, with the points that it earned. \`cancel\` calls the enrolment of a code off, or all of the activity, those who
wait included, and tells the members why.`;

/** Of who took an enrolment back or was removed, nothing is told that is not needed at the door. */
function formatLine(
  row: StoredEnrolment,
  portal: Pick<CompiledPortal, 'tenant' | 'modules' | 'endpoints'>,
  keys: AccountKeys,
  withCode: boolean,
): string {
  const { tenant, session, status, nameCipher, phoneCipher, signCipher, signedIn, doc } = row;
  const { open } = keys;
  const timetable = readTimetable(portal.modules[row.module], doc);
  const state = computeState({ ...row, timetable }, Date.now());
  const who =
    status === 'cancelled' || nameCipher === '' ? ['-', '-'] : [toOneLine(open(tenant, nameCipher)), maskPhone(open(tenant, phoneCipher))];
  const sessionName = findSession(timetable, session)?.name ?? session;
  return [
    state,
    ...who,
    toOneLine(sessionName) || '-',
    signedIn ? formatDateTime(signedIn.getTime()) : '-',
    ...(withCode ? [status === 'enrolled' && signCipher ? open(tenant, signCipher) : '-'] : []),
    ...(status === 'cancelled' ? [] : describeFurther({ keys }, portal, row).map(toOneLine)),
  ].join('\t');
}

/** Whether members can enrol for an item, published or not. */
async function isActivity(database: Database, { tenant, modules }: CompiledPortal, id: string): Promise<boolean> {
  for (const { name, definition } of Object.values(modules))
    if (definition.enrolment && (await getItem(database, tenant, name, id))) return true;
  return false;
}

async function cancel(
  { database, keys, portal }: { database: Database; keys: AccountKeys; portal: CompiledPortal },
  activity: string,
  [code = '', ...words]: readonly string[],
): Promise<number> {
  const isMeant = ({ tenant, signCipher }: StoredEnrolment): boolean =>
    code === 'all' || (signCipher !== null && keys.open(tenant, signCipher) === code);
  const calling = { activity, isMeant, reason: words.join(' '), now: Date.now() };
  const done = await callEnrolmentsOff({ db: database, keys }, portal, calling);
  console.log(`${done} called off`);
  return done > 0 ? 0 : 1;
}

/**
 * Runs `npm run signin`.
 * @param root the project's folder
 * @param load loads the definitions below that folder
 * @returns the exit code; see `usage`
 */
export const runSignin = (root: string, load: (root: string) => Promise<Definitions>): Promise<number> =>
  runCommand(usage, {}, async ([word, tenant, activity, ...rest]) => {
    const action = parseWord(['list', 'code', 'undo', 'cancel'], word);
    const words = { list: [0, 0], code: [0, 0], undo: [1, 1], cancel: [1, Infinity] } as const;
    const [least, most] = words[action];
    if (tenant === undefined || activity === undefined || rest.length < least || rest.length > most) throw new UsageError();
    const definitions = await load(root);
    const portal = definitions.portal(tenant);
    if (portal === undefined) return refuseInstitution(tenant, definitions);
    return withDatabase(root, async (database, environment) => {
      const rows = await findEnrolmentsFor(database, tenant, activity, collectFields(portal.modules));
      if (rows.length === 0 && !(await isActivity(database, portal, activity))) {
        console.error(`There is no activity ${toOneLine(activity)}.`);
        return 2;
      }
      const keys = deriveAccountKeys(await loadKeyRing(database, environment));
      if (action === 'undo') {
        const undone = await undoSignIn({ db: database, keys }, portal, activity, rest[0] ?? '', Date.now());
        console.log(undone ? 'taken back' : 'nobody has checked in with this code');
        return undone ? 0 : 1;
      }
      if (action === 'cancel') return cancel({ database, keys, portal }, activity, rest);
      for (const row of rows) console.log(formatLine(row, portal, keys, action === 'code'));
      const coming = rows.filter(({ status }) => status === 'enrolled');
      const waiting = rows.filter(({ status }) => status === 'waiting');
      console.log(`${coming.length} enrolled, ${coming.filter(({ signedIn }) => signedIn).length} checked in, ${waiting.length} waiting`);
      return rows.length > 0 ? 0 : 1;
    });
  });
