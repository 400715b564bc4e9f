import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Readable, addAbortSignal } from 'node:stream';
import { type Database, openDatabase } from '../../database/connection';
import { endBulk } from '../../database/content/writeItems';
import type { Definitions } from '../../definitions/load';
import { formatProblem } from '../../definitions/problems/problemText';
import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import type { Item, Menu } from '../../model/definitions.g';
import { formatPointer } from '../../model/pointer';
import { readEnvironment } from '../../server/config/environment';
import { type ColumnMap, readColumnMap } from '../../server/importing/columnMap';
import { ImportFault, listNames } from '../../server/importing/fault';
import { importContent } from '../../server/importing/importContent';
import type { ImportResult, ImportTarget } from '../../server/importing/importRows';
import { openRows, type RowSource } from '../../server/importing/rows';
import { guessMap, listImportFields, toColumnMap } from '../../server/rooms/imports/fields';
import { describeFailure, toOneLine } from '../terminal/command';
import { describeKnown } from '../terminal/institution';
import { type ImportArguments, readArguments, usage } from './arguments';

/** Batches that are stored at once: what this process and one of the database prepare together keeps two processors busy. */
const lanes = 3;

/** What surrounds the command. */
interface Surroundings {
  /** The project's folder. */
  root: string;
  /** Loads the definitions below that folder. */
  loadDefinitions(root: string): Promise<Definitions>;
  /** Where relative names of files start. */
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  stdin: Readable;
  out(text: string): void;
  err(text: string): void;
  /** Progress is shown on one line that changes. */
  isTerminal: boolean;
  /** Ends the import after a whole batch. */
  signal: AbortSignal;
}

/** Runs `npm run import`. @returns the exit code; see `usage` */
export async function runImport(args: readonly string[], around: Surroundings): Promise<number> {
  try {
    const given = readArguments(args);
    if (given !== 'help') return await run(given, around);
    around.out(`${usage}\n`);
    return 0;
  } catch (error) {
    around.err(`${describeFailure(error, usage)}\n`);
    return 2;
  }
}

async function run(given: ImportArguments, around: Surroundings): Promise<number> {
  const environment = readEnvironment(around.env, around.root);
  const definitions = await around.loadDefinitions(around.root);
  const portal = findPortal(definitions, given.tenant);
  const { module, shape } = findModule(portal, given.module);
  const target: ImportTarget = {
    tenant: given.tenant,
    module,
    column: given.column,
    coordinates: portal.settings.map?.coordinates,
    menuColumns: collectColumns(portal.settings.menu),
  };
  const map = given.map === undefined ? undefined : await readMap(given.map, shape, around);
  const input = await openInput(given, around);
  let database: Database | undefined;
  try {
    const source = await openRows(given.format, input, given.encoding);
    const warn = (message: string): void => around.err(`warning: ${message}\n`);
    if (given.column !== undefined && !target.menuColumns?.has(given.column))
      warn(`the menu of ${given.tenant} has no column "${given.column}"; no page lists its items`);
    const { databaseUrls, readUrls: _replicas, ...place } = environment;
    const databaseUrl = databaseUrls?.[given.tenant] ?? place.databaseUrl;
    if (!given.dryRun) database = await openDatabase({ ...place, databaseUrl, poolSize: lanes + 1, bulk: true });
    const filled = map ?? guessColumns(definitions.desk(given.tenant), module, source);
    const unread = map === undefined ? listUnread(source, filled) : [];
    if (unread.length > 0) warn(`no field is called ${listNames(unread)}; what stands in there is left out`);
    const tell = createReporter(around);
    const result = await importContent(database, given.column === undefined ? target : { ...target, menuColumns: undefined }, source, {
      map: filled,
      allOrNothing: given.allOrNothing,
      keepExisting: given.keepExisting,
      lanes,
      signal: around.signal,
      onWarning: (message) => tell.line(`warning: ${message}`),
      onBadRow: (line, reason, { row }) =>
        tell.line(`${source.format === 'json' ? `entry ${row}, line ${line}` : `line ${line}`}: ${reason}`),
      onProgress: tell.progress,
    });
    tell.clear();
    if (result.total === 0 && !result.stopped)
      throw new ImportFault(`there is nothing in it to import${source.columns === undefined ? '' : ', only the names of its columns'}`);
    around.out(`${formatSummary(result, given)}\n`);
    return result.stopped ? 130 : result.failed > 0 ? 1 : 0;
  } catch (error) {
    throw error instanceof ImportFault ? new ImportFault(`${given.file}: ${error.message}`) : error;
  } finally {
    input.destroy();
    if (database) await endBulk(database);
    await database?.close();
  }
}

function formatSummary(
  { imported, updated, kept, failed, total, seconds, stopped, rolledBack }: ImportResult,
  { dryRun }: ImportArguments,
): string {
  const counts = `failed ${failed} of ${total} rows in ${seconds.toFixed(1)} s`;
  const text = rolledBack
    ? `nothing imported: ${counts}`
    : dryRun
      ? `dry run: ${imported} good, ${counts}; nothing was stored`
      : `imported ${imported}, updated ${updated}, ${kept === undefined ? '' : `kept ${kept}, `}${counts}`;
  return stopped ? `stopped: ${text}` : text;
}

