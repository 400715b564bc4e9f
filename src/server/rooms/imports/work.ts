import { addAudit, type AuditEntry } from '../../../database/desk/audit';
import {
  addImportFaults,
  changeImport,
  type ImportFaultRow,
  type ImportJob,
  removeImportChunks,
  touchImport,
} from '../../../database/desk/imports';
import { findExistingIds } from '../../../database/content/items';
import type { Queryable } from '../../../database/connection';
import { inTransaction } from '../../../database/transaction';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import { ImportFault, type Said } from '../../importing/fault';
import { importContent } from '../../importing/importContent';
import { type BadRow, type ImportResult, importRows, type ImportTarget, type StoreBatch } from '../../importing/importRows';
import type { AccountServices } from '../../security/accountServices';
import { draftState, findPublished } from '../../desk/site';
import { type FilledBy, type ImportField, listImportFields, toColumnMap } from './fields';
import type { ImportOutcome, ImportPlan, ImportProgress } from './plan';
import { prepareBatch } from './prepare';
import { openImport, previewImport, unpackSheet } from './source';
import { formatSaid } from './words';

/** Milliseconds between two moments at which it is said how far an import is. */
const tellEvery = 1000;
/** Items that are stored at a time: fewer than are fastest, as visitors' pages wait for as long as a batch is written out. */
const batch = 500;
/** Wrong rows that are kept to be shown. */
export const mostFaults = 10_000;

/** An import that goes on: of which module, at whose desk, and what its entries in the record begin with. */
export interface Work {
  portal: CompiledPortal;
  site: CompiledPortal;
  module: CompiledModule;
  job: ImportJob;
  entry: Omit<AuditEntry, 'action' | 'detail' | 'title' | 'at'>;
}

