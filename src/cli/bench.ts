import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchDelivery } from './bench/delivery';
import { benchEnrolments } from './bench/enrolments';
import { benchForm } from './bench/form';
import { benchImport } from './bench/imports';
import { benchInstitutions } from './bench/institutions';
import { benchMap } from './bench/map';
import { benchMigrations } from './bench/migrations';
import { benchPeers } from './bench/peers/benchPeers';
import { comparisonHead, writeComparison } from './bench/peers/comparison';
import { serveBaselines } from './bench/baselines/baselineProcess';
import { benchPicker } from './bench/picker';
import { benchQueries } from './bench/queries';
import { benchRush } from './bench/rush';
import { benchSearch } from './bench/search';
import { benchSize } from './bench/size';
import { benchStart } from './bench/start';
import type { Row } from './bench/report';
import { UsageError, parseWord, findProjectFolder, runCommand } from './terminal/command';

const root = findProjectFolder(import.meta.url);

/** What can be measured, in a folder for whatever it makes; queries, imports and the data of many institutions over so many items. */
const benches = {
  delivery: (folder) => benchDelivery(root, folder),
  enrolments: (folder) => benchEnrolments(root, folder),
  form: (folder) => benchForm(root, folder),
  import: (folder, rows) => benchImport(root, folder, rows),
  institutions: (folder) => benchInstitutions(root, folder),
  map: (folder) => benchMap(root, folder),
  migrations: (folder, rows) => benchMigrations(`${folder}-migrations`, rows),
  // Among items of its own: what else is measured is to find the database as it was.
  peers: async (folder) => {
    const print = (lines: readonly string[]): boolean => process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    print([comparisonHead]);
    await benchPeers(root, `${folder}-peers`, (found) => print(found.map(writeComparison)));
    return [];
  },
  picker: (folder) => benchPicker(root, folder),
  queries: (folder, rows) => benchQueries(folder, rows),
  // Over a database of its own: the portal is another process.
  rush: (folder) => benchRush(root, `${folder}-rush`),
  search: (folder) => benchSearch(root, folder),
  size: (folder, rows, institutions) => benchSize(root, folder, rows, institutions),
  start: (folder) => benchStart(root, folder),
} satisfies Record<string, (folder: string, rows: number, institutions: number) => Promise<Row[]>>;
const names = Object.keys(benches) as (keyof typeof benches)[];

const usage = `Usage: npm run bench [-- --rows 1000000] [--institutions 1000] [--only ${names.join(',')}]
Measures the built portal on a database of its own and prints a table; import, migrations, queries and size with as many rows as --rows says, size with as many institutions as --institutions says. Everything it
makes is in a temporary folder that it removes. --baselines <file> serves the pages written by hand that peers are measured beside, as the file
says; peers starts it by itself. --folder <dir> keeps what was made there; size uses again what it made before.`;

const options = {
  rows: { type: 'string', default: '1000000' },
  institutions: { type: 'string', default: '1000' },
  only: { type: 'string', default: names.join(',') },
  baselines: { type: 'string' },
  folder: { type: 'string' },
} as const;

function printRows(rows: readonly Row[]): void {
  const width = Math.max(...rows.map((row) => row.what.length));
  for (const { what, figure, aim } of rows)
    process.stdout.write(`${what.padEnd(width)}  ${figure.padStart(14)}${aim === undefined ? '' : `   aim: ${aim}`}\n`);
}

const code = await runCommand(usage, options, async (words, { rows, institutions, only, baselines, folder: kept }) => {
  if (baselines !== undefined) {
    await serveBaselines(baselines);
    return 0;
  }
  const chosen = only.split(',').map((name) => parseWord(names, name));
  if (words.length > 0 || !/^\d+$/.test(rows) || !/^\d+$/.test(institutions)) throw new UsageError();
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'portal-bench-')));
  await mkdir(folder, { recursive: true });
  try {
    // Each says what it found when it ends: what fails later on takes nothing away.
    for (const name of names.filter((each) => chosen.includes(each)))
      printRows(await benches[name](join(folder, 'data'), Number(rows), Number(institutions)));
  } finally {
    if (kept === undefined) await rm(folder, { recursive: true, force: true });
  }
  return 0;
});
process.exit(code);
