import { type Kysely, type Migration, Migrator } from 'kysely';
import { createAccounts } from './accounts';
import { createBlockedTimes } from './blockedTimes';
import { createBookings } from './booking';
import { addCalledOff } from './calledOff';
import { createChanges } from './changes';
import { createCodeHolders } from './codeHolders';
import { createConsents } from './consents';
import { addNumberSlots, addPlaces, createContent, indexAuthors, indexHiddenNumbers } from './content';
import { createContacts } from './contacts';
import { createDecisions } from './decisions';
import { freeDecisions } from './keptDecisions';
import { createDefinitionVersions } from './definitionVersions';
import { createDesk } from './desk';
import { createEnrolment } from './enrolment';
import { indexIdNumbers } from './idNumbers';
import { createFigures } from './figures';
import { createFormEntries } from './formEntries';
import { addFurtherValues } from './further';
import { createImports } from './imports';
import { createInbox } from './inbox';
import { createItemMoves } from './itemMoves';
import { createItemReminders } from './itemReminders';
import { createKeyGenerations } from './keys';
import { createMedia } from './media';
import { createMessageOutbox } from './messages';
import { createPointEntries } from './pointEntries';
import { createPoints } from './points';
import { createPublishing } from './publishing';
import { createReplyCopies } from './replyCopies';
import { addSpellings, createSearch, createSearchDue, createSearchTerms } from './search';
import { createSettingsVersions } from './settingsVersions';
import { createStaleReplies } from './staleReplies';
import { createSubmissions } from './submission';
import { createSubmissionPlaces } from './submissionPlaces';
import { createUploadObjects } from './uploadObjects';
import { createUploads, createUploadUses } from './uploads';
import { createVotes } from './votes';

/**
 * All changes of the schema, run in the order of their names and each once. Never change one that was released: add one.
 * DDL stays portable between PostgreSQL's relatives: no triggers, no extensions.
 */
const MIGRATIONS: Record<string, Migration> = {
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
  '0009_authored': { up: indexAuthors },
  '0010_upload_uses': { up: createUploadUses },
  '0011_code_holders': { up: createCodeHolders },
  '0012_key_generations': { up: createKeyGenerations },
  '0013_consents': { up: createConsents },
  '0014_id_numbers': { up: indexIdNumbers },
  '0015_form_entries': { up: createFormEntries },
  '0016_further_values': { up: addFurtherValues },
  '0016_item_moves': { up: createItemMoves },
  '0017_reply_copies': { up: createReplyCopies },
  '0018_submission_places': { up: createSubmissionPlaces },
  '0018_votes': { up: createVotes },
  '0019_point_entries': { up: createPointEntries },
  '0020_message_outbox': { up: createMessageOutbox },
  '0021_number_slots': { up: addNumberSlots },
  '0022_hidden_numbers': { up: indexHiddenNumbers },
  '0023_item_reminders': { up: createItemReminders },
  '0024_called_off': { up: addCalledOff },
  '0025_search_spellings': { up: addSpellings },
  '0026_search_terms': { up: createSearchTerms },
  '0027_item_places': { up: addPlaces },
  '0028_desk': { up: createDesk },
  '0029_publishing': { up: createPublishing },
  '0037_figures': { up: createFigures },
  '0036_settings_versions': { up: createSettingsVersions },
  '0031_media': { up: createMedia },
  '0038_imports': { up: createImports },
  '0034_blocked_times': { up: createBlockedTimes },
  '0033_decisions': { up: createDecisions },
  '0039_kept_decisions': { up: freeDecisions },
  '0040_search_due': { up: createSearchDue },
  '0041_upload_objects': { up: createUploadObjects },
  '0042_changes': { up: createChanges },
  '0043_definition_versions': { up: createDefinitionVersions },
  '0044_stale_replies': { up: createStaleReplies },
};

/** The names of all changes of the schema that this program knows. */
export const migrationNames: readonly string[] = Object.keys(MIGRATIONS).sort();

/**
 * Brings an empty database to where another one was.
 * @param names the changes that were made there
 * @throws Error as `migrate`
 */
export const migrateAs = <T>(kysely: Kysely<T>, names: readonly string[]): Promise<void> =>
  migrate(kysely, Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => names.includes(name))));

/**
 * Brings the schema up to date. Any number of processes may do so at once: the Migrator makes them wait for each other.
 * @throws Error with the name of the migration that failed; the database is then as before it.
 */
export async function migrate<T>(kysely: Kysely<T>, migrations = MIGRATIONS): Promise<void> {
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
  throw new Error(`The database could not be migrated${failed ? ` (${failed})` : ''}`, { cause: error });
}