/** Prints lines, and progress so that it is in nobody's way: on a terminal at once, elsewhere every five seconds. */
function createReporter({ err, isTerminal }: Surroundings): {
  line(text: string): void;
  progress(rows: number, seconds: number): void;
  clear(): void;
} {
  let told = 0;
  let shown = false;
  const clear = (): void => {
    if (shown) err('\r\x1b[K');
    shown = false;
  };
  return {
    clear,
    line(text) {
      clear();
      err(`${text}\n`);
    },
    progress(rows, seconds) {
      const text = `${rows} rows, ${Math.round(rows / seconds)} rows/s`;
      if (isTerminal) {
        err(`\r\x1b[K${text}`);
        shown = true;
      } else if (seconds - told >= 5) {
        told = seconds;
        err(`${text}\n`);
      }
    },
  };
}

function findPortal(definitions: Definitions, tenant: string): CompiledPortal {
  if (!definitions.tenants.includes(tenant)) throw new ImportFault(describeUnknown('tenant', tenant, definitions.tenants));
  const portal = definitions.portal(tenant);
  if (portal) return portal;
  const errors = definitions.problems.filter(({ severity }) => severity === 'error').slice(0, 10);
  throw new ImportFault(`the definitions of ${tenant} have errors\n${errors.map((problem) => formatProblem(problem)).join('\n')}`);
}

/** Returns what fills the fields where nobody says it: columns as the desk finds them, and those of other fields by their names. */
function guessColumns(desk: CompiledPortal | undefined, module: CompiledModule, { columns }: RowSource): ColumnMap | undefined {
  if (columns === undefined || desk === undefined) return undefined;
  const fields = listImportFields(desk, module);
  const guessed = guessMap(fields, columns);
  const taken = new Set(Object.values(guessed).map((by) => ('column' in by ? by.column : undefined)));
  const others = columns.filter((name) => !taken.has(name) && Object.hasOwn(module.definition.item?.properties ?? {}, name));
  const { item } = toColumnMap(guessed, fields, true);
  for (const name of others) item[formatPointer([name])] ??= name;
  // Items may come before the menu has their column; of that the import warns.
  const column = module.definition.roles?.column;
  if (column !== undefined && columns.includes(column.slice(1))) item[column] = column.slice(1);
  return Object.keys(item).length === 0 ? undefined : { item };
}

/** Returns the columns of which nothing is read; none where all of them are read by their own names. */
function listUnread({ columns = [] }: RowSource, filled: ColumnMap | undefined): string[] {
  if (filled === undefined) return [];
  const read = new Set(
    Object.values(filled.item).map((source) => (typeof source === 'object' && 'column' in source ? source.column : source)),
  );
  return columns.filter((name) => name !== '' && !read.has(name));
}

function findModule(portal: CompiledPortal, name: string): { module: CompiledModule; shape: Item } {
  const withItems = Object.values(portal.modules)
    .filter(({ definition }) => definition.item)
    .map((module) => module.name);
  const module = Object.hasOwn(portal.modules, name) ? portal.modules[name] : undefined;
  if (!module) throw new ImportFault(`${describeUnknown('module', name, withItems)} A module with errors is left out, see npm run check.`);
  const shape = module.definition.item;
  if (!shape) throw new ImportFault(`the module ${name} keeps no items; those that do are ${listNames(withItems, 40)}`);
  return { module, shape };
}

const describeUnknown = (kind: string, name: string, known: readonly string[]): string =>
  `there is no ${kind} "${toOneLine(name)}"${describeKnown(name, known)}`;

/** The ids of all columns of a menu, at any depth. */
const collectColumns = (menu: Menu): Set<string> =>
  new Set(Object.entries(menu).flatMap(([name, node]) => [node.id ?? name, ...(node.children ? collectColumns(node.children) : [])]));

async function readMap(name: string, shape: Item, { folder }: Surroundings): Promise<ColumnMap> {
  const path = resolve(folder, name);
  await checkFile(path, name);
  return readColumnMap(name, await readFile(path), shape);
}

async function openInput({ file }: ImportArguments, { folder, stdin, signal }: Surroundings): Promise<Readable> {
  if (file === '-') return addAbortSignal(signal, stdin);
  const path = resolve(folder, file);
  await checkFile(path, file);
  return addAbortSignal(signal, createReadStream(path));
}

async function checkFile(path: string, name: string): Promise<void> {
  let found;
  try {
    found = await stat(path);
  } catch {
    throw new ImportFault(`${name}: there is no such file`);
  }
  if (found.isDirectory()) throw new ImportFault(`${name} is a folder, not a file`);
  if (found.isFile() && found.size === 0) throw new ImportFault(`${name}: the file is empty`);
}
