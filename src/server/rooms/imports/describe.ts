import { type ImportFaultRow, type ImportJob, listImportFaults, readImportMap } from '../../../database/desk/imports';
import type { Queryable } from '../../../database/connection';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import { asObject, type Json, type JsonObject } from '../../../model/json';
import { formatIso } from '../../../runtime/time';
import type { Said } from '../../importing/fault';
import { guessMap, listImportFields } from './fields';
import { formatSaid } from './words';

/** Wrong rows that are shown on the page; all that are kept can be taken out. */
const mostShown = 50;

/** Returns what is told of an import in a list. */
export function summarize(portal: CompiledPortal, job: ImportJob): JsonObject {
  const { id, file, size, name, created, state, progress, result, said } = job;
  const words = said ? formatSaid(portal, said as object as Said) : state === 'lost' ? (portal.texts['importLost'] ?? '') : '';
  const told: JsonObject = {
    file,
    size: Number(size),
    by: name,
    at: formatIso(created.getTime()),
    state,
    words,
    progress: { ...progress } as JsonObject,
    result: result as JsonObject | null,
  };
  return { id, deskImport: told };
}

/** Returns what the page of an import shows: its file, what can be filled and by what, how far it is and what is wrong. */
export async function describeImport(
  db: Queryable,
  portal: CompiledPortal,
  module: CompiledModule,
  job: ImportJob,
  mayPublish: boolean,
): Promise<JsonObject> {
  const summary = summarize(portal, job);
  const told = asObject(summary['deskImport']);
  const { columns = [], sample = [] } = job.preview as { columns?: string[]; sample?: string[][] };
  const fields = listImportFields(portal, module);
  const planned = asObject(job.plan)['map'];
  const remembered = planned === undefined ? await readImportMap(db, job.tenant, module.name) : undefined;
  const map = planned ?? guessMap(fields, columns, remembered as JsonObject | undefined);
  const faults = job.result ? await listImportFaults(db, job, mostShown) : [];
  return {
    ...summary,
    deskImport: {
      ...told,
      columns,
      sample,
      fields: fields.map((field): JsonObject => ({ ...field })),
      map: map as Json,
      plan: { ...job.plan } as JsonObject,
      faults: faults.map((fault: ImportFaultRow): JsonObject => ({ ...fault })),
      mayPublish,
    },
  };
}
