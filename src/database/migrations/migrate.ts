import { type Kysely, sql } from 'kysely';
import { createAccounts } from './accounts';
import { makeAtOnce } from './atOnce';
import { blockedTimes } from './blockedTimes';
import { createBookings } from './booking';
import { calledOff } from './calledOff';
import { createChanges } from './changes';
import { createCodeHolders } from './codeHolders';
import { createConsents } from './consents';
import { addPlaces, authors, createContent, hiddenNumbers, numberSlots } from './content';
import { createContacts } from './contacts';
import { createDecisions } from './decisions';
import { freeDecisions } from './keptDecisions';
import { createDefinitionVersions } from './definitionVersions';
import { draws } from './draws';
import { createDesk } from './desk';
import { createEnrolment } from './enrolment';
import { idNumbers } from './idNumbers';
import { createFigures } from './figures';
import { createFormEntries } from './formEntries';
import { furtherValues } from './further';
import { createImports } from './imports';
import { createInbox } from './inbox';
import { createItemMoves } from './itemMoves';
import { createItemReminders } from './itemReminders';
import { createKeyGenerations } from './keys';
import { createLines } from './lines';
import { media } from './media';
import { messageOutbox } from './messages';
import { createNotes, readNotes, writeNote } from './notes';
import { makeOnline, type OnlineOptions } from './online';
import { pointEntries } from './pointEntries';
import { createPoints } from './points';
import { publishing } from './publishing';
import { createReplyCopies } from './replyCopies';
import { createSearch, createSearchDue, createSearchTerms, spellings } from './search';
import { createSettingsVersions } from './settingsVersions';
import { createStaleReplies } from './staleReplies';
import { createSubmissions } from './submission';
import { createSubmissionPlaces } from './submissionPlaces';
import type { Change } from './steps';
import { inTurn } from './turn';
import { uploadObjects } from './uploadObjects';
import { createUploads, uploadUses } from './uploads';
import { createVotes } from './votes';

/**
 * All changes of the schema, run in the order of their names and each once. Never change one that was released: add one.
 * DDL stays portable between PostgreSQL's relatives: no triggers, no extensions.
 * @internal
 */
export const MIGRATIONS: Readonly<Record<string, Change>> = {
  '0001_content': { up: createContent },
  '0002_accounts': { up: createAccounts },
  '0003_submission': { up: createSubmissions },
  '0004_contacts': { up: createContacts },
  '0004_inbox': { up: createInbox },
  '0004_points': { up: createPoints },
  '0005_enrolment': { up: createEnrolment },
  '0006_booking': { up: createBookings },
  '0007_uploads': { up: createUploads },
  '0008_search': { up: createSearch },
  '0009_authored': authors,
  '0010_upload_uses': uploadUses,
  '0011_code_holders': { up: createCodeHolders },
  '0012_key_generations': { up: createKeyGenerations },
  '0013_consents': { up: createConsents },
  '0014_id_numbers': idNumbers,
  '0015_form_entries': { up: createFormEntries },
  '0016_further_values': furtherValues,
  '0016_item_moves': { up: createItemMoves },
  '0017_reply_copies': { up: createReplyCopies },
  '0018_submission_places': { up: createSubmissionPlaces },
  '0018_votes': { up: createVotes },
  '0019_point_entries': pointEntries,
  '0020_message_outbox': messageOutbox,
  '0021_number_slots': numberSlots,
  '0022_hidden_numbers': hiddenNumbers,
  '0023_item_reminders': { up: createItemReminders },
  '0024_called_off': calledOff,
  '0025_search_spellings': spellings,
  '0026_search_terms': { up: createSearchTerms },
  '0027_item_places': { up: addPlaces },
  '0028_desk': { up: createDesk },
  '0029_publishing': publishing,
  '0037_figures': { up: createFigures },
  '0036_settings_versions': { up: createSettingsVersions },
  '0031_media': media,
  '0038_imports': { up: createImports },
  '0034_blocked_times': blockedTimes,
  '0033_decisions': { up: createDecisions },
  '0039_kept_decisions': { up: freeDecisions },
  '0040_search_due': { up: createSearchDue },
  '0041_upload_objects': uploadObjects,
  '0042_changes': { up: createChanges },
  '0043_definition_versions': { up: createDefinitionVersions },
  '0044_stale_replies': { up: createStaleReplies },
  '0045_lines': { up: createLines },
  '0046_draws': draws,
};

/** The names of all changes of the schema that this program knows, in their order. */
export const migrationNames: readonly string[] = Object.keys(MIGRATIONS).sort();

/** How changes are made, and which: all that this program knows unless told. */
export interface MigrateOptions extends Omit<OnlineOptions, 'confirm'> {
  migrations?: Readonly<Record<string, Change>>;
}

/**
 * Brings the schema up to date. Any number of processes may do so at once: they wait for each other. In an empty database all is made in one
 * transaction. In one that is in use each change is made by itself, and nobody waits for any of its locks for as long as a second.
 * @param db over a pool that gives at least two connections
 * @throws Error with the name of the change that failed: what was made before stays, and what is left is made when it is called again. Error
 * when the database is of a newer program
 */
export async function migrate(db: Kysely<unknown>, { migrations = MIGRATIONS, ...options }: MigrateOptions = {}): Promise<void> {
  if (findPending(await readNotes(db), migrations).length === 0) return;
  await inTurn(db, async (confirm) => {
    const made = await readNotes(db);
    const pending = findPending(made, migrations);
    if (made.length === 0) return makeAllAtOnce(db, pending);
    for (const [name, change] of pending) await naming(name, () => makeOnline(db, name, change, { ...options, confirm }));
  });
}

/**
 * Brings a database that nobody else uses to where another one was, in one transaction.
 * @param names the changes that were made there
 * @throws Error with the name of the change that failed; the database is then as before
 */
export const migrateAs = (kysely: Kysely<unknown>, names: readonly string[]): Promise<void> =>
  inTurn(kysely, async () => {
    const migrations = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => names.includes(name)));
    await makeAllAtOnce(kysely, findPending(await readNotes(kysely), migrations));
  });

type Pending = [name: string, change: Change][];

/** @throws Error when changes were made that are not known, or such as come after one that was not made */
function findPending(made: readonly string[], migrations: Readonly<Record<string, Change>>): Pending {
  const unknown = made.filter((name) => !(name in migrations));
  if (unknown.length > 0) throw new Error(`The database was changed by a newer program: this one does not know ${unknown.join(', ')}`);
  const pending = Object.entries(migrations)
    .filter(([name]) => !made.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const last = made.at(-1) ?? '';
  const [first] = pending[0] ?? [];
  if (first !== undefined && first < last) throw new Error(`The database lacks ${first}, which comes before ${last}`);
  return pending;
}

const makeAllAtOnce = (db: Kysely<unknown>, pending: Pending): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await createNotes(tx);
    for (const [name, change] of pending)
      await naming(name, async () => {
        await makeAtOnce(tx, change);
        await writeNote(tx, name);
      });
  });

const naming = (name: string, work: () => Promise<void>): Promise<void> =>
  work().catch((error: unknown) => {
    throw new Error(`The database could not be migrated (${name})`, { cause: error });
  });
