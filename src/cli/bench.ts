import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchDelivery } from './bench/delivery';
import { benchEnrolments } from './bench/enrolments';
import { benchMap } from './bench/map';
import { benchPicker } from './bench/picker';
import { benchQueries } from './bench/queries';
import { benchSearch } from './bench/search';
import { benchStart } from './bench/start';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** A line of the report: what was measured, the figure, and what is aimed at. */
export interface Row {
  what: string;
  figure: string;
  aim?: string;
}

/**
 * `npm run bench -- [--rows 1000000] [--only delivery,enrolments,map,picker,queries,search,start]`: measures the built portal on a database of its own and
 * prints a table. Everything it makes is in a temporary folder that it removes.
 */
async function main(args: readonly string[]): Promise<void> {
  // Visitors get React's production build; without this the checking one would be measured.
  process.env['NODE_ENV'] = 'production';
  const rows = Number(option(args, '--rows') ?? 1_000_000);
  const only = option(args, '--only')?.split(',') ?? ['delivery', 'enrolments', 'map', 'picker', 'queries', 'search', 'start'];
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'));
  const report: Row[] = [];
  try {
    if (only.includes('delivery')) report.push(...(await benchDelivery(root, join(folder, 'data'))));
    if (only.includes('enrolments')) report.push(...(await benchEnrolments(root, join(folder, 'data'))));
    if (only.includes('map')) report.push(...(await benchMap(root, join(folder, 'data'))));
    if (only.includes('picker')) report.push(...(await benchPicker(root, join(folder, 'data'))));
    if (only.includes('queries')) report.push(...(await benchQueries(join(folder, 'data'), rows)));
    if (only.includes('search')) report.push(...(await benchSearch(root, join(folder, 'data'))));
    if (only.includes('start')) report.push(...(await benchStart(root, folder)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const width = Math.max(...report.map((row) => row.what.length));
  for (const row of report)
    process.stdout.write(`${row.what.padEnd(width)}  ${row.figure.padStart(14)}${row.aim === undefined ? '' : `   aim: ${row.aim}`}\n`);
}

function option(args: readonly string[], name: string): string | undefined {
  const index = args.indexOf(name);
  return index < 0 ? undefined : args[index + 1];
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