/** Reads a file that was received, so that staff can say what its columns are. */
export async function readFile({ job }: Pick<Work, 'job'>, { db, clock }: AccountServices, signal: AbortSignal): Promise<void> {
  const now = (): Date => new Date(clock());
  const timer = setInterval(() => void touchImport(db, job, {}, now()).catch(() => undefined), tellEvery);
  try {
    const unpacked = job.format === 'xlsx' ? { format: 'sheetText', size: await unpackSheet(db, job, signal) } : {};
    const preview = await previewImport(db, { ...job, ...unpacked });
    await changeImport(db, job, { state: signal.aborted ? 'lost' : 'ready', ...unpacked, preview }, now());
  } catch (error) {
    const said: Said = error instanceof ImportFault ? error.said : { text: 'importFailed' };
    await removeImportChunks(db, job);
    await changeImport(db, job, { state: 'refused', said }, now());
    if (!(error instanceof ImportFault)) throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Checks all rows of a file, or stores them as the plan says, and says meanwhile how far it is. What became of it is kept with the import. */
export async function workThrough(
  work: Work,
  plan: ImportPlan,
  dry: boolean,
  accounts: AccountServices,
  asked: AbortSignal,
): Promise<void> {
  const { portal, module, job } = work;
  const { db, clock } = accounts;
  const stop = new AbortController();
  const signal = AbortSignal.any([asked, stop.signal]);
  const progress: ImportProgress = { rows: 0, failed: 0, share: 0 };
  const timer = setInterval(() => void tell(), tellEvery);
  const fields = listImportFields(portal, module);
  const faults: ImportFaultRow[] = [];
  let settled = false;
  try {
    const source = await openImport(db, job, (bytes) => (progress.share = Math.min(1, bytes / Math.max(1, job.size))));
    const options = {
      map: toColumnMap(plan.map, fields, source.columns !== undefined),
      signal,
      batch,
      allOrNothing: plan.allOrNothing,
      keepExisting: plan.existing === 'keep',
      onBadRow: (_line: number, _reason: string, bad: BadRow) => {
        progress.failed += 1;
        if (faults.length < mostFaults) faults.push(...describe(bad));
      },
      onRepeated: (row: number, earlier: number) => {
        const [field, words] = [findField(fields, '/id'), formatSaid(portal, { text: 'importRepeated', values: { row: earlier } })];
        if (faults.length < mostFaults) faults.push({ row, column: findColumn(plan.map, field), field: field?.label ?? '', words });
      },
      onProgress: (rows: number) => (progress.rows = rows),
      prepare: (tx: Queryable, records: Parameters<StoreBatch>[0]) =>
        prepareBatch(tx, records, plan, { ...work.entry, module, at: new Date(clock()) }),
      settle: async (tx: Queryable, result: ImportResult) => {
        await finish(tx, result);
        settled = true;
      },
    };
    const target = describeTarget(work, plan);
    const result = dry
      ? await importRows(target, source, options, lookUp(db, target, options.keepExisting))
      : await importContent(db, target, source, options);
    if (!settled) await finish(db, result);
    if (!dry) await removeImportChunks(db, job);
  } catch (error) {
    const said: Said = error instanceof ImportFault ? error.said : { text: 'importFailed' };
    const change = { state: dry ? ('ready' as const) : ('done' as const), result: null, said };
    await inTransaction(db, async (tx) => {
      await changeImport(tx, job, change, new Date(clock()));
      if (!dry) await addEntry(tx, undefined);
    });
    if (!(error instanceof ImportFault)) throw error;
  } finally {
    clearInterval(timer);
  }

  async function tell(): Promise<void> {
    try {
      if (await touchImport(db, job, progress, new Date(clock()))) stop.abort();
    } catch (error) {
      accounts.report(error);
    }
  }

  function describe({ row, faults: found }: BadRow): ImportFaultRow[] {
    return found.map(({ place, said }) => {
      const field = place === undefined ? undefined : findField(fields, place);
      return { row, column: findColumn(plan.map, field), field: field?.label ?? '', words: formatSaid(portal, said) };
    });
  }

  /** What was stored, that it is done, and that it is noted stand together. */
  async function finish(tx: Queryable, result: ImportResult): Promise<void> {
    const { total, imported, updated, kept = 0, failed, stopped, rolledBack = false } = result;
    const outcome: ImportOutcome = { dry, total, imported, updated, kept, failed, stopped, rolledBack };
    const write = async (within: Queryable): Promise<void> => {
      await addImportFaults(within, job, faults);
      const isOurs = await changeImport(within, job, { state: dry ? 'ready' : 'done', result: outcome }, new Date(clock()));
      if (!isOurs) throw new Error(`The import ${job.id} was taken for lost`);
      if (!dry) await addEntry(within, outcome);
    };
    await (tx.kysely.isTransaction ? write(tx) : inTransaction(tx, write));
  }

  async function addEntry(tx: Queryable, outcome: ImportOutcome | undefined): Promise<void> {
    const { imported = 0, updated = 0, failed = progress.failed } = outcome ?? {};
    const title = formatSaid(portal, { text: 'importDoneTitle', values: { file: job.file, imported, updated, failed } });
    await addAudit(tx, { ...work.entry, at: clock(), action: 'item.bringIn', title, detail: { ...outcome, import: job.id } });
  }
}

const describeTarget = ({ site, module }: Work, { state }: ImportPlan): ImportTarget => ({
  tenant: site.tenant,
  module,
  state: state === 'draft' ? draftState : findPublished(module),
  coordinates: site.settings.map?.coordinates,
});

/** Stores nothing, and tells how many of a batch are new. */
const lookUp =
  (db: Queryable, { tenant, module }: ImportTarget, keeps: boolean): StoreBatch =>
  async (records) => {
    const known = await findExistingIds(
      db,
      tenant,
      [module.name],
      records.map(({ id }) => id),
    );
    const there = records.filter(({ id }) => known.has(id)).length;
    return { fresh: records.length - there, kept: keeps ? there : 0 };
  };

/** Faults may lie within a field: in an entry of a list. */
const findField = (fields: readonly ImportField[], place: string): ImportField | undefined =>
  fields.filter((field) => place === field.place || place.startsWith(`${field.place}/`)).sort((a, b) => b.place.length - a.place.length)[0];

function findColumn(map: FilledBy, field: ImportField | undefined): string {
  const by = field && map[field.place];
  return by && 'column' in by ? by.column : '';
}
