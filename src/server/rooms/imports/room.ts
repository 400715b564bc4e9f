import { buffer } from 'node:stream/consumers';
import {
  beginImport,
  cancelImport,
  findImport,
  type ImportJob,
  ImportUnderWay,
  changeImport,
  keepImportMap,
  listImportFaults,
  listImports,
  loseImports,
  removeOldImports,
} from '../../../database/desk/imports';
import { inTransaction } from '../../../database/transaction';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import { asObject, asString } from '../../../model/json';
import { RequestError } from '../../api/errors';
import type { ApiRequest, Room, ServiceReply } from '../../api/room';
import { writeCsv } from '../../exporting/writeCsv';
import { parseJson } from '../../importing/json';
import type { AccountServices } from '../../security/accountServices';
import { requireRight } from '../../security/rights';
import { note } from '../../desk/note';
import { requireModule } from '../../desk/site';
import { describeImport, summarize } from './describe';
import { listImportFields, readFilledBy } from './fields';
import { Jobs } from './jobs';
import { type ImportPlan, readExisting } from './plan';
import { receiveImport } from './receive';
import type { ImportPreview } from './source';
import { mostFaults, readFile, type Work, workThrough } from './work';

/** Milliseconds after which an import that nobody was at is lost. */
const lostMs = 60_000;
const day = 86_400_000;
/** Days for which files are kept that nothing was done with, and for which it is kept what became of an import. */
const keptDays = { files: 1, jobs: 30 };
const mostListed = 10;

/**
 * Returns the room of imports at the desk: a file is received, looked at, checked and stored by the same code as the command. What takes long
 * goes on after the call that began it.
 */
export function createImportsRoom(): Room<AccountServices> {
  const jobs = new Jobs();
  return {
    services: {
      'imports.file': (request, accounts) => receive(jobs, request, accounts),
      'imports.one': tellOne,
      'imports.list': async ({ portal, endpoint }, { db }) => {
        const found = await listImports(db, portal.tenant, endpoint.module, mostListed);
        return { rows: found.map((job) => summarize(portal, job)), total: found.length };
      },
      'imports.run': (request, accounts) => run(jobs, request, accounts),
      'imports.faults': listFaults,
    },
    close: () => jobs.close(),
    sweep: async ({ db, clock }) => {
      await loseImports(db, new Date(clock() - lostMs));
      await removeOldImports(db, { jobs: new Date(clock() - keptDays.jobs * day), files: new Date(clock() - keptDays.files * day) });
    },
  };
}

async function tellOne(request: ApiRequest, { db, clock }: AccountServices): Promise<ServiceReply> {
  const job = await requireImport(request, db);
  if (!['reading', 'checking', 'running'].includes(job.state)) return { item: await tell(request, db, job) };
  await loseImports(db, new Date(clock() - lostMs));
  return { item: await tell(request, db, await requireImport(request, db)) };
}

async function receive(jobs: Jobs, request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  requireModule(request);
  requireRight(request.viewer, request.endpoint.module, 'edit');
  const { id, encoding, size } = await receiveImport(request, accounts);
  const { db, clock } = accounts;
  await changeImport(db, { tenant: request.portal.tenant, id }, { state: 'reading', encoding, size }, new Date(clock()));
  const job = await findImport(db, { tenant: request.portal.tenant, id }, request.endpoint.module);
  if (!job) throw new RequestError('uploadFailed');
  jobs.begin(id, (signal) => readFile({ job }, accounts, signal), accounts.report);
  return { item: { id } };
}

async function tell(request: ApiRequest, db: AccountServices['db'], job: ImportJob) {
  const { module } = requireModule(request);
  const mayPublish = request.viewer?.staff?.may(module.name, 'publish') === true;
  return describeImport(db, request.portal, module, job, mayPublish);
}

