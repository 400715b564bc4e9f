import { parseArgs } from 'node:util';
import { ImportFault } from '../../server/importing/fault';
import type { Format } from '../../server/importing/rows';

/** What an import was asked to do. */
export interface ImportArguments {
  tenant: string;
  module: string;
  /** The file; `-` is standard input. */
  file: string;
  format: Format;
  column?: string;
  map?: string;
  allOrNothing: boolean;
  dryRun: boolean;
}

/** How the command is used. */
export const usage = `Usage: npm run import -- --tenant T --module M [options] FILE

FILE is CSV (.csv) or NDJSON (.ndjson, .jsonl), or - for standard input.
Items with an id that exists already are replaced. Rows without any id get one made of their content.

  --tenant T         the institution: the name of its folder in tenants/
  --module M         the module: the name of its file in schemas/modules/
  --column ID        the menu column that all items belong to
  --map FILE         a column map, see schemas/meta/importMap.schema.json
  --format F         csv or ndjson, where the name of the file does not tell
  --all-or-nothing   store nothing when a row is bad
  --dry-run          check all rows, store nothing
  --help             this text

Exit code: 0 all rows are good, 1 some are bad, 2 nothing could be imported, 130 stopped by Ctrl-C.
`;

/**
 * Reads the arguments of the command.
 * @throws ImportFault saying which one is wrong
 */
export function readArguments(args: readonly string[]): ImportArguments | 'help' {
  const { values, positionals } = parsed(args);
  if (values.help) return 'help';
  const { tenant, module, column, map } = values;
  if (tenant === undefined || tenant === '') throw new ImportFault('--tenant is missing');
  if (module === undefined || module === '') throw new ImportFault('--module is missing');
  const [file, more] = positionals;
  if (file === undefined || file === '') throw new ImportFault('the file is missing; - is standard input');
  if (more !== undefined) throw new ImportFault(`expected one file, found also "${more}"`);
  return { tenant, module, file, column, map, format: formatOf(file, values.format), allOrNothing: values['all-or-nothing'] ?? false, dryRun: values['dry-run'] ?? false };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args], allowPositionals: true,
      options: {
        tenant: { type: 'string' }, module: { type: 'string' }, column: { type: 'string' }, map: { type: 'string' }, format: { type: 'string' },
        'all-or-nothing': { type: 'boolean' }, 'dry-run': { type: 'boolean' }, help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new ImportFault(error instanceof Error ? error.message.split('. ')[0] ?? error.message : String(error));
  }
}

function formatOf(file: string, format: string | undefined): Format {
  if (format === 'csv' || format === 'ndjson') return format;
  if (format !== undefined) throw new ImportFault(`--format is csv or ndjson, not "${format}"`);
  if (/\.csv$/i.test(file)) return 'csv';
  if (/\.(ndjson|jsonl)$/i.test(file)) return 'ndjson';
  throw new ImportFault(`"${file}" does not tell its format; give --format csv or --format ndjson`);
}
