import { type Kysely, sql } from 'kysely';
import { type Change, type Step, writeIndex, writeValidation } from './steps';

/** Makes a change in a database that nobody else uses, in the transaction that is under way. */
export async function makeAtOnce(db: Kysely<unknown>, { up, after = [] }: Change): Promise<void> {
  await up?.(db);
  for (const step of after) await makeStep(db, step);
}

async function makeStep(db: Kysely<unknown>, step: Step): Promise<void> {
  if (step.kind === 'alter') return step.make(db);
  if (step.kind === 'index') await writeIndex(step, '').execute(db);
  else if (step.kind === 'fill') await step.write(sql`true`).execute(db);
  else await writeValidation(step).execute(db);
}