/** @throws RequestError 404 for an import that the institution, or the module, does not have */
async function requireImport({ portal, endpoint, parameters, body }: ApiRequest, db: AccountServices['db']): Promise<ImportJob> {
  const id = parameters.get('id') ?? asString(body['id']);
  const job = await findImport(db, { tenant: portal.tenant, id }, endpoint.module);
  if (!job) throw new RequestError('noSuchItem');
  return job;
}

async function run(jobs: Jobs, request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { db, clock } = accounts;
  const { portal, body } = request;
  const { site, module } = requireModule(request);
  const step = asString(body['step']);
  await loseImports(db, new Date(clock() - lostMs));
  const job = await requireImport(request, db);
  if (step === 'cancel') {
    if (!(await cancelImport(db, job))) throw new RequestError('importOver');
    jobs.stop(job.id);
    return { item: await tell(request, db, job) };
  }
  if (step !== 'check' && step !== 'run') throw new RequestError('invalidRequest');
  const staff = requireRight(request.viewer, module.name, 'edit');
  const plan = readAsked(request, portal, module, job);
  if (!staff.staff.may(module.name, 'publish') && (plan.state === 'publish' || plan.existing !== 'keep'))
    throw new RequestError('importMayNot');
  const begun = await begin(request, accounts, job, plan, step);
  const entry = { tenant: portal.tenant, staff: staff.id, name: staff.name, address: request.caller.address, module: module.name };
  const work: Work = { portal, site, module, job: begun, entry };
  jobs.begin(job.id, (signal) => workThrough(work, plan, step === 'check', accounts, signal), accounts.report);
  return { item: await tell(request, db, begun) };
}

async function begin(
  request: ApiRequest,
  { db, clock }: AccountServices,
  job: ImportJob,
  plan: ImportPlan,
  step: 'check' | 'run',
): Promise<ImportJob> {
  try {
    await inTransaction(db, async (tx) => {
      if (!(await beginImport(tx, job, step === 'check' ? 'checking' : 'running', plan, new Date(clock()))))
        throw new RequestError('importOver');
      await keepImportMap(tx, job.tenant, job.module, plan.map);
      const { allOrNothing, existing, state } = plan;
      if (step === 'run')
        await note(tx, request, {
          action: 'item.bringIn',
          module: job.module,
          title: job.file,
          detail: { import: job.id, allOrNothing, existing, state },
        });
    });
  } catch (error) {
    throw error instanceof ImportUnderWay ? new RequestError('importBusy') : error;
  }
  const begun = await findImport(db, job, job.module);
  if (!begun) throw new RequestError('noSuchItem');
  return begun;
}

/** @throws RequestError 400 for what does not fit the file or the module */
function readAsked({ body }: ApiRequest, portal: CompiledPortal, module: CompiledModule, job: ImportJob): ImportPlan {
  const { columns = [] } = job.preview as Partial<ImportPreview>;
  const map = readFilledBy(
    asObject(parseJson(asString(body['map']))),
    listImportFields(portal, module),
    columns,
    portal.texts['listSeparator'],
  );
  return {
    map,
    allOrNothing: asString(body['bad']) === 'nothing',
    existing: readExisting(asString(body['existing'])),
    state: asString(body['state']) === 'draft' ? 'draft' : 'publish',
  };
}

async function listFaults(request: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { texts } = request.portal;
  const job = await requireImport(request, db);
  const faults = await listImportFaults(db, job, mostFaults * 2);
  const heads = (['importFaultRow', 'importFaultColumn', 'importFaultField', 'importFaultWords'] as const).map(
    (name) => texts[name] ?? name,
  );
  const rows = faults.map(({ row, column, field, words }) => [row, column, field, words]);
  const data = await buffer(writeCsv(heads, inOne(rows)));
  return { bytes: { type: 'text/csv; charset=utf-8', data, name: 'import-errors.csv' } };
}

async function* inOne<T>(rows: T[]): AsyncGenerator<T[]> {
  yield await Promise.resolve(rows);
}
